// `vanished: true`: a good response doesn't name the option.
import { braced, firingOfRule, heldFiring, ON_OPTION, ofOptions } from '../promql.ts';
import { OPTION_NAME, optionCondition, switchedOn, UNKNOWN } from './condition.ts';

export interface Vanished {
  readonly kind: 'vanished';
}

export const vanished = optionCondition({
  ...switchedOn('vanished', 'The option is absent from a good response.'),
  newsMs: 0,
  summary: () => `The service no longer names ${OPTION_NAME}. Send by another, and ask whether it has ended`,
  over: () => `The service names ${OPTION_NAME} again`,
  promqlValue: 'unknown',

  evaluate(_, sample) {
    if (sample.kind === 'failed') return UNKNOWN;
    return { state: sample.kind === 'missing' ? 'met' : 'clear', value: null, threshold: null };
  },

  promql(_, rule) {
    // While the account is blind its series goes on and holds the alert. While floatwatch is away, or doesn't know after a
    // restart, there is no series: the second part holds it.
    const named = `payment_option_state${braced([...ofOptions(rule.options), 'state="missing"'])}`;
    const held = heldFiring(firingOfRule(rule), ON_OPTION, named);
    return `(max without (instance, pod, state) (${named}) == 1)\nor (${held} unless ${ON_OPTION} payment_option_state)`;
  },
});
