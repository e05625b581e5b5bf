// How long each wallet's money lasts: outlooks made of the past once a day, and looked up with each balance. Alerts,
// metrics, page and commands ask it.
import { setTimeout as pause } from 'node:timers/promises';
import { forecast } from '../../domain/forecast/forecaster.ts';
import { dailySums, type LocalDays, localDaysBefore, type Runway } from '../../domain/forecast/history.ts';
import type { Outlook } from '../../domain/forecast/outlook.ts';
import { type Zone, zoneOf } from '../../domain/forecast/zone.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { type WalletId, walletKey } from '../../domain/wallet.ts';
import type { WalletView } from '../board/board.ts';
import type { Clock } from '../clock.ts';
import type { OutflowHistory } from '../storage/ports.ts';
import { type Aim, type ForecastAccount, isSame, lookOf } from './aims.ts';
import { type Fan, fanOf } from './fan.ts';
import { runwayOf } from './runway.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SETTLED_MS = 2 * HOUR_MS; // after midnight: until then the day's last hours have no figures yet
const FIRST_WAIT_MS = 1_000;
const TURN_MS = 8;
const REST_MS = 24; // after a turn: a quarter of a core at the most, however many wallets there are
const ACCOUNTS_AT_ONCE = 2; // a year of hours of ten wallets each is some 170,000 rows
const RETRY_MS = 5 * MINUTE_MS;

export interface WalletOf extends WalletId {
  readonly account: string;
}

/**
 * How long a balance of the wallet lasts from `at` on; `undefined` when that can't be told.
 *
 * `aim` is one that the account was refreshed with; absent: the account's own.
 */
export type RunwayAt = (
  wallet: WalletOf,
  available: Amount | null,
  at: Instant,
  aim?: Aim,
) => Runway | undefined;

export interface Runways {
  readonly of: RunwayAt;
  /** What a plan is made of: the wallet's outlook, if there is one, whose first alert is the account's own. */
  forecastOf(wallet: WalletOf): WalletForecast;
  /** What is expected of a fresh wallet's balance from now on; `undefined` when that can't be told. */
  fan(wallet: WalletView, horizonMs: number): Fan | undefined;
  /** Another number whenever outlooks of the account were made anew. */
  revision(account: string): number;
  /** How long what a wallet holds lasts from now on, as it is exposed: the median first. Empty: not known. */
  confidences(wallet: WalletView): readonly RunwayConfidence[];
  /**
   * Makes the outlooks that are due: one a day for each wallet, sooner for an account without any, or with other aims.
   * Call it every minute or so; one at a time, and it never rejects. What isn't named is forgotten.
   */
  refresh(accounts: readonly ForecastAccount[]): Promise<void>;
}

export interface WalletForecast {
  readonly outlook: Outlook | undefined;
  /** From one look at the balance to the next. */
  readonly lookMs: number;
}

export interface RunwayConfidence {
  /** `0.5`, or the one asked for. */
  readonly confidence: string;
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

interface AccountForecasts {
  readonly account: ForecastAccount;
  readonly zone: Zone;
  /** In days, as it was when the outlooks were made. */
  readonly look: number;
  readonly outlooks: ReadonlyMap<string, Outlook>;
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
      const outlook = forecasts?.outlooks.get(walletKey(wallet));
      return { outlook, lookMs: (forecasts?.look ?? 1) * DAY_MS };
    },

    fan(wallet, horizonMs) {
      const forecasts = known.get(wallet.account);
      const outlook = forecasts?.outlooks.get(walletKey(wallet));
      const available = wallet.state === 'fresh' ? (wallet.balance?.available ?? null) : null;
      if (!forecasts || !outlook || available === null) return undefined;
      const { confidence } = forecasts.account.aims[0];
      return fanOf(outlook, { zone: forecasts.zone, available, confidence, now: clock.now(), horizonMs });
    },

    revision: (account) => known.get(account)?.revision ?? 0,

