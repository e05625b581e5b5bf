import { describe, expect, test } from 'vitest';
import { type AlertMemoryOptions, createAlertMemory } from '../../src/monitor/alerts/alert-memory.ts';
import type { AlertLog, KeyValueStore, SavedAlert } from '../../src/monitor/alerts/ports.ts';
import type { Clock } from '../../src/monitor/clock.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { memoryShelf } from '../support/delivering.ts';
import { account, lowRule, MINUTE, payout, polled, START, watching } from '../support/watching.ts';

const DAY = 24 * 60 * MINUTE;

/** A log that can be away, keeps the later state, and doesn't load what is long over. */
function fakeLog(clock: Clock): AlertLog & {
  away: boolean;
  readonly states: Map<string, SavedAlert>;
  episodes: Set<string>;
} {
  const states = new Map<string, SavedAlert>();
  const log = {
    away: false,
    states,
    episodes: new Set<string>(),
    async load(_: readonly string[], remembered: readonly Pick<SavedAlert, 'fingerprint'>[] = []) {
      if (log.away) throw new Error('away');
      return [...states.values()].filter(
        ({ fingerprint, state }) =>
          state.phase !== 'inactive' ||
          (state.resolvedAt ?? 0) > clock.now() - DAY ||
          remembered.some((each) => each.fingerprint === fingerprint),
      );
    },
    abandoned: async () => [],
    askedAgo: async () => new Map<string, number>(),
    endsOf: async () => new Map<string, number>(),
    keep: async () => {},
    async save(alerts: readonly SavedAlert[]) {
      if (log.away) throw new Error('away');
      for (const { unasked: _, lastHeard: __, ...alert } of alerts) {
        const { firingAt, resolvedAt } = alert.state;
        if (firingAt !== null) log.episodes.add(`${firingAt} ${resolvedAt}`);
        const known = states.get(alert.fingerprint);
        if (!known || known.state.at <= alert.state.at) states.set(alert.fingerprint, alert);
      }
    },
  };
  return log;
}

function remembering(change: Partial<AlertMemoryOptions> = {}) {
  const clock = handClock();
  const log = fakeLog(clock);
  const shelf = memoryShelf();
  const failures: string[] = [];
  const options = { log, shelf, clock, onFailure: (what: string) => void failures.push(what), ...change };
  return {
    log,
    clock,
    shelf,
    failures,
    memory: createAlertMemory(options),
    again: () => createAlertMemory(options),
  };
}

test('A7 what was remembered is recalled from Postgres', async () => {
  const { memory, log } = remembering({ shelf: memoryShelf() });
  const live = watching();
  live.see(0, [payout('1')]);
  memory.remember(live.watch.unsaved());
  await memory.flush();
  expect(log.states.size).toBe(1);
  const { states, complete } = await createAlertMemory({ log, clock: handClock() }).recall(['acme-ug']);
  expect(complete).toBe(true);
  const after = watching();
  after.watch.resume(states, []);
  expect(after.alert()).toMatchObject({ phase: 'firing' });
});

test('A7 an episode that the database knows by a later beginning is known by the one of this machine, too', async () => {
  const { log, memory, again } = remembering();
  const [ours, other] = [watching(), watching()];
  ours.see(0, [payout('1')]);
  other.see(1, [payout('1')]);
  memory.remember(ours.watch.unsaved());
  await log.save(other.watch.unsaved());
  const { states } = await again().recall(['acme-ug']);
  const after = watching();
  after.watch.resume(states, []);
  const told = after.see(2, [payout('9000000')]);
  expect(told).toEqual(['PayoutFloatLow resolved', 'PayoutFloatLow resolved']);
});

test('A7 an episode that this machine alone told of, and another has ended by another beginning, is told to be over', async () => {
  const { log, memory, again } = remembering();
  log.away = true;
  const [ours, other] = [watching(), watching()];
  ours.see(0, [payout('1')]);
  memory.remember(ours.watch.unsaved()); // and is killed
  log.away = false;
  other.see(1, [payout('1')]);
  other.see(2, [payout('9000000')]);
  await log.save(other.watch.unsaved());
  const next = again();
  const after = watching();
  const told = after.watch.resume((await next.recall(['acme-ug'])).states, []);
  const [began, ...more] = told.map(({ alert, transition }) => [transition, alert.firingAt]);
  expect([began, more]).toEqual([['resolved', ours.alert()?.firingAt], []]);
  next.remember(after.watch.unsaved());
  expect(watching().watch.resume((await again().recall(['acme-ug'])).states, [])).toEqual([]);
});

