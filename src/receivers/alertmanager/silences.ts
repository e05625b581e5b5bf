// Reads which of our alerts are silenced at an Alertmanager, and by whom. It asks for the silenced alerts, so that Alertmanager
// itself evaluates the matchers.
import type { Silence } from '../../domain/silence.ts';
import { fingerprintOf } from '../../monitor/alerts/episode.ts';

const MAX_SILENCES = 50;
const MAX_TEXT = 500; // characters of a comment: it is shown on pages
const SILENCED = 'active=false&inhibited=false&unprocessed=false&silenced=true';

/** Asks for a path and gives the answer's JSON; rejects when there is none. */
export type AskJson = (path: string) => Promise<unknown>;

interface ShownAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly status: { readonly silencedBy: readonly string[] };
}

interface ShownSilence {
  readonly createdBy: string;
  readonly comment: string;
  readonly endsAt: string;
}

/** The silences that cover any alert there. Silences of other programs' alerts are among them, and match no alert of ours. */
export async function readSilences(ask: AskJson, alertmanager: string): Promise<readonly Silence[]> {
  const alerts = (await ask(`/api/v2/alerts?${SILENCED}`)) as readonly ShownAlert[];
  const covered = new Map<string, string[]>();
  for (const { labels, status } of alerts) {
    for (const id of status.silencedBy) {
      const fingerprints = covered.get(id) ?? [];
      fingerprints.push(fingerprintOf(labels)); // a silence may cover thousands
      covered.set(id, fingerprints);
    }
  }
  const silences: Silence[] = [];
  for (const [id, fingerprints] of [...covered].slice(0, MAX_SILENCES)) {
    const shown = (await ask(`/api/v2/silence/${encodeURIComponent(id)}`)) as ShownSilence;
    silences.push({
      ...{ id, alertmanager, alerts: fingerprints, endsAt: Date.parse(shown.endsAt) },
      ...{ createdBy: cut(shown.createdBy), comment: cut(shown.comment) },
    });
  }
  return silences;
}

function cut(text: unknown): string {
  return String(text ?? '').slice(0, MAX_TEXT);
}
