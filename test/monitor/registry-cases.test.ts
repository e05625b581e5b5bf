// Which alerts the registry holds, which of them it ends and tells of, and what of them is to be remembered: by cases.
import { describe, expect, test } from 'vitest';
import { type AlertState, INACTIVE } from '../../src/domain/alert.ts';
import { NEVER_CLEAR } from '../../src/domain/reconcile.ts';
import { type AlertInstance, createAlertInstance } from '../../src/monitor/alerts/alert-instance.ts';
import { createAlertRegistry } from '../../src/monitor/alerts/alert-registry.ts';
import { view } from '../../src/monitor/alerts/alert-view.ts';
import { alertOfReport, type SelfReport, watchdogAlert } from '../../src/monitor/alerts/builtin.ts';
import type { SavedAlert } from '../../src/monitor/alerts/ports.ts';
import { savedOf } from '../../src/monitor/alerts/saved-alert.ts';
import { handClock } from '../support/clock.ts';
import { lowRule, MINUTE, START } from '../support/watching.ts';

const HOUR = 60 * MINUTE;
const FIRING: AlertState = { ...INACTIVE, phase: 'firing', pendingAt: START, firingAt: START, at: START };
const PENDING: AlertState = { ...INACTIVE, phase: 'pending', pendingAt: START, at: START };
const OVER: AlertState = { ...INACTIVE, firingAt: START, resolvedAt: START + 1, at: START + 1 };

