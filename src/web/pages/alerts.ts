// `/alerts`: firing, pending, and what was.
import type { Alert } from '../../domain/alert.ts';
import { type Amount, parseAmount } from '../../domain/money.ts';
import { pastEpisodes } from '../episodes.ts';
import { formatSpan, money, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { more } from '../html/more.ts';
import type { Episode, PageSources } from '../sources.ts';
import { walletLink } from './status.ts';

const MAX_ROWS = 500;

/** `null` episodes: the past can't be read now. */
export function alertsPage(sources: PageSources, episodes: readonly Episode[] | null): Html {
  const now = sources.clock.now();
  const alerts = sources.alerts();
  const firing = alerts.filter(({ phase }) => phase === 'firing');
  const pending = alerts.filter(({ phase }) => phase === 'pending');
  const level = firing.length > 0 ? 'firing' : pending.length > 0 ? 'pending' : 'fine';
  return html`<section class="verdict ${level}" aria-labelledby="verdict">${icon(level)}
<div><h1 id="verdict">${count(firing.length, 'alert')} firing, ${pending.length} pending</h1>
<p class="quiet">${alerts.length} are judged with each poll.</p></div></section>
${[...firing, ...pending].length > 0 && current([...firing, ...pending], now)}
${sources.episodes && past(episodes && pastEpisodes(episodes, firing), now)}`;
}

function current(alerts: readonly Alert[], now: number): Html {
  return html`<section class="card"><table role="table" class="stack"><caption>Now</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Alert</th><th scope="col" role="columnheader">About</th>
<th scope="col" role="columnheader" class="num">Value</th><th scope="col" role="columnheader" class="num">Threshold</th><th scope="col" role="columnheader">Since</th></tr></thead>
<tbody role="rowgroup">${alerts.slice(0, MAX_ROWS).map(
    (
      alert,
    ) => html`<tr role="row" class="${alert.phase}"><th scope="row" role="rowheader"><span class="word">${icon(alert.phase === 'firing' ? 'firing' : 'pending')}${alert.rule}</span>
<span class="quiet">${alert.severity}, ${alert.phase}${alert.held && ', held'}</span></th>
<td role="cell">${about(alert)}</td><td role="cell" class="num">${figure(alert.value)}</td><td role="cell" class="num" data-name="Threshold">${figure(alert.threshold)}</td>
<td role="cell" class="seen">${when(alert.firingAt ?? alert.pendingAt, now)}</td></tr>`,
  )}</tbody></table>${more(alerts.length - MAX_ROWS, 'alerts')}</section>`;
}

function past(episodes: readonly Episode[] | null, now: number): Html {
  const body: Content =
    episodes === null
      ? html`<p class="quiet">The past can’t be read now: the database is away.</p>`
      : episodes.length === 0
        ? html`<p class="quiet">No alert has ended yet.</p>`
        : html`<table role="table" class="stack"><caption>Before, the newest first</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Alert</th><th scope="col" role="columnheader">About</th>
<th scope="col" role="columnheader" class="num">Value</th><th scope="col" role="columnheader" class="num">Threshold</th><th scope="col" role="columnheader">Fired</th><th scope="col" role="columnheader">Lasted</th></tr></thead>
<tbody role="rowgroup">${episodes.map(
            (
              episode,
            ) => html`<tr role="row"><th scope="row" role="rowheader">${episode.rule}<span class="quiet">${episode.severity}</span></th>
<td role="cell">${about(episode)}</td><td role="cell" class="num">${figure(episode.value)}</td><td role="cell" class="num" data-name="Threshold">${figure(episode.threshold)}</td>
<td role="cell" class="seen">${when(episode.firingAt, now)}</td><td role="cell" class="seen ${episode.resolvedAt !== null && 'lasted'}">${episode.resolvedAt === null ? 'still firing' : formatSpan(episode.resolvedAt - episode.firingAt)}</td></tr>`,
          )}</tbody></table>`;
  return html`<section class="card">${body}</section>`;
}

function about(alert: { account: string; currency: string; walletType: string }): Content {
  if (alert.walletType === '') return alert.account || 'floatwatch';
  return [walletLink(alert), html`<span class="quiet">${alert.account}</span>`];
}

function figure(text: string | null): Content {
  const amount: Amount | undefined = parseAmount(text ?? '');
  return amount === undefined ? (text ?? html`<span class="quiet">none</span>`) : money(amount);
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
