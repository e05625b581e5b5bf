// Measures what a forecast costs: a replay of two years, a look-up, and the memory that is kept for a wallet.
import { createForecaster, forecast } from '../../src/domain/forecast/forecaster.ts';
import { lastsFor, type Outlook } from '../../src/domain/forecast/outlook.ts';
import { cpuMs, type Measurement, median, usedBytes } from '../measure.ts';

const DAYS = 730;
const REPLAYS = 200;
const OUTLOOKS = 200;
const LOOKUPS = 100_000;
const ROUNDS = 5;
const KEPT = 2_000;

export async function cost(): Promise<Readonly<Record<string, Measurement>>> {
  const days = Array.from({ length: DAYS }, (_, i) => 1e6 * (1 + 0.5 * Math.sin(i) + (i % 7) / 10));
  const alerts = [{ lead: 2, look: 0.001, confidence: 0.95 }];
  const replay = () => forecast(days, 20_000, { alerts })!;
  const outlook = replay();
  const outlooks: number[] = [];
  const lumpy = days.map((amount, i) => (i % 3 === 0 && i % 5 < 3 ? amount : 0));
  const made = [days, lumpy].map((past) => {
    const forecaster = createForecaster(20_000, { alerts });
    for (const amount of past) forecaster.learn(amount);
    return forecaster;
  });
  const replays: number[] = [];
  const lookups: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    replays.push((await cpuMs(() => times(REPLAYS, replay))) / REPLAYS);
    const each: number[] = [];
    for (const one of made) each.push(await cpuMs(() => times(OUTLOOKS, () => one.outlook())));
    outlooks.push(Math.max(...each) / OUTLOOKS);
    lookups.push((await cpuMs(() => times(LOOKUPS, (i) => lastsFor(outlook, 0.95, 0.3, i * 200)))) / LOOKUPS);
  }
  return {
    replay_two_years_ms: { value: median(replays), unit: 'ms', target: 5 },
    outlook_ms: { value: median(outlooks), unit: 'ms', target: 1 },
    lookup_us: { value: 1_000 * median(lookups), unit: 'µs', target: 1_000 },
    bytes_per_wallet: { value: await bytesOf(replay), unit: 'B', target: 900 },
  };
}

async function bytesOf(replay: () => Outlook): Promise<number> {
  const kept: Outlook[] = [];
  const before = await usedBytes();
  for (let i = 0; i < KEPT; i++) kept.push(replay());
  const after = await usedBytes();
  return (after - before) / kept.length;
}

function times(count: number, work: (i: number) => unknown): void {
  for (let i = 0; i < count; i++) work(i);
}
