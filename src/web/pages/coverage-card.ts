// Thirty days of an account's coverage, as a card: a bar, and each gap with its length and its reason.
import type { Instant } from '../../domain/observation.ts';
import { clockTime, dayName, formatSpan } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import type { Gap, Gaps } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { blindTimeOf, COVERED_DAYS, type CoveredDay, coverageByDay, reasonOf } from '../views/blindness.ts';
import { lastDays, type RangedDay } from '../views/days.ts';
import { accountPath } from './wallet-link.ts';
import { type PageZone, zoneLink } from './zone.ts';

const MAX_GAPS = 50;
const SHORT_SHARE = 0.95; // share of a day that was seen: with less, its gaps are long

interface Moment {
  /** The zone of the account's days. */
  readonly timezone: string;
  /** The zone in which gaps are told. */
  readonly zone: PageZone;
  readonly now: Instant;
}

/** `gaps` is `null` while they can't be read. */
export function coverageCard(account: string, gaps: Gaps | null, { timezone, zone, now }: Moment): Html {
  const words = texts.accounts.coverage;
  if (gaps === null) return card(html`<p class="quiet">${words.away}</p>`);
  if (gaps.first === null) return card(html`<p class="quiet">${words.unpolled}</p>`);
  const days = coverageByDay(gaps, lastDays(COVERED_DAYS, timezone, now));
  const newest = gaps.gaps.toReversed();
  return card(html`${bar(days)}
${
  newest.length === 0
    ? html`<p>${words.noGap(COVERED_DAYS)}</p>`
    : html`<ul class="gaps">${newest.slice(0, MAX_GAPS).map((gap) => gapItem(gap, zone.timezone, now))}</ul><p class="quiet screen">${zoneLink(zone, accountPath(account))}</p>`
}${newest.length > MAX_GAPS && html`<p class="quiet">${words.more<Content>(newest.length - MAX_GAPS, html`<code>gaps</code>`)}</p>`}`);
}

function card(content: Content): Html {
  return html`<section class="card" aria-labelledby="coverage"><h2 id="coverage">${texts.accounts.coverage.title(COVERED_DAYS)}</h2>${content}</section>`;
}

function bar(days: readonly CoveredDay[]): Html {
  const words = texts.accounts.coverage;
  return html`<ol class="coverage" aria-label="${words.label}">${days.map((covered) => {
    const day = wordsOf(covered);
    return html`<li class="${levelOf(covered)}" title="${day}"><span class="visually-hidden">${day}</span></li>`;
  })}</ol><p class="legend quiet"><span>${dayName(days[0]!.day)}</span><span>${LEVELS.map((level) => html`<i class="coverage-key ${level}"></i> ${words.legend[level]} `)}</span><span>${dayName(days.at(-1)!.day)}</span></p>`;
}

/** The same bar for a list, described in one sentence. `gaps` is `undefined` until they have been read. */
export function coverageBar(account: string, gaps: Gaps | undefined, days: readonly RangedDay[]): Html {
  const words = texts.accounts.coverage;
  if (!gaps) return html`<span class="quiet">${words.waiting}</span>`;
  const range = { from: days[0]!.range.from, to: days.at(-1)!.range.to };
  const { blindMs, count } = blindTimeOf(gaps, range);
  const sum =
    gaps.first === null ? words.unpolled : count === 0 ? words.whole : words.gaps(count, formatSpan(blindMs));
  return html`<span class="coverage small" role="img" aria-label="${words.of(account, COVERED_DAYS, sum)}" title="${sum}">${coverageByDay(
    gaps,
    days,
  ).map(
    (covered) => html`<i class="${levelOf(covered)}"></i>`,
  )}</span><span class="quiet" aria-hidden="true">${sum}</span>`;
}

const LEVELS = ['whole', 'short', 'long', 'none'] as const;

function levelOf({ seen }: CoveredDay): (typeof LEVELS)[number] {
  if (seen === null) return 'none';
  return seen === 1 ? 'whole' : seen >= SHORT_SHARE ? 'short' : 'long';
}

function wordsOf({ day, seen, blindMs }: CoveredDay): string {
  const words = texts.accounts.coverage.day;
  const name = dayName(day);
  if (seen === null) return words.unpolled(name);
  return seen === 1 ? words.whole(name) : words.blind(name, formatSpan(blindMs));
}

function gapItem(gap: Gap, timezone: string, now: Instant): Html {
  const { since, until } = gap;
  const words = texts.accounts.coverage;
  const length = html`<b>${formatSpan((until ?? now) - since)}</b>`;
  const at = (instant: Instant): Content => clockTime(instant, timezone);
  return html`<li class="${until === null && 'unknown'}">${
    until === null
      ? words.lasting<Content>(length, at(since))
      : words.gap<Content>(length, at(since), at(until))
  }<span class="quiet line">${reasonOf(gap)}</span></li>`;
}
