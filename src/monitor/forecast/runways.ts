// How long each wallet's money lasts: forecasts made of the past once an hour, and looked up with each balance. Alerts,
// metrics, page and commands ask it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { type Forecast, forecast, type Runway, runwayAt } from '../../domain/runway.ts';
import { type WalletId, walletKey } from '../../domain/wallet.ts';
import type { WalletView } from '../board/board.ts';
import type { Clock } from '../clock.ts';
import type { OutflowHistory } from '../storage/ports.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FIRST_WAIT_MS = 1_000;
const TURN_MS = 8;
const REST_MS = 24; // after a turn: a quarter of a core at the most, however many wallets there are
const ACCOUNTS_AT_ONCE = 10;
const RETRY_MS = 5 * MINUTE_MS;

export interface WalletOf extends WalletId {
  readonly account: string;
}

/** How long a balance of the wallet lasts from `at` on; `undefined` when that can't be told. */
export type RunwayAt = (wallet: WalletOf, available: Amount | null, at: Instant) => Runway | undefined;

export interface Runways {
  readonly of: RunwayAt;
  /** How long what a wallet holds lasts from now on, as it is exposed: the median first. Empty: not known. */
  quantiles(wallet: WalletView): readonly RunwayQuantile[];
  /**
   * Makes the forecasts that are due: one an hour for each wallet, sooner for an account without any. Call it every
   * minute or so; one at a time, and it never rejects. What isn't named is forgotten.
   */
  refresh(accounts: readonly string[]): Promise<void>;
}

export interface RunwayQuantile {
  readonly quantile: '0.5' | '0.1';
  /** 60 days at the most. */
  readonly seconds: number;
}

export interface RunwayOptions {
  readonly history: OutflowHistory;
  readonly clock: Clock;
  /** Told when the past could not be read; it is tried again at the next call. */
  readonly onFailure: (error: unknown) => void;
  /** Stops a refresh under way. */
  readonly signal?: AbortSignal;
}

const UNKNOWN = { forecasts: new Map<string, Forecast>(), waitMs: 0 };

interface AccountForecasts {
  readonly forecasts: ReadonlyMap<string, Forecast>;
  readonly dueAt: Instant;
  readonly waitMs: number;
}

export function createRunways({ history, clock, onFailure, signal }: RunwayOptions): Runways {
  const known = new Map<string, AccountForecasts>();
  let running: Promise<void> | undefined;

  return {
    of,

    quantiles(wallet) {
      const runway = of(wallet, wallet.balance?.available ?? null, clock.now());
      if (!runway) return [];
      return [
        { quantile: '0.5', seconds: Math.floor(runway.median / 1_000) },
        { quantile: '0.1', seconds: Math.floor(runway.pessimistic / 1_000) },
      ];
    },

    refresh(accounts) {
      running ??= refresh(accounts)
        .catch(onFailure)
        .finally(() => {
          running = undefined;
        });
      return running;
    },
  };

  function of(wallet: WalletOf, available: Amount | null, at: Instant): Runway | undefined {
    const found = known.get(wallet.account)?.forecasts.get(walletKey(wallet));
    return found && available !== null ? runwayAt(found, available, at) : undefined;
  }

  async function refresh(accounts: readonly string[]): Promise<void> {
    const asked = new Set(accounts);
    for (const name of known.keys()) if (!asked.has(name)) known.delete(name);
    const now = clock.now();
    // Due later than in an hour: the clock was set back.
    const due = accounts.filter((name) => {
      const dueAt = known.get(name)?.dueAt ?? 0;
      return now >= dueAt || dueAt - now > HOUR_MS;
    });
    for (let i = 0; i < due.length && !signal?.aborted; i += ACCOUNTS_AT_ONCE) {
      const some = due.slice(i, i + ACCOUNTS_AT_ONCE);
      // If it fails the others come first at the next call.
      for (const name of some) known.set(name, { ...(known.get(name) ?? UNKNOWN), dueAt: now + RETRY_MS });
      await renew(some, now);
    }
  }

  async function renew(accounts: readonly string[], now: Instant): Promise<void> {
    const from = now - (now % HOUR_MS);
    const forecasts = new Map(accounts.map((name) => [name, new Map<string, Forecast>()]));
    let turnEnds = performance.now() + TURN_MS;
    for (const { hours, ...wallet } of await history.read(accounts, from)) {
      const found = forecast(hours, from);
      if (found) forecasts.get(wallet.account)?.set(walletKey(wallet), found);
      if (performance.now() < turnEnds) continue;
      await pause(REST_MS);
      turnEnds = performance.now() + TURN_MS;
    }
    for (const [name, made] of forecasts) {
      // Without enough history there may be more in a moment (an import), or not for days.
      const waitMs =
        made.size > 0 ? 0 : Math.min(HOUR_MS, 2 * (known.get(name)?.waitMs ?? 0) || FIRST_WAIT_MS);
      known.set(name, { forecasts: made, dueAt: waitMs === 0 ? from + HOUR_MS : now + waitMs, waitMs });
    }
  }
}
