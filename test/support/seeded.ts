// Chance that can be repeated: the seed is printed, and FLOATWATCH_SEED sets it.

/** Numbers from 0 to 1 of a seed that is printed (mulberry32). */
export function seeded(
  seed = Number(process.env['FLOATWATCH_SEED'] ?? Date.now() % 1_000_000),
): () => number {
  process.stdout.write(`seed ${seed} (run it again with FLOATWATCH_SEED=${seed})\n`);
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
