// Writes a message in Telegram's HTML. Pure.
import type { Alert } from '../../domain/alert.ts';
import { cut } from '../../domain/cut.ts';
import { escapeHtml } from '../notification/escape.ts';
import { wordsOf } from '../notification/words.ts';

// Together less than the 4096 signs that Telegram allows in a message without its markup.
const MAX_TITLE = 256;
const MAX_SUMMARY = 2_800;
const MAX_FACTS = 900;

/** The text of an alert that fires or has ended. It is cut before it is escaped, so that no markup is cut in two. */
export function telegramText(alert: Alert, externalUrl: string): string {
  const { title, summary, facts, link, runbook } = wordsOf(alert, externalUrl);
  const known = facts.map(([name, text]) => `${name}: ${text}`).join('\n');
  const links = [
    link && `<a href="${escapeHtml(link)}">Open in floatwatch</a>`,
    runbook && `<a href="${escapeHtml(runbook)}">What to do</a>`,
  ].filter(Boolean);
  return [
    `<b>${escapeHtml(cut(title, MAX_TITLE))}</b>`,
    escapeHtml(cut(summary, MAX_SUMMARY)),
    escapeHtml(cut(known, MAX_FACTS)),
    ...(links.length > 0 ? [links.join(' · ')] : []),
  ].join('\n\n');
}

/** The fields of a message that is sent or changed. */
export interface MessageFields {
  readonly text: string;
  readonly message_id?: number;
  /** A topic of the chat. */
  readonly message_thread_id?: number;
  readonly reply_parameters?: { readonly message_id: number; readonly allow_sending_without_reply: true };
}

/** The body of a request about a message in this chat. */
export function messageRequest<const Fields extends MessageFields>(chat: string | number, fields: Fields) {
  return {
    chat_id: chat,
    parse_mode: 'HTML' as const,
    link_preview_options: { is_disabled: true },
    ...fields,
  };
}
