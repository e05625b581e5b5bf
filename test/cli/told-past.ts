// A database with a past for commands to tell: balances, alerts, payment options of two accounts, fresh and stale.
import { amountOf } from '../../src/domain/money.ts';
import { createAlertLog } from '../../src/store/alerts/alert-log.ts';
import { rollUp } from '../../src/store/maintenance/rollups.ts';
import { ledgerOf, observation, optionLedgerOf, wallet } from '../support/ledger.ts';
import { option, optionPoll } from '../support/options.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { lowRule, MINUTE, payout, START, watching } from '../support/watching.ts';

/** The rule of which {@link toldPast} has episodes, as the rest of a configuration. */
export const RULES = `alerts:
  rules:
    - {name: PayoutFloatLow, severity: warning, wallets: {currency: UGX, wallet_type: MERCHANT_PAYOUT}, below: "5000000"}
`;

/** A fresh database, with the newest balance 42 s before `now`. */
export async function toldPast(now: number): Promise<TestDatabase> {
  const db = await testDatabase();
  const named = (available: string, walletType: string, more = {}) =>
    wallet(available, { walletType, ...more });
  const past = ['1000.50', '900', '-12.10', '1250000'].map((amount, i) =>
    observation(START + i * MINUTE, {
      wallets: [named(amount, 'MERCHANT_PAYOUT'), named('98765432.10', 'MERCHANT_COLLECTION')],
    }),
  );
  const recent = observation(now - 42_350, {
    wallets: [
      named('1250000', 'MERCHANT_PAYOUT', { uncleared: amountOf('0.125') }),
      named('98765432.10', 'MERCHANT_COLLECTION'),
    ],
  });
  const blind = observation(now - 7_200_350, {
    account: 'acme-ke',
    wallets: [wallet('77.5', { currency: 'KES' })],
  });
  await ledgerOf(db.pool).complete([...past, blind, recent]);
  await rollUp(db.pool, '"floatwatch"');
  const { watch, see } = watching({ rules: [lowRule(), lowRule({ name: 'Slow', forMs: 60 * MINUTE })] });
  const log = createAlertLog({ pool: db.pool, schema: '"floatwatch"' });
  for (const [minute, amount] of ['1234.50', '9000000', '4000000.00'].entries()) {
    see(minute, [payout(amount)]);
    await log.save(watch.unsaved());
  }
  const options = optionLedgerOf(db.pool);
  const untold = option({ providerCode: 'KIWI_UG', min: null, max: null, maxDaily: null, active: null });
  await options.complete([optionPoll(START, [option(), untold])]);
  await options.complete([
    optionPoll(START + MINUTE, [option({ active: false, max: amountOf('7500000.50') }), untold]),
  ]);
  return db;
}
