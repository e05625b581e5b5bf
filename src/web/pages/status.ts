// `/`, the first page: the verdict, then all wallets, or those that are searched for.
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { succeeded } from '../../domain/observation.ts';
import type { AccountView } from '../../monitor/board/board.ts';
import { address, form, input, oneOrAll, pager, select, strangerNote, withChosen } from '../html/controls.ts';
import { longMoney, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { PageSources, SparkPoint } from '../sources.ts';
import type { Status } from '../status.ts';
import { texts } from '../texts/texts.ts';
import { accountElsewhere, mistakenAccount, mistakenWallet, type RawQuery } from '../views/question.ts';
import {
  type CurrencyTotal,
  type ListQuestion,
  listWallets,
  mistakenList,
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

export function registerStatusPage(app: FastifyInstance, { sources, statusNow, send }: PageContext): void {
  app.get<{ Querystring: RawQuery }>('/', async ({ query }, reply) => {
    const status = await statusNow();
    await setImmediate(); // for thousands of wallets each of the two takes some milliseconds
    const list = await listWallets(status.verdict.rows, readListQuestion(query), (row) =>
      medianSeconds(row, sources),
    );
    const shown = list.rows.map(({ wallet }) => wallet);
    const charts = await withTimeout(() => sources.sparklines?.(shown));
    const title = texts.common.frame.titleOf(status.verdict.headline);
    const said = mistakenList(query);
    return send(reply, { title, here: '/', body: statusPage(sources, status, { list, charts, said }) });
  });
}

function statusPage(
  sources: PageSources,
  status: Status,
  {
    list,
    charts,
    said,
  }: {
    readonly list: WalletList;
    readonly charts: ReadonlyMap<string, readonly SparkPoint[]> | null;
    /** What is wrong with the question. */
    readonly said: string | undefined;
  },
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
<section class="card" aria-label="${texts.wallets.label}">${verdict.rows.length > 1 && question(list.question, status)}${said !== undefined && strangerNote(said)}
${list.rows.length === 0 ? nothing(list.question, verdict.rows.length, sources) : walletsTable(list, { sources, charts, caption: captionOf(list, verdict.rows.length) })}
${pager(list.question.page, list.pages, (page) => address('/', { ...asked(list.question), page }))}
${verdict.rows.length > 1 && totals(list.totals)}
</section>`;
}

function question({ q, account, currency, type, state, order }: ListQuestion, status: Status): Html {
  const words = texts.wallets;
  const [accounts, currencies, types] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { wallet } of status.verdict.rows) {
    accounts.add(wallet.account);
    currencies.add(wallet.currency);
    types.add(wallet.walletType);
  }
  const choice = (name: string, label: string, values: ReadonlySet<string>, chosen: string | undefined) =>
    oneOrAll(name, label, { names: [...values].sort(), chosen });
  return form('/', {
    label: words.form.label,
    submit: texts.common.show,
    fields: [
      input('q', words.form.search, { type: 'search', value: q }),
      choice('account', texts.common.account, accounts, account),
      choice('currency', texts.common.currency, currencies, currency),
      choice('type', words.form.type, types, type),
      select('state', words.form.state, {
        choices: withChosen([['', texts.common.all], ...Object.entries(words.levels)], state),
        chosen: state,
      }),
      select('order', words.form.order, {
        choices: ORDERS.map((each) => [each, words.orders[each]]),
        chosen: order,
      }),
    ],
  });
}

function asked({ order, page: _, ...question }: ListQuestion): Readonly<Record<string, string>> {
  return { ...question, ...(order !== 'urgency' && { order }) };
}

function captionOf({ found, pages, question, rows }: WalletList, all: number): string {
  const { orders, caption: words } = texts.wallets;
  const order = question.order === 'urgency' ? words.worstFirst : orders[question.order].toLowerCase();
  const caption = words.ordered(found === all ? words.all : words.some(found, all), order);
  return pages > 1 ? words.page(caption, rows.length, question.page, pages) : caption;
}

/** The question only filters what is known, so that a name that nothing has is no error; but the page says which it is. */
function nothing({ account, currency, type }: ListQuestion, all: number, sources: PageSources): Content {
  const words = texts.wallets;
  const { accounts, board } = sources;
  const other = accountElsewhere({ account }, sources);
  if (all === 0 && other === undefined)
    return html`<p>${words.none<Content>(html`<a href="/accounts">${texts.common.accounts}</a>`)}</p>`;
  const names = accounts().map((each) => each.account);
  const sentence =
    other ??
    mistakenAccount(account, names) ??
    mistakenWallet({ account, currency, walletType: type }, board());
  const way = html`<a href="/">${words.allOf(all)}</a>`;
  return sentence === undefined
    ? html`<p>${words.noSuch} ${way}</p>`
    : html`${strangerNote(sentence)}<p>${way}</p>`;
}

function totals(all: readonly CurrencyTotal[]): Content {
  if (all.length === 0) return null;
  return html`<dl class="totals" aria-label="${texts.wallets.totals}">${all.map(
    ({ currency, available, wallets, known }) =>
      html`<div><dt>${currency} <span class="quiet">${texts.wallets.total(texts.common.wallets(wallets), wallets - known)}</span></dt><dd class="num">${known === 0 ? html`<span class="gone">${texts.common.unknown}</span>` : longMoney(available)}</dd></div>`,
  )}</dl>`;
}

function pollLine(accounts: readonly AccountView[], now: number): Content {
  const last = accounts.reduce((latest, account) => Math.max(latest, account.last?.observedAt ?? 0), 0);
  const next = accounts.reduce(
    (soonest, account) => Math.min(soonest, account.nextSlot ?? Number.POSITIVE_INFINITY),
    Number.POSITIVE_INFINITY,
  );
  const words = texts.wallets;
  const lastText: Content = last > 0 ? words.lastPoll<Content>(when(last, now)) : words.noPoll;
  return [lastText, Number.isFinite(next) && words.nextPoll<Content>(when(next, now)), '.'];
}

function problems(accounts: readonly AccountView[], now: number): Content {
  const failing = accounts.filter(({ consecutiveFailures, last }) => consecutiveFailures > 0 && last);
  if (failing.length === 0) return null;
  const hidden = failing.length - MAX_FAILING;
  return html`<section class="card problems" aria-labelledby="problems"><h2 id="problems">${texts.wallets.problems}</h2><ul>
${failing.slice(0, MAX_FAILING).map(
  ({
    account,
    last,
    consecutiveFailures,
    lastSuccessAt,
  }) => html`<li>${icon('unknown')}<span><b>${accountLink(account)}</b>: ${last && !succeeded(last.outcome) && outcomeWords(last)}
<span class="quiet line">${texts.wallets.inARow<Content>(consecutiveFailures, when(lastSuccessAt, now))}</span></span></li>`,
)}
</ul>${hidden > 0 && html`<p class="quiet">${texts.wallets.moreProblems(hidden)}</p>`}</section>`;
}
