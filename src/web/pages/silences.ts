// Shows who has an alert in hand: the silences of Alertmanagers that cover it, and links to make one there.
import type { Silence } from '../../domain/silence.ts';
import { fingerprintOf } from '../../monitor/alerts/episode.ts';
import { clockTime } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import type { PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import type { EpisodeView } from '../views/episode.ts';

/** The card of an alert that lasts; nothing without an Alertmanager. */
export function silencesCard(sources: PageSources, view: EpisodeView, timezone: string): Content {
  const alertmanagers = (sources.receivers?.() ?? []).filter(({ url }) => url);
  const places = alertmanagers.flatMap(({ url }) => url ?? []);
  if (!sources.silences || places.length === 0 || view.resolvedAt !== null) return null;
  const words = texts.alert.taken;
  const covering = coveringOf(sources, fingerprintOf(view.labels));
  const isKnown = alertmanagers.every(({ tellsSilences }) => tellsSilences);
  return html`<section class="card" aria-labelledby="taken"><h2 id="taken">${words.title}</h2>
${
  covering.length === 0
    ? html`<p>${isKnown ? words.nobody(places.length) : words.notKnown(places.length)}</p>`
    : html`<ul class="plain">${covering.map((silence) => silenceItem(silence, timezone))}</ul>`
}
<p class="links">${places.map((place) => html`<a href="${place}/#/silences/new?filter=${filterOf(view.labels)}">${words.silenceAt(place)}</a> `)}</p></section>`;
}

/** `silenced by anna`, for a list; nothing without a silence. */
export function silencedBy(sources: PageSources, fingerprint: string): Content {
  const covering = coveringOf(sources, fingerprint);
  const names = [...new Set(covering.map(({ createdBy }) => createdBy))];
  return names.length > 0 && html`<span class="quiet">${texts.alert.taken.by(names.join(', '))}</span>`;
}

/** The silences that haven't ended, as they were last read: their Alertmanager may have been away since. */
function coveringOf({ silences, clock }: PageSources, fingerprint: string): readonly Silence[] {
  const now = clock.now();
  return (silences?.() ?? []).filter(({ alerts, endsAt }) => endsAt > now && alerts.includes(fingerprint));
}

function silenceItem({ id, alertmanager, createdBy, comment, endsAt }: Silence, timezone: string): Html {
  const words = texts.alert.taken;
  return html`<li>${words.silence<Content>(html`<b>${createdBy}</b>`, clockTime(endsAt, timezone), comment)}<a href="${alertmanager}/#/silences/${encodeURIComponent(id)}">${words.theSilence}</a></li>`;
}

/** The labels as Alertmanager's form takes them. */
function filterOf(labels: Readonly<Record<string, string>>): string {
  const matchers = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return encodeURIComponent(`{${matchers.join(',')}}`);
}
