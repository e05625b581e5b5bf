// `/alerts/EPISODE`: one episode of an alert, at a lasting address: messages link to it.
import type { FastifyInstance } from 'fastify';
import { levelOf } from '../../conditions/rule.ts';
import { ruleOfAlert } from '../../conditions/rule-of-alert.ts';
import { parseAmount } from '../../domain/money.ts';
import { isEpisodeId } from '../../monitor/alerts/episode.ts';
import type { Board } from '../../monitor/board/board.ts';
import { walletChart } from '../html/chart.ts';
import { clockTime, figure, formatSpan, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { EpisodeDelivery, HistoryPoint, PageSources, Range } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import {
  currentEpisode,
  type EpisodeView,
  endedEpisode,
  lastingEpisode,
  storedEpisode,
} from '../views/episode.ts';
import { heldDuring } from '../views/held-during.ts';
import type { RawQuery } from '../views/question.ts';
import { termsOf } from '../views/rule-words.ts';
import { extremesLine, legend } from './chart-notes.ts';
import { type PageContext, timezoneOf } from './context.ts';
import { sendNotFound } from './not-found.ts';
import { DATABASE_AWAY } from './notices.ts';
import { planLine } from './plan-line.ts';
import { receiversCard } from './receivers-card.ts';
import { silencesCard } from './silences.ts';
import { accountLink, optionLink, walletLink } from './wallet-link.ts';
import { type PageZone, strangeZone, zoneLink, zoneOfPage } from './zone.ts';

const MIN_MARGIN_MS = 30 * 60_000; // on the chart, before and after the episode

export function registerAlertPage(app: FastifyInstance, context: PageContext): void {
  const { sources, send } = context;
  app.get<{ Params: { episode: string }; Querystring: RawQuery }>(
    '/alerts/:episode',
    async (request, reply) => {
      const id = request.params.episode;
      if (!isEpisodeId(id)) return sendNotFound(reply, request.headers.accept, context);
      const { view, away } = await find(sources, id);
      if (!view) {
        const words = texts.alert.unknown;
        const body = html`<section class="card prose"><h1>${words.title}</h1><p>${away ? words.away : words.gone}</p><p><a href="/alerts">${words.all}</a></p></section>`;
        return send(reply, {
          title: texts.common.frame.titleOf(texts.alert.place),
          here: '/alerts',
          body,
          status: away ? 503 : 404,
          live: away,
        });
      }
      const [points, deliveries] = await Promise.all([
        withTimeout(async (signal) => {
          if (view.walletType === '') return [];
          return (await sources.chart?.(view, rangeOf(view, sources.clock.now()), signal)) ?? []; // never seen
        }),
        withTimeout((signal) => sources.deliveries?.(view.episode, signal)),
      ]);
      const lasted = { from: view.firingAt, to: view.resolvedAt ?? sources.clock.now() };
      const during = await withTimeout((signal) =>
        heldDuring(points ?? [], lasted, async (range) => sources.chart?.(view, range, signal)),
      );
      const zone = zoneOfPage(timezoneOf(sources, view.account), request.query);
      const body = alertPage(sources, view, { points, during: during ?? [], deliveries, zone });
      const title = texts.alert.titleOf(view.rule, view.account);
      return send(reply, { title, here: '/alerts', body, live: view.resolvedAt === null, chart: true });
    },
  );
}

/**
 * Finds an episode. This process knows the alerts that fire now; only the database has the value with which a past one
 * fired.
 */
async function find(
  sources: PageSources,
  id: string,
): Promise<{ readonly view: EpisodeView | undefined; readonly away: boolean }> {
  const alerts = sources.alerts();
  const current = currentEpisode(alerts, id);
  if (current?.resolvedAt === null) return { view: current, away: false };
  const answer = await withTimeout(async (signal) => ({ found: await sources.episode?.(id, signal) }));
  if (!answer?.found) return { view: current && endedEpisode(current), away: answer === null };
  const lasting = lastingEpisode(alerts, answer.found);
  if (lasting) return { view: lasting, away: false };
  const stored = storedEpisode(answer.found);
  const resolvedAt = stored.resolvedAt ?? current?.resolvedAt ?? null; // the database may not have its end yet
  return { view: { ...stored, resolvedAt }, away: false };
}

/** From some time before the episode began until some time after it ended, or until now. */
function rangeOf({ pendingAt, firingAt, resolvedAt }: EpisodeView, now: number): Range {
  const from = pendingAt ?? firingAt;
  const to = resolvedAt ?? now;
  const margin = Math.max(MIN_MARGIN_MS, (to - from) / 2);
  return { from: from - margin, to: Math.min(now, to + margin) };
}

interface AlertPast {
  readonly points: readonly HistoryPoint[] | null;
  /** What was seen while it fired; empty when that isn't known. */
  readonly during: readonly HistoryPoint[];
  readonly deliveries: readonly EpisodeDelivery[] | null;
  readonly zone: PageZone;
}

function alertPage(
  sources: PageSources,
  view: EpisodeView,
  { points, during, deliveries, zone }: AlertPast,
): Html {
  const now = sources.clock.now();
  const { timezone } = zone;
  return html`${head(view, zone, { now, board: sources.board(), plan: view.resolvedAt === null && planLine(sources, view, timezone) })}${strangeZone(zone)}
${silencesCard(sources, view, timezone)}
${seenCard(view, { sources, points, during, timezone })}
${ruleCard(sources, view)}
${receiversCard(sources, view, { deliveries, timezone })}`;
}

function head(
  view: EpisodeView,
  zone: PageZone,
  { now, board, plan }: { readonly now: number; readonly board: Board; readonly plan: Content },
): Html {
  const { rule, severity, firingAt, resolvedAt, held, annotations } = view;
  const { timezone } = zone;
  const words = texts.alert;
  const lasts = resolvedAt === null;
  return html`<section class="verdict ${lasts ? 'firing' : 'fine'}" aria-labelledby="verdict">${icon(lasts ? 'firing' : 'fine')}
<div><h1 id="verdict">${lasts ? words.fires(rule) : words.over(rule)}</h1>
${annotations['summary'] !== undefined && html`<p>${annotations['summary']}</p>`}
<p>${about(view, board)}</p>
${plan}
<p>${
    lasts
      ? words.since<Content>(clockTime(firingAt, timezone), formatSpan(now - firingAt))
      : words.fired<Content>(
          clockTime(firingAt, timezone),
          formatSpan(resolvedAt - firingAt),
          clockTime(resolvedAt, timezone),
        )
  }${held && ` ${words.held}`}</p>
<p class="quiet">${severity}${view.pendingAt !== null && words.metSince<Content>(lasts ? when(view.pendingAt, now, timezone) : clockTime(view.pendingAt, timezone))} <span class="screen">${zoneLink(zone, `/alerts/${view.episode.slice(0, 16)}`)}</span></p></div></section>`;
}

function about(view: EpisodeView, board: Board): Content {
  const words = texts.alert.about;
  const account = accountLink(view.account, board);
  if (view.account === '') return words.floatwatch;
  if (view.currency === '') return words.account(account);
  if (view.walletType === '') return words.option<Content>(optionLink(view), account);
  return words.wallet<Content>(walletLink(view, board), account);
}

function seenCard(
  view: EpisodeView,
  {
    sources,
    points,
    during,
    timezone,
  }: Pick<AlertPast, 'points' | 'during'> & {
    readonly sources: PageSources;
    readonly timezone: string;
  },
): Content {
  const { value, threshold, firingAt, resolvedAt, rule } = view;
  const words = texts.alert.seen;
  const figures = html`<dl class="amounts"><div><dt>${resolvedAt === null ? words.last : words.fired}</dt><dd class="num">${figure(value)}</dd></div>
<div><dt>${words.against}</dt><dd class="num">${figure(threshold)}</dd></div></dl>`;
  if (view.walletType === '' || !sources.chart)
    return html`<section class="card" aria-labelledby="seen"><h2 id="seen">${words.title}</h2>${figures}</section>`;
  const range = rangeOf(view, sources.clock.now());
  const made = ruleOfAlert(sources.rules?.() ?? [], view);
  const isLevel = made !== undefined && levelOf(made)?.of === 'available'; // any other threshold is no line on that chart
  const line = (isLevel && parseAmount(threshold)) || null;
  const drawn =
    points &&
    walletChart(points, {
      ...{ range, timezone, threshold: line },
      alerts: [{ rule, since: firingAt, until: resolvedAt }],
      label: words.chart,
    });
  return html`<section class="card" aria-labelledby="seen"><h2 id="seen">${words.title}</h2>${figures}
${points === null ? DATABASE_AWAY : (drawn ?? html`<p class="quiet">${words.noHistory}</p>`)}
${drawn && points && legend(points, { threshold: line, range, timezone })}
${during.length > 0 && [html`<p>${words.while}</p>`, extremesLine(during)]}</section>`;
}

function ruleCard({ rules, runbook }: PageSources, view: EpisodeView): Html {
  const rule = rules && ruleOfAlert(rules(), view);
  const { description, runbook_url } = view.annotations;
  const words = rule
    ? html`<dl class="terms">${termsOf(rule).map(
        ({ name, value, text }) =>
          html`<div><dt><code>${name}</code> ${value}</dt><dd class="quiet">${text}</dd></div>`,
      )}</dl>`
    : html`<p>${description ?? texts.alert.rule.builtIn}</p>`;
  const chapter = rule ? rule.condition.kind.replaceAll('_', '-') : view.rule.toLowerCase();
  const own = runbook_url !== undefined && /^https?:/.test(runbook_url) ? runbook_url : undefined;
  const href = own ?? (runbook === undefined ? undefined : `/runbook#${chapter}`);
  return html`<section class="card" aria-labelledby="rule"><h2 id="rule">${texts.alert.rule.title(view.rule)}</h2>${words}
${href !== undefined && html`<p><a href="${href}">${texts.alert.rule.runbook}</a></p>`}</section>`;
}
