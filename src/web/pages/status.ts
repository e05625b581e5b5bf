// The first page: the verdict, then the wallets: all of them, or those that are searched for.
import type { FastifyInstance } from 'fastify';
import { succeeded } from '../../domain/observation.ts';
import type { AccountView } from '../../monitor/board/board.ts';
import { address, form, input, pager, select } from '../html/controls.ts';
import { money, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { more } from '../html/more.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { PageSources, SparkPoint } from '../sources.ts';
import type { Status } from '../status.ts';
import type { Level } from '../verdict.ts';
import type { RawQuery } from '../views/question.ts';
import {
  type CurrencyTotal,
  type ListOrder,
  type ListQuestion,
  listWallets,
  ORDERS,
  readListQuestion,
  type WalletList,
} from '../views/wallet-list.ts';
import type { PageContext } from './context.ts';
import { overviewInGrafana } from './grafana-link.ts';
import { outcomeWords } from './outcomes.ts';
import { accountLink } from './wallet-link.ts';
import { medianSeconds, walletsTable } from './wallets-table.ts';

const MAX_FAILING = 50;
const NO_CHARTS: ReadonlyMap<string, readonly SparkPoint[]> = new Map();

export function registerStatusPage(app: FastifyInstance, { sources, statusNow, send }: PageContext): void {
  app.get<{ Querystring: RawQuery }>('/', async ({ query }, reply) => {
    const status = statusNow();
    const list = listWallets(status.verdict.rows, readListQuestion(query), (row) =>
      medianSeconds(row, sources),
    );
    const shown = list.rows.map(({ wallet }) => wallet);
    const charts = (await withTimeout(() => sources.sparklines?.(shown))) ?? NO_CHARTS;
    const title = `${status.verdict.headline} · floatwatch`;
    return send(reply, { title, here: '/', body: statusPage(sources, status, { list, charts }) });
  });
}

function statusPage(
  sources: PageSources,
  status: Status,
  {
    list,
    charts,
  }: { readonly list: WalletList; readonly charts: ReadonlyMap<string, readonly SparkPoint[]> },
): Html {
  const { verdict, accounts } = status;
  const now = sources.clock.now();
  return html`<section class="verdict ${verdict.level}" aria-labelledby="verdict">
${icon(verdict.level)}
<div><h1 id="verdict">${verdict.headline}</h1>
${verdict.also.map((sentence) => html`<p>${sentence}</p>`)}
<p class="quiet">${pollLine(accounts, now)}</p>
${overviewInGrafana(sources)}</div>
</section>
${problems(accounts, now)}
<section class="card" aria-label="Wallets">${verdict.rows.length > 1 && question(list.question, status)}
${list.rows.length === 0 ? nothing(verdict.rows.length) : walletsTable(list, { sources, charts, caption: captionOf(list, verdict.rows.length) })}
${pager(list.question.page, list.pages, (page) => address('/', { ...asked(list.question), page }))}
${verdict.rows.length > 1 && totals(list.totals)}
</section>`;
}

const ORDER_WORDS: Readonly<Record<ListOrder, string>> = {
  urgency: 'Most urgent',
  share: 'Least of the threshold',
  lasts: 'Lasts the shortest',
  name: 'Name',
  amount: 'Smallest amount',
};
const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  firing: 'Alert firing',
  unknown: 'Unknown',
  pending: 'Alert pending',
  fine: 'Fine',
};

function question({ q, account, currency, type, state, order }: ListQuestion, status: Status): Html {
  const wallets = status.verdict.rows.map(({ wallet }) => wallet);
  const choice = (name: string, label: string, values: readonly string[], chosen: string | undefined) => {
    const known = [...new Set(values)].sort();
    const choices = [['', 'All'] as const, ...known.map((each) => [each, each] as const)];
    return known.length > 1 && select(name, label, { choices, chosen });
  };
  return form('/', {
    label: 'Search wallets',
    submit: 'Show',
    fields: [
      input('q', 'Search', { type: 'search', value: q }),
      choice(
        'account',
        'Account',
        wallets.map((each) => each.account),
        account,
      ),
      choice(
        'currency',
        'Currency',
        wallets.map((each) => each.currency),
        currency,
      ),
      choice(
        'type',
        'Type',
        wallets.map((each) => each.walletType),
        type,
      ),
      select('state', 'State', { choices: [['', 'All'], ...Object.entries(LEVEL_WORDS)], chosen: state }),
      select('order', 'Order', { choices: ORDERS.map((each) => [each, ORDER_WORDS[each]]), chosen: order }),
    ],
  });
}

function asked({ order, page: _, ...question }: ListQuestion): Readonly<Record<string, string>> {
  return { ...question, ...(order !== 'urgency' && { order }) };
}

function captionOf({ found, pages, question, rows }: WalletList, all: number): string {
  const order = question.order === 'urgency' ? 'the worst first' : ORDER_WORDS[question.order].toLowerCase();
  const what = found === all ? 'Wallets' : `${found} of ${all} wallets`;
  return pages > 1
    ? `${what}, ${order}: ${rows.length} on page ${question.page} of ${pages}`
    : `${what}, ${order}`;
}

function nothing(all: number): Html {
  return all === 0
    ? html`<p>No wallet has been seen yet. The first poll brings them; <a href="/accounts">accounts</a> tells when it is due.</p>`
    : html`<p>No wallet is like that. <a href="/">All ${all} wallets</a></p>`;
}

function totals(all: readonly CurrencyTotal[]): Content {
  if (all.length === 0) return null;
  return html`<dl class="totals" aria-label="Totals by currency">${all.map(
    ({ currency, available, wallets, known }) =>
      html`<div><dt>${currency} <span class="quiet">in ${wallets} ${wallets === 1 ? 'wallet' : 'wallets'}${
        known < wallets && `, ${wallets - known} unknown`
      }</span></dt><dd class="num">${known === 0 ? html`<span class="gone">unknown</span>` : money(available)}</dd></div>`,
  )}</dl>`;
}

function pollLine(accounts: readonly AccountView[], now: number): Content {
  const last = accounts.reduce((latest, account) => Math.max(latest, account.last?.observedAt ?? 0), 0);
  const next = accounts.reduce(
    (soonest, account) => Math.min(soonest, account.nextSlot ?? Number.POSITIVE_INFINITY),
    Number.POSITIVE_INFINITY,
  );
  const lastText: Content = last > 0 ? ['Last poll ', when(last, now)] : 'No poll has finished yet';
  return [lastText, Number.isFinite(next) && [', next ', when(next, now)], '.'];
}

function problems(accounts: readonly AccountView[], now: number): Content {
  const failing = accounts.filter(({ consecutiveFailures, last }) => consecutiveFailures > 0 && last);
  if (failing.length === 0) return null;
  return html`<section class="card problems" aria-labelledby="problems"><h2 id="problems">Accounts that can’t be read</h2><ul>
${failing.slice(0, MAX_FAILING).map(
  ({
    account,
    last,
    consecutiveFailures,
    lastSuccessAt,
  }) => html`<li>${icon('unknown')}<span><b>${accountLink(account)}</b>: ${last && !succeeded(last.outcome) && outcomeWords(last)}
<span class="quiet line">${consecutiveFailures} ${consecutiveFailures === 1 ? 'poll' : 'polls'} in a row, last good one ${when(lastSuccessAt, now)}</span></span></li>`,
)}
</ul>${more(failing.length - MAX_FAILING, 'accounts')}</section>`;
}
