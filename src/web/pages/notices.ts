// Cards that replace what can't be shown.
import { type Html, html } from '../html/html.ts';
import { texts } from '../texts/texts.ts';

export const DATABASE_AWAY = notice(texts.common.databaseAway);

export function notice(sentence: string): Html {
  return html`<p class="card mistake" role="status">${sentence}</p>`;
}
