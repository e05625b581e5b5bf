// The time zone in which a page tells its times, the account's or the one in its address; and the zone whose days it means.
import { isTimezone } from '../../domain/local-time.ts';
import { address, strangerNote } from '../html/controls.ts';
import { type Content, html } from '../html/html.ts';
import type { PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { type RawQuery, singleValues, zoneForDays } from '../views/question.ts';

/** The zone of a page whose account has a zone of its own. */
export interface PageZone {
  readonly timezone: string;
  readonly own: string;
  /** For links that lead on; `undefined` while the zone is the account's own. */
  readonly asked: string | undefined;
  /** What was asked for, if it doesn't exist. */
  readonly strange: string | undefined;
}

/** The zone of a page; for a `zone` that doesn't exist the account's own, and {@link strangeZone} says so. */
export function zoneOfPage(own: string, query: RawQuery): PageZone {
  const { zone } = singleValues(query);
  const strange = zone !== undefined && !isTimezone(zone) ? zone : undefined;
  const asked = zone !== own && strange === undefined ? zone : undefined;
  return { timezone: asked ?? own, own, asked, strange };
}

/** Says that the zone that was asked for doesn't exist; nothing if it does. */
export function strangeZone({ strange, own }: PageZone): Content {
  return strange !== undefined && strangerNote(texts.common.noZone(strange, own));
}

/**
 * A link to the same page in UTC, or back to the account's zone; nothing where both are the same. Instants among the
 * parameters must name their zone: otherwise the other page would read them in its own.
 */
export function zoneLink(
  { own, asked }: PageZone,
  path: string,
  parameters: Readonly<Record<string, string>> = {},
): Content {
  if (own === 'UTC' && asked === undefined) return null;
  if (asked !== undefined)
    return html`<a href="${address(path, parameters)}">${texts.common.inZone(own)}</a>`;
  return html`<a href="${address(path, { ...parameters, zone: 'UTC' })}">${texts.common.inUtc}</a>`;
}

/** Says in which time zone the days of the question are, as accounts may have several. Nothing if no day was asked for. */
export function zoneOfDays(
  { accounts }: Pick<PageSources, 'accounts'>,
  { from, to, account }: Readonly<Record<string, string>>,
): Content {
  if (from === undefined && to === undefined) return null;
  const timezone = zoneForDays(accounts(), account);
  return html`<p class="quiet">${texts.common.daysOf(timezone)}</p>`;
}
