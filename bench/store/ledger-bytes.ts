// Measures what a balance costs on disk, with its poll's row and all indexes: the ledger writes a sweep every ten seconds.
import { amountOf } from '../../src/domain/money.ts';
import type { Observation } from '../../src/domain/observation.ts';
import { UNKNOWN_BALANCE } from '../../src/domain/wallet.ts';
import { createLedger } from '../../src/store/ledger/ledger.ts';
import { quoteSchema } from '../../src/store/postgres/connection.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { createPool, type Pool } from '../../src/store/postgres/pool.ts';
import type { Measurement } from '../measure.ts';
import { createDatabase } from './reads.ts';

const ACCOUNTS = 1_000;
const WALLETS = 10;
const EVERY = 10_000;
const FIRST = 4; // sweeps that aren't counted: pages of the first rows are half empty
const SWEEPS = 22; // three minutes
const AT_ONCE = 100; // results that come together
const TYPES = ['PAYOUT', 'COLLECTION', 'SERVICE', 'REFUND', 'SETTLEMENT'];

/** A thousand accounts of ten wallets; a third of the wallets moves in each slot. */
export async function withLedgerFigures(server: string): Promise<Record<string, Measurement>> {
  const connection = { url: await createDatabase(server, 'ledger_bytes'), schema: 'floatwatch' };
  await migrate({ ...connection, engine: 'postgres' });
  await using pool = createPool(connection);
  const ledger = createLedger({
    pool,
    schema: quoteSchema(connection.schema),
    replica: 'bench',
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    staleAt: (_, slot) => slot + 5 * EVERY,
  });
  const start = Math.floor(Date.now() / EVERY) * EVERY - SWEEPS * EVERY;
  let before = 0;
  for (let k = 0; k < SWEEPS; k++) {
    if (k === FIRST) before = await bytes(pool);
    const seen = sweep(start + k * EVERY);
    await ledger.claim(seen);
    const order = seen.toSorted((a, b) => scattered(a, k) - scattered(b, k));
    for (let i = 0; i < order.length; i += AT_ONCE) await ledger.complete(order.slice(i, i + AT_ONCE));
  }
  const balances = (SWEEPS - FIRST) * ACCOUNTS * WALLETS;
  return { bytes_with_ledger: { value: ((await bytes(pool)) - before) / balances, unit: 'bytes' } };
}

/** A sort key with which answers come in another order each time. */
function scattered({ account }: Observation, sweepNo: number): number {
  return ((Number(account.slice(1)) + 1) * (7_919 + 2 * sweepNo)) % 1_009;
}

function sweep(slot: number): Observation[] {
  return Array.from({ length: ACCOUNTS }, (_, account) => ({
    account: `m${account}`,
    slot,
    outcome: 'ok' as const,
    startedAt: slot + 20 + (account % 900),
    observedAt: slot + 300 + (account % 900),
    durationMs: 280,
    httpStatus: 200,
    envelopeCode: 200,
    detail: null,
    unreadable: [],
    wallets: Array.from({ length: WALLETS }, (_, wallet) => {
      const moved = wallet % 3 === 0 ? (slot / EVERY) % 100_000 : 7;
      return {
        currency: ['UGX', 'KES'][wallet % 2]!,
        walletType: TYPES[Math.floor(wallet / 2)]!,
        ...UNKNOWN_BALANCE,
        available: amountOf(`${1_000_000 + account * 100 + wallet * 7 + moved}.25`),
        actual: amountOf(`${2_000_000 + account + moved}.5`),
        uncleared: amountOf(`${moved}`),
        reserve: amountOf(`${wallet * 10}`),
        exposable: true,
      };
    }),
  }));
}

/** Without the relay, which has what was stored in the last four minutes, for replicas, and doesn't grow any more after that. */
async function bytes(pool: Pool): Promise<number> {
  const [row] = await pool.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(c.oid))::float8 AS bytes
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'floatwatch' AND c.relkind = 'r' AND c.relname <> 'relay'`,
  );
  return row!.bytes;
}
