// The alerts of one account's payment options: each option by itself here, payout wallets in `payout-minima.ts`.
// `alert-evaluator.ts` makes one for each account whose options are polled.
import type { PaymentOptionSample } from '../../conditions/option/condition.ts';
import { kindOfOptionCondition } from '../../conditions/option/conditions.ts';
import { type LimitMemory, learnLimits, NO_LIMITS } from '../../conditions/option/limits.ts';
import type { OptionRule } from '../../conditions/rule.ts';
import { selectsOption } from '../../conditions/selector.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant, Observation } from '../../domain/observation.ts';
import { succeeded } from '../../domain/observation.ts';
import {
  type OptionObservation,
  type PaymentOptionId,
  paymentOptionKey,
} from '../../domain/payment-option.ts';
import type { BoardAccount } from '../board/board-entry.ts';
import { hasNameless, type OptionAccount } from '../board/payment-option-board.ts';
import { staleFrom } from '../board/staleness.ts';
import type { Clock } from '../clock.ts';
import { type AlertInstance, createAlertInstance, UNKNOWN } from './alert-instance.ts';
import type { Apply, Register } from './alert-registry.ts';
import { createPayoutMinima, PAYOUT, PAYOUT_WALLET } from './payout-minima.ts';
import type { SavedAlert } from './ports.ts';

const MAX_OPTIONS = 1_000; // of an account; a service could name new ones without end

export interface PaymentOptionAlertsOptions {
  readonly config: OptionAccount;
  /** The same account, of which wallets are polled. */
  readonly balances: BoardAccount;
  readonly rules: readonly OptionRule[];
  readonly clock: Clock;
  readonly register: Register;
  readonly apply: Apply;
  /** The same account under an earlier configuration: what it knows is taken over. */
  readonly previous?: PaymentOptionAlerts | undefined;
}

export interface PaymentOptionAlerts {
  /** Evaluates a finished poll of options, unless it is older than what is known. */
  observe(observation: OptionObservation): void;
  /** Takes in a finished poll of wallets, for the rules that set a wallet against its options. */
  observeWallets(observation: Observation): void;
  /** Goes on from a last known poll: evaluates it if it is still fresh, or else only remembers it. */
  resume(observation: OptionObservation): void;
  /** Makes the alerts that a remembered one belongs to. */
  track(saved: SavedAlert): void;
  readonly known: PaymentOptionKnowledge;
}

/** What is known of an account's options, apart from its alerts' states. */
interface PaymentOptionKnowledge {
  readonly options: Map<string, OptionAlerts>;
  /** Currencies whose payout wallet has alerts. */
  readonly currencies: Iterable<string>;
  lastSlot: Instant;
  lastSucceeded: boolean;
  /** The newest good poll, and until when it is to be believed. */
  seen: OptionObservation | null;
  seenUntil: Instant;
  walletSlot: Instant;
  walletsUntil: Instant;
  /** What payout wallets hold, by currency. */
  readonly available: Map<string, Amount | null>;
}

interface OptionAlerts {
  readonly id: PaymentOptionId;
  readonly rules: readonly RuleInstance[];
  limits: LimitMemory;
  /** Whether a change of limits was seen by this very process. */
  sawNews: boolean;
}

interface RuleInstance {
  readonly rule: OptionRule;
  readonly alert: AlertInstance;
}

