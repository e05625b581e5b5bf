// Holds the alerts of one account's payment options: those of each option (`option-alerts.ts`), and those that compare payout
// wallets with options (`payout-minima.ts`). `alert-evaluator.ts` makes one for each account whose options are polled.
import type { PaymentOptionSample } from '../../conditions/option/condition.ts';
import { limitsDatedBack, NO_LIMITS } from '../../conditions/option/limits.ts';
import type { OptionRule } from '../../conditions/rule.ts';
import { type Instant, type Observation, succeeded } from '../../domain/observation.ts';
import {
  type OptionObservation,
  type PaymentOptionId,
  paymentOptionKey,
} from '../../domain/payment-option.ts';
import type { WalletId } from '../../domain/wallet.ts';
import { type BoardAccount, isExpected } from '../board/board-entry.ts';
import { isOlder, NO_POLL, pollDatedBack } from '../board/order.ts';
import type { OptionAccount } from '../board/payment-option-entry.ts';
import { isAhead, staleFrom } from '../board/staleness.ts';
import type { Clock } from '../clock.ts';
import { sameSlots } from '../polling/schedule.ts';
import { type AlertInstance, type Apply, type Register, UNKNOWN } from './alert-instance.ts';
import type { AlertRegistry } from './alert-registry.ts';
import { inItsSlot, newerOnly } from './evidence-order.ts';
import {
  createOptionAlerts,
  evaluateNewOptionRules,
  evaluateOptionSample,
  type OptionAlerts,
  optionOfLabels,
  samplesOf,
} from './option-alerts.ts';
import { inheritJudged, noteRecalled } from './option-rule-alert.ts';
import type { PaymentOptionKnowledge } from './payment-option-knowledge.ts';
import { createPayoutMinima, heldByPayouts, PAYOUT, PAYOUT_WALLET } from './payout-minima.ts';
import type { SavedAlert } from './ports.ts';

const MAX_OPTIONS = 1_000; // per account; a service could name new ones without end

export interface PaymentOptionAlertsOptions {
  readonly config: OptionAccount;
  /** The same account, with the schedule of its wallets. */
  readonly balances: BoardAccount;
  readonly rules: readonly OptionRule[];
  readonly clock: Clock;
  readonly register: Register;
  readonly apply: Apply;
  readonly end: AlertRegistry['end'];
}

export interface PaymentOptionAlerts {
  /** Evaluates a finished poll of options, unless it is older than what is known. */
  observe(observation: OptionObservation): void;
  /** Takes in a finished poll of wallets, for the rules that compare a payout wallet with its options. */
  observeWallets(observation: Observation): void;
  /** The same for a stored poll that is still fresh. It doesn't move alerts that later evidence has moved. */
  resumeWallets(observation: Observation): void;
  /** Takes in a stored poll of options: evaluates it if it is the newest and still fresh, or else only remembers it. */
  resume(observation: OptionObservation): void;
  /** Dates back all that is known by `ms`, because the wall clock was set back. */
  dateBack(ms: number): void;
  /**
   * Makes the alerts of the option or of the payout wallet that a remembered alert is about. A newest good poll that is later
   * judges that alert, when it is resumed.
   */
  track(saved: SavedAlert): void;
  /** Forgets a wallet, and returns the alerts that compare it with its options; none when it is expected. */
  forget(wallet: WalletId): readonly AlertInstance[];
  readonly known: PaymentOptionKnowledge;
}

