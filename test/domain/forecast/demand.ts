// Demand that was made up: real withdrawals are measured by `npm run bench -- foresight`.

/** The same numbers between 0 and 1 for the same seed. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

/** Days of demand with a weekly rhythm, a level that drifts, good and bad days, and now and then a run of payouts. */
export function demand(seed: number, length: number): number[] {
  const random = randomOf(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const rhythm = Array.from({ length: 7 }, () => 0.4 + 1.2 * random());
  let level = 100 * Math.exp(3 * normal());
  return Array.from({ length }, (_, day) => {
    level *= Math.exp(0.02 * normal());
    const payouts = random() < 0.02 ? 2 * random() : 0;
    return level * (rhythm[day % 7]! * Math.exp(0.3 * normal()) + payouts);
  });
}

/** A wallet that pays out on a third of days, chance says on which. */
export function lumpyDemand(seed: number, length: number): number[] {
  const random = randomOf(seed);
  return Array.from({ length }, () => (random() < 1 / 3 ? 300 * (0.7 + 0.6 * random()) : 0));
}

/** When it was gone, in days after `from`; `undefined` when it never was. */
export function endOf(days: readonly number[], from: number, balance: number): number | undefined {
  let held = balance;
  for (let day = from; day < days.length; day++) {
    if (days[day]! >= held) return day - from + held / days[day]!;
    held -= days[day]!;
  }
  return undefined;
}
