// Draws small charts as SVG on the server, so that they need no script and can be printed. A chart may round; the exact
// figures stand beside it.
import type { Amount } from '../../domain/money.ts';
import type { Range } from '../sources.ts';
import { type Html, html } from './html.ts';

export interface SparklineOptions {
  /** @default 120 */
  readonly width?: number;
  /** @default 28 */
  readonly height?: number;
  /** Drawn as a dashed line. */
  readonly threshold?: Amount | null;
  /** The time that the width stands for. */
  readonly range: Range;
  /** What the picture shows, for people who don't see it. */
  readonly label: string;
  /** Stretches the chart to its box without wider lines, and draws a line at zero. */
  readonly stretch?: true;
}

/**
 * A line over time with a dot at the last value; an unknown value is a gap, never zero. `null` when there is nothing to
 * draw.
 */
export function sparkline(
  points: readonly { readonly at: number; readonly available: Amount | null }[],
  { width = 120, height = 28, threshold = null, range, label, stretch }: SparklineOptions,
): Html | null {
  const known = points.filter((point) => point.available !== null);
  const last = known.at(-1);
  if (!last) return null;
  const heights = known.map((point) => numberFor(point.available));
  const limit = threshold === null ? undefined : numberFor(threshold);
  const levels = [...heights, 0, ...(limit === undefined ? [] : [limit])];
  const [top, bottom] = [Math.max(...levels), Math.min(...levels)];
  const x = (at: number) => {
    const share = (at - range.from) / (range.to - range.from);
    return (Math.min(1, Math.max(0, share)) * (width - 4) + 2).toFixed(1);
  };
  const y = (value: number) =>
    (top === bottom ? height / 2 : height - 2 - ((value - bottom) / (top - bottom)) * (height - 4)).toFixed(
      1,
    );

  let path = '';
  let pen = 'M';
  for (const { at, available } of points) {
    if (available === null) pen = 'M';
    else {
      path += `${pen}${x(at)} ${y(numberFor(available))}`;
      pen = 'L';
    }
  }
  return html`<svg class="spark" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ${stretch && html` preserveAspectRatio="none"`} role="img" aria-label="${label}">${stretch && html`<line class="zero" x1="0" x2="${width}" y1="${y(0)}" y2="${y(0)}"/>`}${
    limit === undefined
      ? null
      : html`<line class="limit" x1="0" x2="${width}" y1="${y(limit)}" y2="${y(limit)}"/>`
  }<path class="line" d="${path}"/><path class="now" d="M${x(last.at)} ${y(numberFor(last.available))}h0"/></svg>`;
}

/** For drawing only: the number may lose digits of the amount. */
function numberFor(amount: Amount | null): number {
  return amount === null ? 0 : +amount;
}
