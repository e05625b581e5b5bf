// Stores plans so that they can be judged: each plan that is news, and the outcome of those that asked for money. Replicas
// that watch the same wallets write one record: each plan of a wallet has a number, and each number is taken once.
import { dateOf } from '../../domain/forecast/day.ts';
import type { Plan } from '../../domain/forecast/plan.ts';
import { isPlanNews, type PlanGist } from '../../domain/forecast/plan-news.ts';
import type { Share } from '../../domain/forecast/source.ts';
import { type TopUpOutcome, topUpVerdict } from '../../domain/forecast/top-up-outcome.ts';
import {
  type Amount,
  addAmounts,
  compareAmounts,
  isZero,
  percentOf,
  subtractAmounts,
} from '../../domain/money.ts';
import { walletKey } from '../../domain/wallet.ts';
import type { Board } from '../board/board.ts';
import type { Clock } from '../clock.ts';
import type { KeptPlan, NewPlan, PlanLog } from '../storage/ports.ts';
import { createTurns } from '../turns.ts';
import type { Planner } from './planner.ts';
import type { PlanRow } from './plans.ts';
import type { Runways, WalletOf } from './runways.ts';

const ACCOUNTS_AT_ONCE = 500;
const MAX_WAITING = 10_000; // plans that Postgres has not taken yet
const PLANS_AT_ONCE = 1_000;
const TURN_MS = 5;
const PATIENCE = 3; // our plan must differ at this many looks in a row before it follows another replica's
const FOLLOWED_PERCENT = '25' as Amount; // a rise of this share of the awaited amount, or more, is the top-up
const NOTICED_PERCENT = '12.5' as Amount; // a rise of this share from one look to the next may be it: some goes out meanwhile

export interface PlanRecord {
  /** Stores the plans that are news. Call it every minute or so, one call at a time; it never rejects. */
  note(): Promise<void>;
  /** The outcome of the wallet's last plan that asked for money and got it; `undefined`: none is known. */
  lastTopUp(wallet: WalletOf): TopUpOutcome | undefined;
}

export interface PlanRecordOptions {
  readonly planner: Pick<Planner, 'all'>;
  readonly board: Pick<Board, 'accounts'>;
  readonly runways: Pick<Runways, 'forecastOf'>;
  readonly log: PlanLog;
  readonly clock: Clock;
  /** The name under which this process writes. */
  readonly replica: string;
  /** The time from a request to the arrival of its money, in milliseconds. */
  readonly leadOf: (account: string) => number;
  /** Called when plans could not be stored. The next call tries again, with the newest 10,000 of them. */
  readonly onFailure: (error: unknown) => void;
}

interface Wallet extends Pick<KeptPlan, 'accountId' | 'walletId' | 'newest' | 'topUp'> {
  /** The balance at the last look; at first, that of the newest stored plan. */
  available: Amount | undefined;
  /** At how many looks in a row our plan differed from the newest stored one. */
  differed: number;
}

