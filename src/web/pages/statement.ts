// `/statement`: each wallet and business day over a range, to read, to print, and as CSV.
import type { FastifyInstance } from 'fastify';
import { type Amount, compareAmounts, ZERO } from '../../domain/money.ts';
import type { StatementLine, StatementQuery } from '../../domain/statement.ts';
import type { Board } from '../../monitor/board/board.ts';
import { strangerIn } from '../api/statement-strangers.ts';
import { address, boxes, form, input, mistake } from '../html/controls.ts';
import { clockTime, dayDate, dayName, formatSpan, longMoney } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import type { PageVerdict } from '../verdict.ts';
import { blindTimeOf } from '../views/blindness.ts';
import { dayRange } from '../views/days.ts';
import { accountElsewhere, type RawQuery, singleValues } from '../views/question.ts';
import {
  daysIn,
  lastWeek,
  namesAsked,
  periodsOf,
  readStatementQuestion,
  type StatementPeriod,
  wholeWallets,
  writeCursor,
} from '../views/statement.ts';
import type { PageContext } from './context.ts';
import { timezonesOf } from './context.ts';
import { DATABASE_AWAY } from './notices.ts';
import { walletLink } from './wallet-link.ts';

const MAX_LINES = 150; // on a page; a page has whole wallets, and at least one
const NET = 4; // the net change's place among the amounts
const MAX_COVERED = 12; // accounts whose gaps are looked up

export function registerStatementPage(
  app: FastifyInstance,
  { sources, statusNow, send }: PageContext,
  read: NonNullable<PageSources['statement']>,
): void {
  app.get<{ Querystring: RawQuery }>('/statement', async ({ query }, reply) => {
    const usual = lastWeek(query, sources.accounts(), sources.clock.now());
    const asked = accountElsewhere(query, sources) ?? readStatementQuestion(query, usual);
    const common = {
      title: texts.common.frame.titleOf(texts.statement.place),
      here: '/statement',
      live: false,
    };
    const head = html`<h1>${texts.statement.place}</h1>${question(query, usual, { sources, rows: (await statusNow()).verdict.rows })}`;
    const refuse = (sentence: string) =>
      send(reply, { ...common, status: 400, body: html`${head}${mistake(sentence)}` });
    if (typeof asked === 'string') return refuse(asked);
    const stranger = await withTimeout((signal) => strangerIn(asked, sources, read, signal));
    if (stranger) return refuse(stranger); // null: the past can't be read, which is said below
    const shown = await withTimeout((signal) => firstLines(read(asked, signal), asked));
    const covered = await coverageSection(sources, asked, shown?.lines ?? []);
    const body = html`${head}${shown ? answer(sources, asked, shown) : DATABASE_AWAY}${covered}`;
    return send(reply, { ...common, body });
  });
}

/** As many lines as a page shows, and where the next page begins. */
async function firstLines(
  parts: AsyncIterable<readonly StatementLine[]>,
  query: StatementQuery,
): Promise<ReturnType<typeof wholeWallets>> {
  const most = Math.max(MAX_LINES, daysIn(query));
  const lines: StatementLine[] = [];
  for await (const part of parts) {
    lines.push(...part);
    if (lines.length > most) break;
  }
  return wholeWallets(lines, most);
}

function question(
  query: RawQuery,
  usual: { readonly from: string; readonly to: string },
  { sources, rows }: Pick<PageContext, 'sources'> & Pick<PageVerdict, 'rows'>,
): Html {
  const values = { ...usual, ...singleValues(query) };
  const chosen = namesAsked(query);
  const names = sources.accounts().map(({ account }) => account);
  const currencies = [...new Set(rows.map(({ wallet }) => wallet.currency))];
  const words = texts.statement.form;
  const choice = (name: string, label: string, all: readonly string[], ticked: readonly string[]) =>
    (all.length > 1 || ticked.length > 0) && boxes(name, label, { names: all, chosen: ticked });
  return form('/statement', {
    label: words.label,
    submit: texts.common.show,
    fields: [
      input('from', words.from, { type: 'date', value: values.from }),
      input('to', words.to, { type: 'date', value: values.to }),
      choice('account', words.accounts, names, chosen.accounts),
      choice('currency', words.currencies, currencies, chosen.currencies),
      choice('wallet_type', words.types, [], chosen.walletTypes), // links from a wallet's page have one
    ],
  });
}

