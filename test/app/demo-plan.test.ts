// Whenever the demo is started, the plan of the wallet that runs low is one that the sandbox's top-up then follows, in time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { topUpSettings } from '../../src/app/configured.ts';
import { createDemo, writeDemoConfig } from '../../src/app/demo/demo.ts';
import { CAST, LOW_AFTER_MS, TOPPED_UP_AFTER_MS } from '../../src/app/demo/demo-story.ts';
import { forecast } from '../../src/domain/forecast/forecaster.ts';
import { dailySums, localDaysBefore } from '../../src/domain/forecast/history.ts';
import { zoneOf } from '../../src/domain/forecast/zone.ts';
import { approximate, subtractAmounts } from '../../src/domain/money.ts';
import { createOutflow } from '../../src/domain/outflow.ts';
import { planWallets } from '../../src/monitor/forecast/plans.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SPEED = 60;

afterEach(() => void vi.useRealTimers());

test.each([0, 1, 2, 3, 4, 5, 6].map((day) => Date.UTC(2026, 10, 16 + day, 5 + 2 * day, 7 * day)))(
  'started at %d',
  (since) => {
    vi.useFakeTimers({ toFake: ['Date'], now: since });
    const folder = mkdtempSync(join(tmpdir(), 'floatwatch-demo-plan-'));
    try {
      const demo = createDemo(folder, '127.0.0.1:0');
      vi.spyOn(demo.sandbox, 'address', 'get').mockReturnValue('http://127.0.0.1:1');
      const config = writeDemoConfig(demo, folder, { web: 1, postgres: 2 });
      const account = config.accounts.find(({ name }) => name === `demo-${CAST.low}`)!;
      const at = (instant: number) =>
        demo.scenario
          .at(CAST.low, instant)
          .filter(({ currency }) => currency === 'UGX')
          .map((wallet) => ({ ...wallet, account: account.name }));
      const payoutAt = (instant: number) =>
        at(instant).find(({ walletType }) => walletType === 'MERCHANT_PAYOUT')!.available;

      const past = createOutflow();
      for (let slot = since - 14 * DAY; slot < since; slot += 30 * MINUTE) past.take(slot, payoutAt(slot));
      const { first, days } = dailySums(past.before(since), since, localDaysBefore(since, zoneOf('UTC')));
      const settings = topUpSettings(account);
      const alerts = [{ lead: settings.leadMs / DAY, look: 0.001, confidence: settings.confidence }];
      const outlook = forecast(days, first, { alerts });
      const [row] = planWallets(at(since + 2 * LOW_AFTER_MS * SPEED), new Map([[account.name, settings]]), {
        runways: { forecastOf: () => ({ outlook, lookMs: 3_000 }) },
        now: since + 2 * LOW_AFTER_MS,
      });
      const { topUp } = row!;
      if ('unplanned' in topUp) throw new Error(topUp.unplanned);
      const toppedUpAt = since + TOPPED_UP_AFTER_MS * SPEED;
      const before = payoutAt(toppedUpAt - 3 * MINUTE);
      const rise = approximate(subtractAmounts(payoutAt(toppedUpAt + 3 * MINUTE), before));
      expect(approximate(before)).toBeGreaterThan(0);
      expect(approximate(topUp.needed)).toBeGreaterThan(0);
      expect(rise).toBeGreaterThan(approximate(topUp.needed) / 3);
      expect(row!.source).toBe(`demo-${CAST.low}/UGX/MERCHANT_COLLECTION`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
