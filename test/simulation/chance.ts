// Chance from a seed: the same seed gives the same world.

export interface Chance {
  /** From 0 to 1. */
  (): number;
  /** A whole number from 0 to less than `count`. */
  below(count: number): number;
  between(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  is(probability: number): boolean;
}

export function createChance(seed: number): Chance {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const chance = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return Object.assign(chance, {
    below: (count: number) => Math.floor(chance() * count),
    between: (from: number, to: number) => from + chance() * (to - from),
    pick: <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!,
    is: (probability: number) => chance() < probability,
  });
}
