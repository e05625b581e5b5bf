// Balances and options that were set through the control door. They replace the scenario's own until they are cleared.
// Used by `server.ts` and `control.ts`.
import { type Amount, addAmounts, ZERO } from '../domain/money.ts';
import { type PaymentOptionId, paymentOptionKey } from '../domain/payment-option.ts';
import { type AmountField, forAmounts, type WalletId, walletKey } from '../domain/wallet.ts';
import type { ScenarioOption } from './options.ts';
import type { ScenarioWallet } from './scenario.ts';

/** `actual` is the sum of available, uncleared and reserve, unless it is set. */
interface WalletOverride extends Readonly<Partial<Record<AmountField, Amount>>> {
  /** The wallet is left out of the answer. */
  readonly vanished?: boolean;
}

interface OptionOverride {
  /** The option is left out of the answer. */
  readonly vanished?: boolean;
  readonly active?: boolean;
  readonly min?: Amount;
  readonly max?: Amount;
  readonly maxDaily?: Amount;
}

export interface SandboxOverrides {
  /** Replaces an earlier override of the wallet. An unknown wallet is added, with zero for each amount that isn't set. */
  setWallet(merchant: string, wallet: WalletId, override: WalletOverride): void;
  clearWallet(merchant: string, wallet: WalletId): void;
  /** Replaces an earlier override of the option. An option that the scenario doesn't know stays unknown. */
  setOption(merchant: string, option: PaymentOptionId, override: OptionOverride): void;
  clearOption(merchant: string, option: PaymentOptionId): void;
  /** The wallets with their overrides. */
  wallets(merchant: string, wallets: readonly ScenarioWallet[]): readonly ScenarioWallet[];
  /** The options with their overrides. */
  options(merchant: string, options: readonly ScenarioOption[]): readonly ScenarioOption[];
}

export function createOverrides(): SandboxOverrides {
  const wallets = new Map<string, Map<string, WalletId & { readonly override: WalletOverride }>>();
  const options = new Map<string, Map<string, OptionOverride>>();

  return {
    setWallet(merchant, { currency, walletType }, override) {
      of(wallets, merchant).set(walletKey({ currency, walletType }), { currency, walletType, override });
    },
    clearWallet: (merchant, wallet) => void wallets.get(merchant)?.delete(walletKey(wallet)),
    setOption: (merchant, option, override) =>
      void of(options, merchant).set(paymentOptionKey(option), override),
    clearOption: (merchant, option) => void options.get(merchant)?.delete(paymentOptionKey(option)),

    wallets(merchant, live) {
      const own = wallets.get(merchant);
      if (!own?.size) return live;
      const known = new Set(live.map(walletKey));
      const added = [...own.values()]
        .filter((wallet) => !known.has(walletKey(wallet)))
        .map(({ currency, walletType }) => ({ currency, walletType, ...NOTHING }));
      return [...live, ...added].flatMap((wallet) => {
        const { override } = own.get(walletKey(wallet)) ?? {};
        if (!override) return [wallet];
        const { vanished, ...amounts } = override;
        const told = { ...wallet, ...amounts };
        const actual = amounts.actual ?? addAmounts(told.available, told.uncleared, told.reserve);
        return vanished ? [] : [{ ...told, actual }];
      });
    },

    options(merchant, live) {
      const own = options.get(merchant);
      if (!own?.size) return live;
      return live.flatMap((option) => {
        const { vanished, ...override } = own.get(paymentOptionKey(option)) ?? {};
        return vanished ? [] : [{ ...option, ...override }];
      });
    },
  };
}

const NOTHING = forAmounts(() => ZERO);

function of<Value>(all: Map<string, Map<string, Value>>, merchant: string): Map<string, Value> {
  const own = all.get(merchant) ?? new Map<string, Value>();
  all.set(merchant, own);
  return own;
}
