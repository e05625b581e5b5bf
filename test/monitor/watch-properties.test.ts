import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { amountOf } from '../../src/domain/money.ts';
import { type Observation, succeeded } from '../../src/domain/observation.ts';
import type { AlertEvaluator } from '../../src/monitor/alerts/alert-evaluator.ts';
import type { Lookback, PastValue, SavedAlert } from '../../src/monitor/alerts/ports.ts';
import { createSimulator } from '../../src/monitor/alerts/simulation.ts';
import { windowBackfills } from '../../src/monitor/alerts/window-backfill.ts';
import { replay } from '../../src/store/queries/replay.ts';
import { ledgerOf } from '../support/ledger.ts';
import { testDatabase } from '../support/postgres.ts';
import { lowRule, MINUTE, payout, polled, START, watching } from '../support/watching.ts';

const look = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('1', '4999999', '5000000', '5999999', '6000000', '9000000') },
  { weight: 1, arbitrary: fc.constantFrom('connect', 'empty', 'missing', 'unreadable') },
);
const looks = fc.array(look, { minLength: 1, maxLength: 80 });
const timing = fc.record({
  forMs: fc.constantFrom(0, MINUTE, 3 * MINUTE),
  keepFiringForMs: fc.constantFrom(0, 2 * MINUTE),
});

function rules(times: { forMs: number; keepFiringForMs: number }) {
  const levels = { threshold: amountOf('5000000'), clear: amountOf('6000000') };
  const change = { field: 'available', withinMs: 7 * MINUTE } as const;
  return [
    lowRule({ ...times, condition: { kind: 'below', field: 'available', ...levels } }),
    lowRule({ ...times, name: 'Missing', condition: { kind: 'missing' } }),
    lowRule({
      ...times,
      name: 'Drop',
      condition: { ...change, kind: 'drops_by', by: amountOf('3000000'), percent: false },
    }),
    lowRule({
      ...times,
      name: 'Rise',
      condition: { ...change, kind: 'rises_by', by: amountOf('20'), percent: true },
    }),
  ];
}

/** A process that knows that nothing was there before. */
function fromTheStart(times: { forMs: number; keepFiringForMs: number }) {
  const watched = watching({ rules: rules(times) });
  for (const lookback of windowBackfills(rules(times), START)) watched.watch.lookBack(lookback, []);
  return watched;
}

function observed(minute: number, what: string): Observation {
  const wallet = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT', reason: 'duplicate' } as const;
  const other = payout('1', 'SERVICE_PAYMENTS');
  if (what === 'missing') return polled(minute, [other]);
  if (what === 'unreadable') return polled(minute, [other], { outcome: 'partial', unreadable: [wallet] });
  if (what === 'connect' || what === 'empty') return polled(minute, what);
  return polled(minute, [payout(what)]);
}

const shown = (watch: AlertEvaluator) =>
  watch
    .alerts()
    .map(({ fingerprint, phase, pendingAt, firingAt, resolvedAt }: Alert) => ({
      fingerprint,
      phase,
      pendingAt,
      firingAt,
      resolvedAt,
    }))
    .filter(({ phase, firingAt }) => phase !== 'inactive' || firingAt !== null)
    .sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));

/** What the ledger knows of an account at a start: the last good poll, and the last one. */
function latestOf(observations: readonly Observation[]): Observation[] {
  const good = observations.findLast(({ outcome }) => succeeded(outcome));
  return [...new Set([good, observations.at(-1)])].filter((each) => each !== undefined);
}

test('A7 the state after any restarts is the state without them', () => {
  fc.assert(
    fc.property(looks, timing, fc.array(fc.nat(79), { maxLength: 5 }), (whats, times, restarts) => {
      const steady = fromTheStart(times);
      let restarted = fromTheStart(times);
      const log = new Map<string, SavedAlert>();
      const observations: Observation[] = [];
      for (const [minute, what] of whats.entries()) {
        const observation = observed(minute, what);
        observations.push(observation);
        for (const { clock, watch } of [steady, restarted]) {
          clock.advance(START + minute * MINUTE - clock.now());
          watch.observe(observation);
        }
        for (const saved of restarted.watch.unsaved())
          log.set(saved.fingerprint, JSON.parse(JSON.stringify(saved)));
        if (restarts.includes(minute)) {
          restarted = watching({ rules: rules(times) });
          restarted.clock.advance(minute * MINUTE);
          for (const lookback of windowBackfills(rules(times), restarted.clock.now())) {
            restarted.watch.lookBack(lookback, pastValues(observations, lookback));
          }
          restarted.watch.resume([...log.values()], latestOf(observations));
        }
        expect(shown(restarted.watch)).toEqual(shown(steady.watch));
      }
    }),
    { numRuns: 300 },
  );
});

