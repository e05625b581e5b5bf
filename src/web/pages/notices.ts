// Cards that stand in for what can't be shown.
import { html } from '../html/html.ts';
import { texts } from '../texts/texts.ts';

export const DATABASE_AWAY = html`<p class="card mistake" role="status">${texts.common.databaseAway}</p>`;