function answer(
  sources: PageSources,
  query: StatementQuery,
  { lines, next }: ReturnType<typeof wholeWallets>,
): Html {
  const words = texts.statement;
  const { accounts = [], currencies = [], walletTypes = [] } = query;
  const asked = {
    ...{ from: query.from, to: query.to },
    ...{ account: accounts, currency: currencies, wallet_type: walletTypes },
  };
  const csv = address('/api/v1/statement', { ...asked, format: 'csv' });
  const more = next && address('/statement', { ...asked, after: writeCursor(next) });
  const periods = periodsOf(lines);
  const zones = new Map(sources.accounts().map(({ account, timezone }) => [account, timezone]));
  return html`<p class="lead">${words.lead<Content>(html`<b>${dayName(query.from)}</b>`, html`<b>${dayName(query.to)}</b>`)}${only(words.account, accounts)}${only(words.currency, currencies)}${only(words.type, walletTypes)}.
<a class="button" href="${csv}" download>${words.csv}</a></p>
${periods.length === 0 && html`<p class="card">${words.nothing<Content>(html`<code>floatwatch import</code>`)}</p>`}
${periods.map((period) => periodCard(period, { timezone: zones.get(period.account), board: sources.board() }))}
${more !== undefined && html`<p class="quiet">${words.more<Content>(html`<a href="${more}">${words.next}</a>`)}</p>`}`;
}

/** What the statement is limited to, in words, as a printed page must show it. */
function only(words: typeof texts.statement.account, names: readonly string[]): Content {
  return names.length > 0 && words<Content>(html`<b>${names.join(', ')}</b>`, names.length);
}

/** `timezone` is `undefined` if the account isn't configured here: only the database knows which days it has. */
function periodCard(
  period: StatementPeriod,
  { timezone, board }: { readonly timezone: string | undefined; readonly board: Board },
): Html {
  const { days, opening, closing, lowest, highest, net, inflow, outflow, samples } = period;
  const {
    titles: { day, ...titles },
    ...words
  } = texts.statement;
  const name = `${period.currency} ${period.walletType}, ${period.account}`;
  const names = Object.values(titles);
  const cell = (content: Content, i: number) =>
    html`<td role="cell" class="num" data-name="${names[i]}">${content}</td>`;
  const cells = (amounts: readonly (Amount | null)[], count: number) =>
    [...amounts.map((amount, i) => (i === NET ? signed(amount) : known(amount))), count].map(cell);
  return html`<section class="card statement"><h2>${walletLink(period, board)} <span class="quiet">${words.of(period.account, timezone)}</span></h2>
<div class="wide" tabindex="0" role="region" aria-label="${words.label(name)}"><table role="table" class="figures"><caption class="visually-hidden">${words.caption(name)}</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">${day}</th>${names.map((title) => html`<th scope="col" role="columnheader" class="num">${title}</th>`)}</tr></thead>
<tbody role="rowgroup">${days.map(
    ({ day: on, available, inflow: came, outflow: went, samples: seen }) =>
      html`<tr role="row"><th scope="row" role="rowheader">${dayDate(on)}</th>${cells(
        [
          available.opening,
          available.closing,
          available.lowest,
          available.highest,
          available.netChange,
          came,
          went,
        ],
        seen,
      )}</tr>`,
  )}</tbody>
<tfoot role="rowgroup"><tr role="row"><th scope="row" role="rowheader">${words.together}</th>${cells([opening, closing, lowest, highest, net, inflow, outflow], samples)}</tr></tfoot></table></div></section>`;
}

function known(amount: Amount | null): Content {
  return amount === null ? html`<span class="quiet">${texts.common.notKnown}</span>` : longMoney(amount);
}

function signed(amount: Amount | null): Content {
  const plus = amount !== null && compareAmounts(amount, ZERO) > 0 ? '+' : '';
  return amount === null ? known(amount) : [plus, longMoney(amount)];
}

/** How long each account wasn't seen: an auditor must know that beside the figures. */
async function coverageSection(
  sources: PageSources,
  query: StatementQuery,
  lines: readonly StatementLine[],
): Promise<Content> {
  const accounts = [...new Set(lines.map(({ account }) => account))];
  if (!sources.gaps || accounts.length === 0) return null;
  if (accounts.length > MAX_COVERED)
    return html`<p class="quiet">${texts.statement.coverage.most(MAX_COVERED)}</p>`;
  const words = texts.statement.coverage;
  const zones = timezonesOf(sources);
  const now = sources.clock.now();
  const items = await Promise.all(
    accounts.map(async (account) => {
      const range = dayRange(query, zones(account), now);
      const gaps = await withTimeout((signal) => sources.gaps?.(account, range, signal));
      const name: Content = html`<b>${account}</b>`;
      if (!gaps) return html`<li>${words.away(name)}</li>`;
      const { blindMs, count, seenFrom } = blindTimeOf(gaps, range);
      const late: Content =
        seenFrom !== null &&
        seenFrom > range.from &&
        words.since<Content>(clockTime(seenFrom, zones(account)));
      return html`<li>${count === 0 ? words.noGap<Content>(name, late) : words.gaps<Content>(name, formatSpan(blindMs), count, late)}</li>`;
    }),
  );
  return html`<section class="card" aria-labelledby="coverage"><h2 id="coverage">${words.title}</h2><ul class="plain">${items}</ul>
<p class="quiet">${words.how}</p></section>`;
}
