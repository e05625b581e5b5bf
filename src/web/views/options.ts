// Reads which payment options are asked for, and which of their changes. Pure; page and API read the same question.
import { isDay } from '../../domain/local-time.ts';
import type { Instant } from '../../domain/observation.ts';
import type { OptionView, PaymentOptionBoard } from '../../monitor/board/payment-option-board.ts';
import type { AccountInfo, OptionChangeQuestion } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { dayRange } from './days.ts';
import {
  isAskedFor,
  mistakenAccount,
  mistakenName,
  type RawQuery,
  singleValues,
  zoneForDays,
} from './question.ts';

const USUAL_MS = 30 * 86_400_000; // how far back changes go where no day is named

/** The question, or a sentence that says what is wrong with it. Days are those of the accounts' time zone. */
export function readOptionsQuestion(
  query: RawQuery,
  accounts: readonly AccountInfo[],
  now: Instant,
): OptionChangeQuestion | string {
  const { from, to, account, currency, provider_code: providerCode } = singleValues(query);
  if ([from, to].some((day) => day !== undefined && !isDay(day))) return texts.options.mistake;
  if (from !== undefined && to !== undefined && from > to) return texts.options.mistake;
  const timezone = zoneForDays(accounts, account);
  const until =
    to === undefined ? undefined : dayRange({ from: to, to }, timezone, Number.POSITIVE_INFINITY).to;
  const since =
    from === undefined ? (until ?? now) - USUAL_MS : dayRange({ from, to: from }, timezone, now).from;
  return {
    since,
    ...(until !== undefined && { until }),
    ...(account !== undefined && { account }),
    ...(currency !== undefined && { currency }),
    ...(providerCode !== undefined && { providerCode }),
  };
}

/** The options that are asked for, as they are now. */
export function optionsAskedFor(
  views: readonly OptionView[],
  { account, currency, providerCode }: OptionChangeQuestion,
): readonly OptionView[] {
  return views.filter((view) =>
    isAskedFor({ account, currency, providerCode }, { account: view.account, ...view.option }),
  );
}

/**
 * Of a question that finds nothing, now or in the past: a sentence about an account that isn't there, or a currency or a
 * provider that no payment option has. There is none as long as an account that is meant shows no option: it may have such a
 * one.
 */
export function mistakenOption(
  asked: OptionChangeQuestion,
  { accounts, account }: PaymentOptionBoard,
  configured: readonly AccountInfo[],
): string | undefined {
  const names = new Set([...configured.map((each) => each.account), ...accounts]); // not all poll payment options
  const stranger = mistakenAccount(asked.account, [...names]);
  if (stranger !== undefined) return stranger;
  const options = accounts.map((name) => ({ name, options: account(name)?.options ?? [] }));
  const meant = options.filter(({ name }) => asked.account === undefined || asked.account === name);
  if (meant.length === 0 || meant.some((one) => one.options.length === 0)) return undefined;
  const all = options.flatMap((one) => one.options.map(({ option }) => option));
  const { noOptionOfCurrency, noOptionOfProvider } = texts.common;
  return mistakenName([
    { asked: asked.currency, known: all.map(({ currency }) => currency), none: noOptionOfCurrency },
    {
      asked: asked.providerCode,
      known: all.map(({ providerCode }) => providerCode),
      none: noOptionOfProvider,
    },
  ]);
}