    confidences(wallet) {
      const runway = of(wallet, wallet.balance?.available ?? null, clock.now());
      const asked = known.get(wallet.account)?.account.aims[0].confidence;
      if (!runway || asked === undefined) return [];
      const median = { confidence: '0.5', seconds: Math.floor(runway.median / 1_000) };
      if (asked === 0.5) return [median];
      return [median, { confidence: String(asked), seconds: Math.floor(runway.pessimistic / 1_000) }];
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

  function of(wallet: WalletOf, available: Amount | null, at: Instant, aim?: Aim): Runway | undefined {
    const forecasts = known.get(wallet.account);
    const outlook = forecasts?.outlooks.get(walletKey(wallet));
    if (!outlook || available === null) return undefined;
    const { account, zone, look } = forecasts!;
    const asked = aim === undefined ? 0 : account.aims.findIndex((each) => isSame(each, aim));
    return asked < 0 ? undefined : runwayOf(outlook, { alert: asked, zone, look }, available, at);
  }

  async function refresh(accounts: readonly ForecastAccount[]): Promise<void> {
    const asked = new Set(accounts.map(({ name }) => name));
    for (const name of known.keys()) if (!asked.has(name)) known.delete(name);
    const now = clock.now();
    const due = accounts.filter((account) => isDue(account, now));
    for (let i = 0; i < due.length && !signal?.aborted; i += ACCOUNTS_AT_ONCE) {
      const some = due.slice(i, i + ACCOUNTS_AT_ONCE);
      // If it fails the others come first at the next call.
      for (const account of some)
        known.set(account.name, { ...before(account), askedAt: now, dueAt: now + RETRY_MS });
      await renew(some, now);
    }
  }

  function isDue({ name, aims, schedule, calendar }: ForecastAccount, now: Instant): boolean {
    const forecasts = known.get(name);
    if (!forecasts || now >= forecasts.dueAt) return true;
    if (now < forecasts.askedAt) return true; // the clock was set back
    const { account } = forecasts;
    return (
      account.schedule.timezone !== schedule.timezone ||
      account.calendar?.key !== calendar?.key ||
      !aims.every((aim, i) => isAt(account.aims[i], aim))
    );
  }

  /** What is known of an account so far; nothing when it asks for something else now. */
  function before(account: ForecastAccount): AccountForecasts {
    const forecasts = known.get(account.name);
    if (forecasts && account.aims.every((aim, i) => isAt(forecasts.account.aims[i], aim))) return forecasts;
    const zone = zoneOf(account.schedule.timezone);
    return { account, zone, look: 1, outlooks: new Map(), revision: 0, askedAt: 0, dueAt: 0, waitMs: 0 };
  }

  async function renew(accounts: readonly ForecastAccount[], now: Instant): Promise<void> {
    const from = now - (now % HOUR_MS);
    const jobs = new Map(accounts.map((account) => [account.name, jobOf(account, now)]));
    let turnEnds = performance.now() + TURN_MS;
    for (const { hours, ...wallet } of await history.read([...jobs.keys()], from)) {
      const job = jobs.get(wallet.account)!;
      const { first, days } = dailySums(hours, from, job.localDays());
      const outlook = forecast(days, first, { alerts: job.alerts, calendar: job.account.calendar });
      if (outlook) job.outlooks.set(walletKey(wallet), outlook);
      if (performance.now() < turnEnds) continue;
      await pause(REST_MS);
      turnEnds = performance.now() + TURN_MS;
    }
    for (const [name, { account, zone, look, outlooks, localDays }] of jobs) {
      // Without enough history there may be more in a moment (an import), or not for days.
      const waitMs =
        outlooks.size > 0 ? 0 : Math.min(HOUR_MS, 2 * (known.get(name)?.waitMs ?? 0) || FIRST_WAIT_MS);
      const dueAt = waitMs > 0 ? now + waitMs : nextReading(localDays().midnights.at(-1)!, now);
      known.set(name, { account, zone, look, outlooks, revision: ++revision, askedAt: now, dueAt, waitMs });
    }
  }
}

function jobOf(account: ForecastAccount, now: Instant) {
  const zone = zoneOf(account.schedule.timezone);
  let known: LocalDays | undefined;
  const localDays = () => (known ??= localDaysBefore(now, zone)); // dear, and of no use to an account without a past
  const look = lookOf(account.schedule, now);
  const alerts = account.aims.map(({ leadMs, confidence }) => ({ lead: leadMs / DAY_MS, look, confidence }));
  return { account, zone, localDays, look, alerts, outlooks: new Map<string, Outlook>() };
}

/** When all of a day has figures: of the day before first, if that was not so yet. */
function nextReading(midnight: Instant, now: Instant): Instant {
  return now < midnight + SETTLED_MS ? midnight + SETTLED_MS : midnight + DAY_MS + SETTLED_MS;
}

function isAt(aim: Aim | undefined, other: Aim): boolean {
  return aim !== undefined && isSame(aim, other);
}
