// Says why an alert has ended although nothing shows that all is well: readers must not take such an end for good news.
import type { Alert, Reason } from '../../domain/alert.ts';

const ENDINGS: Partial<Readonly<Record<Reason, string>>> = {
  removed: 'it is no longer configured',
  forgotten: 'its wallet was forgotten, and is watched no more',
};

/** The reason in words; `null` for an alert that fires, or whose condition was seen to be over. */
export function endedBecause({ phase, reason }: Pick<Alert, 'phase' | 'reason'>): string | null {
  return phase === 'firing' ? null : (ENDINGS[reason] ?? null);
}

/** The alert's annotations for other programs, with `ended_because` where {@link endedBecause} gives a reason. */
export function annotationsWithEnding(alert: Alert): Alert['annotations'] {
  const because = endedBecause(alert);
  return because === null ? alert.annotations : { ...alert.annotations, ended_because: because };
}
