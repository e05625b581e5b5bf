// Says in words beside a chart what it shows: for paper, for people who don't see it, and for browsers without script.
import { type Amount, compareAmounts, ZERO } from '../../domain/money.ts';
import type { Fan } from '../../monitor/forecast/fan.ts';
import { percentText } from '../../monitor/forecast/plan-words.ts';
import { clockTime, formatSpan, longMoney, money, readableTime } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import type { Gap, HistoryPoint, Range, SnapshotRise } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { reasonOf } from '../views/blindness.ts';

const MAX_GAPS = 5;
const MAX_RISES = 5;
/** The most rises of a range that are looked for, the largest ones: if there are that many, there may be more. */
export const MAX_KNOWN_RISES = 50;

/** Explains the chart's edges and its dashed line. */
export function legend(
  points: readonly HistoryPoint[],
  {
    threshold,
    range,
    timezone,
  }: { readonly threshold: Amount | null; readonly range: Range; readonly timezone: string },
): Html {
  const values = points.flatMap(({ lowest, highest, available }) =>
    [lowest ?? available ?? [], highest ?? available ?? []].flat(),
  );
  const marks = [...values, ...(threshold === null ? [] : [threshold]), ZERO].sort(compareAmounts);
  const words = texts.wallet.notes;
  return html`<div class="legend quiet"><span>${readableTime(range.from, timezone)}</span>
<span>${words.between(money(marks[0]!), money(marks.at(-1)!))}${threshold !== null && words.dashed(money(threshold))}</span>
<span>${readableTime(range.to, timezone)}</span></div>`;
}

/** The lowest and the highest amount of a range, exactly. */
export function extremesLine(points: readonly HistoryPoint[]): Content {
  const known = points.filter(({ samples }) => samples > 0);
  const lowest = known.flatMap(({ lowest, available }) => lowest ?? available ?? []).sort(compareAmounts)[0];
  const highest = known
    .flatMap(({ highest, available }) => highest ?? available ?? [])
    .sort(compareAmounts)
    .at(-1);
  if (lowest === undefined || highest === undefined) return null;
  return html`<p>${texts.wallet.notes.extremes<Content>(html`<b>${longMoney(lowest)}</b>`, html`<b>${longMoney(highest)}</b>`)}</p>`;
}

export function risesLine(rises: readonly SnapshotRise[], timezone: string): Content {
  if (rises.length === 0) return null;
  const newest = rises.toReversed().slice(0, MAX_RISES);
  const told = newest.map(
    ({ at, by }, i) =>
      html`${i > 0 && ', '}<b>+${longMoney(by)}</b> <span class="quiet">${clockTime(at, timezone)}</span>`,
  );
  return html`<p>${texts.wallet.notes.cameIn<Content>(told, rises.length < MAX_KNOWN_RISES ? rises.length - newest.length : 'many')}</p>`;
}

export function gapsLine(gaps: readonly Gap[], timezone: string, now: number): Content {
  if (gaps.length === 0) return null;
  const words = texts.wallet.notes;
  const newest = gaps.toReversed().slice(0, MAX_GAPS);
  return html`<div class="gapnotes"><p>${words.hatched}</p><ul class="plain">${newest.map(
    (gap) =>
      html`<li>${words.gap<Content>(html`<b>${formatSpan((gap.until ?? now) - gap.since)}</b>`, clockTime(gap.since, timezone), gap.until === null)} <span class="quiet">${reasonOf(gap)}</span></li>`,
  )}</ul>${gaps.length > newest.length && html`<p class="quiet">${words.moreGaps(gaps.length - newest.length)}</p>`}</div>`;
}

/** When the wallet is expected to be empty, and how good its forecasts have been. */
export function forecastLine(fan: Fan | undefined, timezone: string): Content {
  if (!fan) return null;
  const { emptyAt, surelyUntil, confidence, record, days } = fan;
  const words = texts.wallet.notes;
  const percent = `${percentText(confidence)} %`;
  return html`<p>${
    emptyAt === null ? words.notEmpty : words.empty<Content>(clockTime(emptyAt, timezone))
  }${surelyUntil !== null && words.surely<Content>(percent, clockTime(surelyUntil, timezone))}${words.ifNothing}
<span class="quiet">${
    record.of > 0 ? words.record(record.held, record.of) : words.noRecord(days)
  }</span></p>`;
}