test('A7 an episode that this machine alone told of lasts while another, which did not know of it, only waits', async () => {
  const { log, memory, again } = remembering();
  const rules = [lowRule({ forMs: 5 * MINUTE })];
  log.away = true;
  const [ours, other] = [watching({ rules }), watching({ rules })];
  for (const minute of [0, 5]) ours.see(minute, [payout('1')]);
  memory.remember(ours.watch.unsaved());
  log.away = false;
  other.see(6, [payout('1')]);
  await log.save(other.watch.unsaved());
  const after = watching({ rules });
  for (const { watch, alert } of [after, ours]) {
    expect(watch.resume((await again().recall(['acme-ug'])).states, [])).toEqual([]);
    expect(alert()).toMatchObject({ phase: 'firing', firingAt: START + 5 * MINUTE });
  }
});

test('A7 an episode whose end another has seen is over, though that waits for the next one', async () => {
  const { log, memory, again } = remembering();
  const rules = [lowRule({ forMs: 5 * MINUTE })];
  const [ours, other] = [watching({ rules }), watching({ rules })];
  for (const { see } of [ours, other]) for (const minute of [0, 5]) see(minute, [payout('1')]);
  memory.remember(ours.watch.unsaved()); // and is killed
  other.see(6, [payout('9000000')]);
  other.see(7, [payout('1')]);
  await log.save(other.watch.unsaved());
  const after = watching({ rules });
  after.watch.resume((await again().recall(['acme-ug'])).states, []);
  expect(after.alert()).toMatchObject({ phase: 'pending' });
});

test('that an alert is over because nobody asked for it is recalled with what Postgres knows', async () => {
  const { memory, again } = remembering();
  const { watch, see, options } = watching();
  see(0, [payout('1')]);
  watch.reload({ ...options, rules: [] });
  memory.remember(watch.unsaved());
  await memory.flush();
  const { states } = await again().recall(['acme-ug']);
  expect(states).toMatchObject([{ unasked: true, state: { phase: 'inactive' } }]);
});

test('that a state rests on silence is recalled with what Postgres knows, unless that is another state', async () => {
  const { memory, again, log } = remembering();
  const { watch, see, wait } = watching({ builtin: true, rules: [] });
  see(0, [payout('1')]);
  see(1, 'connect');
  expect(wait(2.6)).toEqual(['BalanceUnknown fired']);
  memory.remember(watch.unsaved());
  await memory.flush();
  const recalled = async () => (await again().recall(['acme-ug'])).states;
  const [alert] = await recalled();
  expect(alert).toMatchObject({ lastHeard: START, state: { phase: 'firing' } });
  await log.save([{ ...alert!, state: { ...alert!.state, at: START + 3 * MINUTE } }]);
  expect((await recalled())[0]).not.toHaveProperty('lastHeard');
});

describe('A7 a replica that was away for days goes on with what another has decided', () => {
  const HALF_HOUR = { rules: [lowRule({ forMs: 30 * MINUTE })] };

  /** What a replica comes back to that saw the first poll only, while another saw both. */
  async function afterDays(options?: Parameters<typeof watching>[0]) {
    const { memory, log, again, clock } = remembering();
    const [ours, theirs] = [watching(options), watching(options)];
    for (const each of [ours, theirs]) each.see(0, [payout('1')]);
    memory.remember(ours.watch.unsaved());
    await memory.flush();
    theirs.see(1, [payout('9000000')]);
    await log.save(theirs.watch.unsaved());
    clock.advance(2 * DAY);
    const next = again();
    const back = watching(options);
    back.watch.resume((await next.recall(['acme-ug'])).states, []);
    return { ...back, memory: next };
  }

  test('an alert that has ended does not fire again', async () => {
    const { alert, memory } = await afterDays();
    expect(alert()).toMatchObject({ phase: 'inactive', resolvedAt: expect.any(Number) });
    expect(memory.waiting()).toBe(0);
  });

  test('one that was withdrawn waits for the whole of `for` again', async () => {
    const { see } = await afterDays(HALF_HOUR);
    expect(see(60, [payout('1')])).toEqual(['PayoutFloatLow pending']);
  });
});

