// A message for Telegram in its HTML. Pure.
import type { Alert } from '../../domain/alert.ts';
import { cut, wordsOf } from '../delivery/words.ts';

// Together less than the 4096 signs that a message may have once its markup is taken away.
const MAX_TITLE = 256;
const MAX_SUMMARY = 2_800;
const MAX_FACTS = 900;

/** The text of an alert that fires or has ended: cut first, escaped then, so that no markup is cut in two. */
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

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
