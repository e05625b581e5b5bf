// Writes an alert for the integration API of Jira Service Management, which is that of Opsgenie. Pure.
import { cut } from '../../domain/cut.ts';
import { endedBecause } from '../notification/ending.ts';
import type { Notification } from '../notification/notification.ts';
import { wordsOf } from '../notification/words.ts';

// In characters, as Opsgenie documents them.
const MAX_MESSAGE = 130;
const MAX_DESCRIPTION = 15_000;
const MAX_TAG = 50;
const MAX_DETAIL = 1_000;
const MAX_DETAILS_TOGETHER = 8_000;

const PRIORITIES: Readonly<Record<string, string>> = {
  critical: 'P1',
  error: 'P2',
  warning: 'P3',
  info: 'P5',
  none: 'P5',
};

/** The body that opens an alert. The alias is needed to close it. */
export function openAlert({ alert, episode }: Notification, externalUrl: string) {
  const { title, summary, facts, link, runbook } = wordsOf(alert, externalUrl);
  const links = [link && `Open in floatwatch: ${link}`, runbook && `What to do: ${runbook}`].filter(Boolean);
  return {
    message: cut(title.replace(/^\S+ /, ''), MAX_MESSAGE),
    alias: episode,
    description: cut([summary, ...links].join('\n\n'), MAX_DESCRIPTION),
    details: withinLimit(facts.map(([name, text]) => [name, cut(text, MAX_DETAIL)])),
    tags: [cut(alert.severity, MAX_TAG)],
    entity: cut(alert.account || 'floatwatch', MAX_MESSAGE),
    source: 'floatwatch',
    priority: PRIORITIES[alert.severity] ?? 'P3',
  };
}

/** The body that closes an alert. */
export function closeAlert({ alert }: Notification, externalUrl: string) {
  const { title } = wordsOf(alert, externalUrl);
  const because = endedBecause(alert);
  return { source: 'floatwatch', note: cut(because === null ? title : `${title}: ${because}`, MAX_DETAIL) };
}

function withinLimit(details: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  let length = 0;
  return Object.fromEntries(
    details.filter(([name, text]) => {
      length += name.length + text.length;
      return length <= MAX_DETAILS_TOGETHER;
    }),
  );
}
