// Whenever the demo is started, nothing is low yet: what fires has begun to, as its chart shows it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createDemo } from '../../src/app/demo/demo.ts';
import { compareAmounts } from '../../src/domain/money.ts';
import type { Scenario } from '../../src/sandbox/scenario.ts';

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2026, 10, 16);

afterEach(() => void vi.useRealTimers());

function lowAt(scenario: Scenario, instant: number): readonly string[] {
  return scenario.thresholds.flatMap(({ merchant, currency, walletType, threshold }) => {
    const wallet = scenario
      .at(merchant, instant)
      .find((each) => each.currency === currency && each.walletType === walletType)!;
    return compareAmounts(wallet.available, threshold) < 0 ? `${merchant}/${currency}/${walletType}` : [];
  });
}

test('no wallet is below its threshold, at whatever hour of a week it is started', () => {
  const low = Array.from({ length: 168 }, (_, hour) => MONDAY + hour * HOUR).flatMap((since) => {
    vi.useFakeTimers({ toFake: ['Date'], now: since });
    const folder = mkdtempSync(join(tmpdir(), 'floatwatch-demo-start-'));
    try {
      return lowAt(createDemo(folder, '127.0.0.1:0').scenario, since);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
  expect(low).toEqual([]);
});
