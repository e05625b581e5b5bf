// What is known now, put together for all who ask for it at about the same time: pages and API.
import type { Alert } from '../domain/alert.ts';
import type { AccountView, Board } from '../monitor/board/board.ts';
import type { PageSources } from './sources.ts';
import { accountViews, type PageVerdict, reachVerdict } from './verdict.ts';

const MAX_AGE_MS = 5_000; // forecasts change without the board
const CHEAP_MS = 20; // what takes no longer is put together at each change
const MAX_SHARE = 0.2; // of the process's time for what takes longer: 200 ms are spent once a second

export interface Status {
  readonly accounts: readonly AccountView[];
  readonly verdict: PageVerdict;
}

/**
 * A function that gives the status; the same object for as long as nothing has changed.
 *
 * Where putting it together takes long and it changes all the time, it may be some seconds old; never so old that a
 * balance in it has turned stale since.
 */
export function createStatus({ board, alerts, clock }: PageSources): () => Status {
  let status:
    | (Status & { readonly of: Board; readonly revision: number; readonly alerts: readonly Alert[] })
    | undefined;
  let madeAt = 0;
  let took = 0;
  let until = { wall: 0, monotonic: 0 };

  return () => {
    const latest = board();
    if (!status || status.of !== latest || isOver() || (hasChanged(latest, status) && isDue()))
      status = make(latest);
    return status;
  };

  function hasChanged(latest: Board, { revision, alerts: known }: NonNullable<typeof status>): boolean {
    const current = alerts();
    if (clock.monotonic() - madeAt >= MAX_AGE_MS || latest.revision !== revision) return true;
    return current.length !== known.length || current.some((alert, i) => alert !== known[i]);
  }

  function isDue(): boolean {
    return took <= CHEAP_MS || clock.monotonic() - madeAt >= took / MAX_SHARE;
  }

  /** Whether a wallet has turned stale, or the next slot has come, since it was made; by either clock. */
  function isOver(): boolean {
    return clock.now() >= until.wall || clock.monotonic() >= until.monotonic;
  }

  function make(from: Board) {
    const started = clock.monotonic();
    const { revision } = from;
    const known = [...alerts()];
    const accounts = accountViews(from);
    let wall = Number.POSITIVE_INFINITY;
    for (const { account, nextSlot } of accounts)
      wall = Math.min(wall, from.staleAt(account) ?? wall, nextSlot ?? wall);
    until = { wall, monotonic: clock.monotonic() + (wall - clock.now()) };
    const verdict = reachVerdict(accounts, known);
    madeAt = clock.monotonic();
    took = madeAt - started;
    return { of: from, revision, alerts: known, accounts, verdict };
  }
}
