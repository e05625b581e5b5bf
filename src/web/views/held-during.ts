// Finds what a wallet held during an episode. A long chart is made of hours or days, and the first and the last of these lie
// partly outside the episode: of them, the snapshots are read.
import type { HistoryPoint, Range } from '../sources.ts';

/** Reads points of a short range: single snapshots, if they are still kept. */
type ReadRange = (range: Range) => Promise<readonly HistoryPoint[] | undefined>;

/**
 * The points of a chart that lie within the range, and those read for its edges.
 *
 * None at all if the snapshots of an edge aren't kept any more: then nobody knows which of its figures belong to the range.
 */
export async function heldDuring(
  points: readonly HistoryPoint[],
  { from, to }: Range,
  read: ReadRange,
): Promise<readonly HistoryPoint[]> {
  const known = points.filter(({ samples }) => samples > 0);
  const within = known.filter(({ at, since }) => (since ?? at) >= from && at <= to);
  const edges = known.flatMap(({ at, since }) =>
    since !== null && since < to && at > from && (since < from || at > to) ? [{ since, at }] : [],
  );
  const held = [...within];
  for (const { since, at } of edges) {
    const inside = await snapshots(read, { from: Math.max(since, from), to: Math.min(at, to) });
    const isKept = inside.length > 0 || (await snapshots(read, { from: since, to: at })).length > 0;
    if (!isKept) return [];
    held.push(...inside);
  }
  return held;
}

async function snapshots(read: ReadRange, range: Range): Promise<readonly HistoryPoint[]> {
  const points = (await read(range)) ?? [];
  return points.filter(
    ({ since, at, samples }) => since === null && samples > 0 && at >= range.from && at <= range.to,
  );
}
