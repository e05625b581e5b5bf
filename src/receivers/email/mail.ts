// Writes a mail about an alert. Pure: nodemailer turns it into what is sent.
import { cut } from '../../domain/cut.ts';
import { escapeHtml } from '../notification/escape.ts';
import type { Notification } from '../notification/notification.ts';
import { wordsOf } from '../notification/words.ts';

const MAX_SUBJECT = 200;
const MAX_TEXT = 10_000;

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same whenever the mail is sent again, so that a mailbox can see that it is one mail. */
  readonly messageId: string;
  /** The id of no real mail. All mails of one episode refer to it, and so form one thread. */
  readonly inReplyTo: string;
  readonly references: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The mail of a notification. */
export function mailOf(
  { alert, key, episode }: Notification,
  { from, to }: { readonly from: string; readonly to: readonly string[] },
  externalUrl: string,
): Mail {
  const { title, summary, facts, link, runbook } = wordsOf(alert, externalUrl);
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'floatwatch';
  const said = cut(summary, MAX_TEXT);
  const known = facts.map(([name, text]) => [name, cut(text, MAX_TEXT)] as const);
  const links = [
    ['Open in floatwatch', link],
    ['What to do', runbook],
  ].filter((each): each is [string, string] => each[1] !== '');
  const thread = `<${episode}@${domain}>`;
  return {
    from,
    to,
    subject: cut(`[${title.replace(' ', '] ')}`.replace(/\s+/g, ' '), MAX_SUBJECT),
    text: [said, known.map(lineOf).join('\n'), links.map(lineOf).join('\n')].filter(Boolean).join('\n\n'),
    html: [
      `<p>${escapeHtml(said).replaceAll('\n', '<br>')}</p>`,
      `<table>${known.map(([name, text]) => `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(text)}</td></tr>`).join('')}</table>`,
      ...links.map(([name, url]) => `<p><a href="${escapeHtml(url)}">${name}</a></p>`),
    ].join('\n'),
    messageId: `<${key}@${domain}>`,
    inReplyTo: thread,
    references: thread,
    headers: { 'auto-submitted': 'auto-generated' }, // RFC 3834: asks for no holiday reply
  };
}

function lineOf([name, text]: readonly [string, string]): string {
  return `${name}: ${text}`;
}
