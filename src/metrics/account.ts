// Renders one account: its lines of every family as one text, with the offset at which each family ends. balances.ts uses it.
import type { Amount } from '../domain/money.ts';
import { type Instant, OUTCOMES, succeeded } from '../domain/observation.ts';
import { AMOUNT_FIELDS, type Balance, balanceDifference } from '../domain/wallet.ts';
import { type AccountView, SEEN_STATES, type WalletState, type WalletView } from '../monitor/board/board.ts';
import { ACCOUNT_FAMILIES, COUNTER_FAMILIES, WALLET_FAMILIES } from './catalogue.ts';
import type { AccountCounters } from './counters.ts';
import { escapeLabel, type Family } from './family.ts';
import type { Labels, SeriesLimit } from './series-limit.ts';

/** The runways of a wallet, by confidence; empty without enough history. */
export type RunwayOf = (
  wallet: WalletView,
) => readonly { readonly confidence: string; readonly seconds: number }[];

/** The amount that must be sent to a wallet, and the latest time to request it; `undefined` without a plan. */
export type TopUpOf = (
  wallet: WalletView,
) => { readonly needed: Amount; readonly by: Instant | undefined } | undefined;

/** All families of an account's text, in order. The last two are counters. */
export const FAMILIES: readonly Family[] = [
  ...Object.values(WALLET_FAMILIES),
  ...Object.values(ACCOUNT_FAMILIES),
  ...Object.values(COUNTER_FAMILIES),
];

const OUTCOME_LABELS = OUTCOMES.map((outcome) => `,outcome="${outcome}"} `);
const FRESH_ALONE = SEEN_STATES.slice(0, 1);

/** Which series are exposed that follow from other series. */
export interface Derived {
  /** `merchant_wallet_balance_difference`. */
  readonly difference: boolean;
  /** The states that don't hold of a fresh wallet, and a wallet's built-in alerts that never fired. */
  readonly inactive: boolean;
}

/** The default of every installation: none of them. */
export const NOT_DERIVED: Derived = { difference: false, inactive: false };

export interface AccountLines {
  /** ASCII only: its characters are its bytes. */
  readonly text: string;
  /** For each of {@link FAMILIES} the offset in `text` at which its lines end. */
  readonly ends: readonly number[];
  /** The indexes of families whose lines haven't changed since `options.before`: their lines aren't in `text`. */
  readonly kept: ReadonlySet<number>;
  readonly rendered: RenderedWallets;
}

/** The facts about wallets that an account's lines show; the lists are in the order of the wallets. */
export interface RenderedWallets {
  readonly labels: readonly (Labels | undefined)[];
  readonly states: readonly WalletState[];
  /** The balances of fresh wallets; `null` for the others. */
  readonly balances: readonly (Balance | null)[];
}

/** Renders what is known of an account now. A family that hasn't changed since `before` is only named in `kept`. */
export function renderAccount(
  view: AccountView,
  counters: AccountCounters,
  options: {
    readonly seriesLimit: SeriesLimit;
    readonly derived: Derived;
    readonly runway?: RunwayOf | undefined;
    readonly topUp?: TopUpOf | undefined;
    readonly before?: RenderedWallets | undefined;
  },
): AccountLines {
  const ends: number[] = [];
  const kept = new Set<number>();
  let text = '';

  const { wallets } = view;
  const account = flat('{account="', escapeLabel(view.account), '"');
  const labels = options.seriesLimit.admit(view.account, wallets);
  const states = wallets.map(({ state }) => state);
  const balances = wallets.map(({ state, balance }) => (state === 'fresh' ? balance : null));
  const rendered: RenderedWallets = { labels, states, balances };
  const before = options.before?.labels === labels ? options.before : undefined;

  const isKept = (value: (of: RenderedWallets, i: number) => unknown): boolean =>
    before !== undefined && wallets.every((_, i) => value(rendered, i) === value(before, i));
  const keep = (): void => {
    kept.add(ends.length);
    ends.push(text.length);
  };
  const line = (name: string, value: (i: number) => string | number | null | undefined): void => {
    const head = flat(name, account);
    for (let i = 0; i < wallets.length; i++) {
      const own = labels[i];
      const known = own && value(i);
      if (own && known !== null && known !== undefined) text += `${head}${own.rest}} ${known}\n`;
    }
    ends.push(text.length);
  };

  const { difference, runway, needed, deadline, observed, state } = WALLET_FAMILIES;
  for (const field of AMOUNT_FIELDS) {
    if (isKept((of, i) => of.balances[i]?.[field])) keep();
    else line(WALLET_FAMILIES[field].name, (i) => balances[i]?.[field]);
  }
  if (!options.derived.difference) ends.push(text.length);
  else if (kept.size === AMOUNT_FIELDS.length) keep();
  else line(difference.name, (i) => balances[i] && balanceDifference(balances[i]));
  wallets.forEach((wallet, i) => {
    for (const { confidence, seconds } of (balances[i] && labels[i] && options.runway?.(wallet)) || []) {
      if (Number.isFinite(seconds))
        text += `${runway.name}${account}${labels[i]!.rest},confidence="${confidence}"} ${seconds}\n`;
    }
  });
  ends.push(text.length);
  const topUps = wallets.map((wallet, i) => (balances[i] && labels[i] ? options.topUp?.(wallet) : undefined));
  line(needed.name, (i) => topUps[i]?.needed);
  line(deadline.name, (i) => {
    const by = topUps[i]?.by;
    return by === undefined ? undefined : Math.floor(by / 1_000);
  });
  line(observed.name, (i) => {
    const { observedAt } = wallets[i]!;
    return observedAt === null ? null : observedAt / 1000;
  });
  if (isKept((of, i) => of.states[i])) keep();
  else {
    for (const [i, own] of labels.entries()) {
      if (!own) continue;
      for (const each of states[i] === 'fresh' && !options.derived.inactive ? FRESH_ALONE : SEEN_STATES) {
        text += `${state.name}${account}${own.rest},state="${each}"} ${each === states[i] ? 1 : 0}\n`;
      }
    }
    ends.push(text.length);
  }

  const { last } = view;
  for (const [family, value] of [
    [ACCOUNT_FAMILIES.up, last && succeeded(last.outcome) ? 1 : 0],
    [ACCOUNT_FAMILIES.lastSuccess, (view.lastSuccessAt ?? 0) / 1000],
    [ACCOUNT_FAMILIES.lastAttempt, (last?.startedAt ?? 0) / 1000],
    [ACCOUNT_FAMILIES.nextSlot, (view.nextSlot ?? 0) / 1000],
    [ACCOUNT_FAMILIES.failures, view.consecutiveFailures],
    [ACCOUNT_FAMILIES.duration, Math.round(last?.durationMs ?? 0) / 1000],
  ] as const) {
    text += `${family.name}${account}} ${value}\n`;
    ends.push(text.length);
  }
  const polls = flat(COUNTER_FAMILIES.polls.name, account);
  for (let i = 0; i < OUTCOME_LABELS.length; i++)
    text += `${polls}${OUTCOME_LABELS[i]}${counters.polls[i]}\n`;
  ends.push(text.length);
  text += `${COUNTER_FAMILIES.missed.name}${account}} ${counters.missedSlots}\n`;
  ends.push(text.length);

  return { text, ends, kept, rendered };
}

/**
 * Joins pieces into one flat text. `+` would keep them as pieces, which are gone through again for each line that begins
 * with them.
 */
function flat(...pieces: readonly string[]): string {
  return pieces.join('');
}
