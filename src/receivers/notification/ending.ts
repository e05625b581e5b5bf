// Why an alert has ended though nothing shows that all is well: who is told of its end must not take that for good news.
import type { Alert, Reason } from '../../domain/alert.ts';

const ENDINGS: Partial<Readonly<Record<Reason, string>>> = {
  removed: 'it is no longer configured',
  forgotten: 'its wallet was forgotten, and is watched no more',
};

/** In words; `null` for an alert that fires, or whose condition was seen to be over. */
export function endedBecause({ phase, reason }: Pick<Alert, 'phase' | 'reason'>): string | null {
  return phase === 'firing' ? null : (ENDINGS[reason] ?? null);
}

/** The alert's annotations, and `ended_because` where {@link endedBecause} has something to say: for other programs. */
export function annotationsWithEnding(alert: Alert): Alert['annotations'] {
  const because = endedBecause(alert);
  return because === null ? alert.annotations : { ...alert.annotations, ended_because: because };
}
