// When an alert's end is told in the words of the end, and when in those of its beginning: only what this process saw to be
// over has a value of after the end.
import { expect, test } from 'vitest';
import { lowRule, payout, polled, START, watching } from '../support/watching.ts';

const [LOW, FINE] = [[payout('3000000')], [payout('6000000')]];
const RULE = lowRule({ annotations: { summary: '{{value}} is low' }, over: '{{value}} is fine' });

const summary = (watched: ReturnType<typeof watching>) => watched.alert()?.annotations['summary'];

test('an end that was seen here is told as over, also after blind polls', () => {
  const it = watching({ rules: [RULE] });
  it.see(0, LOW);
  expect(summary(it)).toBe('3,000,000 is low');
  it.see(1, FINE);
  expect(summary(it)).toBe('6,000,000 is fine');
  for (const minute of [2, 3, 4]) it.see(minute, 'connect');
  expect(summary(it)).toBe('6,000,000 is fine');
});

test('an end that another process saw is told as over once this one has seen that, too', () => {
  const other = watching({ rules: [RULE] });
  other.see(0, LOW);
  const fired = other.watch.unsaved();
  other.see(1, FINE);
  const ended = other.watch.unsaved();

  const it = watching({ rules: [RULE] });
  it.watch.resume(fired, []);
  it.wait(1);
  it.watch.resume(ended, []);
  expect(it.alert()).toMatchObject({ phase: 'inactive', resolvedAt: START + 60_000 });
  expect(summary(it)).toBe('3,000,000 is low');
  it.see(2, FINE);
  expect(summary(it)).toBe('6,000,000 is fine');
});

test('an alert whose rule is taken away is not told as over', () => {
  const it = watching({ rules: [RULE] });
  it.see(0, LOW);
  const [change] = it.watch.reload({ ...it.options, rules: [] });
  expect(change).toMatchObject({
    transition: 'resolved',
    alert: { annotations: { summary: '3,000,000 is low' } },
  });
  it.watch.reload(it.options);
  it.watch.observe(polled(1, 'connect'));
  expect(summary(it)).toBe('3,000,000 is low');
});
