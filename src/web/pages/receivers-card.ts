// Who was told of an alert, when, and what came of it.
import { clockTime } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import type { EpisodeDelivery, PageSources, ReceiverState } from '../sources.ts';
import type { EpisodeView } from '../views/episode.ts';

const KINDS = { fire: 'that it fires', update: 'that it has changed', resolve: 'that it is over' } as const;

/** `null` deliveries: they can't be read now. */
export function receiversCard(
  { receivers, deliveries: kept }: PageSources,
  { resolvedAt }: EpisodeView,
  {
    deliveries,
    timezone,
  }: { readonly deliveries: readonly EpisodeDelivery[] | null; readonly timezone: string },
): Content {
  if (!receivers) return null;
  const all = receivers();
  const direct = all.filter(({ kind }) => kind === 'alertmanager');
  const others = all.filter(({ kind }) => kind !== 'alertmanager');
  return html`<section class="card" aria-labelledby="told"><h2 id="told">Who was told</h2>
${all.length === 0 && html`<p>Nobody: no receiver is configured. This page and the metrics tell of it.</p>`}
${direct.length > 0 && html`<ul class="plain">${direct.map((receiver) => directItem(receiver, resolvedAt === null))}</ul>`}
${others.length > 0 && kept && (deliveries === null ? html`<p class="quiet">What the other receivers were told can’t be read now.</p>` : table(deliveries, timezone))}</section>`;
}

/** Alertmanagers are told again and again, as Prometheus does it: nothing of that is kept. */
function directItem({ name, trouble }: ReceiverState, lasts: boolean): Html {
  const state =
    trouble === undefined
      ? 'hasn’t answered yet'
      : trouble === null
        ? lasts
          ? 'is told again and again while it lasts, and accepts it'
          : 'was told until it was over; who was notified is in Alertmanager'
        : trouble;
  return html`<li><b>${name}</b>: ${state}.</li>`;
}

function table(deliveries: readonly EpisodeDelivery[], timezone: string): Html {
  if (deliveries.length === 0)
    return html`<p class="quiet">No message to another receiver is kept: none was due, or it was sent more than a month ago.</p>`;
  return html`<table role="table" class="stack"><caption class="visually-hidden">Messages</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Receiver</th><th scope="col" role="columnheader">Told</th><th scope="col" role="columnheader">When</th><th scope="col" role="columnheader">What came of it</th></tr></thead>
<tbody role="rowgroup">${deliveries.map((delivery) => row(delivery, timezone))}</tbody></table>`;
}

function row(
  { receiver, kind, createdAt, endedAt, state, attempts, detail }: EpisodeDelivery,
  timezone: string,
): Html {
  const [level, words] = {
    accepted: ['fine', 'accepted'] as const,
    waiting: ['pending', attempts === 0 ? 'waits to be sent' : 'is tried again'] as const,
    given_up: ['firing', 'given up'] as const,
  }[state];
  return html`<tr role="row" class="${level}"><th scope="row" role="rowheader">${receiver}</th><td role="cell" class="whole">${KINDS[kind]}</td>
<td role="cell" class="whole">${clockTime(createdAt, timezone)}</td>
<td role="cell" class="whole"><span class="word">${icon(level)}${words}</span>${endedAt !== null && html`<span class="quiet">${clockTime(endedAt, timezone)}</span>`}${
    attempts > 1 && html`<span class="quiet">${attempts} attempts</span>`
  }${detail !== null && html`<span class="quiet">${detail}</span>`}</td></tr>`;
}
