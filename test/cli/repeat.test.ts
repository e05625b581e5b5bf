import { expect, test } from 'vitest';
import { everyMsOf, repeat } from '../../src/cli/terminal/repeat.ts';
import { capture } from '../support/io.ts';

test.each(['4w', '1y', '0s', 'soon'])(
  '--watch %s is refused: a timer can not wait so long, and would not wait at all',
  async (interval) => {
    const stop = new AbortController();
    let shown = 0;
    const showing = repeat({ ...capture().io, signal: stop.signal }, interval, async () => {
      if (++shown === 2) stop.abort();
    });
    await expect(showing).rejects.toThrow(
      `--watch ${interval}: is not a duration such as 10s, of a day at the most`,
    );
  },
);

test('--watch without an interval shows it until it is stopped', async () => {
  const stop = new AbortController();
  let shown = 0;
  await repeat({ ...capture().io, signal: stop.signal }, true, async () => {
    shown++;
    stop.abort();
  });
  expect(shown).toBe(1);
});

test.for([
  [true, 10_000],
  ['2m', 120_000],
  ['1d', 86_400_000],
] as const)('--watch %s shows it every %i ms', ([interval, ms]) => {
  expect(everyMsOf(interval)).toBe(ms);
});

test('a terminal is cleared before each time; a file is left as it is', async () => {
  const CLEAR = '\x1b[H\x1b[2J\x1b[3J';
  for (const isTTY of [true, false]) {
    const stop = new AbortController();
    const { io, written } = capture();
    const stdout = Object.assign(io.stdout, { isTTY });
    let shown = 0;
    await repeat({ ...io, stdout, signal: stop.signal }, '1ms', async () => {
      stdout.write('shown');
      if (++shown === 2) stop.abort();
    });
    expect(written().stdout).toBe(isTTY ? `${CLEAR}shown`.repeat(2) : 'shownshown');
  }
});
