import { expect, test } from 'vitest';
import { repeat } from '../../src/cli/terminal/repeat.ts';
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
