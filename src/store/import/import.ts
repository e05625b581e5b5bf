// Imports snapshots from elsewhere, as fast as Postgres can store them. Existing rows stay as they are.
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Instant } from '../../domain/observation.ts';
import { AMOUNT_FIELDS, type WalletBalance, walletKey } from '../../domain/wallet.ts';
import { UNPACK_ALL } from '../engines/timescaledb.ts';
import { createIds } from '../ledger/ids.ts';
import { markLate } from '../ledger/late-arrivals.ts';
import { rollUp } from '../maintenance/rollups.ts';
import { connect } from '../postgres/client.ts';
import { BEGIN, type Connection, quoteSchema, type Schema } from '../postgres/connection.ts';
import { arrayOf, int, iso } from '../postgres/encode.ts';
import { withPartitions } from '../postgres/partitions.ts';
import { createPool, type Queryable } from '../postgres/pool.ts';
import { classifyFailure, mayBeStoredAlready } from '../postgres/sqlstate.ts';

const REPLICA = 'import'; // as people see it in `polls`

/** A wallet of an account as it was at a slot. */
export interface ImportedSnapshot extends WalletBalance {
  readonly account: string;
  readonly slot: Instant;
  readonly observedAt: Instant;
  /** Until when the results of the slot could be believed; absent: unknown. */
  readonly staleAt?: Instant;
}

export interface ImportOptions extends Connection {
  /** The time zone of an account's business day; `undefined` keeps the stored one, or UTC. */
  readonly timezone: (account: string) => string | undefined;
  /** Snapshots in one transaction; fewer leave more time for other work of this process. @default 20,000 */
  readonly atOnce?: number;
  /** Ends the import after the current transaction. */
  readonly signal?: AbortSignal;
  /** Called after each transaction. */
  readonly onProgress?: (progress: Imported) => void;
  /** Called for snapshots that are left out: their wallets are new, and the account has no room (see `makeWallets`). */
  readonly onLeftOut?: (account: string, snapshots: number) => void;
}

export interface Imported {
  /** Snapshots that are new. */
  readonly stored: number;
  /** Snapshots that existed already, for the same wallet and slot. */
  readonly known: number;
}

/**
 * Stores snapshots, in any order, and updates the hourly and daily figures.
 *
 * Each part is committed by itself and existing rows are skipped, so an interrupted import can simply run again. Each
 * account and slot without a poll gets one, by the replica `import`.
 */
export async function importSnapshots(
  source: Iterable<ImportedSnapshot> | AsyncIterable<readonly ImportedSnapshot[]>,
  options: ImportOptions,
): Promise<Imported> {
  const { signal, onProgress = () => {}, onLeftOut = () => {}, timezone, atOnce = 20_000 } = options;
  const schema = quoteSchema(options.schema);
  await using stack = new AsyncDisposableStack();
  const pool = stack.use(createPool({ url: options.url, max: 1 }));
  const client = stack.use(await connect(options));
  const ids = createIds({ pool, schema, timezone });
  let [stored, known] = [0, 0];

  let part: ImportedSnapshot[] = [];
  for await (const more of batches(source)) {
    for (const snapshot of more) part.push(snapshot);
    if (part.length >= atOnce) await flush();
    if (signal?.aborted) break;
  }
  if (!signal?.aborted) await flush();
  await rollUpAll();
  return { stored, known };

  /** A running monitor may be at the same wallets; then this waits for its locks. */
  async function rollUpAll(): Promise<void> {
    for (let races = 0; signal?.aborted !== true; ) {
      try {
        if (await rollUp(pool, schema, { budgetMs: Number.POSITIVE_INFINITY, ...(signal && { signal }) }))
          return;
      } catch (error) {
        if (!classifyFailure(error).contention || ++races > 10) throw error;
      }
    }
  }

  async function flush(): Promise<void> {
    const snapshots = part;
    part = [];
    if (snapshots.length === 0) return;
    const accounts = await ids.accounts(new Set(snapshots.map(({ account }) => account)));
    const byAccount = Map.groupBy(snapshots, ({ account }) => account);
    const wallets = await ids.wallets(
      [...byAccount].map(([account, of]) => ({
        account,
        wallets: [...new Map(of.map((each) => [walletKey(each), each])).values()],
      })),
    );
    const rows: ImportRow[] = [];
    for (const [account, of] of byAccount) {
      const accountId = accounts.get(account)!;
      const ids = wallets.get(account)!;
      let leftOut = 0;
      for (const snapshot of of) {
        const walletId = ids.get(walletKey(snapshot));
        if (walletId === undefined) leftOut++;
        else rows.push({ ...snapshot, accountId, walletId });
      }
      if (leftOut > 0) onLeftOut(account, leftOut);
    }
    if (rows.length > 0) {
      const added = await withPartitions(pool, schema, rows, () => storePart(client, schema, rows));
      stored += added;
      known += rows.length - added;
    }
    onProgress({ stored, known });
  }
}

