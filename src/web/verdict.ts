// The status in words, for pages and API: one sentence first, then each wallet with its state. Pure; html/ and pages/ make
// the markup.
import type { Alert } from '../domain/alert.ts';
import { type Amount, compareAmounts, parseAmount } from '../domain/money.ts';
import { walletName } from '../domain/wallet.ts';
import type { AccountView, Board, WalletView } from '../monitor/board/board.ts';
import { compareRanks, type Rank, rankOf, severityRank } from './order.ts';
import { texts } from './texts/texts.ts';

/** From best to worst. A level decides icon, colour and order, and always comes with words. */
export const LEVELS = ['fine', 'pending', 'unknown', 'firing'] as const;
export type StatusLevel = (typeof LEVELS)[number];

export interface StatusRow {
  readonly wallet: WalletView;
  readonly level: StatusLevel;
  /** `Fine`, `Below threshold`, `Unknown: too old`, … */
  readonly words: string;
  /** The threshold of the available amount, of the worst alert that has one; `null` when none has. */
  readonly threshold: Amount | null;
  /** Pending and firing alerts, the worst first. */
  readonly alerts: readonly Alert[];
  /** On which side of the worst alert's threshold the available amount is bad; `undefined` where it isn't bad. */
  readonly beyond?: 'below' | 'above' | undefined;
}

export interface PageVerdict {
  readonly level: StatusLevel;
  /** `Blind on 2 of 14 wallets`: what isn't known, as a sentence; `undefined` while everything is known. */
  readonly blind: string | undefined;
  /** `2 of 14 wallets are below threshold` */
  readonly headline: string;
  /** What else is wrong, as sentences. */
  readonly also: readonly string[];
  /** The worst first: see `compareRanks`. */
  readonly rows: readonly StatusRow[];
}

/** Every account of the board as it is known now, in the order of the configuration. */
export function accountViews(board: Board): readonly AccountView[] {
  return board.accounts.map((name) => board.account(name)).filter((view) => view !== undefined);
}

const MAX_NAMES = 5;
const WORST_FIRST = { firing: 0, pending: 1, inactive: 2 } as const;

/** The verdict about these accounts; page and API use the same rows. For many wallets: `status.ts`. */
export function reachVerdict(accounts: readonly AccountView[], alerts: readonly Alert[]): PageVerdict {
  const judge = createJudge();
  for (const alert of alerts) judge.hear(alert);
  const judged = accounts.flatMap(({ wallets }) => wallets.map(judge.judge));
  return judge.sumUp(judged.sort(compareJudged), accounts);
}

/** A wallet's row, and its rank in the order. */
export interface Judged {
  readonly row: StatusRow;
  readonly rank: Rank;
}

/**
 * Reaches a verdict alert by alert and wallet by wallet, so that the event loop can have its turns between them. It counts
 * as it goes: what is left to do at the end is little, however many wallets there are.
 */
export interface Judge {
  /** Takes in an alert: all of them before the first wallet. */
  hear(alert: Alert): void;
  judge(wallet: WalletView): Judged;
  /** The verdict about all wallets that were judged, which are given in their order. */
  sumUp(judged: readonly Judged[], accounts: readonly AccountView[]): PageVerdict;
}

export function createJudge(): Judge {
  const alerts: Alert[] = [];
  const byWallet = new Map<string, Alert[]>();
  const shown = new Set<Alert>(); // with their wallets
  const count = { unknown: 0, below: 0, firing: 0, pending: 0 };
  return {
    hear(alert) {
      alerts.push(alert);
      const name = walletName(alert);
      const others = byWallet.get(name);
      if (others) others.push(alert);
      else byWallet.set(name, [alert]);
    },
    judge(wallet) {
      const own = byWallet.get(walletName(wallet)) ?? [];
      for (const alert of own) shown.add(alert);
      const row = describeWallet(wallet, own);
      if (unknownWords(wallet) !== undefined) count.unknown++;
      if (row.level === 'firing') count[row.beyond === 'below' ? 'below' : 'firing']++;
      if (row.level === 'pending') count.pending++;
      return { row, rank: rankOf(row, LEVELS.indexOf(row.level)) };
    },
    sumUp(judged, accounts) {
      // Alerts about an account, payment options or floatwatch itself, or about a wallet that wasn't seen since the start.
      const others = alerts.filter((alert) => alarms(alert) && !shown.has(alert));
      const all = judged.length;
      const { blind, said } = sentencesOf({ ...count, all, others, unseen: unseenWords(accounts) });
      const [first, ...also] = said;
      return {
        level: LEVELS.findLast((level) => said.some((each) => each.level === level)) ?? 'fine',
        blind,
        headline: first?.text ?? allFine(all, alerts),
        also: also.map(({ text }) => `${text}.`),
        rows: judged.map(({ row }) => row),
      };
    },
  };
}

/** The worst first. */
export function compareJudged(a: Judged, b: Judged): number {
  return compareRanks(a.rank, b.rank);
}

interface Counted {
  readonly all: number;
  readonly unknown: number;
  readonly below: number;
  readonly firing: number;
  readonly pending: number;
  readonly others: readonly Alert[];
  readonly unseen: string | undefined;
}

