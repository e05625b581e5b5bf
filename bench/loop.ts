// Measures how long 100,000 wallets hold the event loop when all of them change and are scraped once a second.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Measurement, median } from './measure.ts';
import { createHouse } from './scrape/house.ts';
import { createReader } from './scrape/reader.ts';

/** The group `loop`: 100,000 wallets times `scale`. */
export async function loop(scale: number): Promise<Record<string, Measurement>> {
  await using stack = new AsyncDisposableStack();
  const house = await createHouse(100_000 * scale);
  stack.defer(house.close);
  const reader = createReader(house.url);
  stack.defer(reader.close);
  house.change(1);
  let bytes = await reader.read();

  const worst: number[] = [];
  const p99: number[] = [];
  for (let second = 0; second < 10; second++) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const [read] = await Promise.all([reader.read(), house.changeOverASecond()]);
    delay.disable();
    bytes = read;
    worst.push(delay.max / 1e6);
    p99.push(delay.percentile(99) / 1e6);
  }
  return {
    stall_p99_ms: { value: median(p99), unit: 'ms', target: 20 },
    stall_worst_ms: { value: Math.max(...worst), unit: 'ms' },
    body_mb: { value: bytes / 1e6, unit: 'MB' },
  };
}
