// `/alerts/EPISODE`: one time that an alert fired, for good: the link that messages bear.
import type { FastifyInstance } from 'fastify';
import { parseAmount } from '../../domain/money.ts';
import { isEpisodeId } from '../../monitor/alerts/episode.ts';
import { walletChart } from '../html/chart.ts';
import { clockTime, figure, formatSpan, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { EpisodeDelivery, HistoryPoint, PageSources, Range } from '../sources.ts';
import { currentEpisode, type EpisodeView, storedEpisode } from '../views/episode.ts';
import { ruleOf, termsOf } from '../views/rule-words.ts';
import { extremesLine, legend } from './chart-notes.ts';
import { type PageContext, timezoneOf } from './context.ts';
import { sendNotFound } from './not-found.ts';
import { DATABASE_AWAY } from './notices.ts';
import { receiversCard } from './receivers-card.ts';
import { silencesCard } from './silences.ts';
import { accountLink, walletLink } from './wallet-link.ts';

const LEAST_MARGIN_MS = 30 * 60_000; // of the chart, before and after the episode

export function registerAlertPage(app: FastifyInstance, context: PageContext): void {
  const { sources, send } = context;
  app.get<{ Params: { episode: string } }>('/alerts/:episode', async (request, reply) => {
    const id = request.params.episode;
    if (!isEpisodeId(id)) return sendNotFound(reply, request.headers.accept, context);
    const { view, away } = await find(sources, id);
    if (!view) {
      const body = html`<section class="card prose"><h1>This alert isn’t known here</h1><p>Its link is right, but ${
        away ? 'the database is away, and it doesn’t fire now' : 'no alert of that name is kept'
      }.</p><p><a href="/alerts">All alerts</a></p></section>`;
      return send(reply, {
        title: 'Alert · floatwatch',
        here: '/alerts',
        body,
        status: away ? 503 : 404,
        live: away,
      });
    }
    const [points, deliveries] = await Promise.all([
      withTimeout((signal) =>
        view.walletType === ''
          ? undefined
          : sources.chart?.(view, rangeOf(view, sources.clock.now()), signal),
      ),
      withTimeout((signal) => sources.deliveries?.(view.episode, signal)),
    ]);
    const body = alertPage(sources, view, { points, deliveries });
    const title = `${view.rule}, ${view.account || 'floatwatch'} · floatwatch`;
    return send(reply, { title, here: '/alerts', body, live: view.resolvedAt === null, chart: true });
  });
}

/** Whoever fires now is known without the database. */
async function find(
  sources: PageSources,
  id: string,
): Promise<{ readonly view: EpisodeView | undefined; readonly away: boolean }> {
  const current = currentEpisode(sources.alerts(), id);
  if (current) return { view: current, away: false };
  const answer = await withTimeout(async (signal) => ({ found: await sources.episode?.(id, signal) }));
  return { view: answer?.found && storedEpisode(answer.found), away: answer === null };
}

/** From some time before it began to some time after it ended, or to now. */
function rangeOf({ pendingAt, firingAt, resolvedAt }: EpisodeView, now: number): Range {
  const from = pendingAt ?? firingAt;
  const to = resolvedAt ?? now;
  const margin = Math.max(LEAST_MARGIN_MS, (to - from) / 2);
  return { from: from - margin, to: Math.min(now, to + margin) };
}

interface AlertPast {
  readonly points: readonly HistoryPoint[] | null;
  readonly deliveries: readonly EpisodeDelivery[] | null;
}

function alertPage(sources: PageSources, view: EpisodeView, { points, deliveries }: AlertPast): Html {
  const now = sources.clock.now();
  const timezone = timezoneOf(sources, view.account);
  return html`${head(view, timezone, now)}
${silencesCard(sources, view, timezone)}
${seenCard(view, { sources, points, timezone })}
${ruleCard(sources, view)}
${receiversCard(sources, view, { deliveries, timezone })}`;
}

function head(view: EpisodeView, timezone: string, now: number): Html {
  const { rule, severity, firingAt, resolvedAt, held, annotations } = view;
  const lasts = resolvedAt === null;
  return html`<section class="verdict ${lasts ? 'firing' : 'fine'}" aria-labelledby="verdict">${icon(lasts ? 'firing' : 'fine')}
<div><h1 id="verdict">${rule}${lasts ? ' is firing' : ' is over'}</h1>
${annotations['summary'] !== undefined && html`<p>${annotations['summary']}</p>`}
<p>${about(view)}</p>
<p>${
    lasts
      ? ['Fires since ', clockTime(firingAt, timezone), `, for ${formatSpan(now - firingAt)}`]
      : [
          'Fired ',
          clockTime(firingAt, timezone),
          `, lasted ${formatSpan(resolvedAt - firingAt)}, ended `,
          clockTime(resolvedAt, timezone),
        ]
  }.${held && ' It is held: its value isn’t known now.'}</p>
<p class="quiet">${severity}${view.pendingAt !== null && [', met since ', when(view.pendingAt, now, timezone)]}</p></div></section>`;
}

function about(view: EpisodeView): Content {
  if (view.account === '') return 'About floatwatch itself.';
  if (view.currency === '') return ['About the account ', accountLink(view.account), '.'];
  if (view.walletType === '')
    return [
      'About payment options of ',
      accountLink(view.account),
      ': ',
      html`<a href="/options">options</a>.`,
    ];
  return ['About ', walletLink(view), ' of ', accountLink(view.account), '.'];
}

function seenCard(
  view: EpisodeView,
  {
    sources,
    points,
    timezone,
  }: {
    readonly sources: PageSources;
    readonly points: readonly HistoryPoint[] | null;
    readonly timezone: string;
  },
): Content {
  const { value, threshold, firingAt, resolvedAt, rule } = view;
  const figures = html`<dl class="amounts"><div><dt>${resolvedAt === null ? 'Last seen' : 'When it fired'}</dt><dd class="num">${figure(value)}</dd></div>
<div><dt>Against</dt><dd class="num">${figure(threshold)}</dd></div></dl>`;
  if (view.walletType === '' || !sources.chart)
    return html`<section class="card" aria-labelledby="seen"><h2 id="seen">What was seen</h2>${figures}</section>`;
  const range = rangeOf(view, sources.clock.now());
  const drawn =
    points &&
    walletChart(points, {
      ...{ range, timezone, threshold: parseAmount(threshold ?? '') ?? null, currency: view.currency },
      alerts: [{ rule, since: firingAt, until: resolvedAt }],
      label: 'Available around the alert',
    });
  const during = points?.filter(({ at }) => at >= firingAt && at <= (resolvedAt ?? at)) ?? [];
  return html`<section class="card" aria-labelledby="seen"><h2 id="seen">What was seen</h2>${figures}
${points === null ? DATABASE_AWAY : (drawn ?? html`<p class="quiet">No history is kept of that time.</p>`)}
${drawn && points && legend(points, { threshold: parseAmount(threshold ?? '') ?? null, timezone })}
${during.length > 0 && [html`<p>While it fired:</p>`, extremesLine(during)]}</section>`;
}

function ruleCard({ rules, runbook }: PageSources, view: EpisodeView): Html {
  const rule = rules && ruleOf(rules(), view);
  const { description, runbook_url } = view.annotations;
  const words = rule
    ? html`<dl class="terms">${termsOf(rule).map(
        ({ name, value, text }) =>
          html`<div><dt><code>${name}</code> ${value}</dt><dd class="quiet">${text}</dd></div>`,
      )}</dl>`
    : html`<p>${description ?? 'A built-in alert, or a rule that isn’t configured any more.'}</p>`;
  const chapter = rule ? rule.condition.kind.replaceAll('_', '-') : view.rule.toLowerCase();
  const own = runbook_url !== undefined && /^https?:/.test(runbook_url) ? runbook_url : undefined;
  const href = own ?? (runbook === undefined ? undefined : `/runbook#${chapter}`);
  return html`<section class="card" aria-labelledby="rule"><h2 id="rule">The rule ${view.rule}</h2>${words}
${href !== undefined && html`<p><a href="${href}">What to do: the runbook</a></p>`}</section>`;
}
