// `unknown_for`: there has been no fresh balance for that long. Only the clock decides this. A record without the available
// amount is no fresh balance.
import type { Evaluation } from '../../domain/alert.ts';
import { formatDuration, parseDuration } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';
import { heldExpr, OBSERVED, ofWallets } from '../promql.ts';
import { walletCondition } from './condition.ts';

export interface UnknownFor {
  readonly kind: 'unknown_for';
  readonly ms: number;
}

export const unknownFor = walletCondition({
  setting: { is: 'duration', text: 'There has been no fresh balance for this long.', minMs: 1_000 },
  more: {},
  of: (ms): UnknownFor => ({ kind: 'unknown_for', ms }),
  settingsOf: ({ ms }) => ({ value: ms, more: {} }),
  evidence: ({ ms }) => ({ kind: 'silence', ms }),
  fields: () => ['available'], // without it, a record counts as silence
  threshold: ({ ms }) => formatDuration(ms),
  isWorse: (value, than) => parseDuration(value)! > parseDuration(than)!,
  summary: () =>
    'No fresh balance of {{wallet}} for {{value}}. Read it at the service itself; floatwatch probe {{account}} says what is wrong',
  over: () => 'A fresh balance of {{wallet}} is known again',
  promqlValue: '{{ humanizeDuration $value }}',

  evaluate: ({ ms }, sample, { knownAt }, at) =>
    sample.kind === 'seen' && sample.balance.available !== null
      ? { state: 'clear', value: null, threshold: formatDuration(ms) }
      : evaluateSilence(ms, knownAt, at),

  promql({ ms }, rule) {
    const seen = `${OBSERVED}${ofWallets(rule.wallets)}`;
    return heldExpr(rule, { value: seen, met: `time() - ${seen} >= ${ms / 1_000}`, since: 'time() - ' });
  },
});

/** Evaluates without a sample: the balance was last known at `knownAt`. */
function evaluateSilence(ms: number, knownAt: Instant, now: Instant): Evaluation {
  const threshold = formatDuration(ms);
  if (now - knownAt < ms) return { state: 'unknown', value: null, threshold };
  const value = formatDuration(Math.floor((now - knownAt) / 1_000) * 1_000);
  return { state: 'met', value, threshold, since: knownAt + ms };
}
