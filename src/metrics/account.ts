// The lines of one account in every family, as one run of bytes with the places where families end.
import { OUTCOMES, type Outcome, succeeded } from '../domain/observation.ts';
import { balanceDifference } from '../domain/wallet.ts';
import type { AccountView, WalletView } from '../monitor/board.ts';
import type { Admission, Labels } from './admission.ts';
import { ACCOUNT_FAMILIES, COUNTER_FAMILIES, WALLET_FAMILIES } from './catalogue.ts';
import { escapeLabel, type Family } from './family.ts';

/** What was counted of an account since the process started. */
export interface AccountCounters {
  readonly polls: Record<Outcome, number>;
  missed: number;
  /** Grows with every count. */
  version: number;
}

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
  readonly bytes: Buffer;
  /** For each of {@link FAMILIES} the offset in `bytes` at which its lines end. */
  readonly ends: readonly number[];
}

/** Renders what is known of an account at this instant. */
export function renderAccount(
  view: AccountView,
  counters: AccountCounters,
  options: { readonly admission: Admission; readonly runway?: RunwayOf | undefined },
): AccountLines {
  const ends: number[] = [];
  let text = '';

  const wallets: { wallet: WalletView; labels: Labels }[] = [];
  for (const wallet of view.wallets) {
    const labels = options.admission.admit(wallet);
    if (labels) wallets.push({ wallet, labels });
  }
  const { available, actual, uncleared, reserve, difference, runway, observed, state } = WALLET_FAMILIES;
  const fresh = wallets.filter(({ wallet }) => wallet.state === 'fresh' && wallet.balance);

  for (const [family, field] of [
    [available, 'available'],
    [actual, 'actual'],
    [uncleared, 'uncleared'],
    [reserve, 'reserve'],
  ] as const) {
    for (const { wallet, labels } of fresh) {
      const amount = wallet.balance?.[field];
      if (amount) text += `${family.name}${labels.plain}${amount}\n`;
    }
    ends.push(text.length);
  }
  for (const { wallet, labels } of fresh) {
    const amount = wallet.balance && balanceDifference(wallet.balance);
    if (amount) text += `${difference.name}${labels.plain}${amount}\n`;
  }
  ends.push(text.length);
  if (options.runway) {
    for (const { wallet, labels } of fresh) {
      for (const { quantile, seconds } of options.runway(wallet)) {
        if (Number.isFinite(seconds)) text += `${runway.name}${labels.quantile(quantile)}${seconds}\n`;
      }
    }
  }
  ends.push(text.length);
  for (const { wallet, labels } of wallets) {
    if (wallet.observedAt !== null) text += `${observed.name}${labels.plain}${wallet.observedAt / 1000}\n`;
  }
  ends.push(text.length);
  for (const { wallet, labels } of wallets) {
    for (const each of labels.states) {
      text += `${state.name}${each.labels}${each.state === wallet.state ? '1\n' : '0\n'}`;
    }
  }
  ends.push(text.length);

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
  for (const outcome of OUTCOMES) {
    text += `${COUNTER_FAMILIES.polls.name}${account},outcome="${outcome}"} ${counters.polls[outcome]}\n`;
  }
  ends.push(text.length);
  text += `${COUNTER_FAMILIES.missed.name}${account}} ${counters.missed}\n`;
  ends.push(text.length);

  // Every label was checked to be ASCII, so characters are bytes and the offsets hold.
  return { bytes: Buffer.from(text, 'latin1'), ends };
}
