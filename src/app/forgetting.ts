// Wallets that were forgotten, by `floatwatch forget` or by `forget_after`, are taken off the board, and their alerts end.
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
import type { Storage } from './storage/storage.ts';

const LOOK_MS = 5_000;
const UNNAMED_MS = 600_000;

export interface ForgettingOptions {
  /** Those that were forgotten since the last call, the oldest first; at the first, those of late. */
  readonly readForgotten: () => Promise<readonly ForgottenWallet[]>;
  readonly clock: Clock;
  readonly board: Board;
  readonly alerting: Alerting;
  readonly forgotten: Pick<Forgotten, 'add'>;
  readonly log: Logger;
  /** When what was known before the start is known again: nothing can be forgotten before. */
  readonly recalled: Promise<void>;
}

/**
 * Looks what was forgotten since the last look. A wallet that a response has named since then is left alone. One look
 * at a time; never rejects.
 */
export function createForgetting(options: ForgettingOptions): () => Promise<void> {
  const { clock, log, board, alerting, readForgotten } = options;
  return alone(look, {
    ready: options.recalled,
    onFailure({ message }) {
      log.debug({ reason: message }, 'which wallets are to be forgotten could not be read');
    },
  });

  /** What a clock that was ahead saw, nobody has seen yet. */
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

/** Looks every five seconds, and every ten minutes for what `forget_after` asks for; returns how to end that. */
export function startForgetting(
  options: Omit<ForgettingOptions, 'readForgotten'> &
    Omit<ForgetAfterOptions, 'wallets'> & {
      readonly after: After;
      readonly storage: Pick<Storage, 'postgres'>;
    },
): () => void {
  const { after, storage } = options;
  const { readForgotten, missingWallets: wallets } = storage.postgres;
  const ends = [
    every(after, LOOK_MS, createForgetting({ ...options, readForgotten })),
    every(after, UNNAMED_MS, createForgetAfter({ ...options, wallets })),
  ];
  return () => {
    for (const end of ends) end();
  };
}
