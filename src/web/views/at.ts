// What every wallet held at an instant, and why where it wasn't known. Pure; page and API tell the same.
import type { Instant } from '../../domain/observation.ts';
import { type Balance, couldBe } from '../../domain/wallet.ts';
import type { WalletState } from '../../monitor/board/board.ts';
import type { AccountInfo, PastAccount, PastKnowledge, PastWallet, WalletName } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { mistakenAccount, type RawQuery, readInstant, singleValues, zoneOfQuestion } from './question.ts';

/** The question. */
export interface AtQuestion {
  readonly at: Instant;
  readonly timezone: string;
  /** If empty, all accounts. */
  readonly accounts: readonly string[];
}

/** A wallet as it was known at the instant. */
export interface WalletAt extends WalletName {
  readonly state: WalletState;
  /** As last seen by then; tell it as what the wallet held only while `state` is `fresh`. */
  readonly balance: Balance | null;
  readonly observedAt: Instant | null;
  /** From when the balance was seen to the instant. */
  readonly ageMs: number | null;
  /** Why the available amount wasn't known, as a sentence; `null` when it was. */
  readonly why: string | null;
}

/** The question, or a sentence that says what is wrong with it. Without a time: now. */
export function readAtQuestion(
  query: RawQuery,
  accounts: readonly AccountInfo[],
  now: Instant,
): AtQuestion | string {
  const { time, account, zone } = singleValues(query);
  const asked = account === undefined ? [] : [account];
  const timezone = zoneOfQuestion(zone, accounts, asked);
  if (timezone === undefined) return texts.at.mistake.zone;
  const at = time === undefined ? now : readInstant(time, timezone);
  if (at === undefined) return texts.at.mistake.time;
  if (at > now) return texts.at.mistake.ahead;
  return { at, timezone, accounts: asked };
}

/** A sentence about an account that is neither configured nor in the past. */
export function strangerAt(
  { wallets }: PastKnowledge,
  { accounts: [asked] }: AtQuestion,
  configured: readonly AccountInfo[],
): string | undefined {
  if (wallets.length > 0) return undefined;
  return mistakenAccount(
    asked,
    configured.map(({ account }) => account),
  );
}

/** Every wallet of today as it was known at the instant, in the given order; each is judged when the caller takes it. */
export function* walletsAt({ wallets, accounts }: PastKnowledge, at: Instant): Generator<WalletAt> {
  const byName = new Map(accounts.map((each) => [each.account, each]));
  for (const wallet of wallets) yield describe(wallet, byName.get(wallet.account), at);
}

function describe(wallet: PastWallet, account: PastAccount | undefined, at: Instant): WalletAt {
  const { seen } = wallet;
  const { account: name, currency, walletType } = wallet;
  const state = stateAt(wallet, account, at);
  return {
    ...{ account: name, currency, walletType, state },
    balance: seen?.balance ?? null,
    observedAt: seen?.observedAt ?? null,
    ageMs: seen ? at - seen.observedAt : null,
    why: whyUnknown(state, wallet, account),
  };
}

/** By the board's own rules, as of the instant. */
function stateAt(wallet: PastWallet, account: PastAccount | undefined, at: Instant): WalletState {
  const { seen } = wallet;
  if (!seen) return 'never_seen';
  const good = account?.good;
  if (good && good.slot > seen.slot && !good.unreadable.some((record) => couldBe(record, wallet)))
    return 'missing';
  return seen.staleAt !== null && seen.staleAt > at ? 'fresh' : 'stale';
}

function whyUnknown(
  state: WalletState,
  { seen }: PastWallet,
  account: PastAccount | undefined,
): string | null {
  const last = account?.last ?? null;
  switch (state) {
    case 'fresh':
      return seen?.balance.available === null ? texts.at.why.unreadable : null;
    case 'missing':
      return texts.at.why.missing;
    case 'never_seen':
      return last ? texts.at.why.notYet : texts.at.why.nothingPolled;
    case 'stale': {
      const isLast = !last || (seen && last.slot <= seen.slot);
      if (isLast) return seen?.staleAt === null ? texts.at.why.untold : texts.at.why.noPoll;
      return texts.at.why.failed(texts.at.outcomes[last.outcome]);
    }
  }
}
