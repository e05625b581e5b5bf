import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { createSimulator } from '../../src/monitor/alerts/simulation.ts';
import { CLEAR, labelledYear, POLL_MS, THRESHOLD } from '../support/labelled-year.ts';
import { lowRule } from '../support/watching.ts';

const rule = lowRule({
  forMs: POLL_MS, // two polls
  condition: {
    kind: 'below',
    field: 'available',
    threshold: amountOf(String(THRESHOLD)),
    clear: amountOf(String(CLEAR)),
  },
});

test('a labelled year of four wallets: every true low is alerted in time, nothing else is', () => {
  let [lows, found, episodes, right] = [0, 0, 0, 0];
  const counts = { lows: 0, blips: 0, flapping: 0, outages: 0 };
  let slowest = 0;
  for (const seed of [1, 2, 3, 4]) {
    const year = labelledYear(`wallet-${seed}`, seed);
    const simulator = createSimulator([rule]);
    for (const observation of year.observations) simulator.take(observation);
    const { episodes: fired } = simulator.finish();
    const seenAt = new Map(year.observations.map((observation) => [observation.slot, observation]));

    for (const low of year.lows) {
      const alert = fired.find(({ firingAt }) => firingAt >= low.firstSeen && firingAt < low.end);
      if (!alert) continue;
      found++;
      // Promise 4: `for` and one interval after the first low response, unless the service was away meanwhile.
      expect(alert.firingAt).toBeLessThanOrEqual(
        Math.max(low.secondSeen, low.firstSeen + rule.forMs + POLL_MS),
      );
      slowest = Math.max(slowest, alert.firingAt - low.firstSeen);
    }
    for (const { firingAt, resolvedAt } of fired) {
      if (year.lows.some((low) => firingAt >= low.firstSeen && firingAt < low.end)) right++;
      if (resolvedAt === null) continue;
      const evidence = seenAt.get(resolvedAt)!;
      expect(evidence.outcome).toBe('ok');
      expect(Number(evidence.wallets[0]!.available)).toBeGreaterThanOrEqual(CLEAR);
    }
    lows += year.lows.length;
    episodes += fired.length;
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += year.counts[name];
  }
  const [precision, recall] = [right / episodes, found / lows];
  process.stdout.write(
    `labelled year: ${JSON.stringify(counts)}; ${lows} lows that could be seen, ${episodes} episodes; ` +
      `recall ${recall.toFixed(4)}, precision ${precision.toFixed(4)}, slowest ${slowest / 60_000} min\n`,
  );
  expect(lows).toBeGreaterThan(300);
  expect(recall).toBe(1);
  expect(precision).toBe(1);
  expect(episodes).toBe(lows); // each once: neither band nor outage splits an episode
});