export function createPlanRecord(options: PlanRecordOptions): PlanRecord {
  const { planner, board, runways, log, clock, replica, leadOf, onFailure } = options;
  const accounts = new Map<string, Map<string, Wallet>>();
  const outdated = new Set<string>(); // accounts whose stored plans must be read again
  let waiting: (NewPlan & { readonly account: string })[] = [];

  return {
    note: () => note().catch(onFailure),
    lastTopUp: (wallet) => accounts.get(wallet.account)?.get(walletKey(wallet))?.topUp ?? undefined,
  };

  async function note(): Promise<void> {
    const asked = new Set(board.accounts);
    for (const name of accounts.keys()) if (!asked.has(name)) accounts.delete(name);
    const unknown = board.accounts.filter((name) => !accounts.has(name) || outdated.has(name));
    const failures: unknown[] = [];
    const attempt = (work: Promise<void>) => work.catch((error: unknown) => void failures.push(error));
    await attempt(learn(unknown));
    const rows = await planner.all();
    const turns = createTurns(TURN_MS);
    for (const row of rows) {
      if (turns.isOver()) await turns.next();
      // With 100,000 wallets, more plans are news than may wait: they are stored in between, unless Postgres has failed.
      if (waiting.length >= PLANS_AT_ONCE && failures.length === 0) await attempt(flush());
      if ('unplanned' in row.topUp) continue;
      const wallet = accounts.get(row.account)?.get(walletKey(row));
      if (wallet) await look(row, row.topUp, wallet);
      else outdated.add(row.account); // Postgres did not know this wallet yet
    }
    if (failures.length > 0) throw failures[0];
    await flush();
  }

  async function learn(names: readonly string[]): Promise<void> {
    for (let i = 0; i < names.length; i += ACCOUNTS_AT_ONCE) {
      const some = names.slice(i, i + ACCOUNTS_AT_ONCE);
      const kept = await log.newest(some);
      for (const name of some) {
        accounts.set(name, new Map());
        outdated.delete(name);
      }
      for (const each of kept) {
        const { accountId, walletId, newest, topUp } = each;
        const available = newest?.available;
        accounts
          .get(each.account)!
          .set(walletKey(each), { accountId, walletId, newest, topUp, available, differed: 0 });
      }
      waiting = waiting.filter(({ account }) => !some.includes(account)); // their numbers may be taken by now
    }
  }

  async function look(row: PlanRow, plan: Plan & Share, wallet: Wallet): Promise<void> {
    const available = row.available!;
    const { newest, accountId, walletId } = wallet;
    const now = gistOf(row, plan);
    const isTopUp = newest !== null && rose(newest, wallet.available ?? available, available);
    const topUp = isTopUp ? await topUpOf(row.account, wallet, newest) : null;
    if (topUp === undefined) return; // Postgres did not answer: the next look asks again
    if (topUp === null) wallet.available = available;
    const own = !newest || newest.replica === replica;
    const isOlder = newest !== null && now.historyUntil < newest.historyUntil;
    const differs = topUp !== null || !newest || (!isOlder && isPlanNews(newest, now, leadOf(row.account)));
    wallet.differed = differs ? wallet.differed + 1 : 0;
    if (!differs || (!own && wallet.differed < PATIENCE)) return;
    const number = (newest?.number ?? 0) + 1;
    waiting.push({
      ...now,
      ...{ account: row.account, accountId, walletId, number, topUp },
      arrives: plan.arrives,
      lastsUntil: plan.lastsUntil ?? null,
      thenLastsUntil: plan.thenLastsUntil ?? null,
      given: plan.given ?? null,
    });
    if (waiting.length > MAX_WAITING) waiting.shift();
    Object.assign(wallet, { newest: { ...now, number, replica }, available, differed: 0 });
    if (topUp) Object.assign(wallet, { topUp });
  }

  /** The top-up that the plan asked for; `null`: the rise was not the top-up; `undefined`: Postgres did not answer. */
  async function topUpOf(
    account: string,
    wallet: Wallet,
    newest: NonNullable<Wallet['newest']>,
  ): Promise<TopUpOutcome | null | undefined> {
    try {
      const seen = await log.topUpSince({ ...wallet, number: newest.number, at: newest.at });
      if (!seen || compareAmounts(seen.amount, percentOf(awaited(newest), FOLLOWED_PERCENT)) < 0) return null;
      const { told, ...topUp } = seen;
      return {
        ...topUp,
        verdict: topUpVerdict(told, { emptySince: topUp.emptySince, leadMs: leadOf(account) }),
      };
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const plans = waiting.slice(0, PLANS_AT_ONCE);
      const taken = await log.add(plans);
      waiting = waiting.slice(plans.length);
      plans.forEach(({ account }, i) => {
        if (!taken[i]) outdated.add(account); // another replica was first
      });
    }
  }

  function gistOf(row: PlanRow, plan: Plan & Share): PlanGist {
    const { coming, needed, by, late, confidence, shortfall, doubts, jump } = plan;
    const { outlook } = runways.forecastOf(row);
    return {
      ...{ at: clock.now(), available: row.available!, coming, needed, late, confidence },
      by: by ?? null,
      source: row.source ?? null,
      shortfall: shortfall ?? null,
      doubts: doubts
        .map((doubt) => (doubt === 'jump' && jump ? `jump:${dateOf(jump.since)}` : doubt))
        .join(' '),
      historyUntil: outlook?.from ?? 0,
    };
  }
}

/** Whether the balance rose by enough to be the top-up that the plan awaits. */
function rose(plan: PlanGist, before: Amount, available: Amount): boolean {
  const sum = awaited(plan);
  return (
    !isZero(sum) && compareAmounts(subtractAmounts(available, before), percentOf(sum, NOTICED_PERCENT)) >= 0
  );
}

/** What a plan asks for, plus what somebody has already requested. */
function awaited({ needed, coming }: PlanGist): Amount {
  return addAmounts(needed, coming);
}
