// Cards that stand in for what can't be shown.
import { html } from '../html/html.ts';

export const DATABASE_AWAY = html`<p class="card mistake" role="status">The past can’t be read now: the database is away, or took longer than a second. What is known now is on the page of wallets.</p>`;