test('A7 without the past, what looks back ends nothing that it can not judge', () => {
  fc.assert(
    fc.property(looks, timing, fc.array(fc.nat(79), { maxLength: 5 }), (whats, times, restarts) => {
      const steady = fromTheStart(times);
      let restarted = fromTheStart(times);
      const log = new Map<string, SavedAlert>();
      for (const [minute, what] of whats.entries()) {
        for (const { clock, watch } of [steady, restarted]) {
          clock.advance(START + minute * MINUTE - clock.now());
          watch.observe(observed(minute, what));
        }
        const firing = new Map(restarted.watch.alerts().map((alert) => [alert.fingerprint, alert.phase]));
        for (const { fingerprint, phase, firingAt } of steady.watch.alerts()) {
          const began = log.get(fingerprint)?.state;
          const same = began?.phase === 'firing' && began.firingAt === firingAt;
          if (same && phase === 'firing') expect(firing.get(fingerprint)).toBe('firing');
        }
        for (const saved of restarted.watch.unsaved()) log.set(saved.fingerprint, saved);
        if (restarts.includes(minute)) {
          restarted = watching({ rules: rules(times) });
          restarted.clock.advance(minute * MINUTE);
          restarted.watch.resume([...log.values()], [observed(minute, what)]);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('A8 an episode has one beginning, and ends upon fresh evidence only', () => {
  fc.assert(
    fc.property(looks, timing, (whats, times) => {
      const { watch, clock } = watching({ rules: rules(times) });
      const beginnings = new Map<string, number | null>();
      for (const [minute, what] of whats.entries()) {
        clock.advance(START + minute * MINUTE - clock.now());
        for (const { transition, alert, at } of watch.observe(observed(minute, what))) {
          if (transition === 'resolved') {
            const level = alert.rule !== 'PayoutFloatLow' || ['6000000', '9000000'].includes(what);
            expect(level && what !== 'connect' && what !== 'empty').toBe(true);
            expect(at).toBe(START + minute * MINUTE);
          }
          if (transition === 'fired') beginnings.set(alert.fingerprint, alert.firingAt);
        }
        for (const { phase, fingerprint, firingAt } of watch.alerts()) {
          if (phase === 'firing') expect(firingAt).toBe(beginnings.get(fingerprint));
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('H1 H9 replicas that hear of observations late, twice or mixed up with their own come to the same', () => {
  fc.assert(
    fc.property(
      looks,
      timing,
      fc.array(fc.nat(3), { minLength: 80, maxLength: 80 }),
      (whats, times, repeats) => {
        const one = watching({ rules: rules(times) });
        const two = watching({ rules: rules(times) });
        for (const [minute, what] of whats.entries()) {
          for (const { clock, watch } of [one, two]) {
            clock.advance(START + minute * MINUTE - clock.now());
            watch.observe(observed(minute, what));
          }
          // Read back from the ledger once more: this one, or an older one.
          const again = Math.max(0, minute - repeats[minute]!);
          two.watch.observe(observed(again, whats[again]!));
          two.watch.tick();
        }
        expect(shown(two.watch)).toEqual(shown(one.watch));
      },
    ),
    { numRuns: 200 },
  );
});

test('simulate over the stored history gives the episodes of the live run', async () => {
  await using db = await testDatabase();
  const ledger = ledgerOf(db.pool);
  const [whats] = fc.sample(fc.array(look, { minLength: 400, maxLength: 400 }), {
    numRuns: 1,
    seed: 4217,
  }) as [string[]];
  const times = { forMs: MINUTE, keepFiringForMs: MINUTE };
  const live = fromTheStart(times);
  const episodes = new Map<string, { firingAt: number | null; resolvedAt: number | null }>();
  const observations = whats.map((what, minute) => observed(minute, what));
  for (const [minute, observation] of observations.entries()) {
    live.clock.advance(START + minute * MINUTE - live.clock.now());
    for (const { alert } of live.watch.observe(observation)) {
      const { rule, firingAt, resolvedAt, walletType } = alert;
      if (alert.phase === 'pending' || firingAt === null) continue;
      episodes.set(`${rule} ${walletType} ${firingAt}`, { firingAt, resolvedAt });
    }
  }
  await ledger.complete(observations);

  const simulator = createSimulator(rules(times));
  const range = { since: START - MINUTE, until: START + 400 * MINUTE };
  await replay({ url: db.url, schema: 'floatwatch', ...range }, (observation) => simulator.take(observation));
  const simulated = simulator
    .finish()
    .episodes.map(({ rule, walletType, firingAt, resolvedAt }) => [
      `${rule} ${walletType} ${firingAt}`,
      { firingAt, resolvedAt },
    ]);
  expect(episodes.size).toBeGreaterThan(10);
  expect(Object.fromEntries(simulated)).toEqual(Object.fromEntries(episodes));
});

/** The past values among observations. */
function pastValues(observations: readonly Observation[], { field, since }: Lookback): PastValue[] {
  return observations
    .filter(({ slot }) => slot >= since)
    .flatMap(({ account, slot, wallets }) =>
      wallets.flatMap(({ currency, walletType, [field]: amount }) =>
        amount === null ? [] : [{ account, currency, walletType, slot, amount }],
      ),
    );
}
