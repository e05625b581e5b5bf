// Text within the HTML of mails and of Telegram's messages. Pure.

/** The text with the signs escaped that HTML would take for markup, in quoted attributes too. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
