// Measures what a sweep costs in Postgres: the ledger's way against a bare insert of the same rows, and against COPY.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { amountOf } from '../src/domain/money.ts';
import type { Observation } from '../src/domain/observation.ts';
import { UNKNOWN_BALANCE } from '../src/domain/wallet.ts';
import { createLedger } from '../src/store/ledger/ledger.ts';
import { quoteSchema } from '../src/store/postgres/connection.ts';
import { createPool, type Pool } from '../src/store/postgres/pool.ts';
import { alternating, type Measurement, wallMs } from './measure.ts';
import { SCHEMA, startDatabase } from './store/database.ts';
import { withLedgerFigures } from './store/ledger-bytes.ts';
import { manyFigures } from './store/many.ts';
import { historyFigures, spoolFigures } from './store/spool.ts';
import { yearFigures } from './store/year.ts';

const ACCOUNTS = 1_000;
const WALLETS = 10;
const ROWS = ACCOUNTS * WALLETS;
const ROUNDS = 7;
const MINUTE = 60_000;
const MANY_DAYS = 3;
const YEAR_DAYS = 60; // a whole year (--scale 6.1) takes about three minutes to import

export async function store(scale: number): Promise<Record<string, Measurement>> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await startDatabase());
  const pool = stack.use(createPool({ url }));
  const ledger = createLedger({
    pool,
    schema: quoteSchema(SCHEMA),
    replica: 'bench',
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    staleAt: (_, slot) => slot + 150_000,
  });
  // The floors use the same table: columns, checks, key, partitions.
  for (const name of ['bare', 'copied']) {
    await pool.query(
      `CREATE TABLE ${SCHEMA}.${name} (LIKE ${SCHEMA}.snapshot INCLUDING ALL) PARTITION BY RANGE (slot)`,
    );
    await pool.query(
      `CREATE TABLE ${SCHEMA}.${name}_all PARTITION OF ${SCHEMA}.${name} FOR VALUES FROM ('2020-01-01') TO ('2100-01-01')`,
    );
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  stack.defer(() => client.end());

  let slot = Math.floor(Date.now() / MINUTE) * MINUTE - 58 * MINUTE; // results older than an hour would count as late
  let claimMs = 0;
  const nextSweep = () => {
    slot += MINUTE;
    return sweep(slot);
  };
  const measured = await alternating(
    {
      claimed: async () => {
        slot += MINUTE;
        claimMs = await wallMs(() => ledger.claim(sweep(slot)));
        return claimMs;
      },
      closed: async () => {
        const seen = sweep(slot);
        return await wallMs(() => ledger.complete(seen));
      },
      bare: async () => {
        const seen = sweep(slot);
        return await wallMs(() => insertBare(client, seen));
      },
      copied: async () => {
        const seen = sweep(slot);
        return await wallMs(() => copyIn(client, seen));
      },
    },
    ROUNDS,
  );
  const perSecond = (ms: number) => (ROWS / ms) * 1_000;
  const rows = 1_000_000 * Math.max(1, scale);
  return {
    ingest_vs_insert: {
      value: measured.bare / measured.closed,
      unit: '× bare insert',
      target: 0.6,
      atLeast: true,
    },
    ingest_vs_copy: { value: measured.copied / measured.closed, unit: '× COPY' },
    ingest_rows_per_s: { value: perSecond(measured.closed), unit: 'rows/s', floor: perSecond(measured.bare) },
    claim_1000_ms: { value: measured.claimed, unit: 'ms' },
    bytes_per_snapshot: {
      value: await bytesPerSnapshot(pool, 100, rows), // a week of minutes
      unit: 'bytes',
      floor: 52,
      target: 110,
    },
    ...(await withLedgerFigures(url)),
    ...(await spoolFigures(sweep(slot))),
    ...(await historyFigures(ledger, nextSweep)),
    ...(await manyFigures(url, Math.max(1, Math.round(MANY_DAYS * scale)))),
    ...(await yearFigures(url, Math.min(365, Math.round(YEAR_DAYS * scale)))),
    bytes_per_snapshot_10000_wallets: { value: await bytesPerSnapshot(pool, 10_000, rows), unit: 'bytes' },
  };
}

