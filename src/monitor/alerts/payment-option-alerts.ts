// What is watched of one account's payment options: each option by itself, and payout wallets against their minima.
import type { Evaluation } from '../../domain/alert.ts';
import { formatDuration } from '../../domain/duration.ts';
import {
  evaluateBelowMin,
  evaluatePaymentOption,
  type LimitMemory,
  learnLimits,
  NEWS_MS,
  NO_LIMITS,
  type PaymentOptionSample,
} from '../../domain/judge-option.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant, Observation } from '../../domain/observation.ts';
import { succeeded } from '../../domain/observation.ts';
import {
  type OptionObservation,
  type PaymentOptionId,
  paymentOptionKey,
} from '../../domain/payment-option.ts';
import {
  matchesGlob,
  type OptionCondition,
  type OptionRule,
  type OptionSelector,
} from '../../domain/rule.ts';
import { type BoardAccount, staleFrom } from '../board/board.ts';
import { hasNameless, type OptionAccount } from '../board/payment-option-board.ts';
import type { Clock } from '../clock.ts';
import { type AlertInstance, createAlertInstance, UNKNOWN } from './alert-instance.ts';
import type { SavedAlert } from './ports.ts';
import type { Move } from './wallet-alerts.ts';

const PAYOUT = 'PAYOUT';
const PAYOUT_WALLET = 'MERCHANT_PAYOUT';
const MAX_OPTIONS = 1_000; // watched of an account; a service could name new ones without end

export interface OptionWatchOptions {
  readonly config: OptionAccount;
  /** The same account, of which wallets are polled. */
  readonly balances: BoardAccount;
  readonly rules: readonly OptionRule[];
  readonly clock: Clock;
  /** Enters an alert, or gives back the one of that identity. */
  register(watched: AlertInstance): AlertInstance;
  readonly move: Move;
  /** The same account under an earlier configuration: what it knows is taken over. */
  readonly previous?: PaymentOptionAlerts | undefined;
}

export interface PaymentOptionAlerts {
  /** Judges a finished poll of options, unless it is older than what is known. */
  take(observation: OptionObservation): void;
  /** Takes in a finished poll of wallets, for the rules that set a wallet against its options. */
  takeWallets(observation: Observation): void;
  /** Goes on from a last known poll: judges it if it is still fresh, or else only remembers it. */
  resume(observation: OptionObservation): void;
  /** Begins to watch what a remembered alert is about. */
  know(saved: SavedAlert): void;
  readonly known: PaymentOptionKnowledge;
}

