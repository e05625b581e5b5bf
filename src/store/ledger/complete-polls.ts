// Results on their way into the ledger: open rows first, then what was seen, of just those. `ledger.ts` makes it a method.
import { type Polled, succeeded } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { AccountSlot } from '../../monitor/storage/ports.ts';
import { UNPACK_ALL } from '../engines/timescaledb.ts';
import { MAX_AHEAD_MS } from '../postgres/clock.ts';
import { withPartitions } from '../postgres/partitions.ts';
import { mayBeStoredAlready, mayNotUnpack } from '../postgres/sqlstate.ts';
import {
  type Completed,
  type LedgerContext,
  type PollCodec,
  type Result,
  resultKey,
  rowKey,
} from './codec.ts';
import { resetIdsOnError } from './ids.ts';
import { beginWrite, replaceFailures, type Written, writeRows } from './poll-rows.ts';
import { recordConflicts } from './record-conflicts.ts';

interface Completion<Seen extends Polled> extends LedgerContext {
  readonly codec: PollCodec<Seen, unknown>;
  readonly clock: Clock;
  /** See `LedgerOptions.onLeftOut`. */
  readonly onLeftOut: (account: string, count: number) => void;
  /** Which slots are ours, until they are written. */
  readonly claims: {
    of(slot: AccountSlot): string | null;
    forget(slots: readonly AccountSlot[]): void;
  };
}

/** The method `complete` of a ledger: see `PostgresLedger.complete`. */
export function createCompletion<Seen extends Polled>(completion: Completion<Seen>) {
  const { pool, schema, ids, claims } = completion;
  return async (observations: readonly Seen[]): Promise<Completed[]> => {
    if (observations.length === 0) return [];
    const completed = await resetIdsOnError(ids, () =>
      withPartitions(pool, schema, observations, () => completePolls(completion, observations)),
    );
    claims.forget(observations);
    return completed;
  };
}

async function completePolls<Seen extends Polled>(
  completion: Completion<Seen>,
  observations: readonly Seen[],
  how: Writing = { mayExist: false, unpacksAll: false },
): Promise<Completed[]> {
  try {
    return await attempt(completion, observations, how);
  } catch (error) {
    const otherwise = nextWay(how, error);
    if (!otherwise) throw error;
    return await completePolls(completion, observations, otherwise);
  }
}

/** What most results can do without, since it takes time. */
interface Writing {
  /** Whether some of it may be stored already. */
  readonly mayExist: boolean;
  /** See `UNPACK_ALL`. */
  readonly unpacksAll: boolean;
}

function nextWay(how: Writing, error: unknown): Writing | null {
  if (!how.mayExist && mayBeStoredAlready(error)) return { ...how, mayExist: true };
  return !how.unpacksAll && mayNotUnpack(error) ? { ...how, unpacksAll: true } : null;
}

async function attempt<Seen extends Polled>(
  completion: Completion<Seen>,
  observations: readonly Seen[],
  { mayExist, unpacksAll }: Writing,
): Promise<Completed[]> {
  const { pool, ids, codec, clock, claims } = completion;
  const accounts = await ids.accounts(observations.map(({ account }) => account));
  const write = await codec.prepare(completion, observations);
  const results = observations.map((observation) => ({
    accountId: accounts.get(observation.account)!,
    claim: claims.of(observation),
    observation,
    records: codec.count(observation),
    unreadable: codec.unreadable(observation),
  }));
  const first = new Map<string, Result<Seen>>(); // of two results for one slot in this very batch, a success if any
  for (const result of results) {
    const other = first.get(resultKey(result));
    if (!other || (isSuccess(result) && !isSuccess(other))) first.set(resultKey(result), result);
  }
  // In one order everywhere, so that two replicas wait for each other instead of dead-locking.
  const batch = [...first.values()].sort(
    (a, b) => a.accountId - b.accountId || a.observation.slot - b.observation.slot,
  );

  const { completed, leftOut } = await pool.transaction(async (tx) => {
    const now = await beginWrite(tx);
    if (unpacksAll) await tx.query(UNPACK_ALL);
    const isFuture = ({ observation }: Result<Seen>) => observation.slot > now + MAX_AHEAD_MS;
    const past = batch.filter((each) => !isFuture(each));
    const written = new Map<string, Written>();
    const take = (rows: readonly Written[]) => rows.forEach((row) => void written.set(rowKey(row), row));
    take(await writeRows(tx, completion, { batch: past, now }));
    // Where our clock is behind, what we saw in these slots was seen later: no proof that a failure there was ours alone.
    const isBehind = clock.now() < now - MAX_AHEAD_MS;
    const second = isBehind ? [] : past.filter((each) => !written.has(resultKey(each)));
    take(await replaceFailures(tx, completion, { batch: second, now }));
    const stored = batch.flatMap((each) => {
      const row = written.get(resultKey(each));
      return row ? [{ ...each, late: row.late }] : [];
    });
    const leftOut = await write(tx, stored, { now, mayExist });
    const rest = results.filter(
      (each) => !isFuture(each) && (!written.has(resultKey(each)) || first.get(resultKey(each)) !== each),
    );
    const losers = new Set(rest.length > 0 ? await recordConflicts(tx, completion, rest) : []);
    const completed = results.map(
      (each): Completed => (isFuture(each) ? 'future' : losers.has(each) ? 'conflict' : 'stored'),
    );
    return { completed, leftOut };
  });
  for (const [account, count] of leftOut) completion.onLeftOut(account, count);
  return completed;
}

function isSuccess({ observation }: Result<Polled>): boolean {
  return succeeded(observation.outcome);
}
