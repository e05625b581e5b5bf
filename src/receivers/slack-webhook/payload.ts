// Writes a message for a Slack incoming webhook: in blocks, or in attachments, which Discord, Mattermost and Rocket.Chat take
// too. Pure.
import type { Alert } from '../../domain/alert.ts';
import { cut } from '../../domain/cut.ts';
import { type Words, wordsOf } from '../notification/words.ts';

export type SlackFormat = 'blocks' | 'attachments';

// https://api.slack.com/reference/block-kit/blocks: in characters
const MAX_HEADER = 150;
const MAX_SECTION = 3_000;
const MAX_FIELD = 2_000;
const MAX_FIELDS = 10;
const MAX_TEXT = 4_000;

/** The message of an alert that fires or has ended. */
export function slackMessage(alert: Alert, format: SlackFormat, externalUrl: string): object {
  const words = wordsOf(alert, externalUrl);
  const text = escapeControls(cut(`${words.title}: ${words.summary}`, MAX_TEXT));
  if (format === 'blocks') return { text, blocks: slackBlocks(words) };
  return { attachments: [slackAttachment(words, alert)] };
}

/** The blocks of a message. Words from outside stand in plain text, so that nothing in them is markup. */
export function slackBlocks({ title, summary, facts, link, runbook }: Words) {
  const links = [link && `<${link}|Open in floatwatch>`, runbook && `<${runbook}|What to do>`].filter(
    Boolean,
  );
  return [
    { type: 'header' as const, text: plain(title, MAX_HEADER) },
    {
      type: 'section' as const,
      text: plain(summary, MAX_SECTION),
      fields: facts.slice(0, MAX_FIELDS).map(([name, value]) => plain(`${name}: ${value}`, MAX_FIELD)),
    },
    ...(links.length === 0
      ? []
      : [{ type: 'context' as const, elements: [{ type: 'mrkdwn' as const, text: links.join(' · ') }] }]),
  ];
}

function slackAttachment({ title, summary, facts, link, firing }: Words, { severity }: Alert) {
  return {
    fallback: escapeControls(cut(`${title}: ${summary}`, MAX_TEXT)),
    color: firing ? (severity === 'critical' ? '#d32f2f' : '#f9a825') : '#2e7d32',
    title: escapeControls(cut(title, MAX_HEADER)),
    ...(link === '' ? {} : { title_link: link }),
    text: escapeControls(cut(summary, MAX_SECTION)),
    fields: facts.map(([name, value]) => ({
      title: name,
      value: escapeControls(cut(value, MAX_FIELD)),
      short: true,
    })),
    mrkdwn_in: [],
  };
}

function plain(text: string, most: number) {
  return { type: 'plain_text' as const, text: cut(text, most), emoji: false };
}

/** Escapes Slack's control characters. Call it after cutting, so that no escape is cut in two. */
function escapeControls(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