export function createPaymentOptionAlerts(options: PaymentOptionAlertsOptions): PaymentOptionAlerts {
  const { config, balances, rules, clock, register, apply, previous } = options;
  const never = Number.MIN_SAFE_INTEGER;
  const minima = createPayoutMinima({ account: config.name, rules, register, apply });
  const known: PaymentOptionKnowledge = {
    options: new Map(),
    currencies: minima.currencies,
    available: new Map(),
    ...{ lastSlot: never, lastSucceeded: false, seen: null, seenUntil: never },
    ...{ walletSlot: never, walletsUntil: never },
  };
  if (previous) inherit(previous.known);

  return {
    known,
    observe,

    observeWallets(observation) {
      const { slot, outcome } = observation;
      if (slot < known.walletSlot && known.walletSlot <= clock.now()) return;
      known.walletSlot = slot;
      if (!succeeded(outcome)) {
        minima.applyToAll(UNKNOWN, slot);
        return;
      }
      known.walletsUntil = staleFrom(balances, slot);
      known.available.clear();
      for (const wallet of observation.wallets) {
        if (wallet.exposable && wallet.walletType === PAYOUT_WALLET) {
          known.available.set(wallet.currency, wallet.available);
        }
      }
      evaluateMinima(slot);
    },

    resume(observation) {
      if (clock.now() < staleFrom(config, observation.slot)) observe(observation);
      else if (observation.slot > known.lastSlot && succeeded(observation.outcome)) {
        note(observation);
        for (const option of observation.options) {
          if (option.exposable) sample(option, { kind: 'seen', option }, observation.slot, undefined);
        }
      }
    },

    track({ rule, labels, currency, walletType }) {
      const { transaction_type, transaction_method, provider_code } = labels;
      if (transaction_type && transaction_method && provider_code) {
        optionOf({
          currency,
          transactionType: transaction_type,
          transactionMethod: transaction_method,
          providerCode: provider_code,
        });
      } else if (walletType === PAYOUT_WALLET && rules.some(({ name }) => name === rule))
        minima.track(currency);
    },
  };

  function observe(observation: OptionObservation): void {
    const { slot } = observation;
    const good = succeeded(observation.outcome);
    // A newest slot that lies ahead of the clock was seen before the clock was set back: it counts no more.
    if (slot < known.lastSlot && known.lastSlot <= clock.now()) return;
    if (slot === known.lastSlot && (known.lastSucceeded || !good)) return;
    note(observation);
    if (!good) {
      for (const { id } of known.options.values()) sample(id, { kind: 'failed' }, slot, apply);
      minima.applyToAll(UNKNOWN, slot);
      return;
    }
    const named = new Set<string>();
    for (const option of observation.options) {
      if (!option.exposable) continue;
      named.add(paymentOptionKey(option));
      sample(option, { kind: 'seen', option }, slot, apply);
      if (option.transactionType === PAYOUT) minima.track(option.currency);
    }
    for (const option of observation.unreadable) {
      const key = paymentOptionKey(option);
      named.add(key);
      if (known.options.has(key)) sample(option, { kind: 'unreadable' }, slot, apply);
    }
    const missing = hasNameless(observation) ? ({ kind: 'failed' } as const) : ({ kind: 'missing' } as const);
    for (const [key, { id }] of known.options) if (!named.has(key)) sample(id, missing, slot, apply);
    evaluateMinima(slot);
  }

  function note(observation: OptionObservation): void {
    known.lastSlot = observation.slot;
    known.lastSucceeded = succeeded(observation.outcome);
    if (!known.lastSucceeded) return;
    known.seen = observation;
    known.seenUntil = staleFrom(config, observation.slot);
  }

  /** Takes in what a poll told of one option; without `applying` it is remembered and not evaluated. */
  function sample(
    id: PaymentOptionId,
    told: PaymentOptionSample,
    at: Instant,
    applying: Apply | undefined,
  ): void {
    const option = optionOf(id);
    if (!option) return;
    if (told.kind === 'seen') option.limits = learnLimits(option.limits, told.option, at);
    option.sawNews ||= Object.keys(option.limits.before).length > 0;
    for (const { rule, alert } of option.rules) {
      const kind = kindOfOptionCondition(rule.condition);
      if (kind.about !== 'option') continue;
      if (told.kind === 'seen') alert.knownAt = at;
      const evaluation = kind.evaluate(rule.condition, told, option.limits);
      // What the limits were before a restart isn't known: the news stay news for their time.
      const { phase, firingAt, pendingAt } = alert.state;
      const isOldNews =
        phase !== 'inactive' && !option.sawNews && at - (firingAt ?? pendingAt ?? at) < kind.newsMs;
      applying?.(alert, isOldNews && evaluation.state === 'clear' ? UNKNOWN : evaluation, at);
    }
  }

  /** Sets each payout wallet against its options, unless something of it isn't known. */
  function evaluateMinima(at: Instant): void {
    const { seen, seenUntil, walletsUntil, available } = known;
    if (seen !== null && at < seenUntil && at < walletsUntil) minima.evaluate(available, seen, at);
    else minima.applyToAll(UNKNOWN, at);
  }

  function optionOf(id: PaymentOptionId): OptionAlerts | undefined {
    const key = paymentOptionKey(id);
    let option = known.options.get(key);
    if (!option && known.options.size < MAX_OPTIONS) {
      option = { id, rules: rulesOf(id), limits: NO_LIMITS, sawNews: false };
      known.options.set(key, option);
    }
    return option;
  }

  function rulesOf(id: PaymentOptionId): readonly RuleInstance[] {
    const labels = {
      transaction_type: id.transactionType,
      transaction_method: id.transactionMethod,
      provider_code: id.providerCode,
    };
    const subject = { account: config.name, currency: id.currency, walletType: '', labels };
    return rules.flatMap((rule) => {
      const { condition } = rule;
      const kind = kindOfOptionCondition(condition);
      if (kind.about !== 'option' || !selectsOption(rule.options, config.name, id)) return [];
      const definition = { ...rule, forMs: rule.forMs + kind.lastingMs(condition) };
      const alert = register(createAlertInstance(definition, subject, kind.threshold(condition)));
      return alert ? [{ rule, alert }] : [];
    });
  }

  function inherit(from: PaymentOptionKnowledge): void {
    const { options: earlier, currencies, available, ...rest } = from;
    Object.assign(known, rest);
    if (known.seen) known.seenUntil = staleFrom(config, known.seen.slot); // the schedule may be another
    for (const [currency, amount] of available) known.available.set(currency, amount);
    for (const { id, limits, sawNews } of earlier.values()) {
      const option = optionOf(id);
      if (option) Object.assign(option, { limits, sawNews });
    }
    for (const currency of currencies) minima.track(currency);
  }
}
