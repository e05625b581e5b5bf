// Durations as Prometheus writes them: `90s`, `1h30m`, `2d`. Used by settings, and by sentences for people.

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000, y: 31_536_000_000 };
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
