// The cards of a wallet's page about its alerts: those of now, and those of the range that is shown.
import type { Alert } from '../../domain/alert.ts';
import { episodePath } from '../../monitor/alerts/episode.ts';
import { pastEpisodes } from '../episodes.ts';
import { clockTime, figure, formatSpan, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import type { Episode } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import type { StatusRow } from '../verdict.ts';

/** The most that are shown, the newest ones; the page reads one more to see whether there are more. */
export const MAX_EPISODES = 50;

export function firingCard({ alerts }: StatusRow, now: number, timezone: string): Html {
  return html`<section class="card problems" aria-labelledby="alerts"><h2 id="alerts">${texts.wallet.alerts.title}</h2><ul>${alerts.map(
    (alert) => html`<li>${icon(alert.phase === 'firing' ? 'firing' : 'pending')}<span><b>${
      alert.phase === 'firing' ? html`<a href="${episodePath(alert)}">${alert.rule}</a>` : alert.rule
    }</b> ${texts.wallet.alerts.began<Content>(texts.alerts.phases[alert.phase], when(alert.phase === 'firing' ? alert.firingAt : alert.pendingAt, now, timezone))}${alert.held && texts.wallet.alerts.held}
<span class="quiet">${alert.annotations['summary'] ?? ''}</span></span></li>`,
  )}</ul></section>`;
}

/** `episodes` is `null` while they can't be read. */
export function episodesCard(
  episodes: readonly Episode[] | null,
  alerts: readonly Alert[],
  timezone: string,
): Html {
  const words = texts.wallet.alerts;
  const past = episodes && pastEpisodes(episodes, alerts);
  const body =
    past === null
      ? html`<p class="quiet">${words.away}</p>`
      : past.length === 0
        ? html`<p class="quiet">${words.none}</p>`
        : html`<ul class="gaps">${past
            .slice(0, MAX_EPISODES)
            .map(
              ({ episode, rule, firingAt, resolvedAt, value }) =>
                html`<li><a href="/alerts/${episode.slice(0, 16)}"><b>${rule}</b></a> ${clockTime(firingAt, timezone)}, ${
                  resolvedAt === null ? words.stillFiring : words.lasted(formatSpan(resolvedAt - firingAt))
                }<span class="quiet line">${words.at<Content>(figure(value))}</span></li>`,
            )}</ul>${past.length > MAX_EPISODES && html`<p class="quiet">${words.most(MAX_EPISODES)}</p>`}`;
  return html`<section class="card" aria-labelledby="past-alerts"><h2 id="past-alerts">${words.before}</h2>${body}</section>`;
}
