// Whether 95 % mean 95 %: what was told against what came after it, on demand that was made up here.
import { expect, test } from 'vitest';
import { createForecaster } from '../../../src/domain/forecast/forecaster.ts';
import { alertLevel, alertOf, lastsFor, type Outlook } from '../../../src/domain/forecast/outlook.ts';
import { demand, endOf, lumpyDemand } from './demand.ts';

const DAYS = 400;
const WALLETS = 40;
const LEAD = 2;
const LOOK = 0.25;
const SHARES = [0.5, 0.2, 0.1, 0.05, 0.03];
const CONFIDENCES = [0.9, 0.95, 0.97, 0.99];

function outlooksOf(days: readonly number[]): (Outlook | undefined)[] {
  const alerts = CONFIDENCES.map((confidence) => ({ lead: LEAD, look: LOOK, confidence }));
  const forecaster = createForecaster(20_000, { alerts });
  return days.map((amount) => {
    const outlook = forecaster.outlook();
    forecaster.learn(amount);
    return outlook;
  });
}

/** How long before the end the alert came, in days; 0 when it never did. */
function warning(
  days: readonly number[],
  outlooks: readonly (Outlook | undefined)[],
  i: number,
  from: number,
  balance: number,
) {
  const end = endOf(days, from, balance)!;
  let held = balance;
  for (let look = 0; held > 0; look++) {
    const day = from + Math.floor(look * LOOK);
    const outlook = outlooks[day]!;
    if (alertLevel(outlook, alertOf(outlook, i), (look * LOOK) % 1, LEAD + LOOK) >= held)
      return end - look * LOOK;
    held -= days[day]! * LOOK;
  }
  return 0;
}

function judge(make: (seed: number, length: number) => number[]) {
  const tooLong = SHARES.map(() => 0);
  const late = CONFIDENCES.map(() => 0);
  let cases = 0;
  let emptyings = 0;
  for (let seed = 0; seed < WALLETS; seed++) {
    const days = make(seed, DAYS);
    const outlooks = outlooksOf(days);
    for (let from = 56; from < DAYS - 60; from += 5) {
      const mean = days.slice(from - 28, from).reduce((sum, each) => sum + each, 0) / 28;
      const end = endOf(days, from, 4 * mean);
      if (mean === 0 || end === undefined || endOf(days, from, 10 * mean) === undefined) continue;
      cases++;
      SHARES.forEach((share, i) => {
        if (lastsFor(outlooks[from]!, 1 - share, 0, 4 * mean) > end) tooLong[i]!++;
      });
      emptyings++;
      CONFIDENCES.forEach((_, i) => {
        if (warning(days, outlooks, i, from, 10 * mean) < LEAD) late[i]!++;
      });
    }
  }
  return {
    tooLong: tooLong.map((count) => count / cases),
    inTime: late.map((count) => 1 - count / emptyings),
  };
}

test('runways are too long as often as is asked for, and alerts come in time at least as often', {
  timeout: 120_000,
}, () => {
  const { tooLong, inTime } = judge(demand);
  SHARES.forEach((share, i) => {
    expect(Math.abs(tooLong[i]! - share)).toBeLessThan(0.01 + 0.25 * share);
  });
  CONFIDENCES.forEach((confidence, i) => {
    expect(inTime[i]).toBeGreaterThanOrEqual(confidence);
  });
  expect(inTime[0]).toBeLessThan(0.97); // and not by crying wolf
});

test('so with wallets that pay out on few days', { timeout: 120_000 }, () => {
  const { tooLong, inTime } = judge(lumpyDemand);
  SHARES.forEach((share, i) => {
    expect(Math.abs(tooLong[i]! - share)).toBeLessThan(0.01 + 0.25 * share);
  });
  CONFIDENCES.forEach((confidence, i) => {
    expect(inTime[i]).toBeGreaterThanOrEqual(confidence - 0.005);
  });
});