describe('A7 H4 while Postgres is away', () => {
  test('it is recalled from this machine, and reaches Postgres when that is back', async () => {
    const { memory, log, again, clock, failures } = remembering();
    log.away = true;
    const live = watching();
    live.see(0, [payout('1')]);
    memory.remember(live.watch.unsaved());
    await memory.flush();
    expect(failures).toEqual(['save']);
    const next = again();
    const { states, complete } = await next.recall(['acme-ug']);
    expect(complete).toBe(false);
    expect(states).toMatchObject([{ state: { phase: 'firing' } }]);
    log.away = false;
    clock.advance(MINUTE);
    await memory.flush();
    expect(log.states.size).toBe(1);
    expect(memory.waiting()).toBe(0);
  });

  test('an episode that only an old disk takes for lasting is over, and what is seen now is another', async () => {
    const { memory, log, again } = remembering();
    const rules = [lowRule({ forMs: 2 * MINUTE })];
    const [ours, theirs] = [watching({ rules }), watching({ rules })];
    for (const minute of [0, 2]) for (const each of [ours, theirs]) each.see(minute, [payout('1')]);
    memory.remember(ours.watch.unsaved());
    await memory.flush(); // the last that this machine sees for a long time
    theirs.see(10, [payout('9000000')]);
    await log.save(theirs.watch.unsaved());
    log.away = true;
    log.episodes.clear();
    const next = again();
    const after = watching({ rules });
    after.see(30, [payout('1')]);
    after.watch.resume((await next.recall(['acme-ug'])).states, []);
    next.remember(after.watch.unsaved());
    log.away = false;
    after.watch.resume((await next.recall(['acme-ug'])).states, []);
    next.remember(after.watch.unsaved());
    expect(after.alert()).toMatchObject({ phase: 'pending', pendingAt: START + 30 * MINUTE });
    expect(after.see(32, [payout('1')])).toEqual(['PayoutFloatLow fired']);
    next.remember(after.watch.unsaved());
    await next.flush();
    const [known] = log.states.values();
    expect(known).toMatchObject({ state: { phase: 'firing', firingAt: START + 32 * MINUTE } });
    expect([...log.episodes]).not.toContain(`${START + 2 * MINUTE} null`); // nothing opens the old one anew
  });

  test('a state of this machine that Postgres never heard of wins, and is brought to it', async () => {
    const { memory, log, again } = remembering();
    const live = watching();
    live.see(0, [payout('1')]);
    memory.remember(live.watch.unsaved());
    await memory.flush();
    log.away = true;
    live.see(1, [payout('9000000')]);
    memory.remember(live.watch.unsaved());
    log.away = false;
    const next = again();
    const { states } = await next.recall(['acme-ug']);
    expect(states).toMatchObject([{ state: { phase: 'inactive' } }]);
    await next.flush();
    expect([...log.states.values()]).toMatchObject([{ state: { phase: 'inactive' } }]);
  });

  test('what only this machine knows is brought to Postgres by the next process', async () => {
    const { memory, log, again } = remembering();
    log.away = true;
    const live = watching();
    live.see(0, [payout('1')]);
    memory.remember(live.watch.unsaved());
    log.away = false;
    const next = again();
    await next.recall(['acme-ug']);
    await next.flush();
    expect([...log.states.values()]).toMatchObject([{ state: { phase: 'firing' } }]);
  });

  test('an alert that was withdrawn meanwhile waits for the whole of `for` again', async () => {
    const { memory, log, again } = remembering();
    const rules = [lowRule({ forMs: 30 * MINUTE })];
    const live = watching({ rules });
    live.see(0, [payout('1')]);
    memory.remember(live.watch.unsaved());
    await memory.flush();
    log.away = true;
    live.see(1, [payout('9000000')]);
    memory.remember(live.watch.unsaved());
    log.away = false;
    const after = watching({ rules });
    after.watch.resume((await again().recall(['acme-ug'])).states, []);
    expect(after.see(60, [payout('1')])).toEqual(['PayoutFloatLow pending']);
  });

  test('no episode is lost, though the next one has begun', async () => {
    const { memory, log } = remembering();
    const live = watching();
    for (const [minute, amount] of ['1', '9000000', '1', '9000000', '1'].entries()) {
      live.see(minute, [payout(amount)]);
      memory.remember(live.watch.unsaved());
    }
    await memory.flush();
    expect(log.episodes.size).toBe(3);
  });

  test('the last state of an alert reaches Postgres, though those of two episodes are of one instant', async () => {
    const { memory, log } = remembering();
    log.away = true;
    const live = watching({ rules: [lowRule({ forMs: MINUTE })] });
    const seen = [
      [5, '1'],
      [6, '1'],
      [7, '9000000'],
      [2, '1'],
      [2.5, '9000000'],
    ] as const; // the clock is set back
    const told = [];
    for (const [minute, amount] of seen) {
      told.push(...live.see(minute, [payout(amount)]));
      memory.remember(live.watch.unsaved());
    }
    expect(told.map((each) => each.split(' ')[1])).toEqual([
      'pending',
      'fired',
      'resolved',
      'pending',
      'withdrawn',
    ]);
    log.away = false;
    await memory.flush();
    expect([...log.states.values()]).toMatchObject([{ state: { phase: live.alert()!.phase } }]);
  });

  const HOW = [
    { how: 'lasts', amount: '1', ends: null },
    { how: 'is over before `for` is', amount: '9000000', ends: START + 6 * MINUTE },
  ];

  test.each(HOW)(
    'an episode that a process begins on a new machine without knowing of it goes on: it $how',
    ({ amount, ends }) => goesOn(amount, ends),
  );

  test.each(HOW)('so it does where what that process decided is on its disk: it $how', ({ amount, ends }) =>
    goesOn(amount, ends, memoryShelf()),
  );

  async function goesOn(amount: string, ends: number | null, shelf?: KeyValueStore): Promise<void> {
    const { log, clock } = remembering();
    const rules = [lowRule({ forMs: 2 * MINUTE })];
    const before = watching({ rules });
    for (const minute of [0, 2]) before.see(minute, [payout('1')]);
    await log.save(before.watch.unsaved());
    log.away = true;
    const memory = createAlertMemory({ log, clock, ...(shelf && { shelf }) });
    await memory.recall(['acme-ug']);
    const after = watching({ rules });
    for (const [minute, available] of [
      [5, '1'],
      [6, amount],
    ] as const) {
      after.see(minute, [payout(available)]);
      memory.remember(after.watch.unsaved());
    }
    log.away = false;
    await memory.flush(); // asks sooner than it is recalled
    after.watch.resume((await memory.recall(['acme-ug'])).states, []);
    after.see(7, [payout(amount)]);
    memory.remember(after.watch.unsaved());
    await memory.flush();
    expect([...log.episodes]).toContain(`${START + 2 * MINUTE} ${ends}`);
    expect([...log.states.values()]).toMatchObject([
      { state: { firingAt: START + 2 * MINUTE, resolvedAt: ends } },
    ]);
  }

  test('what a process on a new machine saw end without knowing of it is over, and waits for `for` anew', async () => {
    const { log, clock } = remembering();
    const rules = [lowRule({ forMs: 2 * MINUTE })];
    const before = watching({ rules });
    for (const minute of [0, 2]) before.see(minute, [payout('1')]);
    await log.save(before.watch.unsaved());
    log.away = true;
    const memory = createAlertMemory({ log, clock });
    await memory.recall(['acme-ug']);
    const after = watching({ rules });
    after.see(5, [payout('9000000')]);
    after.see(6, [payout('1')]);
    memory.remember(after.watch.unsaved());
    log.away = false;
    const recall = async () => {
      const told = after.watch.resume((await memory.recall(['acme-ug'])).states, []);
      memory.remember(after.watch.unsaved());
      return told.map(({ transition, alert }) => [transition, alert.firingAt, alert.resolvedAt]);
    };
    const end = ['resolved', START + 2 * MINUTE, START + 5 * MINUTE];
    expect([await recall(), await recall()]).toEqual([[end], []]);
    await memory.flush();
    expect([...log.episodes]).toContain(`${START + 2 * MINUTE} ${START + 5 * MINUTE}`);
    expect([...log.states.values()]).toMatchObject([
      { state: { phase: 'pending', pendingAt: START + 6 * MINUTE } },
    ]);
    expect(await recall()).toEqual([]);
    expect(after.see(8, [payout('1')])).toEqual(['PayoutFloatLow fired']);
  });

  /** Known to Postgres as firing, fires anew while that is away, is recalled, and ends. */
  async function firedAnew() {
    const { log, memory } = remembering();
    const before = watching();
    before.see(0, [payout('1')]);
    await log.save(before.watch.unsaved());
    log.away = true;
    await memory.recall(['acme-ug']);
    const after = watching();
    after.see(5, [payout('1')]);
    memory.remember(after.watch.unsaved());
    log.away = false;
    after.watch.resume((await memory.recall(['acme-ug'])).states, []);
    after.see(6, [payout('9000000')]);
    return { log, memory, after };
  }

  test.each([
    { where: 'to its disk', shelf: memoryShelf() },
    { where: 'to the process alone', shelf: undefined },
  ])(
    "an episode whose end is known $where isn't gone on with by a rule that comes back",
    async ({ shelf }) => {
      const { log, clock } = remembering();
      const rules = [lowRule({ forMs: 5 * MINUTE })];
      const { watch, options, see, wait, alert } = watching({ rules });
      for (const minute of [0, 5]) see(minute, [payout('1')]);
      await log.save(watch.unsaved());
      const readOnly = { ...log, save: () => Promise.reject(new Error('read-only')) };
      const memory = createAlertMemory({ log: readOnly, clock, ...(shelf && { shelf }) });
      watch.reload({ ...options, rules: [] });
      memory.remember(watch.unsaved());
      await memory.flush();
      wait(25); // nobody is told of its end any more
      watch.reload(options);
      see(25, [payout('1')]);
      memory.remember(watch.unsaved());
      watch.resume((await memory.recall(['acme-ug'])).states, []);
      expect(alert()).toMatchObject({ phase: 'pending', pendingAt: START + 25 * MINUTE });
      expect(see(30, [payout('1')])).toEqual(['PayoutFloatLow fired']);
    },
  );

  test.each([{ known: 'firing' }, { known: 'over' }])(
    'nor by an account that comes back, where its last balance is still fresh and Postgres has it for $known',
    async ({ known }) => {
      const { log, clock, shelf } = remembering();
      const accounts = [account('acme-ug', { schedule: createSchedule('0 * * * *', 'UTC') })];
      const { watch, options, see, wait, alert } = watching({ accounts });
      see(0, [payout('1')]);
      await log.save(watch.unsaved());
      const readOnly = { ...log, save: () => Promise.reject(new Error('read-only')) };
      const memory = createAlertMemory({ log: readOnly, clock, shelf });
      watch.reload({ ...options, accounts: [] });
      const ends = watch.unsaved();
      memory.remember(ends);
      if (known === 'over') await log.save(ends); // nobody heard that it was written
      await memory.recall([]);
      wait(25);
      watch.reload(options);
      watch.resume((await memory.recall(['acme-ug'])).states, []);
      watch.resume([], [polled(0, [payout('1')])]);
      expect(alert()).toMatchObject({ phase: 'firing' });
      expect(alert()!.firingAt).toBeGreaterThan(START);
    },
  );

  test('so does one that fired anew on that machine and its disk: its first beginning ends with it', async () => {
    const { log, memory, after } = await firedAnew();
    memory.remember(after.watch.unsaved());
    await memory.flush();
    const over = START + 6 * MINUTE;
    expect([...log.episodes]).toEqual(
      expect.arrayContaining([`${START} ${over}`, `${START + 5 * MINUTE} ${over}`]),
    );
  });

  test('of that beginning it says nothing about when its condition was met: another process has seen that', async () => {
    const { after } = await firedAnew();
    const ends = after.watch.unsaved().map(({ state: { firingAt, pendingAt } }) => [firingAt, pendingAt]);
    const second = START + 5 * MINUTE;
    expect(ends).toEqual(
      expect.arrayContaining([
        [START, null],
        [second, second],
      ]),
    );
  });

  test("what was seen to be over on that machine isn't over once more with the next", async () => {
    const { log, memory } = remembering();
    const live = watching();
    live.see(0, [payout('1')]);
    memory.remember(live.watch.unsaved());
    await memory.flush();
    log.away = true;
    for (const [minute, amount] of [
      [1, '9000000'],
      [2, '1'],
    ] as const) {
      live.see(minute, [payout(amount)]);
      memory.remember(live.watch.unsaved());
    }
    log.away = false;
    live.watch.resume((await memory.recall(['acme-ug'])).states, []);
    expect(live.see(3, [payout('9000000')])).toEqual(['PayoutFloatLow resolved']);
  });

  test('what was over by a clock that was ahead is no evidence against what another has begun since it was set right', async () => {
    const { log, memory, again } = remembering();
    const [ours, other] = [watching(), watching()];
    ours.see(0, [payout('1')]);
    ours.see(10, [payout('9000000')]);
    memory.remember(ours.watch.unsaved()); // and is killed
    other.see(7, [payout('1')]);
    await log.save(other.watch.unsaved());
    const { states } = await again().recall(['acme-ug']);
    expect(watching().watch.resume(states, [])).toEqual([]);
  });

  test('what others keep on the same shelf is left alone', async () => {
    const { memory, shelf, log, failures, again } = remembering();
    log.away = true;
    shelf.saveStates(new Map([['outbox/ops/key', '{"body":""}']]));
    const live = watching();
    live.see(0, [payout('1')]);
    memory.remember(live.watch.unsaved());
    expect((await again().recall(['acme-ug'])).states).toHaveLength(1);
    expect(failures).toEqual(['load']);
    expect(shelf.loadStates().has('outbox/ops/key')).toBe(true);
  });

  test('it is not asked again at once', async () => {
    const { memory, log, clock, failures } = remembering();
    log.away = true;
    const live = watching({ rules: [lowRule()] });
    live.see(0, [payout('1')]);
    memory.remember(live.watch.unsaved());
    for (let i = 0; i < 5; i++) await memory.flush();
    expect(failures).toEqual(['save']);
    clock.advance(1_500);
    await memory.flush();
    expect(failures).toEqual(['save', 'save']);
  });
});

