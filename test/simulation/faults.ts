// Every kind of fault that the simulated world knows, and runs in which each pair of kinds meets.
import { jitter } from '../../src/monitor/polling/jitter.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import type { Chance } from './chance.ts';
import { ACCOUNTS, accountsOf } from './settings.ts';

/** The first word says whom a fault hits, the rest what it does. */
export const FAULT_KINDS = [
  'service_refused',
  'service_silent',
  'service_slow',
  'service_error_500',
  'service_keys_refused',
  'service_rate_limited',
  'service_retry_after',
  'service_web_page',
  'service_no_wallets',
  'service_unreadable',
  'service_doubled',
  'wallet_vanishes',
  'wallet_comes_and_goes',
  'option_inactive',
  'option_vanishes',
  'database_away',
  'database_black_hole',
  'database_slow',
  'database_read_only',
  'database_answers_lost',
  'disk_full',
  'disk_torn',
  'alertmanager_refused',
  'alertmanager_silent',
  'alertmanager_error_500',
  'alertmanager_answer_lost',
  'webhook_refused',
  'webhook_error_500',
  'webhook_answer_lost',
  'replica_killed',
  'replica_restarted',
  'replica_paused',
  'replica_redeployed',
  'clock_ahead',
  'clock_behind',
  'clock_drifts',
  'reload_threshold',
  'reload_rule_away',
  'reload_severity',
  'reload_labels',
  'reload_for',
  'reload_account_away',
  'reload_schedule',
  'reload_alertmanagers',
  'reload_webhook_away',
  'reload_secrets',
  'reload_same',
  'reload_refused',
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

/** By how much a wrong clock is wrong, in milliseconds. */
export const wrongByMs = ({ whom }: Pick<Fault, 'whom'>): number => (1 + (whom % 90)) * 60_000;

/** Which Alertmanagers, of so many, a fault of theirs hits. */
export const alertmanagersHit = (
  { whom }: Pick<Fault, 'whom'>,
  alertmanagers: 1 | 2,
): readonly ('alertmanager' | 'second')[] =>
  alertmanagers === 1 || whom % 3 === 0
    ? ['alertmanager']
    : whom % 3 === 1
      ? ['second']
      : ['alertmanager', 'second'];

/** The pairs of kinds whose turn it is in a run. Every pair has its turn, also that of a kind with itself. */
export function pairsOf(run: number, count: number): readonly (readonly [FaultKind, FaultKind])[] {
  const kinds = FAULT_KINDS.length;
  return Array.from({ length: count }, (_, i) => {
    const turn = (run * count + i) % turns;
    const first = turn % kinds;
    return [FAULT_KINDS[first]!, FAULT_KINDS[(first + Math.floor(turn / kinds)) % kinds]!] as const;
  });
}

/**
 * As many as there are pairs. In the circle of kinds, the second of a pair is at most half way round from the first; of the
 * pairs that are just half way apart, the first half of the circle has them all.
 */
const turns = (FAULT_KINDS.length * (FAULT_KINDS.length + 1)) / 2;

/** How many runs of this many pairs it takes until every pair has met. */
export const runsForAllPairs = (count: number): number => Math.ceil(turns / count);

const SLOT_MS = 5 * 60_000; // from one slot of balances to the next, usually

/** The names of all pairs. */
export const allPairs = (): string[] =>
  FAULT_KINDS.flatMap((a, i) => FAULT_KINDS.slice(i).map((b) => pairName(a, b)));

export const pairName = (a: FaultKind, b: FaultKind): string => [a, b].sort().join(' + ');

/**
 * Turns pairs into faults. Chance says which of the two comes first, and the second begins while the first lasts; between
 * pairs there is time to recover.
 */
export function drawFaults(
  chance: Chance,
  pairs: readonly (readonly [FaultKind, FaultKind])[],
  everyMs: number,
): readonly Fault[] {
  return pairs.flatMap((pair, i) => {
    const [first, second] = chance.is(0.5) ? pair : ([pair[1], pair[0]] as const);
    const at = i * everyMs + chance.between(0.05, 0.25) * everyMs;
    const lasts = chance.between(0.07, 0.4) * everyMs;
    const one = inStep({ kind: first, at, lasts, whom: chance.below(1_000) }, 0);
    const other = {
      kind: second,
      at: one.at + chance() * lasts,
      lasts: chance.between(0.07, 0.4) * everyMs,
      whom: chance.below(1_000),
    };
    return [one, inStep(other, one.at)].flatMap(andWhatPeopleDo);
  });
}

/** For one in three silent databases, somebody restarts a replica that hangs. */
function andWhatPeopleDo(fault: Fault): readonly Fault[] {
  const { kind, at, lasts, whom } = fault;
  if (kind !== 'database_black_hole' || whom % 3 !== 0) return [fault];
  return [fault, { kind: 'replica_restarted', at: at + lasts / 2, lasts: 60_000, whom }];
}

/**
 * Moves the silence of a database, and nearly half of the kills, to the moments after a slot at which something is under way,
 * unless that is too early. Replicas ask the database then, and wait for what the others see. A process that is killed then
 * dies between claim, request, answer, commit and message.
 */
function inStep(fault: Fault, notBefore: number): Fault {
  const afterMs = afterSlotMs(fault);
  if (afterMs === undefined) return fault;
  const at = Math.floor(fault.at / SLOT_MS) * SLOT_MS + afterMs;
  return at < notBefore ? fault : { ...fault, at };
}

/** How long after a slot the fault begins; `undefined`: at any time. */
function afterSlotMs({ kind, whom }: Fault): number | undefined {
  if (kind === 'database_black_hole') return (whom % 100) * 100;
  if (kind !== 'replica_killed' || whom < 500) return undefined;
  return POLLS_AT_MS[whom % POLLS_AT_MS.length]! + (whom % 40) * 10;
}

/** How long after a slot a world's polls are claimed, and how long after it each of its accounts is asked. */
const POLLS_AT_MS = [
  0,
  ...accountsOf(ACCOUNTS).map((name) => jitter(name, 0, createSchedule('*/5 * * * *', 'UTC'))),
];

/** The pairs of kinds that were at work at the same time. */
export function pairsMet(faults: readonly Fault[]): ReadonlySet<string> {
  const met = new Set<string>();
  for (const a of faults) {
    for (const b of faults) {
      if (a !== b && a.at <= b.at && b.at <= a.at + a.lasts) met.add(pairName(a.kind, b.kind));
    }
  }
  return met;
}
