// Knows the requested top-ups, for plans: what is on its way to each wallet, and what didn't come.
import { type Arriving, type OnItsWay, onItsWay, rememberedSince } from '../../domain/forecast/requested.ts';
import { type Amount, compareAmounts, subtractAmounts, ZERO } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { walletName } from '../../domain/wallet.ts';
import type { Clock } from '../clock.ts';
import type { RequestedWallet, TopUpLog } from '../storage/ports.ts';
import type { WalletOf } from './runways.ts';

/** What is on its way to a wallet. `available` is its balance when it was seen last, at `at`. */
export type ComingTo = (
  wallet: WalletOf,
  seen: Arriving & { readonly at: Instant; readonly available: Amount | null },
) => OnItsWay;

export interface Requests {
  readonly comingTo: ComingTo;
  /** Reads the requests from Postgres. Call it every minute or so, and after each new request; it never rejects. */
  refresh(): Promise<void>;
  /** A number that changes when a request is made or money arrives. */
  readonly revision: number;
}

export interface RequestsOptions {
  readonly log: Pick<TopUpLog, 'read'>;
  readonly clock: Clock;
  /** The accounts whose requests matter at an instant, and since when they do. */
  readonly since: (now: Instant) => Promise<ReadonlyMap<string, Instant>>;
  /** Called when the requests could not be read; the last known ones stay. */
  readonly onFailure: (error: unknown) => void;
}

const NOTHING: OnItsWay = { coming: ZERO, expired: [] };

export function createRequests({ log, clock, since, onFailure }: RequestsOptions): Requests {
  let known: ReadonlyMap<string, RequestedWallet> = new Map();
  let told = '[]';
  let revision = 0;
  let asked = 0;
  let answered = 0;

  return {
    get revision() {
      return revision;
    },
    comingTo: (wallet, seen) => comingOf(known.get(walletName(wallet)), seen),
    async refresh() {
      const turn = ++asked;
      try {
        const wallets = await log.read(await since(clock.now()));
        if (turn < answered) return; // a read that began later has answered already
        answered = turn;
        const text = JSON.stringify(wallets);
        if (text === told) return;
        known = new Map(wallets.map((wallet) => [walletName(wallet), wallet]));
        told = text;
        revision++;
      } catch (error) {
        onFailure(error);
      }
    },
  };
}

/** What is on its way, by the requests and rises that were read, and by how the balance rose since then. */
export function comingOf(
  wallet: RequestedWallet | undefined,
  { at, available, ...arriving }: Parameters<ComingTo>[1],
): OnItsWay {
  if (!wallet) return NOTHING;
  const since = rememberedSince(at, arriving);
  const requests = wallet.requests.filter((request) => request.at >= since);
  const rises =
    available !== null && wallet.available !== null && compareAmounts(available, wallet.available) > 0
      ? [...wallet.rises, { since: at, at, amount: subtractAmounts(available, wallet.available) }]
      : wallet.rises;
  return onItsWay(requests, rises, at, arriving);
}
