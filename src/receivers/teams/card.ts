// Writes an adaptive card for Microsoft Teams. Pure.
import type { Alert } from '../../domain/alert.ts';
import { cutBy } from '../../domain/cut.ts';
import { wordsOf } from '../notification/words.ts';

// 28 KB for the whole card: https://learn.microsoft.com/en-us/connectors/teams/
const MAX_TITLE = 512;
const MAX_SUMMARY = 12_000;
const MAX_FACT = 500;
const MAX_FACTS = 16;

/** The message of an alert that fires or has ended: a card of version 1.4, the newest that Teams shows everywhere. */
export function teamsMessage(alert: Alert, externalUrl: string) {
  const { title, summary, facts, link, runbook, firing } = wordsOf(alert, externalUrl);
  const actions = [
    { type: 'Action.OpenUrl', title: 'Open in floatwatch', url: link },
    { type: 'Action.OpenUrl', title: 'What to do', url: runbook },
  ].filter(({ url }) => url !== '');
  const color = firing ? (alert.severity === 'critical' ? 'Attention' : 'Warning') : 'Good';
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          fallbackText: limited(title, MAX_TITLE),
          body: [
            runs(run(limited(title, MAX_TITLE), { weight: 'Bolder', size: 'Large', color })),
            runs(run(limited(summary, MAX_SUMMARY))),
            ...facts
              .slice(0, MAX_FACTS)
              .map(([name, text]) =>
                runs(run(`${name}: `, { weight: 'Bolder' }), run(limited(text, MAX_FACT))),
              ),
          ],
          actions,
        },
      },
    ],
  };
}

/** Text in runs, because a TextBlock would read it as Markdown. */
function runs(...inlines: readonly object[]) {
  return { type: 'RichTextBlock', inlines };
}

function run(text: string, look: object = {}) {
  return { type: 'TextRun', text, ...look };
}

/** Cuts a text by the bytes that it takes in JSON. */
function limited(text: string, most: number): string {
  return cutBy(text, most, (part) => Buffer.byteLength(JSON.stringify(part)) - 2);
}
