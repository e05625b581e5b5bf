// Draws the chart of a wallet. The server draws the line as SVG, for browsers without script and for paper. With script,
// assets/chart.js draws the same figures with axes, and more. Amounts stay exact text until they become pixels.
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Fan } from '../../monitor/forecast/fan.ts';
import type { Gap, HistoryPoint, Range, SnapshotRise } from '../sources.ts';
import { type Html, html } from './html.ts';
import { sparkline } from './sparkline.ts';

const MAX_MARKED = 12; // rises marked with their amounts

/** What a chart shows besides the line. */
export interface ChartOptions {
  readonly range: Range;
  readonly timezone: string;
  readonly threshold: Amount | null;
  /** What the chart shows, for people who don't see it. */
  readonly label: string;
  /** Times at which an alert fired; `until` is `null` while it lasts. */
  readonly alerts?: readonly {
    readonly rule: string;
    readonly since: Instant;
    readonly until: Instant | null;
  }[];
  readonly gaps?: readonly Gap[];
  readonly rises?: readonly SnapshotRise[];
  readonly fan?: Fan | undefined;
  /** Whether the reader can choose a part of the range, which changes the address. @default false */
  readonly zoom?: boolean;
}

/** The chart; `null` when there is nothing to draw. */
export function walletChart(points: readonly HistoryPoint[], options: ChartOptions): Html | null {
  const { range, timezone, threshold, label, zoom = false } = options;
  const drawn = sparkline(points, { width: 960, height: 200, threshold, range, stretch: true, label });
  if (!drawn) return null;
  return html`<div class="chart-wide plot" data-chart="${dataOf(points)}" data-from="${range.from}" data-to="${range.to}" data-zone="${timezone}"${threshold !== null && html` data-threshold="${threshold}"`} data-marks="${JSON.stringify(marksOf(options))}"${zoom && html` data-zoom="1"`}>${drawn}</div>`;
}

/** One line for each point: time, amount, lowest, highest; an empty amount breaks the chart's line. */
function dataOf(points: readonly HistoryPoint[]): string {
  return points
    .map(({ at, available, lowest, highest }) =>
      lowest === available && highest === available
        ? `${at},${available ?? ''}`
        : `${at},${available ?? ''},${lowest ?? ''},${highest ?? ''}`,
    )
    .join('\n');
}

/** The marks as JSON; names are short, as they are in the page. */
function marksOf({ alerts = [], gaps = [], rises = [], fan }: ChartOptions): object {
  const largest = new Set(
    rises
      .toSorted((a, b) => +b.by - +a.by) // loses digits: for drawing only
      .slice(0, MAX_MARKED),
  );
  return {
    alerts: alerts.map(({ rule, since, until }) => [since, until, rule]),
    gaps: gaps.map(({ since, until }) => [since, until]),
    rises: rises.filter((rise) => largest.has(rise)).map(({ at, by }) => [at, by]),
    ...(fan && {
      fan: {
        points: fan.points.map(({ at, low, middle, high }) => [at, ...[low, middle, high].map(rounded)]),
        empty: fan.emptyAt,
      },
    }),
  };
}

/** An estimate to six digits: it isn't more exact than that. */
function rounded(estimate: number): number {
  return Number(estimate.toPrecision(6));
}