interface PaymentOptionKnowledge {
  readonly options: Map<string, OptionState>;
  readonly minima: Map<string, readonly Minimum[]>; // by currency
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

interface OptionState {
  readonly id: PaymentOptionId;
  readonly rules: readonly { readonly condition: OwnCondition; readonly watched: AlertInstance }[];
  limits: LimitMemory;
  /** Whether a change of limits was seen by this very process. */
  sawNews: boolean;
}

type OwnCondition = Exclude<OptionCondition, { kind: 'wallet_below_min' }>;

interface Minimum {
  readonly selector: OptionSelector;
  readonly watched: AlertInstance;
}

export function createPaymentOptionAlerts(options: OptionWatchOptions): PaymentOptionAlerts {
  const { config, balances, rules, clock, register, move, previous } = options;
  const never = Number.MIN_SAFE_INTEGER;
  const fresh = { lastSlot: never, lastSucceeded: false, seen: null, seenUntil: never };
  const known: PaymentOptionKnowledge = {
    options: new Map(),
    minima: new Map(),
    walletSlot: never,
    walletsUntil: never,
    available: new Map(),
    ...fresh,
  };
  if (previous) inherit(previous.known);

  return {
    known,
    take,

    takeWallets(observation) {
      const { slot, outcome } = observation;
      if (slot < known.walletSlot && known.walletSlot <= clock.now()) return;
      known.walletSlot = slot;
      if (!succeeded(outcome)) {
        judgeMinima(slot, UNKNOWN);
        return;
      }
      known.walletsUntil = staleFrom(balances, slot);
      known.available.clear();
      for (const wallet of observation.wallets) {
        if (wallet.exposable && wallet.walletType === PAYOUT_WALLET) {
          known.available.set(wallet.currency, wallet.available);
        }
      }
      judgeMinima(slot);
    },

    resume(observation) {
      if (clock.now() < staleFrom(config, observation.slot)) take(observation);
      else if (observation.slot > known.lastSlot && succeeded(observation.outcome)) {
        hear(observation);
        for (const option of observation.options) {
          if (option.exposable) look(option, { kind: 'seen', option }, observation.slot, undefined);
        }
      }
    },

    know({ rule, labels, currency, walletType }) {
      const { transaction_type, transaction_method, provider_code } = labels;
      if (transaction_type && transaction_method && provider_code) {
        optionOf({
          currency,
          transactionType: transaction_type,
          transactionMethod: transaction_method,
          providerCode: provider_code,
        });
      } else if (walletType === PAYOUT_WALLET && rules.some(({ name }) => name === rule)) minimaOf(currency);
    },
  };

  function take(observation: OptionObservation): void {
    const { slot } = observation;
    const good = succeeded(observation.outcome);
    // A newest slot that lies ahead of the clock was seen before the clock was set back: it counts no more.
    if (slot < known.lastSlot && known.lastSlot <= clock.now()) return;
    if (slot === known.lastSlot && (known.lastSucceeded || !good)) return;
    hear(observation);
    if (!good) {
      for (const { id } of known.options.values()) look(id, { kind: 'failed' }, slot, move);
      judgeMinima(slot, UNKNOWN);
      return;
    }
    const named = new Set<string>();
    for (const option of observation.options) {
      if (!option.exposable) continue;
      named.add(paymentOptionKey(option));
      look(option, { kind: 'seen', option }, slot, move);
      if (option.transactionType === PAYOUT) minimaOf(option.currency);
    }
    for (const option of observation.unreadable) {
      named.add(paymentOptionKey(option));
      if (known.options.has(paymentOptionKey(option))) look(option, { kind: 'unreadable' }, slot, move);
    }
    const missing = hasNameless(observation) ? ({ kind: 'failed' } as const) : ({ kind: 'missing' } as const);
    for (const [key, { id }] of known.options) if (!named.has(key)) look(id, missing, slot, move);
    judgeMinima(slot);
  }

  function hear(observation: OptionObservation): void {
    known.lastSlot = observation.slot;
    known.lastSucceeded = succeeded(observation.outcome);
    if (!known.lastSucceeded) return;
    known.seen = observation;
    known.seenUntil = staleFrom(config, observation.slot);
  }

  function look(
    id: PaymentOptionId,
    sight: PaymentOptionSample,
    at: Instant,
    judging: Move | undefined,
  ): void {
    const state = optionOf(id);
    if (!state) return;
    if (sight.kind === 'seen') state.limits = learnLimits(state.limits, sight.option, at);
    state.sawNews ||= Object.keys(state.limits.before).length > 0;
    for (const { condition, watched } of state.rules) {
      if (sight.kind === 'seen') watched.knownAt = at;
      const judgement = evaluatePaymentOption(condition, sight, state.limits);
      // What the limits were before a restart isn't known: the news stay news for their time.
      const { phase, firingAt, pendingAt } = watched.state;
      const newsOfOld =
        condition.kind === 'limit_changed' &&
        phase !== 'inactive' &&
        !state.sawNews &&
        at - (firingAt ?? pendingAt ?? at) < NEWS_MS;
      judging?.(watched, newsOfOld && judgement.verdict === 'clear' ? UNKNOWN : judgement, at);
    }
  }

  /** Sets each payout wallet against its options, unless something of it isn't known. */
  function judgeMinima(at: Instant, instead?: Evaluation): void {
    const { seen, seenUntil, walletsUntil, available } = known;
    const believed = seen !== null && at < seenUntil && at < walletsUntil;
    for (const [currency, minima] of known.minima) {
      for (const { selector, watched } of minima) {
        if (instead || !believed) {
          move(watched, instead ?? UNKNOWN, at);
          continue;
        }
        const selected = (option: PaymentOptionId) =>
          option.transactionType === PAYOUT &&
          option.currency === currency &&
          matchesGlob(selector.providerCode, option.providerCode);
        const uncertain = hasNameless(seen) || seen.unreadable.some(selected);
        watched.knownAt = at;
        move(
          watched,
          evaluateBelowMin(available.get(currency) ?? null, seen.options.filter(selected), uncertain),
          at,
        );
      }
    }
  }

  function optionOf(id: PaymentOptionId): OptionState | undefined {
    const key = paymentOptionKey(id);
    let state = known.options.get(key);
    if (!state && known.options.size < MAX_OPTIONS) {
      state = { id, rules: rulesOf(id), limits: NO_LIMITS, sawNews: false };
      known.options.set(key, state);
    }
    return state;
  }

  function rulesOf(id: PaymentOptionId): OptionState['rules'] {
    const { currency, transactionType, transactionMethod, providerCode } = id;
    const labels = {
      transaction_type: transactionType,
      transaction_method: transactionMethod,
      provider_code: providerCode,
    };
    return rules.flatMap((rule) => {
      const { condition, options: selector } = rule;
      if (condition.kind === 'wallet_below_min' || !isFor(selector, currency, transactionType)) return [];
      if (!matchesGlob(selector.providerCode, providerCode)) return [];
      // Inactive for so long is inactive, lasting so long.
      const ms = condition.kind === 'inactive_for' ? condition.ms : 0;
      const definition = { ...rule, forMs: rule.forMs + ms };
      const threshold = condition.kind === 'inactive_for' ? formatDuration(ms) : null;
      const subject = { account: config.name, currency, walletType: '', labels };
      return [{ condition, watched: register(createAlertInstance(definition, subject, threshold)) }];
    });
  }

  function minimaOf(currency: string): void {
    if (known.minima.has(currency)) return;
    const minima = rules.flatMap((rule) => {
      const { condition, options: selector } = rule;
      if (condition.kind !== 'wallet_below_min' || !isFor(selector, currency, PAYOUT)) return [];
      const subject = { account: config.name, currency, walletType: PAYOUT_WALLET };
      return [{ selector, watched: register(createAlertInstance(rule, subject, null)) }];
    });
    known.minima.set(currency, minima);
  }

  function isFor(selector: OptionSelector, currency: string, transactionType: string): boolean {
    return (
      matchesGlob(selector.account, config.name) &&
      matchesGlob(selector.currency, currency) &&
      matchesGlob(selector.transactionType, transactionType)
    );
  }

  function inherit(from: PaymentOptionKnowledge): void {
    const { options: earlier, minima, available, ...rest } = from;
    Object.assign(known, rest);
    if (known.seen) known.seenUntil = staleFrom(config, known.seen.slot); // the schedule may be another
    for (const [currency, amount] of available) known.available.set(currency, amount);
    for (const { id, limits, sawNews } of earlier.values()) {
      const state = optionOf(id);
      if (state) Object.assign(state, { limits, sawNews });
    }
    for (const currency of minima.keys()) minimaOf(currency);
  }
}
