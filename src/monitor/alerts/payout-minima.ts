// The alerts of rules that compare a payout wallet with the smallest payout that its currency's options allow.
// `payment-option-alerts.ts` uses it.
import { kindOfOptionCondition } from '../../conditions/option/conditions.ts';
import { levelOf, type OptionRule } from '../../conditions/rule.ts';
import { matchesGlob, selectsOption } from '../../conditions/selector.ts';
import type { Evaluation } from '../../domain/alert.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant, Observation } from '../../domain/observation.ts';
import type { OptionObservation, PaymentOptionId } from '../../domain/payment-option.ts';
import { type AlertInstance, type Apply, createAlertInstance, type Register } from './alert-instance.ts';
import type { AlertRegistry } from './alert-registry.ts';
import { inheritJudged, isDue, noteJudged, type OptionRuleAlert } from './option-rule-alert.ts';

export const PAYOUT = 'PAYOUT';
export const PAYOUT_WALLET = 'MERCHANT_PAYOUT';

const MAX_CURRENCIES = 200; // more than there are; a service could name new ones without end

export interface PayoutMinimaOptions {
  readonly account: string;
  readonly rules: readonly OptionRule[];
  readonly register: Register;
  readonly end: AlertRegistry['end'];
}

/** What is known about an account's payout wallets and options at an instant, and how it moves alerts. */
export interface PayoutEvidence {
  /** The available balance of each payout wallet, by currency. */
  readonly available: ReadonlyMap<string, Amount | null>;
  /** The options of a good response. */
  readonly options: OptionObservation;
  readonly at: Instant;
  readonly apply: Apply;
}

export interface PayoutMinima {
  /** Makes the alerts of the currency's payout wallet, if it has none yet. */
  track(currency: string): void;
  /**
   * The same for the currencies in which a good response offers payouts. When there are too many, a new one takes the place
   * of one that isn't offered and has no pending or firing alert.
   */
  offer(currencies: ReadonlySet<string>): void;
  /** Compares each payout wallet with the options, and moves its alerts. */
  evaluate(known: PayoutEvidence): void;
  /** The same for rules that are new, or recalled, unless later evidence has moved their alerts. */
  evaluateNew: PayoutMinima['evaluate'];
  /** Drops the currency's payout wallet, and returns the alerts that it had. */
  forget(currency: string): readonly AlertInstance[];
  /** Moves every alert by the same evaluation, which is unknown. */
  applyToAll(evaluation: Evaluation, at: Instant, apply: Apply): void;
  /** Takes over the currencies that were known under an earlier configuration. */
  inherit(earlier: PayoutMinima['byCurrency']): void;
  readonly byCurrency: ReadonlyMap<string, readonly OptionRuleAlert[]>;
}

/** The available balance of each payout wallet in a good poll, by currency. */
export function heldByPayouts({ wallets }: Observation): Map<string, Amount | null> {
  const payouts = wallets.filter((wallet) => wallet.exposable && wallet.walletType === PAYOUT_WALLET);
  return new Map(payouts.map(({ currency, available }) => [currency, available]));
}

export function createPayoutMinima(options: PayoutMinimaOptions): PayoutMinima {
  const { account, rules, register, end } = options;
  const byCurrency = new Map<string, readonly OptionRuleAlert[]>();

  return {
    track,

    offer(currencies) {
      for (const currency of currencies) {
        if (byCurrency.size < MAX_CURRENCIES || byCurrency.has(currency) || makeRoom(currencies))
          track(currency);
      }
    },

    evaluate(known) {
      for (const [currency, minima] of byCurrency)
        for (const each of minima) evaluateOne(currency, each, known);
    },

    evaluateNew(known) {
      for (const [currency, minima] of byCurrency)
        for (const each of minima) if (isDue(each, known.at)) evaluateOne(currency, each, known);
    },

    forget(currency) {
      const minima = byCurrency.get(currency) ?? [];
      byCurrency.delete(currency);
      return minima.map(({ alert }) => alert);
    },

    applyToAll(evaluation, at, apply) {
      for (const minima of byCurrency.values()) for (const { alert } of minima) apply(alert, evaluation, at);
    },

    inherit(earlier) {
      for (const [currency, minima] of earlier) {
        track(currency);
        inheritJudged(byCurrency.get(currency)!, minima);
      }
    },

    byCurrency,
  };

  function evaluateOne(
    currency: string,
    each: OptionRuleAlert,
    { available, options, at, apply }: PayoutEvidence,
  ): void {
    const { rule, alert } = each;
    const kind = kindOfOptionCondition(rule.condition);
    if (kind.about !== 'payout_wallet') return;
    const isPayout = (option: PaymentOptionId) =>
      option.transactionType === PAYOUT &&
      option.currency === currency &&
      matchesGlob(rule.options.providerCode, option.providerCode);
    // A name that lacks a part may be of any option.
    const uncertain = options.unreadable.some((record) =>
      isPayout({
        ...record,
        transactionType: record.transactionType || PAYOUT,
        currency: record.currency || currency,
        providerCode: record.providerCode || rule.options.providerCode,
      }),
    );
    const payouts = options.options.filter(isPayout);
    alert.knownAt = at;
    apply(alert, kind.evaluate(rule.condition, available.get(currency) ?? null, payouts, uncertain), at);
    noteJudged(each);
  }

  function track(currency: string): void {
    if (byCurrency.has(currency)) return;
    const subject = { account, currency, walletType: PAYOUT_WALLET };
    const minima = rules.flatMap((rule) => {
      const kind = kindOfOptionCondition(rule.condition);
      const any = { currency, transactionType: PAYOUT, providerCode: '' };
      const selects = selectsOption({ ...rule.options, providerCode: '*' }, account, any);
      if (kind.about !== 'payout_wallet' || !selects) return [];
      const alert = register(
        createAlertInstance(rule, subject, {
          threshold: kind.threshold(rule.condition),
          level: levelOf(rule),
        }),
      );
      return alert ? [{ rule, alert, isNew: true, recalledAt: null }] : [];
    });
    byCurrency.set(currency, minima);
  }

  function makeRoom(offered: ReadonlySet<string>): boolean {
    for (const [currency, minima] of byCurrency) {
      const alerts = minima.map(({ alert }) => alert);
      if (offered.has(currency) || alerts.some(({ state }) => state.phase !== 'inactive')) continue;
      byCurrency.delete(currency);
      end(alerts, 'removed');
      return true;
    }
    return false;
  }
}
