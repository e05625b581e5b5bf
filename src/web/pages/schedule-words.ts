// A cron schedule in words, for the common shapes; others are shown as they are written.

/** `every 5 minutes`, `at minute 15 of every hour`, `daily at 06:30`; the fields themselves when there is no short way. */
export function inWords(expression: string): string {
  const fields = expression.trim().split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields.slice(-5);
  const second = fields.length === 6 ? fields[0]! : '0';
  const rest = [day, month, weekday];
  if (!rest.every((field) => field === '*')) return expression;
  if (fields.length === 6 && minute === '*' && hour === '*') {
    if (second === '*') return 'every second';
    const step = /^\*\/(\d+)$/.exec(second)?.[1];
    if (step) return `every ${step} seconds`;
  }
  if (second !== '0') return expression;
  if (minute === '*' && hour === '*') return 'every minute';
  const step = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (step && hour === '*') return `every ${step} minutes`;
  if (/^\d+$/.test(minute) && hour === '*')
    return minute === '0' ? 'every hour' : `at minute ${minute} of every hour`;
  if (/^\d+$/.test(minute) && /^\d+$/.test(hour))
    return `daily at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return expression;
}
