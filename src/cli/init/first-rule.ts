// Proposes the rules of a first configuration, from the balances that the service told.
import { type Amount, amountOf, compareAmounts, percentOf, ZERO } from '../../domain/money.ts';
import type { WalletBalance } from '../../domain/wallet.ts';

/** A threshold on the available balance of one wallet. */
export interface ProposedRule {
  readonly name: 'PayoutFloatLow' | 'FloatLow';
  readonly wallet: WalletBalance;
  readonly below: Amount;
}

const SHARE = amountOf('20'); // per cent of what is there
const MIN_THRESHOLD = amountOf('1');
const DIGITS = 2;

/**
 * Proposes a threshold for each payout wallet, or for every wallet where none is for payouts: a fifth of what it holds, in
 * two significant digits; 1 for an empty wallet.
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

/** Whether its alert would fire at once, as of an empty wallet: then the threshold is no share of anything. */
export function firesAtOnce({ wallet, below }: ProposedRule): boolean {
  return compareAmounts(wallet.available!, below) < 0;
}

function isForPayouts({ walletType }: WalletBalance): boolean {
  return walletType.includes('PAYOUT');
}

/** The threshold for a balance. For an empty wallet it makes an alert, until the wallet holds something. */
function thresholdFor(available: Amount): Amount {
  if (compareAmounts(available, ZERO) <= 0) return MIN_THRESHOLD;
  const share = percentOf(available, SHARE);
  const [whole = ''] = share.split('.');
  if (whole === '0') return share;
  return amountOf(whole.slice(0, DIGITS).padEnd(whole.length, '0'));
}