test('what waits of an episode that others saw end meanwhile is not brought: it would open the episode anew', async () => {
  const { memory, log } = remembering();
  const live = watching();
  live.see(0, [payout('1')]);
  const [first] = live.watch.unsaved() as [SavedAlert];
  memory.remember([{ ...first, state: { ...first.state, at: START + 30 * MINUTE } }]);
  const over = { phase: 'inactive', resolvedAt: START + 15 * MINUTE, at: START + 15 * MINUTE } as const;
  log.states.set(first.fingerprint, { ...first, state: { ...first.state, ...over } });
  await memory.recall(['acme-ug']);
  expect(memory.waiting()).toBe(0);
  await memory.flush(true);
  expect([...log.states.values()]).toMatchObject([{ state: over }]);
});

test('D22 what this machine knows of an account that is not configured goes to Postgres, and ends nothing', async () => {
  const { memory, log, shelf, again } = remembering();
  log.away = true;
  const live = watching();
  live.see(0, [payout('1')]);
  memory.remember(live.watch.unsaved());
  expect((await again().recall(['other'])).states).toEqual([]);
  expect(shelf.loadStates().size).toBe(1); // Postgres doesn't have it yet
  log.away = false;
  const next = again();
  expect((await next.recall(['other'])).states).toEqual([]);
  await next.flush();
  expect([...log.states.values()]).toMatchObject([
    { account: 'acme-ug', state: { phase: 'firing' }, handedOver: true }, // nobody here asks for it
  ]);
  expect(shelf.loadStates().size).toBe(0);
});

