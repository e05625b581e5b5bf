// Makes the status of now, once for all who ask for it at about the same time: pages and API.
import type { Alert } from '../domain/alert.ts';
import type { AccountView, Board } from '../monitor/board/board.ts';
import { sortedInTurns } from '../monitor/sorted-in-turns.ts';
import { createTurns, eachInTurns } from '../monitor/turns.ts';
import type { PageSources } from './sources.ts';
import { compareJudged, createJudge, type Judged, type PageVerdict } from './verdict.ts';

const MAX_AGE_MS = 5_000; // forecasts change without the board
const CHEAP_MS = 20; // a status that takes no longer is made at each change
const MAX_SHARE = 0.2; // of the process's time for a slower status: one of 200 ms is made once a second
const TURN_MS = 4;

export interface Status {
  readonly accounts: readonly AccountView[];
  readonly verdict: PageVerdict;
}

interface MadeStatus extends Status {
  readonly of: Board;
  readonly revision: number;
  readonly alerts: readonly Alert[];
}

/**
 * A function that gives the status as it is then or later: the same object until something changes. With many wallets it
 * is made in turns of the event loop, once for all who wait for it.
 *
 * Where the status takes long to make and changes all the time, it may be some seconds old; but never so old that a
 * balance in it has turned stale since.
 */
export function createStatus({ board, alerts, clock }: PageSources): () => Promise<Status> {
  let status: MadeStatus | undefined;
  let making: Promise<MadeStatus> | undefined;
  let madeAt = 0;
  let took = 0;
  let until = { wall: 0, monotonic: 0 };

  return async () => {
    await making; // it has what was known before
    const latest = board();
    if (status && status.of === latest && !isOver() && !(hasChanged(latest, status) && isDue()))
      return status;
    making ??= make(latest).finally(() => {
      making = undefined;
    });
    return making;
  };

  function hasChanged(latest: Board, { revision, alerts: known }: MadeStatus): boolean {
    const current = alerts();
    if (clock.monotonic() - madeAt >= MAX_AGE_MS || latest.revision !== revision) return true;
    return current.length !== known.length || current.some((alert, i) => alert !== known[i]);
  }

  function isDue(): boolean {
    return took <= CHEAP_MS || clock.monotonic() - madeAt >= took / MAX_SHARE;
  }

  /** Whether a wallet has turned stale, or the next slot has come, since the status was made; by either clock. */
  function isOver(): boolean {
    return clock.now() >= until.wall || clock.monotonic() >= until.monotonic;
  }

  async function make(from: Board): Promise<MadeStatus> {
    const started = clock.monotonic();
    const { revision } = from;
    const known = [...alerts()];
    const judge = createJudge();
    const accounts: AccountView[] = [];
    const judged: Judged[] = [];
    let wall = Number.POSITIVE_INFINITY;
    const turns = createTurns(TURN_MS);
    await eachInTurns(known, turns, judge.hear);
    await eachInTurns(from.accounts, turns, (name) => {
      const view = from.account(name);
      if (!view) return; // a reload has removed it
      accounts.push(view);
      for (const wallet of view.wallets) judged.push(judge.judge(wallet));
      wall = Math.min(wall, from.staleAt(name) ?? wall, view.nextSlot ?? wall);
    });
    const rows = await sortedInTurns(judged, compareJudged, turns);
    await turns.next();
    const verdict = judge.sumUp(rows, accounts);
    until = { wall, monotonic: clock.monotonic() + (wall - clock.now()) };
    madeAt = clock.monotonic();
    took = madeAt - started;
    status = { of: from, revision, alerts: known, accounts, verdict };
    return status;
  }
}
