// Finds where the line of a chart must break, because nothing was seen.
import type { Instant } from '../../domain/observation.ts';
import { ascending } from '../../domain/order.ts';

const TIMES_USUAL = 3; // a pause this many times as long as usual for the wallet breaks its line
const NEAR = 5; // how many pauses before it, and after it, count as near
const OWN = 5; // this many near pauses of about that length were usual at that time: schedules change

/** The points, oldest first, with one more, `gap`, after each point that an unusually long pause follows. */
export function withBreaks<Point extends { readonly at: Instant }>(
  points: readonly Point[],
  gap: Omit<Point, 'at'>,
): Point[] {
  const pauses = points.slice(1).map(({ at }, i) => at - points[i]!.at);
  const usual = pauses.toSorted(ascending)[Math.floor(pauses.length / 2)]!;
  const isLong = (pause: number, i: number): boolean =>
    pause > TIMES_USUAL * usual &&
    pauses.slice(Math.max(0, i - NEAR), i + NEAR + 1).filter((near) => pause <= TIMES_USUAL * near).length <
      OWN;
  return points.flatMap((point, i) =>
    i > 0 && isLong(pauses[i - 1]!, i - 1)
      ? [{ ...gap, at: points[i - 1]!.at + 1 } as Point, point]
      : [point],
  );
}