test('a shelf that fails stops nothing', async () => {
  const broken: KeyValueStore = {
    saveStates() {
      throw new Error('disk full');
    },
    loadStates() {
      throw new Error('unreadable');
    },
  };
  const { memory, failures, log } = remembering({ shelf: broken });
  const live = watching();
  live.see(0, [payout('1')]);
  memory.remember(live.watch.unsaved());
  await memory.flush();
  expect((await memory.recall(['acme-ug'])).states).toHaveLength(1);
  expect(log.states.size).toBe(1);
  expect(failures).toEqual(['shelf', 'shelf', 'shelf', 'shelf']);
});

test('what is decided while it recalls is not overtaken by what this machine knew before', async () => {
  const { memory, log, again } = remembering();
  log.away = true;
  const live = watching();
  live.see(0, [payout('1')]);
  memory.remember(live.watch.unsaved());
  log.away = false;
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const { load } = log;
  log.load = async (...all) => {
    asked.resolve();
    await answered.promise;
    return await load(...all);
  };
  const next = again();
  const recalled = next.recall(['acme-ug']);
  await asked.promise;
  live.see(1, [payout('9000000')]);
  next.remember(live.watch.unsaved());
  answered.resolve();
  await recalled;
  await next.flush();
  expect([...log.states.values()]).toMatchObject([{ state: { phase: 'inactive' } }]);
});

