// A Postgres of its own with what the wallets of the house held: the reads of the past go through a real pool.
import { amountOf } from '../../src/domain/money.ts';
import type { Observation } from '../../src/domain/observation.ts';
import { createLedger } from '../../src/store/ledger/ledger.ts';
import { quoteSchema } from '../../src/store/postgres/connection.ts';
import { createPool, type Pool } from '../../src/store/postgres/pool.ts';
import { createQueries } from '../../src/store/queries/queries.ts';
import type { PageSources, WalletName } from '../../src/web/sources.ts';
import { SCHEMA, startDatabase } from '../store/database.ts';

const MINUTE = 60_000;
const DAY_OF_MINUTES = 1_440;
const ACCOUNTS_AT_ONCE = 100;
const ZERO = amountOf('0.00');

export type Stored = AsyncDisposable & Required<Pick<PageSources, 'at' | 'history'>>;

/** Each wallet has a snapshot of the last minute, and `watched` has one of each minute of a day. */
export async function openStored(wallets: readonly WalletName[], watched: WalletName): Promise<Stored> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await startDatabase());
  const pool = stack.use(createPool({ url }));
  const schema = quoteSchema(SCHEMA);
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const slot = Math.floor(Date.now() / MINUTE) * MINUTE - MINUTE;
  const ledger = createLedger({
    ...{ pool, schema, clock, replica: 'bench' },
    staleAt: (_, at) => at + 150_000,
  });
  const seen = sweep(wallets, slot);
  for (let i = 0; i < seen.length; i += ACCOUNTS_AT_ONCE)
    await ledger.complete(seen.slice(i, i + ACCOUNTS_AT_ONCE));
  await addDay(pool, watched, slot);
  await pool.query(`ANALYZE ${SCHEMA}.snapshot, ${SCHEMA}.poll, ${SCHEMA}.wallet, ${SCHEMA}.account`);
  const { at, history } = createQueries({ pool, schema, clock });
  const opened = stack.move();
  return { at, history, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

function sweep(wallets: readonly WalletName[], slot: number): Observation[] {
  const times = { slot, startedAt: slot + 20, observedAt: slot + 320, durationMs: 300 };
  const fine = { outcome: 'ok', httpStatus: 200, envelopeCode: 200, detail: null, unreadable: [] } as const;
  return [...Map.groupBy(wallets, ({ account }) => account)].map(([account, own]) => ({
    ...{ account, ...times, ...fine },
    wallets: own.map(({ currency, walletType }, i) => {
      const available = amountOf(`${(i + 1) * 1_000_000}.50`);
      return {
        currency,
        walletType,
        available,
        actual: available,
        uncleared: ZERO,
        reserve: ZERO,
        exposable: true,
      };
    }),
  }));
}

/** The minutes before this slot, of one wallet. */
async function addDay(
  pool: Pool,
  { account, currency, walletType }: WalletName,
  slot: number,
): Promise<void> {
  const to = new Date(slot).toISOString();
  const from = new Date(slot - DAY_OF_MINUTES * MINUTE).toISOString();
  await pool.query(`SELECT ${SCHEMA}.make_partitions($1::timestamptz, $2::timestamptz)`, [from, to]);
  await pool.query(
    `INSERT INTO ${SCHEMA}.snapshot (slot, account_id, wallet_id, observed_after, available, actual, uncleared, reserve)
     SELECT $4::timestamptz - n * interval '1 minute', w.account_id, w.wallet_id, 320, n + 0.5, n + 0.5, 0, 0
     FROM ${SCHEMA}.wallet w JOIN ${SCHEMA}.account a ON a.account_id = w.account_id, generate_series(1, ${DAY_OF_MINUTES - 1}) n
     WHERE a.name = $1 AND w.currency = $2 AND w.wallet_type = $3`,
    [account, currency, walletType, to],
  );
}
