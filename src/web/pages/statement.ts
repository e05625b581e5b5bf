// `/statement`: each wallet and business day over a range, to look at, to print and as CSV.
import type { FastifyInstance } from 'fastify';
import { type Amount, compareAmounts } from '../../domain/money.ts';
import type { StatementLine, StatementQuery } from '../../domain/statement.ts';
import { address, form, input, mistake, orAll, select } from '../html/controls.ts';
import { clockTime, formatSpan, money, utc } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { PageSources } from '../sources.ts';
import { blindTimeOf } from '../views/blindness.ts';
import { dayRange } from '../views/days.ts';
import { type RawQuery, singleValues } from '../views/question.ts';
import { lastWeek, periodsOf, readStatementQuestion, type StatementPeriod } from '../views/statement.ts';
import type { PageContext } from './context.ts';
import { timezonesOf } from './context.ts';
import { DATABASE_AWAY } from './notices.ts';
import { walletLink } from './wallet-link.ts';

const MAX_LINES = 1_000; // on a page; the CSV has all
const MAX_COVERED = 12; // accounts whose gaps are looked up

export function registerStatementPage(
  app: FastifyInstance,
  { sources, statusNow, send }: PageContext,
  read: NonNullable<PageSources['statement']>,
): void {
  app.get<{ Querystring: RawQuery }>('/statement', async ({ query }, reply) => {
    const usual = lastWeek(query, sources.accounts(), sources.clock.now());
    const asked = readStatementQuestion(query, usual);
    const values = { ...usual, ...singleValues(query) };
    const wallets = statusNow().verdict.rows.map(({ wallet }) => wallet);
    const currencies = [...new Set(wallets.map(({ currency }) => currency))].sort();
    const common = { title: 'Statement · floatwatch', here: '/statement', live: false };
    const head = html`<h1>Statement</h1>${question(sources, currencies, values)}`;
    if (typeof asked === 'string')
      return send(reply, { ...common, status: 400, body: html`${head}${mistake(asked)}` });
    const lines = await withTimeout(() => firstLines(read, asked));
    const covered = await coverageOf(sources, asked, lines ?? []);
    const body = html`${head}${lines ? answer(sources, asked, lines) : DATABASE_AWAY}${covered}${origin(sources)}`;
    return send(reply, { ...common, body });
  });
}

/** As many as a page shows, and one more when there are more. */
async function firstLines(
  read: NonNullable<PageSources['statement']>,
  query: StatementQuery,
): Promise<readonly StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const part of read(query)) {
    lines.push(...part);
    if (lines.length > MAX_LINES) break;
  }
  return lines.slice(0, MAX_LINES + 1);
}

function question(
  sources: PageSources,
  currencies: readonly string[],
  values: Readonly<Record<string, string>>,
): Html {
  const accounts = sources.accounts();
  return form('/statement', {
    label: 'Choose days',
    submit: 'Show',
    fields: [
      input('from', 'First day', { type: 'date', value: values['from'] }),
      input('to', 'Last day', { type: 'date', value: values['to'] }),
      accounts.length > 1 &&
        select('account', 'Account', {
          choices: orAll(accounts.map(({ account }) => account)),
          chosen: values['account'],
        }),
      currencies.length > 1 &&
        select('currency', 'Currency', { choices: orAll(currencies), chosen: values['currency'] }),
    ],
  });
}

function answer(sources: PageSources, query: StatementQuery, lines: readonly StatementLine[]): Html {
  const csv = address('/api/v1/statement', {
    ...{ from: query.from, to: query.to, account: query.accounts?.[0] },
    ...{ currency: query.currency, wallet_type: query.walletType, format: 'csv' },
  });
  const periods = periodsOf(lines.slice(0, MAX_LINES));
  const zones = timezonesOf(sources);
  return html`<p class="lead">Business days <b>${query.from}</b> to <b>${query.to}</b>${
    query.accounts && [', account ', html`<b>${query.accounts.join(', ')}</b>`]
  }${query.currency !== undefined && [', currency ', html`<b>${query.currency}</b>`]}.
<a class="button" href="${csv}" download>CSV</a></p>
${lines.length > MAX_LINES && html`<p class="quiet">The first ${MAX_LINES} lines; the CSV has all of them.</p>`}
${periods.length === 0 && html`<p class="card">Nothing was seen on these days. The first days of a new account come with its first polls; older history comes with <code>floatwatch import</code>.</p>`}
${periods.map((period) => periodCard(period, zones(period.account)))}`;
}

