// Keeps the plans of the running monitor: makes them from the board, the outlooks and the requests when somebody asks, and
// keeps them for a minute while none of these changes. Metrics, API, pages and alerts all ask it, so they can't disagree.
import type { TopUpOutcome } from '../../domain/forecast/top-up-outcome.ts';
import type { Instant } from '../../domain/observation.ts';
import { UNKNOWN_BALANCE, walletKey } from '../../domain/wallet.ts';
import type { Board } from '../board/board.ts';
import type { Clock } from '../clock.ts';
import { createTurns, eachInTurns } from '../turns.ts';
import { type PlanQuestion, type PlanRow, planWallets, settingsAsked, type TopUpSettings } from './plans.ts';
import type { Requests } from './requests.ts';
import type { Runways, WalletOf } from './runways.ts';

const LASTING_MS = 60_000; // a plan changes slowly while the balance stays the same
const STANDING_MS = 600_000; // a wallet without balance or history gets no other plan by time alone
const ASKED_MS = 600_000; // how long the answer to a question is kept after the last time: open pages ask again
const TURN_MS = 5;

export interface Planner {
  /** The plans of an account's wallets that aren't sources; the same list until something changes. */
  ofAccount(account: string): readonly PlanRow[];
  /** The plan of one wallet; `undefined` for a source or an unknown wallet. */
  of(wallet: WalletOf): PlanRow | undefined;
  /**
   * The plans of all accounts, in the order of the configuration; made in turns short enough for the event loop.
   *
   * With a question, the plans answer it. They are kept like the others, until somebody asks another question or nobody
   * asks for ten minutes.
   */
  all(question?: PlanQuestion): Promise<readonly PlanRow[]>;
}

export interface PlannerOptions {
  readonly board: Board;
  readonly clock: Clock;
  readonly runways: Pick<Runways, 'forecastOf' | 'revision'>;
  /** The requested top-ups; absent: none. */
  readonly requests?: Pick<Requests, 'comingTo' | 'revision'>;
  /** The outcome of the last plan that asked for money and got it; absent: not known. */
  readonly lastTopUp?: (wallet: WalletOf) => TopUpOutcome | undefined;
  /** How the wallets of an account are topped up; must give the same object until that changes. */
  readonly settingsOf: (account: string) => TopUpSettings | undefined;
}

/** Plans by account, and the question for which they were made; an empty one: as configured. */
interface KnownPlans {
  readonly byAccount: Map<string, AccountPlans>;
  readonly question: PlanQuestion;
}

interface AccountPlans {
  readonly rows: readonly PlanRow[];
  readonly byWallet: ReadonlyMap<string, PlanRow>;
  /** As configured. */
  readonly settings: TopUpSettings;
  readonly version: number;
  readonly revision: number;
  readonly requested: number;
  readonly madeAt: Instant;
  readonly until: Instant;
}

interface MakingPlans {
  readonly account: string;
  readonly settings: TopUpSettings;
  readonly question: PlanQuestion;
  readonly now: Instant;
}

const NONE: readonly PlanRow[] = [];

/** Whether time alone can't change the plan: there is no balance or no history to plan with. */
function stands({ topUp }: PlanRow): boolean {
  return 'unplanned' in topUp && (topUp.unplanned === 'balance_unknown' || topUp.unplanned === 'no_history');
}

export function createPlanner(options: PlannerOptions): Planner {
  const { board, clock, runways, requests, lastTopUp, settingsOf } = options;
  const configured: KnownPlans = { byAccount: new Map(), question: {} };
  let asked: (KnownPlans & { askedAt: number }) | undefined;

  return {
    ofAccount: (account) => plansOf(account, configured)?.rows ?? NONE,
    of: (wallet) => plansOf(wallet.account, configured)?.byWallet.get(walletKey(wallet)),
    async all(question) {
      const { accounts } = board;
      const known = question ? knownFor(question) : configured;
      const there = new Set(accounts);
      for (const name of known.byAccount.keys()) if (!there.has(name)) known.byAccount.delete(name);
      const rows: PlanRow[] = [];
      await eachInTurns(accounts, createTurns(TURN_MS), (name) => {
        rows.push(...(plansOf(name, known)?.rows ?? NONE));
      });
      return rows;
    },
  };

  function knownFor(question: PlanQuestion): KnownPlans {
    const { coverMs, date, confidence } = asked?.question ?? {};
    const isSame =
      question.coverMs === coverMs && question.date === date && question.confidence === confidence;
    if (!asked || !isSame) asked = { byAccount: new Map(), question, askedAt: 0 };
    asked.askedAt = clock.monotonic();
    return asked;
  }

  function plansOf(account: string, { byAccount, question }: KnownPlans): AccountPlans | undefined {
    const settings = settingsOf(account);
    if (!settings) return undefined;
    if (asked && clock.monotonic() - asked.askedAt > ASKED_MS) asked = undefined;
    const now = clock.now();
    const plans = byAccount.get(account);
    const holds =
      plans?.settings === settings &&
      plans.version === board.version(account) &&
      plans.revision === runways.revision(account) &&
      plans.requested === (requests?.revision ?? 0) &&
      plans.madeAt <= now &&
      now < plans.until;
    if (holds) return plans;
    const made = make({ account, settings, question, now });
    if (made) byAccount.set(account, made);
    return made;
  }

  function make({ account, settings, question, now }: MakingPlans): AccountPlans | undefined {
    const view = board.account(account);
    if (!view) return undefined;
    const wallets = view.wallets.map(({ currency, walletType, state, balance, observedAt: seenAt }) => {
      const { available, uncleared } = (state === 'fresh' ? balance : null) ?? UNKNOWN_BALANCE;
      return { account, currency, walletType, seenAt, available, uncleared };
    });
    const rows = planWallets(wallets, new Map([[account, settingsAsked(settings, question)]]), {
      runways,
      now,
      comingTo: requests?.comingTo,
      lastTopUp,
    });
    return {
      rows,
      byWallet: new Map(rows.map((row) => [walletKey(row), row])),
      settings,
      version: view.version,
      revision: runways.revision(account),
      requested: requests?.revision ?? 0,
      madeAt: now,
      until: Math.min(
        now + (rows.every(stands) ? STANDING_MS : LASTING_MS),
        board.staleAt(account) ?? Number.POSITIVE_INFINITY,
      ),
    };
  }
}
