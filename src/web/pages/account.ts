// `/accounts/ACCOUNT`: one account: its wallets, how it is polled, and when it wasn't seen.
import type { FastifyInstance } from 'fastify';
import { succeeded } from '../../domain/observation.ts';
import type { AccountView } from '../../monitor/board/board.ts';
import { address } from '../html/controls.ts';
import { when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { describeSchedule } from '../html/schedule.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { AccountInfo } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { type PageVerdict, reachVerdict } from '../verdict.ts';
import { COVERED_DAYS } from '../views/blindness.ts';
import { lastDaysFrom } from '../views/days.ts';
import type { RawQuery } from '../views/question.ts';
import type { PageContext } from './context.ts';
import { coverageCard } from './coverage-card.ts';
import { sendNotFound } from './not-found.ts';
import { outcomeWords } from './outcomes.ts';
import { walletsTable } from './wallets-table.ts';
import { strangeZone, zoneOfPage } from './zone.ts';

const MAX_ROWS = 50;

export function registerAccountPage(app: FastifyInstance, context: PageContext): void {
  const { sources, send } = context;
  app.get<{ Params: { account: string }; Querystring: RawQuery }>(
    '/accounts/:account',
    async ({ params, query, headers }, reply) => {
      const view = sources.board().account(params.account);
      const info = sources.accounts().find(({ account }) => account === params.account);
      if (!view) return sendNotFound(reply, headers.accept, context, sources.otherShard?.(params.account));
      const timezone = info?.timezone ?? 'UTC';
      const now = sources.clock.now();
      const from = lastDaysFrom(COVERED_DAYS, timezone, now);
      const zone = zoneOfPage(timezone, query);
      const own = sources.alerts().filter(({ account }) => account === view.account);
      const verdict = reachVerdict([view], own);
      const shown = verdict.rows.slice(0, MAX_ROWS);
      const [gaps, charts] = await Promise.all([
        withTimeout((signal) => sources.gaps?.(view.account, { from, to: now }, signal)),
        withTimeout(() => sources.sparklines?.(shown.map(({ wallet }) => wallet))),
      ]);
      const table = walletsTable({ ...verdict, rows: shown }, { sources, charts });
      const hidden = verdict.rows.length - shown.length;
      return send(reply, {
        title: texts.common.frame.titleOf(view.account),
        here: '/accounts',
        body: html`${head(view, { info, verdict, now })}${sources.gaps && strangeZone(zone)}
<section class="card">${table}${hidden > 0 && html`<p class="quiet">${texts.account.more<Content>(hidden, html`<a href="${address('/', { account: view.account })}">${texts.account.all}</a>`)}</p>`}</section>
${sources.gaps && coverageCard(view.account, gaps, { timezone, zone, now })}`,
      });
    },
  );
}

function head(
  view: AccountView,
  {
    info,
    verdict,
    now,
  }: { readonly info: AccountInfo | undefined; readonly verdict: PageVerdict; readonly now: number },
): Html {
  const { account, last, lastSuccessAt, nextSlot, consecutiveFailures } = view;
  const zone = info?.timezone;
  const words = texts.account;
  const failed: Content =
    last &&
    !succeeded(last.outcome) &&
    html`<p>${outcomeWords(last)} ${words.inARow<Content>(consecutiveFailures, when(lastSuccessAt, now, zone))}</p>`;
  return html`<section class="verdict ${verdict.level}" aria-labelledby="verdict">${icon(verdict.level)}
<div><h1 id="verdict">${account}</h1><p>${verdict.headline}.</p>${verdict.also.map((sentence) => html`<p>${sentence}</p>`)}${failed}
<p class="quiet">${words.polled<Content>(when(last?.observedAt ?? null, now, zone), when(nextSlot, now, zone))}${
    info &&
    words.schedule<Content>(
      describeSchedule(info.schedule),
      html`<code>${info.schedule}</code>`,
      info.timezone,
    )
  }.</p>
<p class="links"><a href="${address('/statement', { account })}">${texts.common.statement}</a> <a href="${address('/at', { account })}">${texts.common.atAnInstant}</a> <a href="${address('/alerts', { account })}">${words.alerts}</a></p></div></section>`;
}