const TITLES = ['Opening', 'Closing', 'Lowest', 'Highest', 'Net', 'Top-ups', 'Outflow', 'Samples'] as const;

function periodCard(period: StatementPeriod, timezone: string): Html {
  const { days, opening, closing, lowest, highest, net, inflow, outflow, samples } = period;
  const cells = (amounts: readonly (Amount | null)[], count: number) => [
    ...amounts.map((amount, i) => html`<td class="num">${i === 4 ? signed(amount) : known(amount)}</td>`),
    html`<td class="num">${count}</td>`,
  ];
  return html`<section class="card statement"><h2>${walletLink(period)} <span class="quiet">${period.account}, days of ${timezone}</span></h2>
<div class="wide" tabindex="0" role="region" aria-label="Statement of ${period.currency} ${period.walletType}, ${period.account}"><table class="figures"><caption class="visually-hidden">Available of ${period.currency} ${period.walletType}, ${period.account}, by day</caption>
<thead><tr><th scope="col">Day</th>${TITLES.map((title) => html`<th scope="col" class="num">${title}</th>`)}</tr></thead>
<tbody>${days.map(
    ({ day, available, inflow: came, outflow: went, samples: seen }) =>
      html`<tr><th scope="row">${day}</th>${cells(
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
<tfoot><tr><th scope="row">Together</th>${cells([opening, closing, lowest, highest, net, inflow, outflow], samples)}</tr></tfoot></table></div></section>`;
}

function known(amount: Amount | null): Content {
  return amount === null ? html`<span class="quiet">not known</span>` : money(amount);
}

function signed(amount: Amount | null): Content {
  const plus = amount !== null && compareAmounts(amount, '0' as Amount) > 0 ? '+' : '';
  return amount === null ? known(amount) : `${plus}${money(amount)}`;
}

/** For how long each account wasn't seen: what an auditor must know beside the figures. */
async function coverageOf(
  sources: PageSources,
  query: StatementQuery,
  lines: readonly StatementLine[],
): Promise<Content> {
  const accounts = [...new Set(lines.map(({ account }) => account))];
  if (!sources.gaps || accounts.length === 0) return null;
  if (accounts.length > MAX_COVERED)
    return html`<p class="quiet">Coverage is shown for up to ${MAX_COVERED} accounts: choose one.</p>`;
  const zones = timezonesOf(sources);
  const now = sources.clock.now();
  const items = await Promise.all(
    accounts.map(async (account) => {
      const range = dayRange(query, zones(account), now);
      const gaps = await withTimeout((signal) => sources.gaps?.(account, range, signal));
      if (!gaps) return html`<li><b>${account}</b>: coverage can’t be read now.</li>`;
      const { blindMs, count, seenFrom } = blindTimeOf(gaps, range);
      const late = seenFrom !== null &&
        seenFrom > range.from && ['; polled since ', clockTime(seenFrom, zones(account))];
      return count === 0
        ? html`<li><b>${account}</b>: no gap${late}.</li>`
        : html`<li><b>${account}</b>: not seen for ${formatSpan(blindMs)} in ${count} ${count === 1 ? 'gap' : 'gaps'}${late}.</li>`;
    }),
  );
  return html`<section class="card" aria-labelledby="coverage"><h2 id="coverage">Coverage</h2><ul class="plain">${items}</ul>
<p class="quiet">Between two snapshots nothing is seen: lowest and highest are of what was seen. Samples are the snapshots of the day. Top-ups are the sum of what available rose by from one to the next, outflow of what it fell by; in the last line also from day to day.</p></section>`;
}

function origin({ version, clock }: PageSources): Html {
  return html`<p class="quiet">Made by floatwatch ${version} at ${utc(clock.now())}.</p>`;
}
