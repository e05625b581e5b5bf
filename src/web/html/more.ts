// The line below a list that is not shown whole.
import { texts } from '../texts/texts.ts';
import { type Content, html } from './html.ts';

/** `12 more accounts are not shown; the API has all of them.`; nothing when none is hidden. */
export function more(hidden: number, what: string): Content {
  return hidden > 0 && html`<p class="quiet">${texts.common.notShown(hidden, what)}</p>`;
}
