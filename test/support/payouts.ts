// Ten days of a payout wallet, for commands that must know its runway.
import { amountOf } from '../../src/domain/money.ts';
import type { ImportedSnapshot } from '../../src/store/import/import.ts';
import { recentSlot } from './ledger.ts';

const HOUR = 3_600_000;

/** Ten days in which 1,000 go out every half hour, and 100,000 come in whenever it gets tight. */
export function* tenDaysOfPayouts(account: string): Generator<ImportedSnapshot> {
  let available = 60_000;
  const to = Math.floor((recentSlot() - 1) / HOUR) * HOUR; // before the poll, even on the hour
  for (let slot = to - 240 * HOUR; slot <= to; slot += HOUR / 2) {
    available += available < 5_000 ? 100_000 : -1_000;
    const amount = amountOf(`${available}`);
    const amounts = { available: amount, actual: amount, uncleared: amountOf('0'), reserve: amountOf('0') };
    const named = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT', exposable: true };
    yield { account, ...named, ...amounts, slot, observedAt: slot };
  }
}