/** Batches of snapshots, so that there is no waiting for each single one. */
async function* batches(source: Iterable<ImportedSnapshot> | AsyncIterable<readonly ImportedSnapshot[]>) {
  if (Symbol.asyncIterator in source) {
    yield* source;
    return;
  }
  let part: ImportedSnapshot[] = [];
  for (const snapshot of source) {
    part.push(snapshot);
    if (part.length < 1_000) continue;
    yield part;
    part = [];
    await new Promise(setImmediate); // let other work of this process run
  }
  yield part;
}

interface ImportRow extends WalletBalance {
  readonly accountId: number;
  readonly walletId: number;
  readonly slot: Instant;
  readonly observedAt: Instant;
  readonly staleAt?: Instant;
}

/** Stores a part in one transaction; returns how many snapshots are new. */
async function storePart(client: pg.Client, schema: Schema, rows: readonly ImportRow[]): Promise<number> {
  try {
    return await inTransaction(client, () => copy(client, schema, rows));
  } catch (error) {
    // COPY can't skip existing rows: try again with ON CONFLICT.
    if (!mayBeStoredAlready(error)) throw error;
    return await inTransaction(client, () => insert(client, schema, rows));
  }

  async function inTransaction(client: pg.Client, work: () => Promise<number>): Promise<number> {
    await client.query(BEGIN);
    try {
      await client.query(UNPACK_ALL);
      const added = await work();
      if (added > 0) {
        await addPolls(client, schema, rows);
        await markLate(queryable(client), schema, rows);
      }
      await client.query('COMMIT');
      return added;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  }
}

const COLUMNS = `slot, account_id, wallet_id, observed_after, ${AMOUNT_FIELDS.join(', ')}`;

async function copy(client: pg.Client, schema: Schema, rows: readonly ImportRow[]): Promise<number> {
  const stream = client.query(copyFrom(`COPY ${schema}.snapshot (${COLUMNS}) FROM STDIN`));
  const done = new Promise<void>((resolve, reject) => stream.on('finish', resolve).on('error', reject));
  stream.end(rows.map((row) => `${valuesOf(row).map(copied).join('\t')}\n`).join(''));
  await done;
  return rows.length;
}

/** Instants, whole numbers and amounts need no escape. */
function copied(value: string | number | null): string | number {
  return value ?? '\\N';
}

async function insert(client: pg.Client, schema: Schema, rows: readonly ImportRow[]): Promise<number> {
  const values = rows.map(valuesOf);
  const columns = (values[0] ?? []).map((_, i) => values.map((row) => row[i]!));
  const { rows: added } = await client.query(
    `INSERT INTO ${schema}.snapshot (${COLUMNS})
     SELECT * FROM unnest($1::timestamptz[], $2::int[], $3::int[], $4::int[],
       ${AMOUNT_FIELDS.map((_, i) => `$${i + 5}::numeric[]`).join(', ')})
     ON CONFLICT DO NOTHING RETURNING account_id`, // Citus counts what conflicts too
    columns.map(arrayOf),
  );
  return added.length;
}

function valuesOf(row: ImportRow): (string | number | null)[] {
  const { slot, observedAt, accountId, walletId } = row;
  const amounts = AMOUNT_FIELDS.map((field) => row[field]);
  return [iso(slot), accountId, walletId, int(observedAt - slot), ...amounts];
}

/** Adds a poll for each slot that has none. How many wallets it had is unknown. */
async function addPolls(client: pg.Client, schema: Schema, rows: readonly ImportRow[]): Promise<void> {
  const polls = new Map(rows.map((row) => [`${row.accountId} ${row.slot}`, row]));
  await client.query(
    `INSERT INTO ${schema}.poll (operation, replica, claimed_at, account_id, slot, outcome, started_at, observed_at, stale_at)
     SELECT 'balances', $5, now(), u.account_id, u.slot, 'ok', u.observed_at, u.observed_at, u.stale_at
     FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[])
       AS u(account_id, slot, observed_at, stale_at)
     ON CONFLICT DO NOTHING`,
    [
      arrayOf([...polls.values()].map(({ accountId }) => accountId)),
      arrayOf([...polls.values()].map(({ slot }) => iso(slot))),
      arrayOf([...polls.values()].map(({ observedAt }) => iso(observedAt))),
      arrayOf([...polls.values()].map(({ staleAt }) => (staleAt === undefined ? null : iso(staleAt)))),
      REPLICA,
    ],
  );
}

function queryable(client: pg.Client): Queryable {
  return { query: async (text, values) => (await client.query(text, values as unknown[])).rows };
}