/** Takes over what `previous`, the same account under an earlier configuration, knows; `previous` isn't used afterwards. */
export function createPaymentOptionAlerts(
  options: PaymentOptionAlertsOptions,
  previous?: PaymentOptionAlerts,
): PaymentOptionAlerts {
  const { config, balances, rules, clock, register, apply, end } = options;
  const minima = createPayoutMinima({ account: config.name, rules, register, end });
  const known: PaymentOptionKnowledge = {
    options: new Map(),
    minima: minima.byCurrency,
    available: new Map(),
    ...{ newest: NO_POLL, lastSucceeded: false, rescheduled: false, schedule: config.schedule },
    ...{ wallets: NO_POLL, walletsRescheduled: false, walletsSchedule: balances.schedule },
    ...{ seen: null, seenUntil: NO_POLL.slot, walletsSeen: NO_POLL.slot, walletsUntil: NO_POLL.slot },
  };
  /** The keys of the newest good response, read when first needed. `full`: no option can be dropped for a new one. */
  let latest = { of: null as OptionObservation | null, keys: new Set<string>(), full: false };
  const stored = newerOnly(apply);
  if (previous) inherit(previous.known);

  return {
    known,
    observe: (observation) => observe(observation, inItsSlot(options, observation, config, stored)),
    observeWallets: (observation) =>
      observeWallets(observation, inItsSlot(options, observation, balances, stored)),
    resumeWallets: (observation) => observeWallets(observation, stored),

    resume(observation) {
      const [{ slot }, now] = [observation, clock.now()];
      const { newest, rescheduled } = known;
      if (isAhead(slot, now)) return; // its true time isn't known
      if (isOlder(observation, newest, { now, rescheduled })) lend(observation, true);
      else if (now < staleFrom(config, slot)) observe(observation, stored);
      else if (slot > newest.slot && succeeded(observation.outcome)) lend(observation, false);
    },

    dateBack(ms) {
      known.newest = pollDatedBack(known.newest, ms);
      known.wallets = pollDatedBack(known.wallets, ms);
      known.seenUntil -= ms;
      known.walletsSeen -= ms;
      known.walletsUntil -= ms;
      for (const option of known.options.values()) option.limits = limitsDatedBack(option.limits, ms);
    },

    track(saved) {
      const { rule, labels, currency, walletType, state } = saved;
      const id = optionOfLabels(labels, currency);
      if (id) noteRecalled(optionOf(id)?.rules, saved);
      if (id || walletType !== PAYOUT_WALLET || !rules.some(({ name }) => name === rule)) return;
      if (state.phase !== 'inactive') minima.track(currency); // of one that has ended, when its currency is offered
      noteRecalled(minima.byCurrency.get(currency), saved);
    },

    forget(wallet) {
      if (wallet.walletType !== PAYOUT_WALLET || isExpected(balances, wallet)) return [];
      known.available.delete(wallet.currency);
      return minima.forget(wallet.currency);
    },
  };

  function observeWallets(observation: Observation, applying: Apply): void {
    const { slot, observedAt, outcome } = observation;
    const { wallets, walletsRescheduled: rescheduled } = known;
    if (isOlder(observation, wallets, { now: clock.now(), rescheduled })) return;
    Object.assign(known, { wallets: { slot, observedAt }, walletsRescheduled: false });
    if (!succeeded(outcome)) return void minima.applyToAll(UNKNOWN, slot, applying);
    known.walletsSeen = slot;
    known.walletsUntil = staleFrom(balances, slot);
    known.available = heldByPayouts(observation);
    evaluateMinima(slot, applying);
  }

  function observe(observation: OptionObservation, applying: Apply): void {
    const { slot } = observation;
    const good = succeeded(observation.outcome);
    const { newest, rescheduled } = known;
    if (isOlder(observation, newest, { now: clock.now(), rescheduled })) return;
    if (slot === newest.slot && (known.lastSucceeded || !good)) {
      if (good && clock.now() < staleFrom(config, slot)) judgeByNewRules(observation);
      return;
    }
    note(observation);
    if (!good) {
      for (const { id } of known.options.values()) sample(id, { kind: 'failed' }, slot, applying);
      minima.applyToAll(UNKNOWN, slot, applying);
      return;
    }
    const payouts = new Set<string>();
    for (const [id, told] of samplesOf(observation, known.options)) {
      sample(id, told, slot, applying);
      if (told.kind === 'seen' && id.transactionType === PAYOUT) payouts.add(id.currency);
    }
    minima.offer(payouts);
    evaluateMinima(slot, applying);
  }

  /** Evaluates new rules by the newest good poll, which was evaluated before. */
  function judgeByNewRules(observation: OptionObservation): void {
    evaluateNewOptionRules(known.options, observation, apply);
    const at = Math.max(observation.slot, known.walletsSeen);
    const { available, walletsUntil } = known;
    if (clock.now() < walletsUntil) minima.evaluateNew({ available, options: observation, at, apply });
  }

  /** Takes in a stored poll without evaluating it; `late`: only for options that no poll has shown yet. */
  function lend(observation: OptionObservation, late: boolean): void {
    if (!late) note(observation);
    for (const option of observation.options) {
      const limits = known.options.get(paymentOptionKey(option))?.limits ?? NO_LIMITS;
      const wanted = option.exposable && (!late || limits === NO_LIMITS);
      if (wanted) sample(option, { kind: 'seen', option }, observation.slot);
    }
  }

  function note(observation: OptionObservation): void {
    known.newest = { slot: observation.slot, observedAt: observation.observedAt };
    known.rescheduled = false;
    known.lastSucceeded = succeeded(observation.outcome);
    if (!known.lastSucceeded) return;
    known.seen = observation;
    known.seenUntil = staleFrom(config, observation.slot);
  }

  /** Takes in what a poll says about one option; without `applying` it is remembered, but not evaluated. */
  function sample(id: PaymentOptionId, told: PaymentOptionSample, at: Instant, applying?: Apply): void {
    const option = optionOf(id);
    if (option) evaluateOptionSample(option, told, at, applying);
  }

  /** Compares each payout wallet with its options; the result is unknown unless both are fresh. */
  function evaluateMinima(at: Instant, applying: Apply): void {
    const { seen, seenUntil, walletsUntil, available } = known;
    if (seen !== null && at < seenUntil && at < walletsUntil)
      minima.evaluate({ available, options: seen, at, apply: applying });
    else minima.applyToAll(UNKNOWN, at, applying);
  }

  function optionOf(id: PaymentOptionId): OptionAlerts | undefined {
    const key = paymentOptionKey(id);
    const there = known.options.get(key);
    if (there) return there;
    if (known.options.size >= MAX_OPTIONS && !makeRoom()) return undefined;
    const option = createOptionAlerts(id, { account: config.name, rules, register });
    known.options.set(key, option);
    return option;
  }

  /** Drops an option that the newest good response lacks and that has no pending or firing alert. */
  function makeRoom(): boolean {
    if (latest.of !== known.seen)
      latest = { of: known.seen, keys: new Set(known.seen?.options.map(paymentOptionKey)), full: false };
    for (const [key, option] of latest.full ? [] : known.options) {
      const alerts = option.rules.map(({ alert }) => alert);
      if (latest.keys.has(key) || alerts.some(({ state }) => state.phase !== 'inactive')) continue;
      known.options.delete(key);
      end(alerts, 'removed');
      return true;
    }
    latest.full = true;
    return false;
  }

  function inherit(from: PaymentOptionKnowledge): void {
    const { options: earlier, minima: earlierMinima, schedule, walletsSchedule, ...rest } = from;
    Object.assign(known, rest);
    known.rescheduled = from.rescheduled || !sameSlots(schedule, config.schedule);
    known.walletsRescheduled = from.walletsRescheduled || !sameSlots(walletsSchedule, balances.schedule);
    if (known.seen) known.seenUntil = staleFrom(config, known.seen.slot); // the schedules may have changed
    if (known.walletsUntil > 0) known.walletsUntil = staleFrom(balances, known.walletsSeen);
    for (const { id, rules: judged, limits, sawNews } of earlier.values()) {
      const option = optionOf(id);
      if (!option) continue;
      Object.assign(option, { limits, sawNews });
      inheritJudged(option.rules, judged);
    }
    minima.inherit(earlierMinima);
  }
}
