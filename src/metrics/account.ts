// The lines of one account in every family, as one run of bytes with the places where families end.
import { succeeded } from '../domain/observation.ts';
import { balanceDifference } from '../domain/wallet.ts';
import type { AccountView, WalletView } from '../monitor/board.ts';
import type { Admission, Labels } from './admission.ts';
import { ACCOUNT_FAMILIES, COUNTER_FAMILIES, WALLET_FAMILIES } from './catalogue.ts';
import type { AccountCounters } from './counters.ts';
import { escapeLabel, type Family } from './family.ts';

/** How long a wallet's money lasts, by quantile; empty without enough history. */
export type RunwayOf = (
  wallet: WalletView,
) => readonly { readonly quantile: string; readonly seconds: number }[];

/** All families of an account's run of bytes, in order. The last two are counters. */
export const FAMILIES: readonly Family[] = [
  ...Object.values(WALLET_FAMILIES),
  ...Object.values(ACCOUNT_FAMILIES),
  ...Object.values(COUNTER_FAMILIES),
];

export interface AccountLines {
  /** ASCII only: its characters are its bytes. */
  readonly text: string;
  /** For each of {@link FAMILIES} the offset in `text` at which its lines end. */
  readonly ends: readonly number[];
  /** The families, by their index, whose lines are as they were in `options.before`: they aren't in `text`. */
  readonly kept: ReadonlySet<number>;
  readonly drawn: Drawn;
}

/** What lines were rendered from. */
export interface Drawn {
  readonly view: AccountView;
  readonly labels: readonly (Labels | undefined)[];
}

/** Renders what is known of an account at this instant; what is as it was `before` only in name. */
export function renderAccount(
  view: AccountView,
  counters: AccountCounters,
  options: {
    readonly admission: Admission;
    readonly runway?: RunwayOf | undefined;
    readonly before?: Drawn | undefined;
  },
): AccountLines {
  const ends: number[] = [];
  const kept = new Set<number>();
  let text = '';

  const labels = options.admission.admit(view.account, view.wallets);
  const before = options.before?.labels === labels ? options.before.view.wallets : undefined;
  const isKept = (value: (wallet: WalletView) => unknown): boolean =>
    before !== undefined && view.wallets.every((wallet, i) => value(wallet) === value(before[i]!));
  const keep = (): void => {
    kept.add(ends.length);
    ends.push(text.length);
  };
  const fresh = (wallet: WalletView): boolean => wallet.state === 'fresh' && wallet.balance !== null;
  const { available, actual, uncleared, reserve, difference, runway, observed } = WALLET_FAMILIES;
  const line = (name: string, value: (wallet: WalletView) => string | number | null | undefined): void => {
    for (let i = 0; i < view.wallets.length; i++) {
      const own = labels[i];
      const known = own && value(view.wallets[i]!);
      if (own && known !== null && known !== undefined) text += `${name}${own.plain}${known}\n`;
    }
    ends.push(text.length);
  };
  for (const [{ name }, field] of [
    [available, 'available'],
    [actual, 'actual'],
    [uncleared, 'uncleared'],
    [reserve, 'reserve'],
  ] as const) {
    const amount = (wallet: WalletView) => (fresh(wallet) ? wallet.balance?.[field] : null);
    if (isKept(amount)) keep();
    else line(name, amount);
  }
  if (kept.size === 4) keep();
  else
    line(difference.name, (wallet) =>
      fresh(wallet) ? wallet.balance && balanceDifference(wallet.balance) : null,
    );
  view.wallets.forEach((wallet, i) => {
    for (const { quantile, seconds } of (fresh(wallet) && labels[i] && options.runway?.(wallet)) || []) {
      if (Number.isFinite(seconds)) text += `${runway.name}${labels[i]!.quantile(quantile)}${seconds}\n`;
    }
  });
  ends.push(text.length);
  line(observed.name, (wallet) => (wallet.observedAt === null ? null : wallet.observedAt / 1000));
  if (isKept((wallet) => wallet.state)) keep();
  else {
    view.wallets.forEach((wallet, i) => {
      text += labels[i]?.states(wallet.state) ?? '';
    });
    ends.push(text.length);
  }

  const account = `{account="${escapeLabel(view.account)}"`;
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
  text += counters.polls;
  ends.push(text.length);
  text += counters.missed;
  ends.push(text.length);

  return { text, ends, kept, drawn: { view, labels } };
}
