// The list of wallets: the search, the order, the totals per currency, and the page. It is made in turns of the event
// loop, as there may be tens of thousands of wallets.
import { type Amount, approximate, netAsWritten } from '../../domain/money.ts';
import { compareTexts } from '../../domain/order.ts';
import { walletName } from '../../domain/wallet.ts';
import { sortedInTurns } from '../../monitor/sorted-in-turns.ts';
import { createTurns, eachInTurns } from '../../monitor/turns.ts';
import { type ComparedAmount, compareKnown, compareLeft, rankOf } from '../order.ts';
import { texts } from '../texts/texts.ts';
import { LEVELS, type StatusRow } from '../verdict.ts';
import { pageOf } from './paging.ts';
import { mistakenName, type RawQuery, singleValues } from './question.ts';

const PAGE_ROWS = 50;
const TURN_MS = 4;

/** The orders of the list; the first is the default. */
export const ORDERS = ['urgency', 'share', 'lasts', 'name', 'amount'] as const;
export type ListOrder = (typeof ORDERS)[number];

/** The question; a name that is absent restricts nothing. */
export interface ListQuestion {
  /** Words that must all stand in the wallet's name, in upper or lower case. */
  readonly q?: string;
  readonly account?: string;
  readonly currency?: string;
  readonly type?: string;
  /** A level; no wallet has any other. */
  readonly state?: string;
  readonly order: ListOrder;
  /** From 1. */
  readonly page: number;
}

/** How much wallets of one currency hold together. */
export interface CurrencyTotal {
  readonly currency: string;
  /** The sum of the amounts that are known now. */
  readonly available: Amount;
  readonly wallets: number;
  /** How many of the wallets are known now: the sum is theirs. */
  readonly known: number;
}

export interface WalletList {
  readonly question: ListQuestion;
  /** The rows of this page. */
  readonly rows: readonly StatusRow[];
  /** How many wallets were found, on all pages. */
  readonly found: number;
  readonly pages: number;
  /** Of all wallets that were found, by currency. */
  readonly totals: readonly CurrencyTotal[];
}

/** The question. An unknown order is the default one, as a page in another order is better than none. */
export function readListQuestion(query: RawQuery): ListQuestion {
  const { q, account, currency, type, state, order, page = '1' } = singleValues(query);
  return {
    ...(q !== undefined && { q: q.slice(0, 100) }),
    ...(account !== undefined && { account }),
    ...(currency !== undefined && { currency }),
    ...(type !== undefined && { type }),
    ...(state !== undefined && { state }),
    order: ORDERS.find((each) => each === order) ?? 'urgency',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** A sentence about a state or an order that doesn't exist. */
export function mistakenList(query: RawQuery): string | undefined {
  const { state, order } = singleValues(query);
  return mistakenName([
    { asked: state, known: LEVELS.toReversed(), none: texts.wallets.noState },
    { asked: order, known: ORDERS, none: texts.wallets.noOrder },
  ]);
}

/**
 * The page of the list that is asked for; the last one when there are fewer.
 *
 * `rows` come in the order of urgency. `seconds` tells how long a wallet lasts; `undefined` is unknown, and comes last.
 */
export async function listWallets(
  rows: readonly StatusRow[],
  question: ListQuestion,
  seconds: (row: StatusRow) => number | undefined,
): Promise<WalletList> {
  const words = question.q?.toLowerCase().split(/\s+/) ?? [];
  const found = rows.filter((row) => isAskedFor(row, question, words));
  const shown = pageOf(await inOrder(found, question.order, seconds), question.page, PAGE_ROWS);
  return {
    question: { ...question, page: shown.page },
    rows: shown.items,
    found: shown.all,
    pages: shown.pages,
    totals: totalsOf(found),
  };
}

function isAskedFor(
  row: StatusRow,
  { account, currency, type, state }: ListQuestion,
  words: readonly string[],
): boolean {
  const { wallet, level } = row;
  return (
    (account === undefined || wallet.account === account) &&
    (currency === undefined || wallet.currency === currency) &&
    (type === undefined || wallet.walletType === type) &&
    (state === undefined || level === state) &&
    words.every((word) => nameOf(row).toLowerCase().includes(word))
  );
}

async function inOrder(
  rows: readonly StatusRow[],
  order: ListOrder,
  seconds: (row: StatusRow) => number | undefined,
): Promise<readonly StatusRow[]> {
  switch (order) {
    case 'urgency':
      return rows;
    case 'name':
      return sortedBy(rows, nameOf, compareTexts);
    case 'lasts':
      return sortedBy(
        rows,
        (row) => seconds(row) ?? Number.POSITIVE_INFINITY,
        (a, b) => (a === b ? 0 : a - b),
      );
    case 'share':
      return sortedBy(rows, (row) => rankOf(row, 0).left, compareLeft);
    case 'amount':
      return sortedBy(rows, comparedAmount, compareKnown);
  }
}

/** Sorts by a key that is made once for each row, as a forecast takes long; equal keys stay in the order of urgency. */
async function sortedBy<K>(
  rows: readonly StatusRow[],
  keyOf: (row: StatusRow) => K,
  compare: (a: K, b: K) => number,
): Promise<readonly StatusRow[]> {
  const keyed: { readonly row: StatusRow; readonly key: K }[] = [];
  await eachInTurns(rows, createTurns(TURN_MS), (row) => {
    keyed.push({ row, key: keyOf(row) });
  });
  const sorted = await sortedInTurns(keyed, (a, b) => compare(a.key, b.key));
  return sorted.map(({ row }) => row);
}

function nameOf({ wallet }: StatusRow): string {
  return walletName(wallet);
}

function knownAmount({ wallet }: StatusRow): Amount | null {
  return wallet.state === 'fresh' ? (wallet.balance?.available ?? null) : null;
}

function comparedAmount(row: StatusRow): ComparedAmount | null {
  const amount = knownAmount(row);
  return amount === null ? null : { amount, about: approximate(amount) };
}

function totalsOf(rows: readonly StatusRow[]): readonly CurrencyTotal[] {
  return [...Map.groupBy(rows, ({ wallet }) => wallet.currency)]
    .map(([currency, all]) => {
      const known = all.flatMap((row) => knownAmount(row) ?? []);
      return { currency, available: netAsWritten(known), wallets: all.length, known: known.length };
    })
    .sort((a, b) => compareTexts(a.currency, b.currency));
}
