// `/at`: what every wallet held at an instant.
import type { FastifyInstance } from 'fastify';
import { zoneName } from '../../domain/local-time.ts';
import { AMOUNT_FIELDS } from '../../domain/wallet.ts';
import type { Board } from '../../monitor/board/board.ts';
import { address, form, input, mistake, oneOrAll, pager, select } from '../html/controls.ts';
import { clockTime, formatSpan, local, longMoney } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { untilClosed } from '../http/until-closed.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { PageSources, ReadAt } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { type AtQuestion, readAtQuestion, strangerAt, type WalletAt, walletsAt } from '../views/at.ts';
import { pageOf } from '../views/paging.ts';
import { accountElsewhere, type RawQuery, singleValues } from '../views/question.ts';
import type { PageContext } from './context.ts';
import { notice } from './notices.ts';
import { walletLink } from './wallet-link.ts';

const PAGE_ROWS = 100;
const UNKNOWN = html`<span class="gone">${texts.common.unknown}</span>`;

export function registerAtPage(app: FastifyInstance, { sources, send }: PageContext, read: ReadAt): void {
  app.get<{ Querystring: RawQuery }>('/at', async ({ query }, reply) => {
    const asked =
      accountElsewhere(query, sources) ?? readAtQuestion(query, sources.accounts(), sources.clock.now());
    const common = { title: texts.common.frame.titleOf(texts.at.title), here: '/at', live: false };
    const refuse = (sentence: string) => {
      const body = html`${heading()}${question(sources, singleValues(query))}${mistake(sentence)}`;
      return send(reply, { ...common, body, status: 400 });
    };
    if (typeof asked === 'string') return refuse(asked);
    const gone = untilClosed(reply);
    const past = await withTimeout((signal, onPart) =>
      read({ ...asked, signal: AbortSignal.any([signal, gone]), onPart }),
    );
    const stranger = past ? strangerAt(past, asked, sources.accounts()) : undefined;
    if (stranger !== undefined) return refuse(stranger);
    const given = singleValues(query);
    const values = { ...given, time: local(asked.at, asked.timezone).replace(' ', 'T') };
    const answer = past
      ? table([...walletsAt(past, asked.at)], asked, { given, board: sources.board() })
      : notice(texts.at.away);
    return send(reply, {
      ...common,
      body: html`${heading(asked)}${question(sources, values)}${answer}${links(asked)}`,
    });
  });
}

function heading(asked?: AtQuestion): Html {
  return html`<div class="head"><h1>${texts.at.heading}</h1></div>${
    asked &&
    html`<p class="lead">${texts.at.lead<Content>(html`<b>${clockTime(asked.at, asked.timezone)}</b>`)}<span class="quiet"> · ${new Date(asked.at).toISOString()}</span></p>`
  }`;
}

function question(sources: PageSources, values: Readonly<Record<string, string>>): Html {
  const accounts = sources.accounts();
  const { zone: asked = 'UTC' } = values;
  const zones = [...new Set([...accounts.map(({ timezone }) => timezone), 'UTC', asked])];
  const words = texts.at.form;
  return form('/at', {
    label: words.label,
    submit: texts.common.show,
    fields: [
      input('time', words.time, { type: 'datetime-local', value: values['time'] }),
      zones.length > 1 &&
        select('zone', words.zone, {
          choices: [['', words.ofTheAccount], ...zones.map((zone) => [zone, zone] as const)],
          chosen: values['zone'],
        }),
      oneOrAll('account', texts.common.account, {
        names: accounts.map(({ account }) => account),
        chosen: values['account'],
      }),
    ],
  });
}

function table(
  rows: readonly WalletAt[],
  { at, timezone }: AtQuestion,
  {
    given: { page: asked, ...given },
    board,
  }: { readonly given: Readonly<Record<string, string>>; readonly board: Board },
): Content {
  const words = texts.at;
  if (rows.length === 0) return html`<p class="card">${words.nothing}</p>`;
  const unknown = rows.filter(({ why }) => why !== null).length;
  const isKnown = ({ why }: WalletAt) => Number(why === null);
  const unknownFirst = rows.toSorted((a, b) => isKnown(a) - isKnown(b));
  const { items, page, pages } = pageOf(unknownFirst, asked, PAGE_ROWS);
  const caption = unknown === 0 ? words.known(rows.length) : words.unknown(unknown, rows.length);
  const time = new Date(at).toISOString(); // for an address without a time: the next page must show the same instant
  return html`<section class="card"><table role="table"><caption>${
    pages > 1 ? words.page(caption, items.length, page, pages) : caption
  }</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">${words.titles.wallet}</th>${AMOUNT_FIELDS.map(
    (field) => html`<th scope="col" role="columnheader" class="num">${field}</th>`,
  )}<th scope="col" role="columnheader">${words.titles.known}</th></tr></thead>
<tbody role="rowgroup">${items.map((row) => tableRow(row, { timezone, board }))}</tbody></table>${pager(page, pages, (to) => address('/at', { ...given, time, page: to }))}</section><p class="quiet">${words.clocks(zoneName(at, timezone), timezone)}</p>`;
}

function tableRow(
  row: WalletAt,
  { timezone, board }: { readonly timezone: string; readonly board: Board },
): Html {
  const { state, balance, observedAt, ageMs, why } = row;
  const level = why === null ? 'fine' : 'unknown';
  const amount = (field: (typeof AMOUNT_FIELDS)[number]): Content => {
    const known = balance?.[field] ?? null;
    if (state === 'fresh') return known === null ? UNKNOWN : longMoney(known);
    if (field !== 'available')
      return balance ? html`<span class="quiet">${longMoney(balance[field])}</span>` : '';
    return html`${UNKNOWN}${balance && html`<span class="quiet">${texts.common.was<Content>(longMoney(balance.available))}</span>`}`;
  };
  return html`<tr role="row" class="${level}"><th scope="row" role="rowheader">${walletLink(row, board)}<span class="quiet">${row.account}</span></th>
${AMOUNT_FIELDS.map(
  (field) =>
    html`<td role="cell" class="num${field === 'available' && ' amount'}"${field !== 'available' && html` data-name="${field}"`}>${amount(field)}</td>`,
)}
<td role="cell" class="whole"><span class="word">${icon(level)}${
    ageMs === null || observedAt === null
      ? texts.common.notKnown
      : ageMs < 1_000
        ? texts.at.atThatSecond
        : texts.at.before(formatSpan(ageMs))
  }</span>${observedAt !== null && html`<span class="quiet">${clockTime(observedAt, timezone)}</span>`}${why !== null && html`<span class="quiet">${why}</span>`}</td></tr>`;
}

function links({ at, accounts, timezone }: AtQuestion): Html {
  const time = new Date(at).toISOString();
  const account = accounts[0];
  const other = timezone === 'UTC' ? '' : address('/at', { time, account, zone: 'UTC' });
  return html`<p class="quiet links"><a href="${address('/at', { time, account })}">${texts.at.link}</a>
<a href="${address('/api/v1/at', { time, account })}">${texts.common.asJson}</a>${other !== '' && html` <a href="${other}">${texts.common.inUtc}</a>`}</p>`;
}
