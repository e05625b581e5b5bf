// Whether one in ten means one in ten: the outlook against what came after it, on demand that was made up here.
import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { forecast, runwayAt } from '../../src/domain/runway.ts';

const DAY = 86_400_000;
const PAST = 56;
const DAYS = 400;
const BALANCES = [0.5, 1, 2, 3, 5, 7, 14, 21]; // in days of what went out on average

/** Days of demand with a weekly rhythm, a level that drifts, good and bad days, and now and then a run of payouts. */
function demand(seed: number): number[] {
  const random = randomOf(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const rhythm = Array.from({ length: 7 }, () => 0.4 + 1.2 * random());
  let level = 100 * Math.exp(3 * normal());
  return Array.from({ length: DAYS }, (_, day) => {
    level *= Math.exp(0.03 * normal());
    const payouts = random() < 0.02 ? 3 * random() : 0;
    return level * (rhythm[day % 7]! * Math.exp(0.35 * normal()) + payouts);
  });
}

function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

/** When it was gone, in days. */
function truth(days: readonly number[], from: number, balance: number): number {
  let held = balance;
  for (let day = from; day < days.length; day++) {
    if (days[day]! >= held) return day - from + held / days[day]!;
    held -= days[day]!;
  }
  return Number.POSITIVE_INFINITY;
}

/** What a quantile is judged by: the less the better, and the least where it is the truth. */
function loss(quantile: number, said: number, was: number): number {
  return was >= said ? quantile * (was - said) : (1 - quantile) * (said - was);
}

test('the pessimistic runway is too long in one case of ten, the median in one of two, at any balance', () => {
  const tally = BALANCES.map(() => ({ cases: 0, belowPessimistic: 0, belowMedian: 0 }));
  const losses = { pessimistic: 0, median: 0, meanAsPessimistic: 0, meanAsMedian: 0 };
  for (let seed = 0; seed < 40; seed++) {
    const days = demand(seed);
    for (let from = PAST; from < DAYS - 60; from += 23) {
      const past = Float64Array.from(
        { length: PAST * 24 },
        (_, hour) => days[from - PAST + Math.floor(hour / 24)]! / 24,
      );
      const outlook = forecast(past, 0)!;
      const week = days.slice(from - 7, from).reduce((sum, each) => sum + each, 0) / 7;
      const month = days.slice(from - 28, from).reduce((sum, each) => sum + each, 0) / 28;
      for (const [i, inDays] of BALANCES.entries()) {
        const balance = amountOf((month * inDays).toFixed(6));
        const { pessimistic, median } = runwayAt(outlook, balance, 0)!;
        const was = truth(days, from, month * inDays);
        tally[i]!.cases++;
        if (was * DAY < pessimistic) tally[i]!.belowPessimistic++;
        if (was * DAY < median) tally[i]!.belowMedian++;
        const mean = (month * inDays) / week;
        losses.pessimistic += loss(0.1, pessimistic / DAY, was) / inDays;
        losses.median += loss(0.5, median / DAY, was) / inDays;
        losses.meanAsPessimistic += loss(0.1, mean, was) / inDays;
        losses.meanAsMedian += loss(0.5, mean, was) / inDays;
      }
    }
  }
  for (const { cases, belowPessimistic, belowMedian } of tally) {
    expect(belowPessimistic / cases).toBeGreaterThan(0.04);
    expect(belowPessimistic / cases).toBeLessThan(0.16);
    expect(belowMedian / cases).toBeGreaterThan(0.42);
    expect(belowMedian / cases).toBeLessThan(0.58);
  }
  // The mean of the last seven days, which is what one would do without any of this.
  expect(losses.pessimistic).toBeLessThan(0.5 * losses.meanAsPessimistic);
  expect(losses.median).toBeLessThan(0.9 * losses.meanAsMedian);
});
