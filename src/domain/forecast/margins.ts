// Tracks how far outflow differs from what was expected: for each horizon a width and, in widths, its quantiles. Every
// forecast whose time is over moves them, so that 95 % means 95 %. Used by `forecaster.ts`, read by `outlook.ts`.

/** The horizons in days at which quantiles are tracked; between them, values are interpolated. */
export const HORIZONS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32] as const;
/** The shares of runways that may be too long, at which quantiles are tracked. */
export const SHARES = [0.5, 0.2, 0.1, 0.05, 0.03] as const;

const STEPS = [0.015, 0.15, 0.1, 0.05, 0.05] as const;
const WIDTH_STEP = 0.02;
const WIDTH_STARTS = [0.2, 0.16, 0.14, 0.13] as const; // of the first horizons; of the others:
const WIDTH_START = 0.12;
const MAX_OFF = 0.6;
/** A wallet's first quantiles, in widths, for {@link SHARES} without the first; interpolated between these horizons. */
const STARTS = [
  { horizon: 1, widths: [0.69, 1.13, 1.55, 2.01] },
  { horizon: 4, widths: [0.87, 1.4, 1.86, 2.33] },
  { horizon: 16, widths: [1.19, 1.95, 2.57, 3.11] },
  { horizon: 32, widths: [1.33, 2.08, 2.71, 3.53] },
];

const TAIL = 1.2; // by how much more, per normal standard deviation, quantiles beyond 97 % rise

const YOUNG_FROM = 7; // known days
const YOUNG_UNTIL = 35;
const YOUNG_WIDER = 0.6;

/** The quantile of the standard normal distribution for 1 − each of {@link SHARES}. */
const NORMAL = [0, 0.841621, 1.281552, 1.644854, 1.880794];

export interface Margins {
  /** Fills in the width of a forecast made now, by horizon, from the sums expected by each day and their variances. */
  widths(sums: Float64Array, variances: Float64Array, known: number, widths: Float64Array): void;
  /** Takes in the result of the forecast made `HORIZONS[i]` days ago: log(actual/expected), and its width then. */
  learn(i: number, log: number, width: number, known: number): void;
  /** In widths, `SHARES.length` for each horizon. */
  readonly quantiles: Float64Array;
}

export function createMargins(): Margins {
  const n = SHARES.length;
  const off = Float64Array.from(HORIZONS, (_, i) => WIDTH_STARTS[i] ?? WIDTH_START);
  const quantiles = new Float64Array(HORIZONS.length * n);
  HORIZONS.forEach((horizon, i) => {
    for (let q = 1; q < n; q++) quantiles[i * n + q] = startOf(horizon, q);
  });

  return {
    quantiles,

    widths(sums, variances, known, widths) {
      const young = Math.max(0, Math.min(1, (YOUNG_UNTIL - known) / (YOUNG_UNTIL - YOUNG_FROM)));
      for (let i = 0; i < HORIZONS.length; i++) {
        const horizon = HORIZONS[i]!;
        const relative = sums[horizon]! > 0 ? Math.sqrt(variances[horizon]!) / sums[horizon]! : 0;
        widths[i] = Math.sqrt(off[i]! * relative) * (1 + YOUNG_WIDER * young);
      }
    },

    learn(i, log, width, known) {
      off[i]! += Math.max(WIDTH_STEP, 1 / known) * (Math.min(MAX_OFF, Math.abs(log)) - off[i]!);
      const z = log / width;
      for (let q = 0; q < n; q++) {
        let moved = quantiles[i * n + q]!;
        moved += STEPS[q]! * ((z > moved ? 1 : 0) - SHARES[q]!);
        let place = i * n + q; // a smaller share never has the smaller quantile
        for (; place > i * n && quantiles[place - 1]! > moved; place--)
          quantiles[place] = quantiles[place - 1]!;
        quantiles[place] = moved;
      }
    },
  };
}

/** The first quantile of a share, by its index, at a horizon in days; in widths. */
export function startOf(horizon: number, share: number): number {
  const after = Math.max(
    1,
    STARTS.findIndex((each) => each.horizon >= horizon),
  );
  const [low, high] = [STARTS[after - 1]!, STARTS[after]!];
  const part = (horizon - low.horizon) / (high.horizon - low.horizon);
  return low.widths[share - 1]! + part * (high.widths[share - 1]! - low.widths[share - 1]!);
}

/**
 * The value at any confidence, interpolated between those for {@link SHARES} over the normal distribution's quantiles.
 *
 * Beyond the last share the line goes on, steeper than from 90 to 97 %: bad days are worse than a normal distribution says.
 */
export function atConfidence(confidence: number, values: (share: number) => number): number {
  const z = normalQuantile(confidence);
  const last = NORMAL.length - 1;
  if (z >= NORMAL[last]!) {
    const slope = (values(last) - values(2)) / (NORMAL[last]! - NORMAL[2]!);
    const beyond = z - NORMAL[last]!;
    return values(last) + Math.max(0, slope) * beyond * (1 + TAIL * beyond);
  }
  let i = 1;
  while (NORMAL[i]! < z) i++;
  const part = (z - NORMAL[i - 1]!) / (NORMAL[i]! - NORMAL[i - 1]!);
  return values(i - 1) + part * (values(i) - values(i - 1));
}

/** The standard normal distribution's quantile, for 0.5 to 0.995, within 0.0005 (Abramowitz and Stegun, 26.2.23). */
function normalQuantile(p: number): number {
  if (p <= 0.5) return 0;
  const t = Math.sqrt(-2 * Math.log(1 - p));
  return (
    t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
  );
}
