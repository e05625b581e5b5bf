// The alerts of one account, without those of its wallets' rules, for tests of what its polls are evidence of.
import { type Observation, showsBalances } from '../../src/domain/observation.ts';
import { type AccountAlerts, createAccountAlerts } from '../../src/monitor/alerts/account-alerts.ts';
import { type AlertInstance, type Apply, createApply } from '../../src/monitor/alerts/alert-instance.ts';
import { bySilence } from '../../src/monitor/alerts/evidence-order.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { observation } from '../support/fakes.ts';

export const NOON = Date.parse('2026-03-02T12:00:00Z');
export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** When a poll is stale, after its slot, where slots come each minute and two may be missed. */
export const STALE = 2 * MINUTE + 30 * SECOND;
/** How long a first poll may take: the deadline, and what it takes to begin. */
export const CHANCE = 30 * SECOND;

interface Settings {
  readonly expression?: string;
  readonly staleAfter?: number;
  readonly deadlineMs?: number;
}

/** The alerts of `acme`, from a second after noon; `moves`: which alert was evaluated how, of when. */
export function alertsOf(
  settings: Settings = {},
  clock = handClock(NOON + SECOND),
  previous?: AccountAlerts,
) {
  const { expression = '* * * * *', staleAfter = 2, deadlineMs } = settings;
  const moves: [string, string, number][] = [];
  const alerts = new Map<string, AlertInstance>();
  const apply = createApply({ onMoved: () => {}, onFiring: () => {} });
  const noting =
    <More extends readonly unknown[]>(to: (...args: [...Parameters<Apply>, ...More]) => void) =>
    (...args: [...Parameters<Apply>, ...More]) => {
      const [alert, evaluation, at] = args;
      moves.push([alert.definition.name, evaluation.state, at]);
      to(...args);
    };
  const it = createAccountAlerts(
    {
      config: {
        ...{ name: 'acme', schedule: createSchedule(expression, 'UTC'), staleAfter, expect: [] },
        ...(deadlineMs && { deadlineMs }),
      },
      ...{ clock, rules: [], runway: undefined, builtin: true, runbookUrl: '', isNew: () => true },
      register(alert) {
        alerts.set(alert.definition.name, alert);
        return alert;
      },
      ...{ apply: noting(apply), applySilence: noting(bySilence(apply)) },
    },
    previous,
  );
  const judged = (poll: Observation) => ({ poll, showsBalances: showsBalances(poll) });
  /** Looks at `ms` after noon, by both clocks; returns what was evaluated. */
  const look = (ms: number) => {
    clock.advance(NOON + ms - clock.now());
    moves.length = 0;
    it.tick(clock.now(), clock.monotonic());
    return moves.map(([name]) => name);
  };
  const observe = (poll: Observation) => it.observe(judged(poll));
  const resume = (poll: Observation) => it.resume(judged(poll));
  return { it, clock, alerts, moves, look, observe, resume };
}

/** A good poll of a slot in milliseconds after noon. */
export const poll = (slot: number, change: Partial<Observation> = {}) =>
  observation({ slot: NOON + slot, ...change });
/** One that failed. */
export const failed = (slot: number, outcome: Observation['outcome'] = 'connect') =>
  poll(slot, { outcome, wallets: [] });
