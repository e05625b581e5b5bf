// In which time zone a page tells its times: the account's, or the one that its address names; and whose days it means.
import { isTimezone } from '../../domain/local-time.ts';
import { address } from '../html/controls.ts';
import { type Content, html } from '../html/html.ts';
import type { PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { type RawQuery, singleValues, zoneOfQuestion } from '../views/question.ts';

/** The zone of a page whose account has a zone of its own. */
export interface PageZone {
  readonly timezone: string;
  readonly own: string;
  /** For links that lead on; `undefined` while it is the account's own. */
  readonly asked: string | undefined;
}

/** A `zone` that doesn't exist is left out. */
export function zoneOfPage(own: string, query: RawQuery): PageZone {
  const { zone } = singleValues(query);
  const asked = zone !== undefined && zone !== own && isTimezone(zone) ? zone : undefined;
  return { timezone: asked ?? own, own, asked };
}

/**
 * Leads to the same page in UTC, or back to the clocks of the account; nothing where both are the same. Instants among the
 * parameters must say their zone: they would else be others.
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

/** Of which time zone the days are that were asked for: accounts may have several. Nothing where none was asked for. */
export function zoneOfDays(
  { accounts }: Pick<PageSources, 'accounts'>,
  { from, to, account }: Readonly<Record<string, string>>,
): Content {
  if (from === undefined && to === undefined) return null;
  const timezone = zoneOfQuestion(undefined, accounts(), account === undefined ? [] : [account]) ?? 'UTC';
  return html`<p class="quiet">${texts.common.daysOf(timezone)}</p>`;
}
