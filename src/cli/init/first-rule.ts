// Which rule a first configuration begins with, by what the service told.
import { type Amount, amountOf, compareAmounts, percentOf } from '../../domain/money.ts';
import type { WalletBalance } from '../../domain/wallet.ts';

/** A threshold on the available balance of one wallet. */
export interface ProposedRule {
  readonly name: 'PayoutFloatLow' | 'FloatLow';
  readonly wallet: WalletBalance;
  readonly below: Amount;
}

const SHARE = amountOf('20'); // per cent of what is there
const MIN_THRESHOLD = amountOf('1');
const NOTHING = amountOf('0');
const DIGITS = 2;

/**
 * A fifth of what each payout wallet holds, in two significant digits; of every wallet where none is for payouts.
 *
 * Wallets whose names or balance can't be read get none.
 */
export function proposeRules(wallets: readonly WalletBalance[]): readonly ProposedRule[] {
  const known = wallets.filter(({ exposable, available }) => exposable && available !== null);
  const payouts = known.filter(isForPayouts);
  return (payouts.length > 0 ? payouts : known).map((wallet) => ({
    name: isForPayouts(wallet) ? 'PayoutFloatLow' : 'FloatLow',
    wallet,
    below: thresholdFor(wallet.available!),
  }));
}

function isForPayouts({ walletType }: WalletBalance): boolean {
  return walletType.includes('PAYOUT');
}

/** An empty wallet is told of until it holds something. */
function thresholdFor(available: Amount): Amount {
  if (compareAmounts(available, NOTHING) <= 0) return MIN_THRESHOLD;
  const share = percentOf(available, SHARE);
  const [whole = ''] = share.split('.');
  if (whole === '0') return share;
  return amountOf(whole.slice(0, DIGITS).padEnd(whole.length, '0'));
}
