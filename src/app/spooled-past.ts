// The past that rules look back on, where some of it still waits on this machine for Postgres.
import { isBalances } from '../domain/poll-result.ts';
import type { ReadPast } from '../monitor/alerts/ports.ts';
import { pastValues } from '../monitor/alerts/window-backfill.ts';
import type { Spool } from '../store/spool/spool.ts';
import type { After } from '../store/writer/timer.ts';

const MAX_WAITING = 10_000; // polls of the spool that are looked through for what rules look back on

/** The past as Postgres has it, and what waits on this machine to get there. */
export function withSpooled(readPast: ReadPast, spool: Spool, _after: After): ReadPast {
  return async (accounts, lookback) => {
    const waiting = spool.oldest(MAX_WAITING).map(({ result }) => result);
    return [...(await readPast(accounts, lookback)), ...pastValues(waiting.filter(isBalances), lookback)];
  };
}
