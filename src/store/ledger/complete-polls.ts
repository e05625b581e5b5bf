// Writes results into the ledger: first the rows of the polls, then what those polls saw. `ledger.ts` makes it a method.
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
  /** Which slots are ours, until their results are written. */
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

/** Costly precautions that most writes do not need. */
interface Writing {
  /** Whether some of the rows may exist already. */
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
  const first = new Map<string, Result<Seen>>(); // one result per slot of this batch: a success if there is one
  for (const result of results) {
    const other = first.get(resultKey(result));
    if (!other || (isSuccess(result) && !isSuccess(other))) first.set(resultKey(result), result);
  }
  // The same order on every replica, so that two replicas wait for each other and do not deadlock.
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
    // When our clock is behind, our polls of these slots ran later: they do not prove that a failure was only the
    // other replica's.
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
