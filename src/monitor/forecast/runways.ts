// Says how long each wallet's money lasts: makes outlooks from the past once a day, and looks balances up in them. Used by
// alerts, metrics, pages and commands.
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import { MIN_PAST_MS, type Runway } from '../../domain/forecast/history.ts';
import type { Outlook } from '../../domain/forecast/outlook.ts';
import { type Zone, zoneOf } from '../../domain/forecast/zone.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { type WalletId, walletKey } from '../../domain/wallet.ts';
import type { WalletView } from '../board/board.ts';
import type { Clock } from '../clock.ts';
import { sameSlots } from '../polling/schedule.ts';
import type { OutflowHistory } from '../storage/ports.ts';
import { type Aim, type ForecastAccount, isSame, untilNextLook } from './aims.ts';
import { type RunwayConfidence, runwaysAt } from './confidences.ts';
import { type Fan, fanOf } from './fan.ts';
import { createJob, type Job } from './job.ts';
import { runwayOf } from './runway.ts';

const SETTLED_MS = 2 * HOUR_MS; // after midnight: before that, the last hours of the day have no figures yet
const FIRST_WAIT_MS = 1_000;
const TURN_MS = 8;
const REST_MS = 24; // after a turn: a quarter of a core at the most, however many wallets there are
const ACCOUNTS_AT_ONCE = 2; // ten wallets each, a year of hours where no days are stored: about 170,000 rows
const RETRY_MS = 5 * 60_000;

export interface WalletOf extends WalletId {
  readonly account: string;
}

/**
 * How long a balance of the wallet lasts from `at` on; `undefined`: not known.
 *
 * `aim` is one of the account's aims at its last refresh; absent: the account's own.
 */
export type RunwayAt = (
  wallet: WalletOf,
  available: Amount | null,
  at: Instant,
  aim?: Aim,
) => Runway | undefined;

export interface Runways {
  readonly of: RunwayAt;
  /** The wallet's forecast, for its plan. The first alert of the outlook is the account's own. */
  forecastOf(wallet: WalletOf): WalletForecast;
  /** The expected balance of a fresh wallet from now on; `undefined`: not known. */
  fan(wallet: WalletView, horizonMs: number): Fan | undefined;
  /** A number that changes when outlooks of the account are made anew; without a name, those of any account. 0: none. */
  revision(account?: string): number;
  /** How long the wallet's balance lasts from now on: the median, then at the account's confidence. Empty: not known. */
  confidences(wallet: WalletView): readonly RunwayConfidence[];
  /** The same, then at each other confidence that a rule asks for: see {@link runwaysAt} of `confidences.ts`. */
  exposed(wallet: WalletView): readonly RunwayConfidence[];
  /**
   * Makes the outlooks that are due: one a day for each wallet, sooner for an account that has none or whose aims,
   * schedule or calendar changed. Forgets accounts that aren't named. Call it every minute or so. It never rejects.
   */
  refresh(accounts: readonly ForecastAccount[]): Promise<void>;
}

export interface WalletForecast {
  readonly outlook: Outlook | undefined;
  /** Whether the past of its account has been read. @default true */
  readonly isRead?: boolean;
  /** What clears of uncleared money, learnt as if it were outflow; absent for a wallet that has had none. */
  readonly clearing?: Outlook | undefined;
  /** The time from one look at the balance to the next, in milliseconds. */
  readonly lookMs: number;
}

export interface RunwayOptions {
  readonly history: OutflowHistory;
  readonly clock: Clock;
  /** Called when the past could not be read; a later call tries again. */
  readonly onFailure: (error: unknown) => void;
  /** Ends a running refresh early. */
  readonly signal?: AbortSignal;
}

interface AccountForecasts {
  readonly account: ForecastAccount;
  readonly isRead: boolean;
  readonly zone: Zone;
  /** The time from one look to the next, in days, when the outlooks were made. */
  readonly look: number;
  readonly outlooks: ReadonlyMap<string, Outlook>;
  /** The outlooks of money that clears, of the wallets that have such money. */
  readonly clearings: ReadonlyMap<string, Outlook>;
  readonly revision: number;
  readonly askedAt: Instant;
  readonly dueAt: Instant;
  readonly waitMs: number;
}

