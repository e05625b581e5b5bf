// The statement: reads which lines are asked for, and puts a wallet's days together. Pure; page and API use it.
import { DAY_MS } from '../../domain/duration.ts';
import { addDays, isDay, localDay } from '../../domain/local-time.ts';
import { type Amount, compareAmounts, netAsWritten } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { StatementLine, StatementPosition, StatementQuery } from '../../domain/statement.ts';
import type { AccountInfo, WalletName } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { allValues, type RawQuery, singleValues, zoneForDays } from './question.ts';

const MAX_DAYS = 400;

export type StatementNames = Pick<StatementQuery, 'accounts' | 'currencies' | 'walletTypes'>;

/** The question, or a sentence that says what is wrong with it. `usual` has the days where the query names none. */
export function readStatementQuestion(
  query: RawQuery,
  usual: { readonly from: string; readonly to: string },
): StatementQuery | string {
  const { from = usual.from, to = usual.to, after: cursor } = singleValues(query);
  if (!isDay(from) || !isDay(to) || from > to) return texts.statement.mistake.days;
  if (daysIn({ from, to }) > MAX_DAYS) return texts.statement.mistake.most(MAX_DAYS);
  const after = cursor === undefined ? undefined : readCursor(cursor);
  if (after === null) return texts.statement.mistake.after;
  return { from, to, ...namesAsked(query), ...(after && { after }) };
}

/** How many days are asked for, the first and the last included. */
export function daysIn({ from, to }: Pick<StatementQuery, 'from' | 'to'>): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** Where the next page begins. Names come from the service and may hold any character, so it is base64url of JSON. */
export function writeCursor({ account, currency, walletType, day }: StatementPosition): string {
  return Buffer.from(JSON.stringify([account, currency, walletType, day])).toString('base64url');
}

function readCursor(cursor: string): StatementPosition | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(parts) || parts.length !== 4 || !parts.every((part) => typeof part === 'string'))
      return null;
    const [account, currency, walletType, day] = parts as [string, string, string, string];
    return isDay(day) && !parts.join('').includes('\0') ? { account, currency, walletType, day } : null;
  } catch {
    return null;
  }
}

/** The lines of whole wallets, at most `most` of them, and where the next ones begin. */
export function wholeWallets(
  lines: readonly StatementLine[],
  most: number,
): { readonly lines: readonly StatementLine[]; readonly next: StatementPosition | undefined } {
  const beyond = lines[most];
  if (!beyond) return { lines, next: undefined };
  const cut = lines.findIndex((line) => walletOf(line) === walletOf(beyond));
  return { lines: lines.slice(0, cut), next: lines[cut - 1] };
}

/** The accounts, currencies and wallet types that are asked for; an empty list: all. */
export function namesAsked(query: RawQuery): Required<StatementNames> {
  return {
    accounts: allValues(query, 'account'),
    currencies: allValues(query, 'currency'),
    walletTypes: allValues(query, 'wallet_type'),
  };
}

/** From a week before today to today, in the time zone of the accounts asked for. */
export function lastWeek(
  query: RawQuery,
  accounts: readonly AccountInfo[],
  now: Instant,
): { readonly from: string; readonly to: string; readonly timezone: string } {
  const timezone = zoneForDays(accounts, allValues(query, 'account'));
  const to = localDay(now, timezone);
  return { from: addDays(to, -7), to, timezone };
}

/** All days of a wallet. */
export interface StatementPeriod extends WalletName {
  /** Oldest first. */
  readonly days: readonly StatementLine[];
  /** Of the first day on which anything was seen; `closing` is of the last. */
  readonly opening: Amount | null;
  readonly closing: Amount | null;
  readonly lowest: Amount | null;
  readonly highest: Amount | null;
  readonly net: Amount | null;
  /** What came in and went out, also between days: `inflow - outflow` is `net`. `null` where a day's amount isn't kept. */
  readonly inflow: Amount | null;
  readonly outflow: Amount | null;
  readonly samples: number;
}

/** One period for each wallet, from lines that come by wallet and day. */
export function periodsOf(lines: readonly StatementLine[]): readonly StatementPeriod[] {
  const byWallet = Map.groupBy(lines, walletOf);
  return [...byWallet.values()].map(periodOf);
}

function periodOf(days: readonly StatementLine[]): StatementPeriod {
  const { account, currency, walletType } = days[0]!;
  const seen = days.filter(({ available }) => available.opening !== null && available.closing !== null);
  const opening = seen[0]?.available.opening ?? null;
  const closing = seen.at(-1)?.available.closing ?? null;
  const byValue = (of: 'lowest' | 'highest') =>
    seen.flatMap(({ available }) => available[of] ?? []).sort(compareAmounts);
  const net = opening === null || closing === null ? null : netAsWritten([closing], [opening]);
  const outflow = outflowOf(seen);
  return {
    ...{ account, currency, walletType, days, opening, closing, net, outflow },
    lowest: byValue('lowest')[0] ?? null,
    highest: byValue('highest').at(-1) ?? null,
    inflow: net === null || outflow === null ? null : netAsWritten([net, outflow]),
    samples: days.reduce((sum, { samples }) => sum + samples, 0),
  };
}

/** The outflow of the days, and each fall from the end of one day to the beginning of the next. */
function outflowOf(seen: readonly StatementLine[]): Amount | null {
  const parts: Amount[] = [];
  for (const [i, { outflow, available }] of seen.entries()) {
    if (outflow === null) return null;
    parts.push(outflow);
    const before = seen[i - 1]?.available.closing;
    if (before === undefined || before === null || compareAmounts(before, available.opening!) <= 0) continue;
    parts.push(netAsWritten([before], [available.opening!]));
  }
  return netAsWritten(parts);
}

function walletOf({ account, currency, walletType }: StatementPosition): string {
  return JSON.stringify([account, currency, walletType]);
}
