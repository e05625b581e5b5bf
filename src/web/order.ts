// The order of wallets within the status: the worst first. Used by `verdict.ts`, and by `views/wallet-list.ts` for one of
// its orders.
import type { Alert } from '../domain/alert.ts';
import { type Amount, approximate, compareAmounts, compareShares, ZERO } from '../domain/money.ts';
import { compareTexts } from '../domain/order.ts';
import { walletName } from '../domain/wallet.ts';
import type { WalletView } from '../monitor/board/board.ts';

/** The customary severities; an unknown name stands between warning and info. */
const SEVERITIES: Readonly<Record<string, number>> = { page: 0, critical: 0, warning: 1, info: 3, none: 4 };
const OTHER_SEVERITY = 2;
const NEARLY = 1e-9; // shares and amounts that differ by less are compared exactly

/** Lower is worse. */
export function severityRank({ severity }: Pick<Alert, 'severity'>): number {
  return SEVERITIES[severity] ?? OTHER_SEVERITY;
}

/** What a row is ordered by. */
export interface Rank {
  /** Higher is worse. */
  readonly level: number;
  /** Of the wallet's worst active alert; lower is worse. */
  readonly severity: number;
  /** When an unknown wallet was last seen; `Infinity` for one that is known now. */
  readonly seenAt: number;
  /** The available amount as a share of the threshold, or the reverse for too much; `null` without a threshold. */
  readonly left: { readonly part: Amount; readonly whole: Amount; readonly about: number } | null;
  readonly name: string;
}

/** The rank of a wallet with its threshold, its active alerts, the worst first, and its level: the place among `LEVELS`. */
export function rankOf(
  {
    wallet,
    threshold,
    alerts: [worst],
    beyond,
  }: {
    readonly wallet: WalletView;
    readonly threshold: Amount | null;
    readonly alerts: readonly Alert[];
    readonly beyond?: 'below' | 'above' | undefined;
  },
  level: number,
): Rank {
  const fresh = wallet.state === 'fresh';
  return {
    level,
    severity: worst ? severityRank(worst) : OTHER_SEVERITY,
    seenAt: fresh ? Number.POSITIVE_INFINITY : (wallet.observedAt ?? 0),
    left: shareLeft(wallet.balance?.available ?? null, threshold, beyond === 'above'),
    name: walletName(wallet),
  };
}

/** Compares by level, severity, how long unknown, what is left of the threshold, and name. */
export function compareRanks(a: Rank, b: Rank): number {
  return (
    b.level - a.level ||
    a.severity - b.severity ||
    (a.seenAt === b.seenAt ? 0 : a.seenAt - b.seenAt) ||
    compareLeft(a.left, b.left) ||
    compareTexts(a.name, b.name)
  );
}

/** For too much, the threshold as a share of the amount: there too, less is worse. */
function shareLeft(value: Amount | null, threshold: Amount | null, isTooMuch: boolean): Rank['left'] {
  if (value === null || threshold === null) return null;
  const [part, whole] = isTooMuch ? [threshold, value] : [value, threshold];
  if (compareAmounts(whole, ZERO) <= 0) return null;
  return { part, whole, about: approximate(part) / approximate(whole) };
}

/** Compares by what is left of the threshold; `null` comes last. */
export function compareLeft(a: Rank['left'], b: Rank['left']): number {
  if (!a || !b) return Number(b !== null) - Number(a !== null);
  const same = () => (a.part === b.part && a.whole === b.whole ? 0 : compareShares(a, b));
  return differenceOf(a, b) ?? same();
}

/** An amount that is compared with many others, and about how much it is. */
export interface ComparedAmount {
  readonly amount: Amount;
  readonly about: number;
}

/** The lowest first; an unknown amount comes last. */
export function compareKnown(a: ComparedAmount | null, b: ComparedAmount | null): number {
  if (!a || !b) return Number(b !== null) - Number(a !== null);
  return differenceOf(a, b) ?? compareAmounts(a.amount, b.amount);
}

/** Compares two amounts without a look at their digits; `undefined` when they are too close for that. */
function differenceOf({ about: a }: { about: number }, { about: b }: { about: number }): number | undefined {
  const difference = a - b;
  return Math.abs(difference) > NEARLY * Math.max(Math.abs(a), Math.abs(b)) ? difference : undefined;
}
