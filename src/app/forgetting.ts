// Takes wallets that were forgotten, by `floatwatch forget` or by `forget_after`, off the board, and ends their alerts.
// `app.ts` starts it.
import type { Instant } from '../domain/observation.ts';
import { walletKey } from '../domain/wallet.ts';
import type { Board } from '../monitor/board/board.ts';
import { isAhead } from '../monitor/board/staleness.ts';
import type { Clock } from '../monitor/clock.ts';
import type { ForgottenWallet } from '../store/alerts/forgotten-wallets.ts';
import type { After } from '../store/writer/timer.ts';
import type { Alerting } from './alerts/alerting.ts';
import { alone, every } from './every.ts';
import { createForgetAfter, type ForgetAfterOptions } from './forget-after.ts';
import type { Forgotten } from './forgotten.ts';
import type { Logger } from './log/logger.ts';
import { createEndNeverNamed, type NeverNamedOptions } from './never-named.ts';
import type { Storage } from './storage/storage.ts';

const LOOK_MS = 5_000;
const UNNAMED_MS = 600_000;

export interface ForgettingOptions {
  /** Reads the wallets that were forgotten since the last call, the oldest first; at the first call, those of the last month. */
  readonly readForgotten: () => Promise<readonly ForgottenWallet[]>;
  readonly clock: Clock;
  readonly board: Board;
  readonly alerting: Alerting;
  readonly forgotten: Pick<Forgotten, 'add'>;
  readonly log: Logger;
  /** Resolves when the state from before the start is recalled: nothing can be forgotten before. */
  readonly recalled: Promise<void>;
}

/**
 * Returns a function that takes in what was forgotten since the last look. It leaves a wallet alone that a response has
 * named since then. One look at a time; never rejects.
 */
export function createForgetting(options: ForgettingOptions): () => Promise<void> {
  const { clock, log, board, alerting, readForgotten } = options;
  return alone(look, {
    ready: options.recalled,
    onFailure({ message }) {
      log.debug({ reason: message }, 'which wallets are to be forgotten could not be read');
    },
  });

  /** An observation of a clock that was ahead doesn't count: it lies in the future. */
  function isNamedSince(observedAt: Instant | null, { forgottenAt }: Pick<ForgottenWallet, 'forgottenAt'>) {
    return observedAt !== null && observedAt > forgottenAt && !isAhead(observedAt, clock.now());
  }

  async function look(): Promise<void> {
    for (const forgotten of await readForgotten()) {
      const { account, currency, walletType } = forgotten;
      const wallet = { currency, walletType };
      const known = board.account(account)?.wallets.find((one) => walletKey(one) === walletKey(wallet));
      if (isNamedSince(known?.observedAt ?? null, forgotten)) continue;
      options.forgotten.add(forgotten);
      board.forget(account, wallet);
      alerting.forget(account, wallet);
      log.info({ account, wallet: walletKey(wallet) }, 'a wallet is forgotten, as somebody wanted');
    }
  }
}

/**
 * Looks for forgotten wallets every five seconds, and every ten minutes applies `forget_after` and looks for wallets that were
 * never named. Returns a function that ends this.
 */
export function startForgetting(
  options: Omit<ForgettingOptions, 'readForgotten'> &
    Omit<ForgetAfterOptions, 'wallets'> &
    Omit<NeverNamedOptions, 'names'> & {
      readonly after: After;
      readonly storage: Pick<Storage, 'postgres' | 'spoolStats'>;
    },
): () => void {
  const { after, storage } = options;
  const { readForgotten, missingWallets: wallets } = storage.postgres;
  const forgetAfter = createForgetAfter({ ...options, wallets });
  const endNeverNamed = createEndNeverNamed({ ...options, names: wallets.names });
  const ends = [
    every(after, LOOK_MS, createForgetting({ ...options, readForgotten })),
    every(after, UNNAMED_MS, () => {
      void forgetAfter();
      void endNeverNamed();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
