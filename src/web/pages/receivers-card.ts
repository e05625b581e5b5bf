// A card that shows who was told of an alert, when, and with which result.
import { clockTime } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import type { EpisodeDelivery, PageSources, ReceiverView } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import type { EpisodeView } from '../views/episode.ts';

/** `deliveries` is `null` while they can't be read. */
export function receiversCard(
  { receivers, deliveries: kept }: PageSources,
  { resolvedAt }: EpisodeView,
  {
    deliveries,
    timezone,
  }: { readonly deliveries: readonly EpisodeDelivery[] | null; readonly timezone: string },
): Content {
  if (!receivers) return null;
  const words = texts.alert.told;
  const all = receivers();
  const direct = all.filter(({ kind }) => kind === 'alertmanager');
  const others = all.filter(({ kind }) => kind !== 'alertmanager');
  return html`<section class="card" aria-labelledby="told"><h2 id="told">${words.title}</h2>
${all.length === 0 && html`<p>${words.nobody}</p>`}
${direct.length > 0 && html`<ul class="plain">${direct.map((receiver) => directItem(receiver, resolvedAt === null))}</ul>`}
${others.length > 0 && kept && (deliveries === null ? html`<p class="quiet">${words.away}</p>` : table(deliveries, timezone))}</section>`;
}

/** Alertmanagers are told again and again, as Prometheus does it: no message to them is kept. */
function directItem({ name, trouble }: ReceiverView, lasts: boolean): Html {
  const words = texts.alert.told;
  const state =
    trouble === undefined
      ? words.waiting
      : trouble === null
        ? lasts
          ? words.again
          : words.wasTold
        : trouble;
  return html`<li>${words.state<Content>(html`<b>${name}</b>`, state)}</li>`;
}

function table(deliveries: readonly EpisodeDelivery[], timezone: string): Html {
  const words = texts.alert.told;
  if (deliveries.length === 0) return html`<p class="quiet">${words.none}</p>`;
  return html`<table role="table" class="stack"><caption class="visually-hidden">${words.messages}</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">${words.titles.receiver}</th><th scope="col" role="columnheader">${words.titles.told}</th><th scope="col" role="columnheader">${words.titles.when}</th><th scope="col" role="columnheader">${words.titles.what}</th></tr></thead>
<tbody role="rowgroup">${deliveries.map((delivery) => row(delivery, timezone))}</tbody></table>`;
}

function row(
  { receiver, kind, createdAt, endedAt, state, attempts, detail }: EpisodeDelivery,
  timezone: string,
): Html {
  const told = texts.alert.told;
  const [level, words] = {
    accepted: ['fine', told.accepted] as const,
    waiting: ['pending', attempts === 0 ? told.toBeSent : told.triedAgain] as const,
    given_up: ['firing', told.givenUp] as const,
    together: ['fine', told.together] as const,
    unsent: ['unknown', told.unsent] as const,
    unknown: ['unknown', told.unknown] as const,
  }[state];
  return html`<tr role="row" class="${level}"><th scope="row" role="rowheader">${receiver}</th><td role="cell" class="whole">${told.kinds[kind]}</td>
<td role="cell" class="whole">${clockTime(createdAt, timezone)}</td>
<td role="cell" class="whole"><span class="word">${icon(level)}${words}</span>${endedAt !== null && html`<span class="quiet">${clockTime(endedAt, timezone)}</span>`}${
    attempts > 1 && html`<span class="quiet">${told.attempts(attempts)}</span>`
  }${detail !== null && html`<span class="quiet">${detail}</span>`}</td></tr>`;
}
