// What every wallet held at an instant, and why where it wasn't known. Pure; page and API tell the same.
import type { Instant } from '../../domain/observation.ts';
import { type Balance, couldBe } from '../../domain/wallet.ts';
import type { WalletState } from '../../monitor/board/board.ts';
import { OUTCOME_WORDS } from '../outcome-words.ts';
import type { AccountInfo, PastAccount, PastKnowledge, PastWallet, WalletName } from '../sources.ts';
import { type RawQuery, readInstant, singleValues, zoneOfQuestion } from './question.ts';

/** What is asked. */
export interface AtQuestion {
  readonly at: Instant;
  readonly timezone: string;
  /** Empty: all. */
  readonly accounts: readonly string[];
}

/** A wallet as it was known at the instant. */
export interface WalletAt extends WalletName {
  readonly state: WalletState;
  /** As last seen by then; only to be told as what it held while `state` is `fresh`. */
  readonly balance: Balance | null;
  readonly observedAt: Instant | null;
  /** From when it was seen to the instant. */
  readonly ageMs: number | null;
  /** Why it wasn't known, as a sentence; `null` when it was. */
  readonly why: string | null;
}

/** What is asked for, or a sentence that says what is wrong with the question. Without a time: now. */
export function readAtQuestion(
  query: RawQuery,
  accounts: readonly AccountInfo[],
  now: Instant,
): AtQuestion | string {
  const { time, account, zone } = singleValues(query);
  const asked = account === undefined ? [] : [account];
  const timezone = zoneOfQuestion(zone, accounts, asked);
  if (timezone === undefined) return 'zone is a time zone by its IANA name, such as Africa/Kampala, or UTC.';
  const at = time === undefined ? now : readInstant(time, timezone);
  if (at === undefined) return 'time is an instant, such as 2026-11-17T14:05 or 2026-11-17T11:05:00Z.';
  if (at > now) return 'That instant is still to come: nobody knows yet what wallets will hold.';
  return { at, timezone, accounts: asked };
}

/** Every wallet of today as it was known at the instant, in the order given. */
export function walletsAt({ wallets, accounts }: PastKnowledge, at: Instant): readonly WalletAt[] {
  const byName = new Map(accounts.map((each) => [each.account, each]));
  return wallets.map((wallet) => describe(wallet, byName.get(wallet.account), at));
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

/** By the board's own rules, as of then. */
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
      return null;
    case 'missing':
      return 'The last answer before then didn’t name it.';
    case 'never_seen':
      return last
        ? 'It had not been seen by then.'
        : 'Nothing had been polled by then, or is kept that long.';
    case 'stale': {
      if (!last || (seen && last.slot <= seen.slot)) return 'No poll had ended since it was seen.';
      return `The last poll before then failed: ${OUTCOME_WORDS[last.outcome]}`;
    }
  }
}
