// Parses the wallets that a user typed. Used by commands about single wallets.
import { flawOfCurrency, parseWalletKey, type WalletId } from '../../domain/wallet.ts';
import { CommandError } from '../terminal/io.ts';

export interface NamedWallet extends WalletId {
  readonly account: string;
}

/** A wallet as people type it, `acme-ug/UGX/MERCHANT_PAYOUT`; anything else is a usage error. */
export function walletNamed(name: string): NamedWallet {
  const slash = name.indexOf('/');
  const id = slash > 0 ? parseWalletKey(name.slice(slash + 1)) : undefined;
  if (!id) {
    throw new CommandError(`not a wallet: ${name} (it should look like acme-ug/UGX/MERCHANT_PAYOUT)`, 2);
  }
  const flaw = flawOfCurrency(id.currency);
  if (flaw !== undefined) throw new CommandError(`not a wallet: ${name}: currency ${flaw}`, 2);
  return { account: name.slice(0, slash), ...id };
}
