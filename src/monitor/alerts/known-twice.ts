// Puts together what this machine and Postgres know of one alert. Used by `alert-memory.ts`.
import type { AlertLog, SavedAlert } from './ports.ts';
import { otherBeginnings } from './saved-alert.ts';

/** Postgres' state of an alert, with what only this machine knows: why it ended, what it rests on, its other notified beginnings. */
export function withKnownHere(local: SavedAlert, alert: SavedAlert): SavedAlert {
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

/**
 * The ends of episodes that fire in `ours`, of alerts that are in another episode in `theirs`: a machine that was away for long
 * goes on with an episode that others have seen end.
 */
export async function endsElsewhere(
  log: Pick<AlertLog, 'endsOf'>,
  ours: ReadonlyMap<string, SavedAlert>,
  theirs: readonly SavedAlert[],
): Promise<readonly SavedAlert[]> {
  const left = theirs.flatMap(({ fingerprint, state: { firingAt } }) => {
    const local = ours.get(fingerprint);
    return local?.state.phase === 'firing' && firingAt !== local.state.firingAt ? [local] : [];
  });
  if (left.length === 0) return [];
  const ends = await log.endsOf(left);
  return left.flatMap((alert): SavedAlert[] => {
    const at = ends.get(alert.fingerprint);
    if (at === undefined) return [];
    const over = { phase: 'inactive', held: false, clearSince: null, resolvedAt: at, at } as const;
    return [{ ...alert, state: { ...alert.state, ...over } }];
  });
}