/** What is wrong, in sentences. What is unknown comes first: a verdict must not look calm without knowing. */
function sentencesOf({ all, unknown, below, firing, pending, others, unseen }: Counted) {
  const words = texts.verdict;
  const blind = unknown > 0 ? words.blind(unknown, all) : undefined;
  const said: { readonly level: StatusLevel; readonly text: string }[] = [];
  if (blind !== undefined) said.push({ level: 'unknown', text: blind });
  if (unseen !== undefined) said.push({ level: 'unknown', text: unseen });
  if (below > 0) said.push({ level: 'firing', text: words.below(below, all) });
  const firingText = below > 0 ? words.othersFiring(firing) : words.firing(firing, all);
  if (firing > 0) said.push({ level: 'firing', text: firingText });
  if (others.length > 0)
    said.push({ level: 'firing', text: words.also([...new Set(others.map((a) => a.rule))].join(', ')) });
  if (pending > 0) said.push({ level: 'pending', text: words.pendingOn(pending, all) });
  return { blind: blind ?? unseen, said };
}

/** Whether an alert fires that people must act upon: by custom the severity `none` is no such alert, as the Watchdog's. */
export function alarms({ phase, severity }: Alert): boolean {
  return phase === 'firing' && severity !== 'none';
}

function describeWallet(wallet: WalletView, alerts: readonly Alert[]): StatusRow {
  const known = [...alerts].sort(compareAlerts);
  const active = known.filter((alert) => alert.phase !== 'inactive');
  const [worst] = active;
  const side = worst && badSideOf(worst);
  const isBad = worst !== undefined && side !== undefined && orderOf(worst) === side;
  const row = {
    wallet,
    threshold: thresholdOf(known),
    alerts: active,
    beyond: isBad ? side : undefined,
  };
  const words = texts.verdict;
  const unknown = unknownWords(wallet);
  const told = worst && wordsOf(worst, side, isBad);
  if (told !== undefined && worst?.phase === 'firing') {
    // An alert that a wallet is missing, or can't be read, is about now.
    const isPast = unknown !== undefined && (worst.held || side !== undefined);
    return { ...row, level: 'firing', words: isPast ? words.whenLastSeen(told) : told };
  }
  if (unknown !== undefined) return { ...row, level: 'unknown', words: unknown };
  if (told !== undefined) return { ...row, level: 'pending', words: words.pending(told) };
  return { ...row, level: 'fine', words: words.fine };
}

/** Why the available amount of a wallet isn't known now; `undefined` when it is. */
function unknownWords({ state, balance }: WalletView): string | undefined {
  const words = texts.verdict.unknown;
  if (state !== 'fresh') return words[state];
  return balance?.available === null ? words.unreadable : undefined;
}

/** The worst first; inactive alerts in the order of their rules. */
function compareAlerts(a: Alert, b: Alert): number {
  const bySeverity = a.phase === 'inactive' ? 0 : severityRank(a) - severityRank(b);
  return WORST_FIRST[a.phase] - WORST_FIRST[b.phase] || bySeverity;
}

/** The first threshold of the available amount. */
function thresholdOf(alerts: readonly Alert[]): Amount | null {
  for (const alert of alerts) {
    const amount = parseAmount(alert.threshold);
    if (amount !== undefined && badSideOf(alert) !== undefined) return amount;
  }
  return null;
}

/** On which side of an alert's threshold the available amount is bad; `undefined` for a threshold of something else. */
function badSideOf({ level }: Alert): 'below' | 'above' | undefined {
  return level?.of === 'available' ? level.bad : undefined;
}

/** On which side of its threshold an alert's value is; `undefined` where one of them isn't an amount, or both are equal. */
function orderOf(alert: Alert): 'below' | 'above' | undefined {
  const value = parseAmount(alert.value);
  const threshold = parseAmount(alert.threshold);
  if (value === undefined || threshold === undefined) return undefined;
  const order = compareAmounts(value, threshold);
  return order < 0 ? 'below' : order > 0 ? 'above' : undefined;
}

/** An alert in words: by the threshold of the available amount; any other alert by its rule's name. */
function wordsOf({ rule }: Alert, side: 'below' | 'above' | undefined, isBad: boolean): string {
  const words = texts.verdict;
  if (side === undefined) return rule;
  if (isBad) return side === 'below' ? words.belowThreshold : words.aboveThreshold;
  return side === 'below' ? words.noLongerBelow : words.noLongerAbove; // the alert ends at its clear level, or some time later
}

function allFine(all: number, alerts: readonly Alert[]): string {
  const words = texts.verdict;
  if (all === 0) return words.noWallet;
  const isHeldAgainstAny = alerts.some(
    ({ walletType, threshold }) => walletType !== '' && threshold !== null,
  );
  return isHeldAgainstAny ? words.inside(all) : words.fresh(all);
}

/** `No wallet seen yet of acme`; `undefined` when each account has some. */
export function unseenWords(accounts: readonly AccountView[]): string | undefined {
  const unseen = accounts.filter(({ wallets }) => wallets.length === 0);
  return unseen.length > 0 ? texts.verdict.unseen(namesOf(unseen)) : undefined;
}

/** The first few of many accounts, by name. */
export function namesOf(accounts: readonly { readonly account: string }[]): string {
  const few = accounts.slice(0, MAX_NAMES).map(({ account }) => account);
  const more = accounts.length - few.length;
  return more > 0 ? texts.verdict.moreAccounts(few.join(', '), more) : few.join(', ');
}