/** One sweep over every account's wallets; each amount is a little further than a minute before. */
function sweep(slot: number): Observation[] {
  return Array.from({ length: ACCOUNTS }, (_, account) => ({
    account: `account-${account}`,
    slot,
    outcome: 'ok' as const,
    startedAt: slot + 20,
    observedAt: slot + 320,
    durationMs: 300,
    httpStatus: 200,
    envelopeCode: 200,
    detail: null,
    unreadable: [],
    wallets: Array.from({ length: WALLETS }, (_, wallet) => {
      const amount = amountOf(`${(account * 7919 + wallet * 104_729 + slot / MINUTE) % 9_000_000}.50`);
      return {
        currency: ['UGX', 'KES', 'TZS', 'RWF', 'GHS'][wallet % 5]!,
        walletType: wallet < 5 ? 'MERCHANT_PAYOUT' : 'MERCHANT_COLLECTION',
        ...UNKNOWN_BALANCE,
        available: amount,
        actual: amount,
        uncleared: amountOf('0'),
        reserve: amountOf('0'),
        exposable: true,
      };
    }),
  }));
}

type Row = readonly [
  string,
  number,
  number,
  number,
  string | null,
  string | null,
  string | null,
  string | null,
];

function rowsOf(seen: readonly Observation[]): Row[] {
  return seen.flatMap(({ slot, observedAt, wallets }, account) =>
    wallets.map(
      ({ available, actual, uncleared, reserve }, wallet): Row => [
        new Date(slot).toISOString(),
        account,
        account * WALLETS + wallet,
        observedAt - slot,
        available,
        actual,
        uncleared,
        reserve,
      ],
    ),
  );
}

async function insertBare(client: pg.Client, seen: readonly Observation[]): Promise<void> {
  const rows = rowsOf(seen);
  await client.query(
    `INSERT INTO ${SCHEMA}.bare SELECT * FROM unnest($1::timestamptz[], $2::int[], $3::int[], $4::int[],
       $5::numeric[], $6::numeric[], $7::numeric[], $8::numeric[])`,
    [0, 1, 2, 3, 4, 5, 6, 7].map((column) => rows.map((row) => row[column])),
  );
}

async function copyIn(client: pg.Client, seen: readonly Observation[]): Promise<void> {
  const lines = rowsOf(seen).map((row) => `${row.join('\t')}\n`);
  await pipeline(Readable.from([lines.join('')]), client.query(copyFrom(`COPY ${SCHEMA}.copied FROM STDIN`)));
}

/**
 * Bytes of table and index for each of a million snapshots of these wallets, written sweep by sweep as the ledger does
 * it.
 */
async function bytesPerSnapshot(pool: Pool, wallets: number, rows: number): Promise<number> {
  await pool.query(`DROP TABLE IF EXISTS ${SCHEMA}.sized`);
  await pool.query(`CREATE TABLE ${SCHEMA}.sized (LIKE ${SCHEMA}.snapshot INCLUDING ALL)`);
  const sweepsAtOnce = Math.max(1, Math.floor(10_000 / wallets)); // within the pool's statement timeout
  for (let from = 0; from < rows / wallets; from += sweepsAtOnce) {
    await pool.query(
      `INSERT INTO ${SCHEMA}.sized
       SELECT '2026-01-01'::timestamptz + m * interval '1 minute', w / ${WALLETS}, w, 300,
         balance, balance, CASE WHEN w % 2 = 0 THEN 0 ELSE round(balance / 10, 1) END, 0
       FROM generate_series($1::int, $1::int + ${sweepsAtOnce - 1}) m, generate_series(0, ${wallets - 1}) w,
         LATERAL (SELECT (w * 104729 + m * 37) % 9000000
           + CASE WHEN w % 5 < 2 THEN (m % 100) / 100.0 ELSE 0 END AS balance) b -- two currencies in five have cents
       ORDER BY m, w`,
      [from],
    );
  }
  const [row] = await pool.query<{ bytes: number }>(
    `SELECT pg_total_relation_size('${SCHEMA}.sized')::float8 / ${rows} AS bytes`,
  );
  return row!.bytes;
}
