// Lists a wallet's runway at each confidence that somebody asks for, for the metrics.
import type { Runway } from '../../domain/forecast/history.ts';
import type { Aim } from './aims.ts';

export interface RunwayConfidence {
  /** `0.5`, or the confidence of an aim. */
  readonly confidence: string;
  /** At most 60 days. */
  readonly seconds: number;
}

/**
 * The runways: the median first, then at the account's own confidence, then at those of the other aims; empty: not known.
 *
 * When other aims share a confidence, their shortest runway counts, because each lead time has its own margin.
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
