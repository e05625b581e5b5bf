// A wallet's runway at each confidence that somebody asks for, as the metrics tell it.
import type { Runway } from '../../domain/forecast/history.ts';
import type { Aim } from './aims.ts';

export interface RunwayConfidence {
  /** `0.5`, or the one asked for. */
  readonly confidence: string;
  /** 60 days at the most. */
  readonly seconds: number;
}

/**
 * The median first, then the account's own, then those of the other aims; empty: not known.
 *
 * Where several lead times share a confidence it is the shortest: every lead time has a margin of its own.
 */
export function runwaysAt(
  own: Aim,
  aims: readonly Aim[],
  lasts: (aim: Aim) => Runway | undefined,
): readonly RunwayConfidence[] {
  const runway = lasts(own);
  if (!runway) return [];
  const first = new Map([[0.5, runway.median]]);
  if (own.confidence !== 0.5) first.set(own.confidence, runway.pessimistic);
  const all = new Map(first);
  for (const aim of aims) {
    if (first.has(aim.confidence)) continue;
    const { pessimistic } = lasts(aim)!;
    all.set(aim.confidence, Math.min(pessimistic, all.get(aim.confidence) ?? pessimistic));
  }
  return [...all].map(([confidence, ms]) => ({
    confidence: String(confidence),
    seconds: Math.floor(ms / 1_000),
  }));
}
