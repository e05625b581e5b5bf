// Measures reads of the past: a year of ten wallets, minute by minute, which was imported.
import { amountOf } from '../../src/domain/money.ts';
import { UNKNOWN_BALANCE } from '../../src/domain/wallet.ts';
import { type ImportedSnapshot, importSnapshots } from '../../src/store/import/import.ts';
import { quoteSchema } from '../../src/store/postgres/connection.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { createPool } from '../../src/store/postgres/pool.ts';
import { readStatement } from '../../src/store/queries/statement.ts';
import { findWallet, readChart, readHistory } from '../../src/store/queries/wallet-history.ts';
import { type Measurement, wallMs } from '../measure.ts';
import { analyze, createDatabase, timed } from './reads.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const WALLETS = 10;
const ACCOUNT = 'bench-year';

/** In its own database, so that there are no other wallets. */
export async function yearFigures(server: string, days: number): Promise<Record<string, Measurement>> {
  const connection = { url: await createDatabase(server, 'year'), schema: 'floatwatch' };
  await migrate({ ...connection, engine: 'postgres' });
  await using pool = createPool(connection);
  const end = Math.floor(Date.now() / MINUTE) * MINUTE;
  const schema = quoteSchema(connection.schema);
  const importMs = await wallMs(() =>
    importSnapshots(snapshots(end - days * DAY, end), { ...connection, timezone: () => 'Africa/Kampala' }),
  );
  await analyze(connection, schema);
  const name = { account: ACCOUNT, currency: 'UGX', walletType: 'TYPE_3' };
  const wallet = (await findWallet(pool, schema, name))!;
  const then = new Date(end - (days / 2) * DAY + 12_345).toISOString();
  const month = { from: end - 30 * DAY, to: end };
  const year = { from: end - days * DAY, to: end };

  return {
    import_rows_per_s: { value: (days * 1_440 * WALLETS) / (importMs / 1_000), unit: 'rows/s' },
    year_days: { value: days, unit: 'days' },
    balances_at_ms: await timed(20, () => pool.query(`SELECT * FROM ${schema}.balances_at($1)`, [then])),
    statement_day_ms: await timed(20, () => {
      const day = then.slice(0, 10);
      return readStatement(pool, schema, { from: day, to: day, accounts: [ACCOUNT] });
    }),
    statement_today_ms: await timed(20, () => {
      const day = new Date(end - 1).toISOString().slice(0, 10);
      return readStatement(pool, schema, { from: day, to: day, accounts: [ACCOUNT] });
    }),
    chart_30d_ms: await timed(50, () => readChart(pool, schema, wallet, month)),
    chart_year_daily_ms: await timed(50, async () => {
      for await (const _ of readHistory(pool, schema, { wallet, range: year, step: 'day' }));
    }),
  };
}

function* snapshots(from: number, to: number): Generator<ImportedSnapshot> {
  const zero = amountOf('0');
  const wallets = Array.from({ length: WALLETS }, (_, i) => ({
    account: ACCOUNT,
    currency: 'UGX',
    walletType: `TYPE_${i}`,
    ...UNKNOWN_BALANCE,
    uncleared: zero,
    reserve: zero,
    exposable: true,
  }));
  for (let slot = from; slot < to; slot += MINUTE) {
    for (const [i, wallet] of wallets.entries()) {
      const available = amountOf(`${((slot / MINUTE) * 37 + i * 104_729) % 9_000_000}.50`);
      yield { ...wallet, slot, observedAt: slot + 300, available, actual: available };
    }
  }
}
