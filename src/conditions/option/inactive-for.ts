// `inactive_for`: the option has been inactive for that long.
import { formatDuration } from '../../domain/duration.ts';
import { alertsOf, braced, HELD_FOR, ON_OPTION, ofOptions, optionSeries } from '../promql.ts';
import { heldOption, OPTION_NAME, optionCondition, UNKNOWN } from './condition.ts';

export interface InactiveFor {
  readonly kind: 'inactive_for';
  readonly ms: number;
}

export const inactiveFor = optionCondition({
  setting: { is: 'duration', text: 'The option has been inactive for this long.' },
  more: {},
  of: (ms): InactiveFor => ({ kind: 'inactive_for', ms }),
  settingsOf: ({ ms }) => ({ value: ms, more: {} }),
  threshold: ({ ms }) => formatDuration(ms),
  lastingMs: ({ ms }) => ms, // the condition is "inactive", and it must last this long
  newsMs: 0,
  summary: () =>
    `${OPTION_NAME} has been inactive for {{threshold}} or longer. Send by another, and ask the service when it is back`,
  over: () => `${OPTION_NAME} is active again`,
  promqlValue: 'inactive',

  evaluate({ ms }, sample) {
    if (sample.kind !== 'seen' || sample.option.active === null) return UNKNOWN;
    const { active } = sample.option;
    const threshold = formatDuration(ms);
    return { state: active ? 'clear' : 'met', value: active ? 'active' : 'inactive', threshold };
  },

  promql(_, rule) {
    const active = `${optionSeries('active')}${braced(ofOptions(rule.options))}`;
    return `(${active} == 0)\nor ${heldOption(active, alertsOf(rule), ON_OPTION, HELD_FOR)}`;
  },
});