test('what is decided while it recalls waits, though something is being saved', async () => {
  const { memory, log } = remembering();
  const saved: (string | undefined)[] = [];
  const held = Promise.withResolvers<void>();
  log.save = async (alerts) => {
    saved.push(...alerts.map(({ state }) => state.phase));
    await held.promise;
  };
  const live = watching({ rules: [lowRule({ forMs: 5 * MINUTE })] });
  live.see(0, [payout('1')]);
  memory.remember(live.watch.unsaved());
  const flushed = memory.flush();
  log.away = true;
  await memory.recall(['acme-ug']);
  live.see(5, [payout('1')]);
  memory.remember(live.watch.unsaved());
  held.resolve();
  await flushed;
  expect(saved).toEqual(['pending']);
  log.away = false;
  await memory.recall(['acme-ug']);
  await memory.flush();
  expect(saved).toEqual(['pending', 'firing']);
});

test('what Postgres has not got yet is not given up for what it knows of the same instant', async () => {
  const { memory, log } = remembering();
  const live = watching();
  live.see(0, [payout('1')]);
  const [firing] = live.watch.unsaved();
  memory.remember([firing!]);
  await memory.flush();
  log.away = true;
  const { at } = firing!.state;
  const ended = { ...firing!, state: { ...firing!.state, phase: 'inactive', resolvedAt: at } } as const;
  memory.remember([ended]); // after the clock was set back: the evidence is no later
  log.away = false;
  const recalled = async () => (await memory.recall(['acme-ug'])).states.map(({ state }) => state.phase);
  expect(await recalled()).toEqual(['inactive']);
  await memory.flush();
  await log.save([firing!]); // another's, who has not heard of the end
  expect(await recalled()).toEqual(['inactive']);
  await log.save([{ ...firing!, state: { ...firing!.state, firingAt: at + 1 } }]); // another's, who saw it begin anew
  expect(await recalled()).toEqual(['firing']);
});

