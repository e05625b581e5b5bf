// `/alerts.atom`: episodes of alerts as a feed (RFC 4287), the newest first.
import type { FastifyInstance } from 'fastify';
import { subjectOf } from '../../domain/alert-subject.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { pastEpisodes } from '../episodes.ts';
import { html, toText } from '../html/html.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { type EpisodeView, hasFired, storedEpisode, viewOf } from '../views/episode.ts';

const MAX_ENTRIES = 50;
const MAX_ENDED = 1_000; // episodes of the last day, or that last, that are looked through
/** Characters that XML can't contain: with a single one of them, no reader takes the feed at all. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Serves the feed; what fires now is in it even while the database is away. */
export function registerAtom(app: FastifyInstance, sources: PageSources): void {
  app.get('/alerts.atom', async (_request, reply) => {
    const alerts = sources.alerts();
    const newest = alerts.filter(hasFired).toSorted((a, b) => b.firingAt! - a.firingAt!);
    const firing = newest.slice(0, MAX_ENTRIES).flatMap((alert) => viewOf(alert) ?? []);
    const since = sources.clock.now() - DAY_MS;
    const stored = await Promise.all([
      withTimeout((signal) => sources.episodes?.({ most: MAX_ENTRIES, signal })),
      // A reader who was told that an alert fires is told that it is over, too, however long it lasted.
      withTimeout((signal) => sources.episodes?.({ since, most: MAX_ENDED, signal })),
    ]);
    const known = new Map(
      stored
        .flatMap((all) => pastEpisodes(all ?? [], alerts))
        .map((each) => [each.episode, storedEpisode(each)]),
    );
    for (const view of firing) known.set(view.episode, view);
    const views = [...known.values()].toSorted((a, b) => changedAt(b) - changedAt(a)).slice(0, MAX_ENTRIES);
    return reply
      .header('cache-control', 'no-store')
      .type('application/atom+xml; charset=utf-8')
      .send(feed(views, sources).replace(NO_XML, '\u{fffd}'));
  });
}

function feed(views: readonly EpisodeView[], { externalUrl = '', clock }: PageSources): string {
  const updated = views[0] ? changedAt(views[0]) : clock.now();
  return `<?xml version="1.0" encoding="utf-8"?>\n${toText(html`<feed xmlns="http://www.w3.org/2005/Atom">
<title>${texts.alerts.atom.title}</title><id>${externalUrl}/alerts.atom</id><updated>${iso(updated)}</updated>
<author><name>floatwatch</name></author>
<link rel="self" href="${externalUrl}/alerts.atom"/><link rel="alternate" type="text/html" href="${externalUrl}/alerts"/>
${views.map((view) => entry(view, externalUrl))}</feed>
`)}`;
}

function entry(view: EpisodeView, externalUrl: string) {
  const { episode, rule, severity, firingAt, resolvedAt, value, threshold } = view;
  const words = texts.alerts.atom;
  const link = `${externalUrl}/alerts/${episode.slice(0, 16)}`;
  const about = subjectOf(view) || texts.alerts.floatwatch;
  const seen = value === null ? '' : words.value(value, threshold);
  const what = view.annotations['summary'] ?? words.about(rule, about);
  return html`<entry><title>${words.entry(rule, about, resolvedAt === null)}</title><id>${link}</id><link href="${link}"/>
<published>${iso(firingAt)}</published><updated>${iso(changedAt(view))}</updated><category term="${severity}"/>
<summary>${words.summary(what, iso(firingAt), resolvedAt === null ? null : iso(resolvedAt), seen)}</summary></entry>
`;
}

function changedAt({ firingAt, resolvedAt }: EpisodeView): number {
  return resolvedAt ?? firingAt;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
