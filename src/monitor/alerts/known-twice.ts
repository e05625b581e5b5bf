// Puts together what this machine and Postgres know of one alert. Used by `alert-memory.ts`.
import type { Instant } from '../../domain/observation.ts';
import { episodeOfSaved } from './episode.ts';
import type { AlertLog, SavedAlert } from './ports.ts';
import { otherBeginnings, sameButHeld } from './saved-alert.ts';

/** Postgres' state of an alert, which isn't older than `local`, or `local` ended at `endedAt`, as Postgres knows. */
export function takenOver(
  local: SavedAlert | undefined,
  alert: SavedAlert,
  endedAt: Instant | undefined,
): SavedAlert {
  if (!local) return { ...alert, elsewhere: true };
  if (endedAt !== undefined) return withEnded(local, alert, endedAt);
  return local.elsewhere ? { ...alert, elsewhere: true } : withKnownHere(local, alert);
}

/** Whether both have one state of the alert, so that there is nothing to write. */
export function isSame(local: SavedAlert, alert: SavedAlert): boolean {
  return local.state.at === alert.state.at && sameButHeld(local.state, alert.state);
}

/** Postgres' state of an alert, with what only this machine knows: why it ended, what it rests on, its other notified beginnings. */
function withKnownHere(local: SavedAlert, alert: SavedAlert): SavedAlert {
  const alsoBegan = otherBeginnings(local.state, alert.state, [local]);
  const isSame = alert.state.at === local.state.at;
  return {
    ...alert,
    ...(isSame && local.unasked && { unasked: true }),
    ...(isSame && local.lastHeard !== undefined && { lastHeard: local.lastHeard }),
    ...(alsoBegan.length > 0 && { alsoBegan }),
  };
}

/** This machine's state of an alert, with the beginning that only Postgres knows, when the alert lasts in both. */
export function withBegunElsewhere(local: SavedAlert, alert: SavedAlert): SavedAlert {
  const alsoBegan = otherBeginnings(alert.state, local.state, [local]);
  return alsoBegan.length > 0 ? { ...local, alsoBegan } : local;
}

/** Postgres' state of an alert, after the end, which Postgres knows as well, of the episode that lasts on this machine. */
function withEnded(local: SavedAlert, alert: SavedAlert, resolvedAt: Instant): SavedAlert {
  const over = { phase: 'inactive', held: false, clearSince: null, resolvedAt, at: resolvedAt } as const;
  const alsoBegan = (local.alsoBegan ?? []).filter((at) => at !== alert.state.firingAt);
  const ended = { ...local.state, ...over };
  return { ...alert, elsewhere: true, ended, ...(alsoBegan.length > 0 && { alsoBegan }) };
}

/**
 * When the episodes that fire in `ours` ended, of alerts that are in another episode in `theirs`: a machine that was away for
 * long goes on with an episode that others have seen end. The function returned tells it of a state.
 */
export async function endsElsewhere(
  log: Pick<AlertLog, 'endsOf'>,
  ours: ReadonlyMap<string, SavedAlert>,
  theirs: readonly SavedAlert[],
): Promise<(alert: SavedAlert | undefined) => Instant | undefined> {
  const left = theirs.flatMap(({ fingerprint, state: { firingAt } }) => {
    const local = ours.get(fingerprint);
    return local?.state.phase === 'firing' && firingAt !== local.state.firingAt ? [local] : [];
  });
  const ends = left.length === 0 ? undefined : await log.endsOf(left);
  return (alert) => (alert?.state.phase === 'firing' ? ends?.get(episodeOfSaved(alert)) : undefined); // more may have been seen since
}