export function createRunways({ history, clock, onFailure, signal }: RunwayOptions): Runways {
  const known = new Map<string, AccountForecasts>();
  let running: Promise<void> | undefined;
  let revision = 0;

  return {
    of,
    forecastOf(wallet) {
      const forecasts = known.get(wallet.account);
      const key = walletKey(wallet);
      return {
        outlook: forecasts?.outlooks.get(key),
        isRead: forecasts?.isRead ?? false,
        clearing: forecasts?.clearings.get(key),
        lookMs: (forecasts?.look ?? 1) * DAY_MS,
      };
    },

    fan(wallet, horizonMs) {
      const forecasts = known.get(wallet.account);
      const outlook = forecasts?.outlooks.get(walletKey(wallet));
      const available = wallet.state === 'fresh' ? (wallet.balance?.available ?? null) : null;
      if (!forecasts || !outlook || available === null) return undefined;
      const { confidence } = forecasts.account.aims[0];
      return fanOf(outlook, { zone: forecasts.zone, available, confidence, now: clock.now(), horizonMs });
    },

    revision: (account) => (account === undefined ? revision : (known.get(account)?.revision ?? 0)),
    confidences: (wallet) => confidencesOf(wallet, ([own]) => [own]),
    exposed: (wallet) => confidencesOf(wallet, (aims) => aims),

    refresh(accounts) {
      running ??= refresh(accounts)
        .catch(onFailure)
        .finally(() => {
          running = undefined;
        });
      return running;
    },
  };

  function of(wallet: WalletOf, available: Amount | null, at: Instant, aim?: Aim): Runway | undefined {
    const forecasts = known.get(wallet.account);
    const outlook = forecasts?.outlooks.get(walletKey(wallet));
    if (!outlook || available === null) return undefined;
    const { account, zone, look } = forecasts!;
    const asked = aim === undefined ? 0 : account.aims.findIndex((each) => isSame(each, aim));
    if (asked === -1) return undefined;
    const unseen = Math.max(look, untilNextLook(account.schedule, at));
    return runwayOf(outlook, { alert: asked, zone, look: unseen }, available, at);
  }

  function confidencesOf(
    wallet: WalletView,
    chosen: (aims: ForecastAccount['aims']) => readonly Aim[],
  ): readonly RunwayConfidence[] {
    const aims = known.get(wallet.account)?.account.aims;
    const now = clock.now();
    const lasts = (aim: Aim) => of(wallet, wallet.balance?.available ?? null, now, aim);
    return aims ? runwaysAt(aims[0], chosen(aims), lasts) : [];
  }

  async function refresh(accounts: readonly ForecastAccount[]): Promise<void> {
    const asked = new Set(accounts.map(({ name }) => name));
    for (const name of known.keys()) if (!asked.has(name)) known.delete(name);
    const now = clock.now();
    const due = await withPast(
      accounts.filter((account) => isDue(account, now)),
      now,
    );
    for (let i = 0; i < due.length && !signal?.aborted; i += ACCOUNTS_AT_ONCE) {
      const some = due.slice(i, i + ACCOUNTS_AT_ONCE);
      // If the read fails, the next call begins with the other accounts.
      postpone(some, now);
      await renew(some, now);
    }
  }

  /** The accounts whose past is long enough. The others get no outlook, so their past isn't read. */
  async function withPast(due: readonly ForecastAccount[], now: Instant): Promise<ForecastAccount[]> {
    const names = due.map(({ name }) => name);
    if (names.length === 0) return [];
    const old = await history.withPast(names, now - MIN_PAST_MS).catch((error: unknown) => {
      postpone(due, now);
      throw error;
    });
    const isOld = new Set(old);
    for (const account of due) if (!isOld.has(account.name)) keep(createJob(account, now), now);
    return due.filter(({ name }) => isOld.has(name));
  }

  function postpone(accounts: readonly ForecastAccount[], now: Instant): void {
    for (const account of accounts)
      known.set(account.name, { ...before(account), askedAt: now, dueAt: now + RETRY_MS });
  }

  function isDue({ name, aims, schedule, calendar }: ForecastAccount, now: Instant): boolean {
    const forecasts = known.get(name);
    if (!forecasts || now >= forecasts.dueAt) return true;
    if (now < forecasts.askedAt) return true; // the clock was set back
    const { account } = forecasts;
    return (
      !sameSlots(account.schedule, schedule) ||
      account.calendar?.key !== calendar?.key ||
      !aims.every((aim, i) => isSameAim(account.aims[i], aim))
    );
  }

  /** What is known of an account so far; nothing when its aims have changed. */
  function before(account: ForecastAccount): AccountForecasts {
    const forecasts = known.get(account.name);
    if (forecasts && account.aims.every((aim, i) => isSameAim(forecasts.account.aims[i], aim)))
      return forecasts;
    const zone = zoneOf(account.schedule.timezone);
    const nothing = { isRead: false, look: 1, outlooks: new Map(), clearings: new Map(), revision: 0 };
    return { account, zone, ...nothing, askedAt: 0, dueAt: 0, waitMs: 0 };
  }

  async function renew(accounts: readonly ForecastAccount[], now: Instant): Promise<void> {
    const from = now - (now % HOUR_MS);
    const jobs = new Map(accounts.map((account) => [account.name, createJob(account, now)]));
    let turnEnds = performance.now() + TURN_MS;
    const asked = accounts.map(({ name, schedule }) => ({ name, timezone: schedule.timezone }));
    for (const wallet of await history.read(asked, from)) {
      jobs.get(wallet.account)?.take(wallet);
      if (performance.now() < turnEnds) continue;
      await pause(REST_MS);
      turnEnds = performance.now() + TURN_MS;
    }
    for (const job of jobs.values()) keep(job, now);
  }

  function keep({ account, zone, look, made, midnight }: Job, now: Instant): void {
    const forecasts = { account, isRead: true, zone, look, ...made(), askedAt: now };
    if (forecasts.outlooks.size > 0) {
      const dueAt = nextReading(midnight(), now);
      known.set(account.name, { ...forecasts, revision: ++revision, dueAt, waitMs: 0 });
    } else {
      // There is too little history. More may come in a moment (an import), or only in days.
      const waitMs = Math.min(HOUR_MS, 2 * (known.get(account.name)?.waitMs ?? 0) || FIRST_WAIT_MS);
      known.set(account.name, { ...forecasts, revision: 0, dueAt: now + waitMs, waitMs });
    }
  }
}

/** The next time at which a whole day has all its figures; `midnight` is when the last day ended. */
function nextReading(midnight: Instant, now: Instant): Instant {
  return now < midnight + SETTLED_MS ? midnight + SETTLED_MS : midnight + DAY_MS + SETTLED_MS;
}

function isSameAim(aim: Aim | undefined, other: Aim): boolean {
  return aim !== undefined && isSame(aim, other);
}
