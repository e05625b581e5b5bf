// The units of time in milliseconds, and durations as Prometheus writes them: `90s`, `1h30m`, `2d`. Used everywhere.

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

const UNITS = {
  ms: 1,
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: WEEK_MS,
  y: 365 * DAY_MS,
};
const GRAMMAR = /^(?:(\d+)y)?(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/;
const ORDER = ['y', 'w', 'd', 'h', 'm', 's', 'ms'] as const;

/** Reads a Prometheus duration as milliseconds; a lone `0` is zero; `undefined` for anything else. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const parts = text === '' ? null : GRAMMAR.exec(text);
  if (!parts) return undefined;
  const total = ORDER.reduce((sum, unit, i) => sum + Number(parts[i + 1] ?? 0) * UNITS[unit], 0);
  return Number.isSafeInteger(total) ? total : undefined;
}

/** Writes milliseconds as a Prometheus duration: `5400000` is `1h30m`, zero is `0s`. */
export function formatDuration(ms: number): string {
  let rest = Math.round(ms);
  if (rest === 0) return '0s';
  let text = '';
  for (const unit of ORDER) {
    if (unit === 'y' || unit === 'w') continue; // people read 400d, not 1y5w
    const count = Math.floor(rest / UNITS[unit]);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * UNITS[unit];
  }
  return text;
}
