// Measures reads of the past of a thousand wallets at once.
import { amountOf } from '../../src/domain/money.ts';
import { UNKNOWN_BALANCE } from '../../src/domain/wallet.ts';
import { type ImportedSnapshot, importSnapshots } from '../../src/store/import/import.ts';
import { quoteSchema } from '../../src/store/postgres/connection.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { createPool } from '../../src/store/postgres/pool.ts';
import { readSparklines } from '../../src/store/queries/sparklines.ts';
import { readStatement } from '../../src/store/queries/statement.ts';
import type { Measurement } from '../measure.ts';
import { analyze, createDatabase, timed } from './reads.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const EVERY = 5 * MINUTE;
const ACCOUNTS = 100;
const WALLETS = 10;

/** `days` days up to now, with a snapshot every five minutes; each read is of all wallets. */
export async function manyFigures(server: string, days: number): Promise<Record<string, Measurement>> {
  const connection = { url: await createDatabase(server, 'many'), schema: 'floatwatch' };
  await migrate({ ...connection, engine: 'postgres' });
  await using pool = createPool(connection);
  const end = Math.floor(Date.now() / EVERY) * EVERY;
  const schema = quoteSchema(connection.schema);
  await importSnapshots(snapshots(end - days * DAY, end), {
    ...connection,
    timezone: () => 'Africa/Kampala',
  });
  await analyze(connection, schema);
  const then = new Date(end - (days / 2) * DAY + 12_345).toISOString();
  const statementOf = (day: string) => () => readStatement(pool, schema, { from: day, to: day });

  const wallets = Array.from({ length: ACCOUNTS * WALLETS }, (_, wallet) => nameOf(wallet));

  return {
    many_wallets: { value: ACCOUNTS * WALLETS, unit: 'wallets' },
    many_days: { value: days, unit: 'days' },
    many_latest_ms: await timed(null, () => pool.query(`SELECT * FROM ${schema}.balances_latest`)),
    many_balances_at_ms: await timed(null, () =>
      pool.query(`SELECT * FROM ${schema}.balances_at($1)`, [then]),
    ),
    many_statement_day_ms: await timed(null, statementOf(then.slice(0, 10))),
    many_statement_today_ms: await timed(null, statementOf(new Date(end - 1).toISOString().slice(0, 10))),
    many_sparklines_ms: await timed(null, () => readSparklines(pool, schema, wallets, end)),
  };
}

function nameOf(wallet: number) {
  const account = `bench-${Math.floor(wallet / WALLETS)}`;
  return { account, currency: 'UGX', walletType: `TYPE_${wallet % WALLETS}` };
}

function* snapshots(from: number, to: number): Generator<ImportedSnapshot> {
  const zero = amountOf('0');
  for (let slot = from; slot < to; slot += EVERY) {
    for (let wallet = 0; wallet < ACCOUNTS * WALLETS; wallet++) {
      const available = amountOf(`${((slot / MINUTE) * 37 + wallet * 104_729) % 9_000_000}.50`);
      yield {
        ...nameOf(wallet),
        slot,
        observedAt: slot + 300,
        ...UNKNOWN_BALANCE,
        available,
        actual: available,
        uncleared: zero,
        reserve: zero,
        exposable: true,
      };
    }
  }
}
