// The alerts of one payment option: the rules that select it, and what they need to remember about it.
// `payment-option-alerts.ts` makes one for each option of an account.
import type { PaymentOptionSample } from '../../conditions/option/condition.ts';
import { kindOfOptionCondition } from '../../conditions/option/conditions.ts';
import { type LimitMemory, learnLimits, limitsAt, NO_LIMITS } from '../../conditions/option/limits.ts';
import { levelOf, type OptionRule } from '../../conditions/rule.ts';
import { selectsOption } from '../../conditions/selector.ts';
import type { Instant } from '../../domain/observation.ts';
import {
  aboutOption,
  type OptionObservation,
  type PaymentOptionId,
  paymentOptionKey,
} from '../../domain/payment-option.ts';
import { type Apply, createAlertInstance, type Register, unlessClear } from './alert-instance.ts';
import { isDue, noteJudged, type OptionRuleAlert } from './option-rule-alert.ts';
import type { SavedAlert } from './ports.ts';

export interface OptionAlerts {
  readonly id: PaymentOptionId;
  readonly rules: readonly OptionRuleAlert[];
  limits: LimitMemory;
  /** Whether this process itself has seen a change of limits. */
  sawNews: boolean;
}

/** The payment option that an alert with these labels is about; `undefined`: a wallet. */
export function optionOfLabels(
  { transaction_type, transaction_method, provider_code }: SavedAlert['labels'],
  currency: string,
): PaymentOptionId | undefined {
  if (!transaction_type || !transaction_method || !provider_code) return undefined;
  return {
    ...{ currency, transactionType: transaction_type },
    ...{ transactionMethod: transaction_method, providerCode: provider_code },
  };
}

interface OptionAlertsOptions {
  readonly account: string;
  readonly rules: readonly OptionRule[];
  readonly register: Register;
}

export function createOptionAlerts(
  id: PaymentOptionId,
  { account, rules, register }: OptionAlertsOptions,
): OptionAlerts {
  const labels = {
    transaction_type: id.transactionType,
    transaction_method: id.transactionMethod,
    provider_code: id.providerCode,
  };
  const subject = { account, currency: id.currency, walletType: '', labels };
  const selected = rules.flatMap((rule) => {
    const { condition } = rule;
    const kind = kindOfOptionCondition(condition);
    if (kind.about !== 'option' || !selectsOption(rule.options, account, id)) return [];
    const definition = { ...rule, forMs: rule.forMs + kind.lastingMs(condition) };
    const alert = register(
      createAlertInstance(definition, subject, {
        threshold: kind.threshold(condition),
        level: levelOf(rule),
      }),
    );
    return alert ? [{ rule, alert, isNew: true, recalledAt: null }] : [];
  });
  return { id, rules: selected, limits: NO_LIMITS, sawNews: false };
}

/** Makes the samples of a good poll: of each readable option, and of each known one that it doesn't show. */
export function* samplesOf(
  observation: OptionObservation,
  known: ReadonlyMap<string, OptionAlerts>,
): Generator<readonly [PaymentOptionId, PaymentOptionSample]> {
  const named = new Set<string>();
  for (const option of observation.options) {
    if (!option.exposable) continue;
    named.add(paymentOptionKey(option));
    yield [option, { kind: 'seen', option }];
  }
  for (const option of observation.unreadable) {
    const key = paymentOptionKey(option);
    named.add(key);
    if (known.has(key)) yield [option, { kind: 'unreadable' }];
  }
  const mayBeNamed = aboutOption(observation.unreadable);
  for (const [key, { id }] of known)
    if (!named.has(key)) yield [id, { kind: mayBeNamed(id) ? 'failed' : 'missing' }];
}

/** Takes in what the poll of slot `at` says about the option; without `apply` it is remembered, but not evaluated. */
export function evaluateOptionSample(
  option: OptionAlerts,
  sample: PaymentOptionSample,
  at: Instant,
  apply: Apply | undefined,
): void {
  option.limits =
    sample.kind === 'seen' ? learnLimits(option.limits, sample.option, at) : limitsAt(option.limits, at);
  option.sawNews ||= Object.keys(option.limits.before).length > 0;
  for (const each of option.rules) evaluateRule(option, each, { sample, at, apply });
}

/** Evaluates the rules that are new, or recalled, by the newest good poll, unless later evidence has moved their alerts. */
export function evaluateNewOptionRules(
  known: ReadonlyMap<string, OptionAlerts>,
  observation: OptionObservation,
  apply: Apply,
): void {
  const { slot: at } = observation;
  for (const [id, sample] of samplesOf(observation, known)) {
    const option = known.get(paymentOptionKey(id));
    for (const each of option?.rules ?? [])
      if (isDue(each, at)) evaluateRule(option!, each, { sample, at, apply });
  }
}

function evaluateRule(
  { limits, sawNews }: OptionAlerts,
  each: OptionRuleAlert,
  {
    sample,
    at,
    apply,
  }: { readonly sample: PaymentOptionSample; readonly at: Instant; readonly apply: Apply | undefined },
): void {
  const { rule, alert } = each;
  const kind = kindOfOptionCondition(rule.condition);
  if (kind.about !== 'option') return;
  if (sample.kind === 'seen') alert.knownAt = at;
  const evaluation = kind.evaluate(rule.condition, sample, limits);
  // The limits from before a restart aren't known: news stays news for its time.
  const { phase, firingAt, pendingAt } = alert.state;
  // `pendingAt` is dated back with the clock, `firingAt` isn't.
  const since = phase === 'inactive' ? at : (pendingAt ?? firingAt ?? at);
  const isOldNews = !sawNews && at - since < kind.newsMs;
  apply?.(alert, isOldNews ? unlessClear(evaluation, alert) : evaluation, at);
  if (apply) noteJudged(each);
}
