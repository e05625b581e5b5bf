// Random numbers without state: the same seed and index always draw the same number, in any order. Used by the scenario,
// by payment options and by the simulated worlds of the tests.

/** A 32-bit seed made of any number of names, by FNV-1a. */
export function seedOf(...names: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const char of names.join('\u0000')) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
  return mix(hash);
}

/** The draw number `index` of a seed: a whole number in [0, 2³²). */
export function draw(seed: number, index: number): number {
  const high = Math.floor(index / 0x100000000);
  return mix(Math.imul(mix(seed ^ (index | 0)), 0x9e3779b1) ^ high);
}

/** The draw `index` of a seed as a whole number in [from, to). */
export function drawBetween(seed: number, index: number, from: number, to: number): number {
  return from + Math.floor((draw(seed, index) / 0x100000000) * (to - from));
}

/** The finalizer of MurmurHash3: each bit of the input changes about half of the output's. */
function mix(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
