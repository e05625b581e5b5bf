// Every kind of fault that the simulated world knows, and runs in which each pair of kinds meets.
import type { Chance } from './chance.ts';

export const FAULT_KINDS = [
  'service_refused',
  'service_silent',
  'service_error_500',
  'service_keys_refused',
  'service_rate_limited',
  'service_web_page',
  'service_no_wallets',
  'service_unreadable',
  'wallet_vanishes',
  'database_away',
  'database_black_hole',
  'database_slow',
  'database_read_only',
  'database_answers_lost',
  'disk_full',
  'alertmanager_refused',
  'alertmanager_silent',
  'alertmanager_error_500',
  'alertmanager_answer_lost',
  'webhook_refused',
  'webhook_error_500',
  'replica_killed',
  'replica_restarted',
  'replica_paused',
  'clock_ahead',
  'clock_behind',
  'reload_threshold',
  'reload_rule_away',
  'reload_account_away',
  'reload_same',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** One fault of a run: what, when (milliseconds from the start), and for how long. */
export interface Fault {
  readonly kind: FaultKind;
  readonly at: number;
  readonly lasts: number;
  /** Decides whom it hits. */
  readonly whom: number;
}

/** Pairs of kinds, the one as likely first as the other; `run` of so many takes those that are its turn. */
export function pairsOf(run: number, count: number): readonly (readonly [FaultKind, FaultKind])[] {
  return Array.from({ length: count }, (_, i) => {
    const turn = run * count + i;
    const first = turn % FAULT_KINDS.length;
    const second = Math.floor(turn / FAULT_KINDS.length) % FAULT_KINDS.length;
    return [FAULT_KINDS[first]!, FAULT_KINDS[second]!] as const;
  });
}

/** How many runs of so many pairs it takes until every pair has met. */
export const runsForAllPairs = (count: number): number => Math.ceil(FAULT_KINDS.length ** 2 / count);

/** Pairs as faults: the second of each begins while the first lasts; between pairs there is time to recover. */
export function drawFaults(
  chance: Chance,
  pairs: readonly (readonly [FaultKind, FaultKind])[],
  everyMs: number,
): readonly Fault[] {
  return pairs.flatMap(([first, second], i) => {
    const at = i * everyMs + chance.between(0.1, 0.4) * everyMs;
    const lasts = chance.between(0.05, 0.35) * everyMs;
    return [
      { kind: first, at, lasts, whom: chance.below(1_000) },
      {
        kind: second,
        at: at + chance() * lasts,
        lasts: chance.between(0.05, 0.35) * everyMs,
        whom: chance.below(1_000),
      },
    ];
  });
}

/** Which kinds were at work at the same time. */
export function pairsMet(faults: readonly Fault[]): ReadonlySet<string> {
  const met = new Set<string>();
  for (const a of faults) {
    for (const b of faults) {
      if (a !== b && a.at <= b.at && b.at <= a.at + a.lasts) met.add([a.kind, b.kind].sort().join(' + '));
    }
  }
  return met;
}
