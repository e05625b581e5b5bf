// What a chart shows, in words beside it: for paper, for those who don't see it, and without script.
import { type Amount, amountOf, compareAmounts } from '../../domain/money.ts';
import type { Fan } from '../../monitor/forecast/fan.ts';
import { clockTime, formatSpan, local, money } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import type { Gap, HistoryPoint, Rise } from '../sources.ts';
import { reasonOf } from '../views/blindness.ts';

const MAX_GAPS = 5;
const MAX_RISES = 5;

/** What the chart's edges and its dashed line are. */
export function legend(
  points: readonly HistoryPoint[],
  { threshold, timezone }: { readonly threshold: Amount | null; readonly timezone: string },
): Html {
  const values = points.flatMap(({ lowest, highest, available }) =>
    [lowest ?? available ?? [], highest ?? available ?? []].flat(),
  );
  const marks = [...values, ...(threshold === null ? [] : [threshold]), amountOf('0')].sort(compareAmounts);
  return html`<div class="legend quiet"><span>${local(points[0]!.at, timezone).slice(0, 16)}</span>
<span>${money(marks[0]!)} to ${money(marks.at(-1)!)}${threshold !== null && `, dashed: the threshold, ${money(threshold)}`}</span>
<span>${local(points.at(-1)!.at, timezone).slice(0, 16)}</span></div>`;
}

/** The lowest and the highest of a range, exactly. */
export function extremesLine(points: readonly HistoryPoint[]): Content {
  const known = points.filter(({ samples }) => samples > 0);
  const lowest = known.flatMap(({ lowest, available }) => lowest ?? available ?? []).sort(compareAmounts)[0];
  const highest = known
    .flatMap(({ highest, available }) => highest ?? available ?? [])
    .sort(compareAmounts)
    .at(-1);
  if (lowest === undefined || highest === undefined) return null;
  return html`<p>Lowest <b>${money(lowest)}</b>, highest <b>${money(highest)}</b>.</p>`;
}

export function risesLine(rises: readonly Rise[], timezone: string): Content {
  if (rises.length === 0) return null;
  const newest = rises.toReversed().slice(0, MAX_RISES);
  return html`<p>Came in: ${newest.map(
    ({ at, by }, i) =>
      html`${i > 0 && ', '}<b>+${money(by)}</b> <span class="quiet">${clockTime(at, timezone)}</span>`,
  )}${rises.length > newest.length && ` and ${rises.length - newest.length} more`}.</p>`;
}

export function gapsLine(gaps: readonly Gap[], timezone: string, now: number): Content {
  if (gaps.length === 0) return null;
  const newest = gaps.toReversed().slice(0, MAX_GAPS);
  return html`<div class="gapnotes"><p>Hatched, because nothing was seen:</p><ul class="plain">${newest.map(
    (gap) =>
      html`<li><b>${formatSpan((gap.until ?? now) - gap.since)}</b> from ${clockTime(gap.since, timezone)}${gap.until === null && ', and lasting'}. <span class="quiet">${reasonOf(gap)}</span></li>`,
  )}</ul>${gaps.length > newest.length && html`<p class="quiet">and ${gaps.length - newest.length} more gaps</p>`}</div>`;
}

/** When it is expected to be empty, and how good forecasts have been. */
export function forecastLine(fan: Fan | undefined, timezone: string): Content {
  if (!fan) return null;
  const { emptyAt, surelyUntil, confidence, record, days } = fan;
  const percent = `${Math.round(confidence * 1_000) / 10} %`;
  return html`<p>${
    emptyAt === null
      ? 'It is not expected to be empty within 60 days'
      : ['Empty, as likely as not, on ', clockTime(emptyAt, timezone)]
  }${surelyUntil !== null && [`; in ${percent} of cases it lasts at least until `, clockTime(surelyUntil, timezone)]}, if nothing comes in.
<span class="quiet">${
    record.of > 0
      ? `Of its last ${record.of} forecasts ${record.held} held.`
      : `It has no record yet: ${days} days are known.`
  }</span></p>`;
}