const alertOf = (name = 'Low', change: Partial<AlertInstance> = {}): AlertInstance => ({
  ...createAlertInstance(
    lowRule({ name }),
    { account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' },
    { threshold: null },
  ),
  ...change,
});
const saved = (state: AlertState, change: Partial<SavedAlert> = {}): SavedAlert => ({
  ...{ ...savedOf(alertOf()), state, ...change },
});

function setUp() {
  const clock = handClock(START + MINUTE);
  const registry = createAlertRegistry({
    clock,
    show: (alert) => view(alert, clock.now(), { linkTo: () => null }),
  });
  const told = () =>
    registry
      .takeChanges()
      .map(({ alert, transition, reason }) => [alert.rule, transition, reason, alert.firingAt]);
  const unsaved = () => registry.takeUnsaved().map(({ rule, state }) => [rule, state.phase]);
  const listed = () => registry.alerts().map(({ definition, state }) => [definition.name, state.phase]);
  return { registry, clock, told, unsaved, listed };
}

describe('of one identity', () => {
  test('only the first alert is entered', () => {
    const { registry, listed } = setUp();
    const first = alertOf();
    expect([registry.register(first), registry.register(alertOf())]).toEqual([first, undefined]);
    expect(registry.register(alertOf('Other'))).toBeDefined();
    expect(listed()).toEqual([
      ['Low', 'inactive'],
      ['Other', 'inactive'],
    ]);
  });

  test.each<[string, (registry: ReturnType<typeof setUp>['registry']) => void, boolean]>([
    ['where nothing was entered', () => {}, true],
    ['where another was entered', (registry) => void registry.register(alertOf('Other')), true],
    ['where it was entered', (registry) => void registry.register(alertOf()), false],
    [
      'where it is remembered, and nothing asks for it',
      (registry) => registry.restore(saved(FIRING, { elsewhere: true })),
      false,
    ],
    ['where it has ended', (registry) => registry.restore(saved(FIRING)), false],
  ])('an alert is new %s: %#', (_, before, expected) => {
    const { registry } = setUp();
    before(registry);
    expect(registry.isNew(alertOf())).toBe(expected);
  });
});

describe('what is remembered of an alert that nothing asks for here', () => {
  test.each<[string, Partial<SavedAlert> & { state: AlertState }, unknown[], unknown[]]>([
    [
      'and that fires, ends',
      { state: FIRING },
      [['Low', 'resolved', 'removed', START]],
      [['Low', 'inactive']],
    ],
    ['and that pends, ends', { state: PENDING }, [['Low', 'withdrawn', 'removed', null]], []],
    ['and that only Postgres knows, waits', { state: FIRING, elsewhere: true }, [], []],
    ['and that is over, is told for a while', { state: OVER }, [], [['Low', 'inactive']]],
    ['and that never was, is not', { state: INACTIVE }, [], []],
  ])('%s', (_, { state, ...change }, expected, shown) => {
    const { registry, told, listed } = setUp();
    registry.restore(saved(state, change));
    expect([told(), listed()]).toEqual([expected, shown]);
  });

  test('is gone on with when something asks for it, and is then no longer told to be over', () => {
    for (const [state, elsewhere] of [
      [FIRING, true],
      [OVER, false],
    ] as const) {
      const { registry, listed } = setUp();
      registry.restore(saved(state, { elsewhere }));
      const alert = registry.register(alertOf())!;
      expect(alert.state).toEqual(state);
      expect(listed()).toEqual([['Low', state.phase]]);
      registry.end([alert], 'removed');
      registry.register(alertOf('Low'));
      expect(listed()).toHaveLength(1);
    }
  });

  test('is known with its other beginnings when something asks for it', () => {
    const { registry, told } = setUp();
    registry.restore(saved(FIRING, { elsewhere: true, alsoBegan: [START - 5] }));
    expect(told()).toEqual([]);
    expect(registry.register(alertOf())?.alsoBegan).toEqual([START - 5]);
  });

  test('and over for long is known when something asks for it, though it is not listed', () => {
    const { registry, listed } = setUp();
    const over = { ...OVER, firingAt: START - 2 * HOUR, resolvedAt: START - HOUR, at: START - HOUR };
    registry.restore(saved(over));
    expect(listed()).toEqual([]);
    expect(registry.register(alertOf())?.state).toEqual(over);
  });

  test('and has ended here is listed as it ended here', () => {
    const { registry } = setUp();
    const alert = registry.register(alertOf('Low', { state: FIRING }))!;
    registry.end([alert], 'removed');
    registry.restore(savedOf(alert));
    expect(registry.alerts()).toHaveLength(1);
    expect(registry.alerts()[0]).toBe(alert);
  });

  test('is gone on with once: when it was ended here, it is over', () => {
    const { registry } = setUp();
    registry.restore(saved(FIRING, { elsewhere: true }));
    const alert = registry.register(alertOf())!;
    registry.end([alert], 'removed');
    expect(registry.register(alertOf())?.state).toMatchObject({ phase: 'inactive', firingAt: START });
  });

  test.each<[string, AlertState, unknown[]]>([
    ['it is over', { ...OVER, firingAt: START + 1 }, [['Low', 'resolved', 'unknown', START]]],
    [
      'it only pends',
      { ...PENDING, firingAt: null },
      [
        ['Low', 'resolved', 'unknown', START],
        ['Low', 'withdrawn', 'removed', null],
      ],
    ],
  ])('ends, too, under another beginning that it was told with: where %s', (_, state, expected) => {
    const { registry, told } = setUp();
    registry.restore(saved(state, { alsoBegan: [START] }));
    expect(told()).toEqual(expected);
  });
});

describe('what is remembered of an alert that is there', () => {
  test('is to be remembered no more than before, unless it was told under another beginning', () => {
    const { registry, unsaved } = setUp();
    registry.register(alertOf());
    registry.restore(saved(FIRING));
    expect(unsaved()).toEqual([]);
    registry.restore(saved(FIRING, { alsoBegan: [START - 5] }));
    expect(registry.alerts()[0]?.alsoBegan).toEqual([START - 5]);
    expect(unsaved()).toEqual([['Low', 'firing']]);
  });

  test.each([
    [
      'is over with it, where it does not pend',
      INACTIVE,
      { phase: 'inactive', at: START + 7 },
      [['Low', 'inactive']],
    ],
    [
      'pends on, as the next episode, and that is remembered last',
      { ...PENDING, pendingAt: START + 9, at: START + 9 },
      { phase: 'pending', pendingAt: START + 9, at: START + 9 },
      [
        ['Low', 'inactive'],
        ['Low', 'pending'],
      ],
    ],
  ])('and ended here before it was known, is told to be over; the alert %s', (_, state, expected, kept) => {
    const { registry, told, unsaved } = setUp();
    const times = { since: START + 5, notSince: null, from: START + 5, over: START + 7 };
    const alert = registry.register(alertOf('Low', { state, clear: times }))!;
    registry.restore(saved(FIRING));
    expect(told()).toEqual([['Low', 'resolved', 'cleared', START]]);
    expect(alert.state).toMatchObject({ ...expected, firingAt: START, resolvedAt: START + 7 });
    expect(unsaved()).toEqual(kept);
    expect(registry.alerts()).toEqual([alert]);
  });

  test('ends, too, under another beginning that it was told with, where it is over', () => {
    const { registry, told } = setUp();
    const alert = registry.register(alertOf())!;
    registry.restore(saved({ ...OVER, firingAt: START + 1 }, { alsoBegan: [START] }));
    expect(told()).toEqual([['Low', 'resolved', 'unknown', START]]);
    expect(alert.alsoBegan).toBeUndefined();
  });

  test('adds the other beginnings of both', () => {
    const { registry } = setUp();
    const alert = registry.register(alertOf('Low', { state: FIRING, alsoBegan: [START - 9] }))!;
    registry.restore(saved(FIRING, { alsoBegan: [START - 5] }));
    expect([...(alert.alsoBegan ?? [])].sort()).toEqual([START - 9, START - 5]);
  });
});

test('when the clock is set back it is no longer known when conditions were clear', () => {
  const { registry, unsaved } = setUp();
  const clear = { since: START, notSince: null, from: START, over: START };
  const judged = registry.register(alertOf('Judged', { clear }))!;
  const firing = registry.register(alertOf('Firing', { state: FIRING }))!;
  registry.dateBack(MINUTE);
  expect([judged.clear, firing.clear]).toEqual([NEVER_CLEAR, undefined]);
  expect(firing.state.pendingAt).toBe(START - MINUTE);
  expect(unsaved()).toEqual([['Firing', 'firing']]);
});

describe('an alert that has moved', () => {
  test.each([
    ['fired', FIRING, 'fired', [['Low', 'fired', 'unknown', START]]],
    [
      'ended',
      OVER,
      'resolved',
      [
        ['Low', 'resolved', 'unknown', START - 5],
        ['Low', 'resolved', 'unknown', START],
      ],
    ],
  ] as const)(
    'is told of; its other beginnings end with it, and not before: %s',
    (_, state, transition, expected) => {
      const { registry, told } = setUp();
      const alert = registry.register(alertOf('Low', { state, alsoBegan: [START - 5] }))!;
      registry.moved(alert, transition === 'fired' ? PENDING : FIRING, transition, START);
      expect(told()).toEqual(expected);
      expect(alert.alsoBegan).toEqual(transition === 'fired' ? [START - 5] : undefined);
    },
  );

  test('without news is not told of, and is to be remembered only if more than "held" has changed', () => {
    const { registry, told, unsaved } = setUp();
    const alert = registry.register(alertOf('Low', { state: { ...FIRING, held: true } }))!;
    registry.moved(alert, FIRING, null, START);
    expect([told(), unsaved()]).toEqual([[], []]);
    alert.state = { ...FIRING, clearSince: START };
    registry.moved(alert, FIRING, null, START);
    expect([told(), unsaved()]).toEqual([[], [['Low', 'firing']]]);
  });
});

test('an alert that is ended is told of, listed for a quarter of an hour, and is none of another of its identity', () => {
  const { registry, clock, told, listed } = setUp();
  const alert = registry.register(alertOf('Low', { state: FIRING }))!;
  registry.end([alertOf('Low', { state: FIRING })], 'forgotten');
  expect([told(), listed()]).toEqual([[], [['Low', 'firing']]]);
  registry.end([alert], 'forgotten');
  expect([told(), listed()]).toEqual([[['Low', 'resolved', 'forgotten', START]], [['Low', 'inactive']]]);
  clock.advance(15 * MINUTE);
  registry.prune();
  expect(listed()).toHaveLength(1);
  clock.advance(1);
  registry.prune();
  expect(listed()).toEqual([]);
});

test('over a reload alerts that are asked for again keep their states, others end, and reports stay', () => {
  const { registry, told, listed } = setUp();
  registry.register(alertOf('Low', { state: FIRING }));
  registry.register(alertOf('Other', { state: FIRING }));
  registry.register(watchdogAlert(''));
  const full: SelfReport = { alert: 'SpoolFilling', labels: {}, met: true, value: null, threshold: null };
  registry.report(full, alertOfReport(full, {}));
  const inherit = registry.rebuild();
  const again = registry.register(alertOf())!;
  inherit();
  expect(again.state).toEqual(FIRING);
  expect(told()).toEqual([['Other', 'resolved', 'removed', START]]);
  expect(listed()).toEqual([
    ['Low', 'firing'],
    ['SpoolFilling', 'inactive'],
    ['Other', 'inactive'],
  ]);
  expect(registry.reported(full)).toBeUndefined(); // this process may be called otherwise now
});

describe('reports of the program about itself', () => {
  const of = (receiver: string | null): SelfReport => ({
    ...{ alert: 'NotificationFailing', labels: receiver === null ? {} : { receiver }, met: true },
    ...{ value: null, threshold: null },
  });
  const instance = (report: SelfReport, state = INACTIVE) => ({
    ...alertOfReport(report, { replica: 'a' }),
    state,
  });

  test('are known by their name and their label', () => {
    const { registry } = setUp();
    expect(registry.reported(of('ops'))).toBeUndefined();
    const [ops, none] = [of('ops'), of(null)].map((report) => registry.report(report, instance(report)));
    expect([registry.reported(of('ops')), registry.reported(of(null))]).toEqual([ops, none]);
    expect(registry.reported(of('ops'))).toBe(ops);
    expect(registry.reported(of('chat'))).toBeUndefined();
    expect(registry.reported({ alert: 'SpoolFilling', labels: { receiver: 'ops' } })).toBeUndefined();
    expect(registry.report(of('ops'), instance(of('ops')))).toBe(ops);
  });

  test('end when they are not reported any more, once, and no others do', () => {
    const { registry, told, listed } = setUp();
    const [ops, chat] = ['ops', 'chat'].map((name) => registry.report(of(name), instance(of(name), FIRING)));
    registry.register(alertOf('Low', { state: FIRING }));
    registry.endReportsBut(new Set([ops!]));
    const ended = ['NotificationFailing', 'resolved', 'removed', START];
    expect(told()).toEqual([ended]);
    expect(chat!.state.phase).toBe('inactive');
    registry.endReportsBut(new Set([ops!]));
    expect(told()).toEqual([]);
    registry.endReportsBut(new Set());
    expect(told()).toEqual([ended]);
    expect(listed().filter(([, phase]) => phase === 'firing')).toEqual([['Low', 'firing']]);
    expect(listed().filter(([name]) => name === 'NotificationFailing')).toHaveLength(2); // each once
  });

  test('end, and with them nothing that only the database knows of accounts', () => {
    const { registry, told } = setUp();
    registry.restore(saved(FIRING, { elsewhere: true }));
    registry.endReportsBut(new Set());
    expect([told(), registry.register(alertOf())?.state]).toEqual([[], FIRING]);
  });

  test('that are remembered from before end when they are not reported', () => {
    const { registry, told } = setUp();
    registry.restore(savedOf(instance(of('ops'), FIRING)));
    expect(told()).toEqual([]);
    registry.endReportsBut(new Set());
    expect(told()).toEqual([['NotificationFailing', 'resolved', 'removed', START]]);
    registry.endReportsBut(new Set());
    expect(told()).toEqual([]);
  });
});
