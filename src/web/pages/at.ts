// `/at`: what every wallet held at an instant.
import type { FastifyInstance } from 'fastify';
import { zoneName } from '../../domain/local-time.ts';
import { AMOUNT_FIELDS } from '../../domain/wallet.ts';
import { address, form, input, mistake, select } from '../html/controls.ts';
import { clockTime, formatSpan, local, money } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { PageSources } from '../sources.ts';
import { type AtQuestion, readAtQuestion, type WalletAt, walletsAt } from '../views/at.ts';
import { type RawQuery, singleValues } from '../views/question.ts';
import type { PageContext } from './context.ts';
import { DATABASE_AWAY } from './notices.ts';
import { walletLink } from './wallet-link.ts';

const MAX_ROWS = 1_000;

export function registerAtPage(
  app: FastifyInstance,
  { sources, send }: PageContext,
  read: NonNullable<PageSources['at']>,
): void {
  app.get<{ Querystring: RawQuery }>('/at', async ({ query }, reply) => {
    const asked = readAtQuestion(query, sources.accounts(), sources.clock.now());
    const common = { title: 'At an instant · floatwatch', here: '/at', live: false };
    if (typeof asked === 'string') {
      const body = html`${heading('What wallets held at an instant')}${question(sources, singleValues(query))}${mistake(asked)}`;
      return send(reply, { ...common, body, status: 400 });
    }
    const past = await withTimeout((signal) => read(asked.at, asked.accounts, signal));
    const values = { ...singleValues(query), time: local(asked.at, asked.timezone).replace(' ', 'T') };
    const answer = past ? table(walletsAt(past, asked.at), asked) : DATABASE_AWAY;
    return send(reply, {
      ...common,
      body: html`${heading('What wallets held at an instant', asked)}${question(sources, values)}${answer}${links(asked)}`,
    });
  });
}

function heading(text: string, asked?: AtQuestion): Html {
  return html`<div class="head"><h1>${text}</h1></div>${
    asked &&
    html`<p class="lead">At <b>${clockTime(asked.at, asked.timezone)}</b><span class="quiet"> · ${new Date(asked.at).toISOString()}</span></p>`
  }`;
}

function question(sources: PageSources, values: Readonly<Record<string, string>>): Html {
  const accounts = sources.accounts();
  const zones = [...new Set([...accounts.map(({ timezone }) => timezone), 'UTC'])];
  return form('/at', {
    label: 'Choose an instant',
    submit: 'Show',
    fields: [
      input('time', 'Time', { type: 'datetime-local', value: values['time'] }),
      zones.length > 1 &&
        select('zone', 'Clock of', {
          choices: [['', 'the account'], ...zones.map((zone) => [zone, zone] as const)],
          chosen: values['zone'],
        }),
      accounts.length > 1 &&
        select('account', 'Account', {
          choices: [['', 'All'], ...accounts.map(({ account }) => [account, account] as const)],
          chosen: values['account'],
        }),
    ],
  });
}

function table(rows: readonly WalletAt[], { at, timezone }: AtQuestion): Content {
  if (rows.length === 0) return html`<p class="card">No wallet has been seen yet.</p>`;
  const unknown = rows.filter(({ state }) => state !== 'fresh').length;
  const shown = rows.slice(0, MAX_ROWS);
  return html`<section class="card"><table role="table"><caption>${
    unknown === 0
      ? `All ${rows.length} wallets were known`
      : `${unknown} of ${rows.length} wallets ${unknown === 1 ? 'was' : 'were'} not known`
  }</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Wallet</th>${AMOUNT_FIELDS.map(
    (field) => html`<th scope="col" role="columnheader" class="num">${field}</th>`,
  )}<th scope="col" role="columnheader">Known</th></tr></thead>
<tbody role="rowgroup">${shown.map((row) => tableRow(row, timezone))}</tbody></table>${
    rows.length > shown.length &&
    html`<p class="quiet">${rows.length - shown.length} more wallets: choose an account, or ask the API.</p>`
  }</section><p class="quiet">Times by clocks that show ${zoneName(at, timezone)} (${timezone}).</p>`;
}

function tableRow(row: WalletAt, timezone: string): Html {
  const { state, balance, observedAt, ageMs, why } = row;
  const fresh = state === 'fresh';
  const level = fresh ? 'fine' : 'unknown';
  const amount = (field: (typeof AMOUNT_FIELDS)[number]): Content => {
    if (fresh) return money(balance?.[field] ?? null);
    if (field !== 'available')
      return balance ? html`<span class="quiet">${money(balance[field])}</span>` : '';
    return html`<span class="gone">unknown</span>${balance && html`<span class="quiet">was ${money(balance.available)}</span>`}`;
  };
  return html`<tr role="row" class="${level}"><th scope="row" role="rowheader">${walletLink(row)}<span class="quiet">${row.account}</span></th>
${AMOUNT_FIELDS.map(
  (field) =>
    html`<td role="cell" class="num${field === 'available' && ' amount'}"${field !== 'available' && html` data-name="${field}"`}>${amount(field)}</td>`,
)}
<td role="cell" class="whole"><span class="word">${icon(level)}${
    ageMs === null || observedAt === null
      ? 'never seen'
      : html`seen ${ageMs < 1_000 ? 'at that second' : `${formatSpan(ageMs)} before`}`
  }</span>${observedAt !== null && html`<span class="quiet">${clockTime(observedAt, timezone)}</span>`}${why !== null && html`<span class="quiet">${why}</span>`}</td></tr>`;
}

function links({ at, accounts, timezone }: AtQuestion): Html {
  const time = new Date(at).toISOString();
  const account = accounts[0];
  const other = timezone === 'UTC' ? '' : address('/at', { time, account, zone: 'UTC' });
  return html`<p class="quiet links"><a href="${address('/at', { time, account })}">Link to this instant</a>
<a href="${address('/api/v1/at', { time, account })}">As JSON</a>${other !== '' && html` <a href="${other}">In UTC</a>`}</p>`;
}
