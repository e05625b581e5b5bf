// Thirty days of an account's coverage as a bar, and each gap with its length and reason.
import type { Instant } from '../../domain/observation.ts';
import { clockTime, formatSpan } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import type { Gap, Gaps } from '../sources.ts';
import { type CoveredDay, coverageByDay, reasonOf } from '../views/blindness.ts';

export const COVERED_DAYS = 30;
const MAX_GAPS = 50;

/** `null` gaps: they can't be read now. */
export function coverageCard(
  gaps: Gaps | null,
  { timezone, now }: { readonly timezone: string; readonly now: Instant },
): Html {
  if (gaps === null)
    return card(html`<p class="quiet">Coverage can’t be read now: the database is away.</p>`);
  if (gaps.first === null) return card(html`<p class="quiet">Nothing has been polled yet.</p>`);
  const days = coverageByDay(gaps, { days: COVERED_DAYS, timezone, now });
  const newest = gaps.gaps.toReversed();
  return card(html`${bar(days)}
${
  newest.length === 0
    ? html`<p>No gap in these ${COVERED_DAYS} days.</p>`
    : html`<ul class="gaps">${newest.slice(0, MAX_GAPS).map((gap) => gapItem(gap, timezone, now))}</ul>`
}${newest.length > MAX_GAPS && html`<p class="quiet">${newest.length - MAX_GAPS} more gaps: the view <code>gaps</code> has all of them.</p>`}`);
}

function card(content: Content): Html {
  return html`<section class="card" aria-labelledby="coverage"><h2 id="coverage">Seen in the last ${COVERED_DAYS} days</h2>${content}</section>`;
}

function bar(days: readonly CoveredDay[]): Html {
  return html`<ol class="coverage" aria-label="Coverage by day">${days.map((covered) => {
    const words = wordsOf(covered);
    return html`<li class="${levelOf(covered)}" title="${words}"><span class="visually-hidden">${words}</span></li>`;
  })}</ol><p class="legend quiet"><span>${days[0]?.day}</span><span>seen all day ▪ short gaps ▪ long gaps ▪ not polled yet</span><span>${days.at(-1)?.day}</span></p>`;
}

function levelOf({ seen }: CoveredDay): string {
  if (seen === null) return 'none';
  return seen === 1 ? 'whole' : seen >= 0.95 ? 'short' : 'long';
}

function wordsOf({ day, seen, blindMs }: CoveredDay): string {
  if (seen === null) return `${day}: not polled yet`;
  return seen === 1 ? `${day}: seen all the time` : `${day}: not seen for ${formatSpan(blindMs)}`;
}

function gapItem(gap: Gap, timezone: string, now: Instant): Html {
  const { since, until } = gap;
  return html`<li class="${until === null && 'unknown'}"><b>${formatSpan((until ?? now) - since)}</b> ${
    until === null ? 'and lasting, since' : 'from'
  } ${clockTime(since, timezone)}${until !== null && [' to ', clockTime(until, timezone)]}<span class="quiet line">${reasonOf(gap)}</span></li>`;
}
