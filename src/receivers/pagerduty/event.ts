// Writes an event for PagerDuty's Events API v2. Pure.
import { cut } from '../../domain/cut.ts';
import type { Notification } from '../notification/notification.ts';
import { wordsOf } from '../notification/words.ts';

// https://developer.pagerduty.com/docs/events-api-v2: in characters, and in bytes for the whole event
const MAX_SUMMARY = 1_024;
const MAX_DETAIL = 4_096;
const MAX_EVENT_BYTES = 512_000;

const SEVERITIES = ['critical', 'error', 'warning', 'info'] as const;

/** The event of a notification. An alert that fires triggers, and triggers again when it changes; its end resolves. */
export function pagerdutyEvent(
  { alert, kind, episode }: Notification,
  routingKey: string,
  externalUrl: string,
) {
  const { title, summary, facts, link, runbook } = wordsOf(alert, externalUrl);
  const links = [
    { href: link, text: 'Open in floatwatch' },
    { href: runbook, text: 'What to do' },
  ].filter(({ href }) => href !== '');
  const event = {
    routing_key: routingKey,
    event_action: kind === 'resolve' ? ('resolve' as const) : ('trigger' as const),
    dedup_key: episode,
    // The end has it, too: PagerDuty's rules route events by what it holds.
    payload: {
      summary: cut(`${title.replace(/^\S+ /, '')}: ${summary}`, MAX_SUMMARY),
      source: cut(alert.account || 'floatwatch', MAX_SUMMARY),
      severity: SEVERITIES.find((known) => known === alert.severity) ?? severityOf(alert.severity),
      timestamp: new Date(alert.firingAt!).toISOString(),
      class: alert.rule,
      custom_details: Object.fromEntries(facts.map(([name, text]) => [name, cut(text, MAX_DETAIL)])),
    },
    client: 'floatwatch',
    ...(link === '' ? {} : { client_url: link }),
    links,
  };
  if (Buffer.byteLength(JSON.stringify(event)) <= MAX_EVENT_BYTES) return event;
  return { ...event, payload: { ...event.payload, custom_details: { note: 'left out: too large' } } };
}

/** `none` is the severity of the Watchdog. A severity that PagerDuty doesn't know is worth waking somebody. */
function severityOf(severity: string): (typeof SEVERITIES)[number] {
  return severity === 'none' ? 'info' : 'error';
}
