// Sorts long lists without blocking the event loop: polls and other answers go on meanwhile.
import { createTurns, type Turns } from './turns.ts';

const RUN = 1_000; // items that are sorted in one go, which takes about a millisecond
const TURN_MS = 4;

/** Sorts like `toSorted`; equal items stay in their order. `turns` are those of the work that it is a part of. */
export async function sortedInTurns<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  turns = createTurns(TURN_MS),
): Promise<readonly T[]> {
  let runs: T[][] = [];
  for (let i = 0; i < items.length; i += RUN) {
    runs.push(items.slice(i, i + RUN).sort(compare));
    if (turns.isOver()) await turns.next();
  }
  while (runs.length > 1) {
    const longer: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      longer.push(await merged(runs[i]!, runs[i + 1] ?? [], { compare, turns }));
    }
    runs = longer;
  }
  return runs[0] ?? [];
}

async function merged<T>(
  a: readonly T[],
  b: readonly T[],
  { compare, turns }: { readonly compare: (a: T, b: T) => number; readonly turns: Turns },
): Promise<T[]> {
  const both: T[] = [];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length; ) {
    const fromA = j === b.length || (i < a.length && compare(a[i]!, b[j]!) <= 0);
    both.push(fromA ? a[i++]! : b[j++]!);
    if (both.length % RUN === 0 && turns.isOver()) await turns.next();
  }
  return both;
}
