// `/accounts`: every account: when it is polled, how the last poll ended, and when it wasn't seen.
import type { FastifyInstance } from 'fastify';
import { succeeded } from '../../domain/observation.ts';
import type { AccountView } from '../../monitor/board/board.ts';
import { address, pager } from '../html/controls.ts';
import { formatSpan, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { describeSchedule } from '../html/schedule.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { AccountInfo, Gaps, PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import type { StatusLevel } from '../verdict.ts';
import { COVERED_DAYS } from '../views/blindness.ts';
import { createCoverageList } from '../views/coverage-list.ts';
import { lastDaysIn, type RangedDay } from '../views/days.ts';
import { pageOf } from '../views/paging.ts';
import { type RawQuery, singleValues } from '../views/question.ts';
import type { PageContext } from './context.ts';
import { coverageBar } from './coverage-card.ts';
import { outcomeWords } from './outcomes.ts';
import { accountLink } from './wallet-link.ts';

const PAGE_ROWS = 50;

export function registerAccountsPage(app: FastifyInstance, { sources, statusNow, send }: PageContext): void {
  const { clock, gaps } = sources;
  const coverage = gaps && createCoverageList(gaps, () => clock.now());
  app.get<{ Querystring: RawQuery }>('/accounts', async ({ query }, reply) => {
    const views = [...(await statusNow()).accounts].sort((a, b) => Number(isRead(a)) - Number(isRead(b)));
    const { items: shown, page, pages } = pageOf(views, singleValues(query)['page'], PAGE_ROWS);
    const info = new Map(sources.accounts().map((each) => [each.account, each]));
    const named = shown.flatMap(({ account }) => info.get(account) ?? []);
    await withTimeout((signal) => coverage?.read(named, signal));
    const seen = coverage?.known(named); // without the gaps that weren't read in time
    const daysIn = lastDaysIn(COVERED_DAYS, clock.now());
    const list = { views, shown, page, pages, info, daysIn, seen };
    return send(reply, {
      title: texts.common.frame.titleOf(texts.accounts.place),
      here: '/accounts',
      body: accountsPage(sources, list),
    });
  });
}

interface AccountList {
  /** Accounts that can't be read come first. */
  readonly views: readonly AccountView[];
  /** Those on this page. */
  readonly shown: readonly AccountView[];
  readonly page: number;
  readonly pages: number;
  readonly info: ReadonlyMap<string, AccountInfo>;
  readonly daysIn: (timezone: string) => readonly RangedDay[];
  /** The gaps that are known so far, by account; `undefined` without a source of gaps. */
  readonly seen: ReadonlyMap<string, Gaps> | undefined;
}

function isRead({ last }: AccountView): boolean {
  return last !== null && succeeded(last.outcome);
}

function accountsPage(sources: PageSources, list: AccountList): Html {
  const { views, shown, page, pages } = list;
  const { level, headline, also } = verdictOf(views);
  const words = texts.accounts;
  const titles = Object.entries(words.titles).filter(([name]) => name !== 'seen' || list.seen);
  return html`<section class="verdict ${level}" aria-labelledby="verdict">${icon(level)}
<div><h1 id="verdict">${headline}</h1>${also !== undefined && html`<p>${also}.</p>`}</div></section>
<section class="card"><table role="table" class="stack"><caption>${words.caption(shown.length, views.length, page, pages)}</caption>
<thead role="rowgroup"><tr role="row">${titles.map(
    ([name, title]) =>
      html`<th scope="col" role="columnheader"${name === 'took' && html` class="num"`}>${title}</th>`,
  )}</tr></thead>
<tbody role="rowgroup">${shown.map((view) => row(view, list, sources.clock.now()))}</tbody></table>
${pager(page, pages, (to) => address('/accounts', { page: to }))}</section>`;
}

/** The verdict in words; accounts that can't be read come first. */
function verdictOf(views: readonly AccountView[]): {
  readonly level: StatusLevel;
  readonly headline: string;
  readonly also?: string;
} {
  const words = texts.accounts.headline;
  const unpolled = views.filter(({ last }) => last === null).length;
  const failing = views.filter((view) => !isRead(view)).length - unpolled;
  if (views.length === 0) return { level: 'unknown', headline: words.none };
  if (failing > 0) {
    const headline = words.unread(failing, views.length);
    return { level: 'unknown', headline, ...(unpolled > 0 && { also: words.unpolled(unpolled) }) };
  }
  if (unpolled > 0) return { level: 'unknown', headline: words.unpolled(unpolled) };
  return { level: 'fine', headline: words.read(views.length) };
}

function row(view: AccountView, { info, daysIn, seen }: AccountList, now: number): Html {
  const { account, last, wallets, nextSlot, consecutiveFailures } = view;
  const { titles, ...words } = texts.accounts;
  const own = info.get(account);
  const level = isRead(view) ? 'fine' : 'unknown';
  const zone = own?.timezone ?? 'UTC';
  return html`<tr role="row" class="${level}"><th scope="row" role="rowheader">${accountLink(account)}<span class="quiet nowrap">${texts.common.wallets(wallets.length)}</span></th>
<td role="cell">${own && describeSchedule(own.schedule)}<span class="quiet">${own && words.schedule(own.schedule, zone)}</span></td>
<td role="cell" class="whole"><span class="word">${icon(level)}${when(last?.observedAt ?? null, now, zone)}</span><span class="quiet">${last ? outcomeWords(last) : words.neverPolled}${consecutiveFailures > 1 && ` ${words.failures(consecutiveFailures)}`}</span></td>
<td role="cell" class="num" data-name="${titles.took}">${tookWords(last?.durationMs)}</td>
<td role="cell" class="seen next">${when(nextSlot, now, zone)}</td>${
    seen &&
    html`<td role="cell" class="whole covered">${coverageBar(account, seen.get(account), daysIn(zone))}</td>`
  }</tr>`;
}

function tookWords(ms: number | undefined): Content {
  if (ms === undefined) return null;
  return ms < 1_000 ? texts.common.span.milliseconds(Math.round(ms)) : formatSpan(ms);
}
