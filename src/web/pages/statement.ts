// `/statement`: each wallet and business day over a range, to look at, to print and as CSV.
import type { FastifyInstance } from 'fastify';
import { type Amount, compareAmounts } from '../../domain/money.ts';
import type { StatementLine, StatementQuery } from '../../domain/statement.ts';
import { address, form, input, mistake, orAll, select } from '../html/controls.ts';
import { clockTime, dayDate, dayName, formatSpan, money } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';
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
    const common = {
      title: texts.common.frame.titleOf(texts.statement.place),
      here: '/statement',
      live: false,
    };
    const head = html`<h1>${texts.statement.place}</h1>${question(sources, currencies, values)}`;
    if (typeof asked === 'string')
      return send(reply, { ...common, status: 400, body: html`${head}${mistake(asked)}` });
    const lines = await withTimeout(() => firstLines(read, asked));
    const covered = await coverageOf(sources, asked, lines ?? []);
    const body = html`${head}${lines ? answer(sources, asked, lines) : DATABASE_AWAY}${covered}`;
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
  const words = texts.statement.form;
  return form('/statement', {
    label: words.label,
    submit: texts.common.show,
    fields: [
      input('from', words.from, { type: 'date', value: values['from'] }),
      input('to', words.to, { type: 'date', value: values['to'] }),
      accounts.length > 1 &&
        select('account', texts.common.account, {
          choices: orAll(accounts.map(({ account }) => account)),
          chosen: values['account'],
        }),
      currencies.length > 1 &&
        select('currency', texts.common.currency, { choices: orAll(currencies), chosen: values['currency'] }),
    ],
  });
}

function answer(sources: PageSources, query: StatementQuery, lines: readonly StatementLine[]): Html {
  const words = texts.statement;
  const csv = address('/api/v1/statement', {
    ...{ from: query.from, to: query.to, account: query.accounts },
    ...{ currency: query.currency, wallet_type: query.walletType, format: 'csv' },
  });
  const periods = periodsOf(lines.slice(0, MAX_LINES));
  const zones = timezonesOf(sources);
  return html`<p class="lead">${words.lead<Content>(html`<b>${dayName(query.from)}</b>`, html`<b>${dayName(query.to)}</b>`)}${
    query.accounts && words.account<Content>(html`<b>${query.accounts.join(', ')}</b>`)
  }${query.currency !== undefined && words.currency<Content>(html`<b>${query.currency}</b>`)}.
<a class="button" href="${csv}" download>${words.csv}</a></p>
${lines.length > MAX_LINES && html`<p class="quiet">${words.first(MAX_LINES)}</p>`}
${periods.length === 0 && html`<p class="card">${words.nothing<Content>(html`<code>floatwatch import</code>`)}</p>`}
${periods.map((period) => periodCard(period, zones(period.account)))}`;
}

function periodCard(period: StatementPeriod, timezone: string): Html {
  const { days, opening, closing, lowest, highest, net, inflow, outflow, samples } = period;
  const {
    titles: { day, ...titles },
    ...words
  } = texts.statement;
  const name = `${period.currency} ${period.walletType}, ${period.account}`;
  const cells = (amounts: readonly (Amount | null)[], count: number) => [
    ...amounts.map((amount, i) => html`<td class="num">${i === 4 ? signed(amount) : known(amount)}</td>`),
    html`<td class="num">${count}</td>`,
  ];
  return html`<section class="card statement"><h2>${walletLink(period)} <span class="quiet">${words.of(period.account, timezone)}</span></h2>
<div class="wide" tabindex="0" role="region" aria-label="${words.label(name)}"><table class="figures"><caption class="visually-hidden">${words.caption(name)}</caption>
<thead><tr><th scope="col">${day}</th>${Object.values(titles).map((title) => html`<th scope="col" class="num">${title}</th>`)}</tr></thead>
<tbody>${days.map(
    ({ day: on, available, inflow: came, outflow: went, samples: seen }) =>
      html`<tr><th scope="row">${dayDate(on)}</th>${cells(
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
<tfoot><tr><th scope="row">${words.together}</th>${cells([opening, closing, lowest, highest, net, inflow, outflow], samples)}</tr></tfoot></table></div></section>`;
}

function known(amount: Amount | null): Content {
  return amount === null ? html`<span class="quiet">${texts.common.notKnown}</span>` : money(amount);
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