test('nor is an end that a process whose clock is behind did not bring to Postgres', async () => {
  const { memory, log, again } = remembering();
  const others = watching();
  others.see(20, [payout('1')]);
  await log.save(others.watch.unsaved());
  const { see, watch } = watching();
  watch.resume((await memory.recall(['acme-ug'])).states, []);
  see(6, [payout('9000000')]);
  memory.remember(watch.unsaved());
  const after = again(); // the process was killed
  const { states } = await after.recall(['acme-ug']);
  expect(states).toMatchObject([{ state: { phase: 'inactive', firingAt: START + 20 * MINUTE } }]);
  await after.flush();
  expect([...log.states.values()]).toMatchObject([{ state: { phase: 'inactive' } }]);
});

describe('a disk that is full for a while', () => {
  /** What the disk would tell a successor. */
  const phasesOn = (shelf: KeyValueStore) =>
    [...shelf.loadStates().values()].map((text) => (JSON.parse(text) as SavedAlert).state.phase);

  /** A first state is kept, and the disk is full when the next one comes. */
  function fullOnce() {
    const shelf = memoryShelf();
    const disk = { full: false };
    const { saveStates } = shelf;
    shelf.saveStates = (changes) => {
      if (disk.full) throw new Error('no room on the disk');
      saveStates(changes);
    };
    const it = remembering({ shelf });
    const live = watching();
    live.see(0, [payout('1')]);
    it.memory.remember(live.watch.unsaved());
    disk.full = true;
    live.see(1, [payout('9000000')]);
    it.memory.remember(live.watch.unsaved());
    return { ...it, shelf, disk };
  }

  test('what it refused is recalled all the same, and nothing older', async () => {
    const { memory, log } = fullOnce();
    log.away = true;
    expect((await memory.recall(['acme-ug'])).states).toMatchObject([{ state: { phase: 'inactive' } }]);
  });

  test('it gets what it refused as soon as it has room, for the process that comes after', async () => {
    const { memory, shelf, disk, clock } = fullOnce();
    expect(phasesOn(shelf)).toEqual(['firing']);
    disk.full = false;
    clock.advance(60_000);
    await memory.flush();
    expect(phasesOn(shelf)).toEqual(['inactive']);
  });
});
