// The status in words, for pages and API: one sentence first, then each wallet with its state. Pure; html/ and pages/ make
// the markup.
import type { Alert } from '../domain/alert.ts';
import { type Amount, compareAmounts, parseAmount } from '../domain/money.ts';
import type { AccountView, Board, WalletView } from '../monitor/board/board.ts';
import { compareRanks, rankOf } from './order.ts';

/** From best to worst. Decides icon, colour and order, and always comes with words. */
export const LEVELS = ['fine', 'pending', 'unknown', 'firing'] as const;
export type Level = (typeof LEVELS)[number];

export interface StatusRow {
  readonly wallet: WalletView;
  readonly level: Level;
  /** `Fine`, `Below threshold`, `Unknown: stale`, … */
  readonly words: string;
  /** What the worst alert is judged against, else what the first one is. */
  readonly threshold: Amount | null;
  /** Pending and firing ones, the worst first. */
  readonly alerts: readonly Alert[];
}

export interface PageVerdict {
  readonly level: Level;
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

/** What is known now, in words; the same rows serve page and API. */
export function reachVerdict(accounts: readonly AccountView[], alerts: readonly Alert[]): PageVerdict {
  const byWallet = Map.groupBy(alerts, (alert) => keyOf(alert));
  const rows = accounts
    .flatMap((account) => account.wallets)
    .map((wallet) => describeWallet(wallet, byWallet.get(keyOf(wallet)) ?? []))
    .map((row) => ({ row, rank: rankOf(row, LEVELS.indexOf(row.level)) }))
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ row }) => row);

  const all = rows.length;
  const blind = rows.filter(({ wallet }) => wallet.state !== 'fresh').length;
  const below = rows.filter(
    (row) => row.level === 'firing' && row.words.startsWith('Below threshold'),
  ).length;
  const firing = rows.filter((row) => row.level === 'firing').length - below;
  const unseen = accounts.filter((account) => account.wallets.length === 0);
  const others = alerts.filter((alert) => alert.phase === 'firing' && alert.walletType === '');

  const said: { readonly level: Level; readonly text: string }[] = [];
  // Whoever doesn't know never looks calm: that comes first.
  if (blind > 0)
    said.push({ level: 'unknown', text: `Blind on ${blind === all ? every(all) : of(blind, all)}` });
  if (unseen.length > 0) said.push({ level: 'unknown', text: `No wallet seen yet of ${names(unseen)}` });
  if (below > 0) said.push({ level: 'firing', text: `${of(below, all)} ${are(below)} below threshold` });
  if (firing > 0)
    said.push({
      level: 'firing',
      text: `${of(firing, all)} ${firing === 1 ? 'has' : 'have'} an alert firing`,
    });
  if (others.length > 0)
    said.push({
      level: 'firing',
      text: `Also firing: ${[...new Set(others.map((a) => a.rule))].join(', ')}`,
    });

  const [first, ...also] = said;
  return {
    level: LEVELS.findLast((level) => said.some((each) => each.level === level)) ?? 'fine',
    headline: first?.text ?? allFine(all, alerts),
    also: also.map(({ text }) => `${text}.`),
    rows,
  };
}

/** The name that wallets, alerts and charts share: `account/CURRENCY/TYPE`. */
export function keyOf(named: {
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
}): string {
  return `${named.account}/${named.currency}/${named.walletType}`;
}

function describeWallet(wallet: WalletView, alerts: readonly Alert[]): StatusRow {
  const known = [...alerts].sort((a, b) => WORST_FIRST[a.phase] - WORST_FIRST[b.phase]);
  const active = known.filter((alert) => alert.phase !== 'inactive');
  const [worst] = active;
  const threshold = known
    .map((alert) => parseAmount(alert.threshold ?? ''))
    .find((amount) => amount !== undefined);
  const row = { wallet, threshold: threshold ?? null, alerts: active };
  const unknown = wallet.state === 'fresh' ? '' : UNKNOWN[wallet.state];
  if (worst?.phase === 'firing') {
    return { ...row, level: 'firing', words: unknown ? `${wordsOf(worst)} when last seen` : wordsOf(worst) };
  }
  if (unknown) return { ...row, level: 'unknown', words: unknown };
  if (worst) return { ...row, level: 'pending', words: `${wordsOf(worst)}, pending` };
  return { ...row, level: 'fine', words: 'Fine' };
}

const UNKNOWN = {
  stale: 'Unknown: too old',
  missing: 'Unknown: not in the response',
  never_seen: 'Unknown: never seen',
} as const;

function wordsOf(alert: Alert): string {
  const value = parseAmount(alert.value ?? '');
  const threshold = parseAmount(alert.threshold ?? '');
  if (value === undefined || threshold === undefined) return alert.rule;
  const order = compareAmounts(value, threshold);
  return order < 0 ? 'Below threshold' : order > 0 ? 'Above threshold' : alert.rule;
}

function allFine(all: number, alerts: readonly Alert[]): string {
  if (all === 0) return 'No wallet has been seen yet';
  const judged = alerts.some((alert) => alert.threshold !== null);
  const what = judged ? 'inside their thresholds' : 'seen and fresh';
  return all === 1
    ? `The one wallet is ${judged ? 'inside its thresholds' : what}`
    : `All ${all} wallets are ${what}`;
}

function of(some: number, all: number): string {
  return `${some} of ${all} ${all === 1 ? 'wallet' : 'wallets'}`;
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}

function every(all: number): string {
  return all === 1 ? 'the one wallet' : `all ${all} wallets`;
}

/** Of many accounts the first few. */
function names(accounts: readonly AccountView[]): string {
  const few = accounts.slice(0, MAX_NAMES).map(({ account }) => account);
  const more = accounts.length - few.length;
  return more > 0 ? `${few.join(', ')} and ${more} more accounts` : few.join(', ');
}
