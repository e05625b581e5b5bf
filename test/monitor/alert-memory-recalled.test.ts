// What a memory gives back of what it finds on this machine and in Postgres, and what it makes of alerts that one of them lacks.
import { describe, expect, test } from 'vitest';
import type { SavedAlert } from '../../src/monitor/alerts/ports.ts';
import { memoryShelf } from '../support/delivering.ts';
import { OVER, remembering, START, saved } from './memory-by-hand.ts';

const MINUTE = 60_000;

describe('what is recalled', () => {
  test('Postgres is asked for the accounts, for what this machine knows of them, and for what lasts', async () => {
    const { memory, asked } = remembering();
    memory.remember([saved('a'), saved('about me', {}, { account: '' }), saved('b', {}, { account: 'b' })]);
    await memory.recall(['acme-ug'], [{ fingerprint: 'lasts' }]);
    await memory.recall([]);
    const shown = asked.map(([accounts, known]) => [
      accounts,
      (known as SavedAlert[]).map(({ fingerprint }) => fingerprint),
    ]);
    expect(shown).toEqual([
      [['acme-ug'], ['a', 'about me', 'lasts']],
      [[], ['about me']],
    ]);
  });

  test('what this machine alone knows goes to Postgres, unless it is about the process', async () => {
    const { shelf, memory, saves, recalled } = remembering();
    for (const account of ['', 'acme-ug'])
      shelf.saveStates(new Map([[`alert/${account}`, JSON.stringify(saved(account, {}, { account }))]]));
    expect(await recalled()).toEqual(['', 'acme-ug']);
    await memory.flush();
    expect(saves.flat().map(({ account }) => account)).toEqual(['acme-ug']);
  });

  test('alerts of other accounts go to Postgres, and from this machine once it has been asked', async () => {
    const { shelf, memory, saves, recalled, writes, known } = remembering();
    for (const name of ['b', 'c'])
      shelf.saveStates(new Map([[`alert/${name}`, JSON.stringify(saved(name, {}, { account: name }))]]));
    writes.length = 0;
    known.away = true;
    expect(await recalled()).toEqual([]);
    expect(writes).toEqual([]);
    known.away = false;
    expect(await recalled()).toEqual([]);
    expect(writes).toEqual([['-alert/b', '-alert/c']]);
    await memory.flush();
    expect(saves.flat().map(({ account }) => account)).toEqual(['b', 'c']);
  });

  // It ended at START, and Postgres was away; a minute later it is recalled.
  test.each([
    ['others have asked for since', { unasked: true }, MINUTE / 2 - 1, true],
    ['somebody asked for before, which Postgres heard just after', { unasked: true }, MINUTE / 2, false],
    ['others had asked for before', { unasked: true }, MINUTE, false],
    ['nobody asks for', { unasked: true }, undefined, false],
    ['cleared here', {}, MINUTE / 2 - 1, false],
  ])('an end that Postgres never heard of, of an alert that %s: %#', async (_, why, ago, isTheirs) => {
    const { clock, known, memory, saves, shelf } = remembering();
    for (const account of ['acme-ug', 'b']) memory.remember([saved(account, OVER, { account, ...why })]);
    known.alerts = [saved('acme-ug', { firingAt: OVER.firingAt, at: OVER.firingAt })];
    if (ago !== undefined) known.askedAgo = new Map(['acme-ug', 'b'].map((name) => [name, ago]));
    clock.advance(MINUTE);
    const { states } = await memory.recall(['acme-ug']);
    expect(states).toMatchObject([{ state: { phase: isTheirs ? 'firing' : 'inactive' } }]);
    await memory.flush();
    expect(saves.flat().map(({ account }) => account)).toEqual(isTheirs ? [] : ['acme-ug', 'b']);
    const here = [...shelf.loadStates().values()].map((text) => (JSON.parse(text) as SavedAlert).state.phase);
    expect(here).toEqual([isTheirs ? 'firing' : 'inactive']);
  });

  test('an end that others have taken back stays forgotten if Postgres goes away just then', async () => {
    const { known, memory } = remembering();
    memory.remember([saved('a', { ...OVER, at: START - 60_000 }, { unasked: true }), saved('b')]);
    known.askedAgo = new Map([['a', 1_000]]);
    known.away = true; // it has told who asks, but not the states
    expect(await memory.recall(['acme-ug'])).toEqual({ states: [saved('b')], complete: false });
  });

  test.each([
    ['has taken over', undefined, saved('a'), { phase: 'firing', at: START }],
    [
      'has learnt the end of',
      saved('a'),
      saved('a', { ...OVER, firingAt: START, at: START + 1 }),
      { phase: 'inactive' },
    ],
  ])('what a machine %s it knows after a restart while Postgres is away', async (_, ours, theirs, state) => {
    const { known, shelf, memory, again } = remembering();
    if (ours) shelf.saveStates(new Map([['alert/a', JSON.stringify(ours)]]));
    known.alerts = [theirs];
    const { states: before } = await memory.recall(['acme-ug']);
    known.away = true;
    const { states } = await again().recall(['acme-ug']);
    expect(states).toMatchObject([{ fingerprint: 'a', state }]);
    expect(states).toEqual(before);
  });

  test('what this machine has already is not written again, however often it recalls', async () => {
    const { known, memory, writes } = remembering();
    memory.remember([saved('ours')]);
    known.alerts = [saved('ours'), saved('theirs'), saved('changes')];
    await memory.recall(['acme-ug']);
    await memory.recall(['acme-ug']);
    known.alerts = [saved('ours'), saved('theirs'), saved('changes', { ...OVER, at: START + 1 })];
    await memory.recall(['acme-ug']);
    expect(writes).toEqual([['+alert/ours'], ['+alert/theirs', '+alert/changes'], ['+alert/changes']]);
  });

  test('what changed here while Postgres was asked stays as it is on this machine', async () => {
    const { log } = remembering();
    const newer = saved('a', { at: START + 2 });
    const asked = Promise.withResolvers<readonly SavedAlert[]>();
    const shelf = memoryShelf();
    const { memory } = remembering({ shelf, log: { ...log, load: () => asked.promise } });
    const recalled = memory.recall(['acme-ug']);
    memory.remember([newer]);
    asked.resolve([saved('a', { at: START + 1 })]);
    await recalled;
    expect([...shelf.loadStates().values()].map((text) => JSON.parse(text))).toEqual([newer]);
  });

  test('what was taken over from Postgres is not given to Postgres anew', async () => {
    const { known, memory, again, saves } = remembering();
    known.alerts = [saved('a')];
    await memory.recall(['acme-ug']);
    known.alerts = []; // it was forgotten there
    const next = again();
    expect((await next.recall(['acme-ug'])).states).toEqual([]);
    await next.flush();
    expect(saves).toEqual([]);
    known.away = true;
    expect((await again().recall(['acme-ug'])).states).toEqual([]);
  });

  test('… nor when another process polls its account now', async () => {
    const { known, memory, again, saves, shelf } = remembering();
    known.alerts = [saved('a')];
    await memory.recall(['acme-ug']);
    const next = again();
    await next.recall(['b']);
    await next.flush();
    expect([saves, shelf.loadStates().size]).toEqual([[], 0]);
  });

  test('what was taken over from Postgres never takes the place of what Postgres knows now', async () => {
    const { known, memory, again } = remembering();
    known.alerts = [saved('a', { at: START + 9 })];
    await memory.recall(['acme-ug']);
    known.alerts = [saved('a', { at: START + 5 })]; // a backup was restored
    expect((await again().recall(['acme-ug'])).states).toMatchObject([
      { elsewhere: true, state: { at: START + 5 } },
    ]);
  });

  test('what only Postgres knows is marked so', async () => {
    const { known, memory } = remembering();
    memory.remember([saved('here')]);
    known.alerts = [saved('here'), saved('there')];
    const { states } = await memory.recall(['acme-ug']);
    expect(states.map(({ fingerprint, elsewhere }) => [fingerprint, elsewhere])).toEqual([
      ['here', undefined],
      ['there', true],
    ]);
  });

  test.each([
    ['of the same instant', START, { unasked: true, lastHeard: START - 1 }],
    ['later', START + 1, {}],
  ])(
    'of a state that Postgres knows, %s, it adds what only this machine knows of that very state',
    async (_, at, added) => {
      const { known, shelf, memory } = remembering();
      const here = saved('a', {}, { unasked: true, lastHeard: START - 1 });
      shelf.saveStates(new Map([['alert/a', JSON.stringify(here)]]));
      known.alerts = [saved('a', { at })];
      expect((await memory.recall(['acme-ug'])).states).toEqual([{ ...saved('a', { at }), ...added }]);
    },
  );

  test.each([
    ['later', START + 1, 'theirs'],
    ['older', START - 1, 'ours'],
    ['of the same instant', START, 'theirs'],
  ])(
    'of two states of a firing alert the later is gone on with: that of Postgres is %s',
    async (_, at, rule) => {
      const { known, shelf, memory } = remembering();
      const ours = saved('a', {}, { rule: 'ours' });
      const theirs = saved('a', { at }, { rule: 'theirs' });
      shelf.saveStates(new Map([['alert/a', JSON.stringify(ours)]]));
      known.alerts = [theirs];
      expect((await memory.recall(['acme-ug'])).states).toEqual([rule === 'ours' ? ours : theirs]);
    },
  );

  test('one of the same instant, but of another episode, is gone on with if it still waits for Postgres', async () => {
    const { known, memory, shelf, again } = remembering();
    const began = (at: number) => ({ pendingAt: at, firingAt: at });
    known.alerts = [saved('a', began(START - 9))];
    memory.remember([saved('a', began(START - 5))]);
    const begins = async ({ recall }: typeof memory) =>
      (await recall(['acme-ug'])).states.map(({ state, alsoBegan }) => [state.firingAt, alsoBegan]);
    expect(await begins(memory)).toEqual([[START - 5, [START - 9]]]);
    expect(shelf.loadStates().size).toBe(1);
    expect(await begins(again())).toEqual([[START - 9, [START - 5]]]); // it is another's, too, by now
  });

  test('each beginning that one of them tells of is known', async () => {
    const { known, shelf, memory } = remembering();
    const began = { firingAt: START - 5, pendingAt: START - 5 };
    shelf.saveStates(new Map([['alert/a', JSON.stringify(saved('a', {}, { alsoBegan: [7] }))]]));
    known.alerts = [saved('a', { ...began, at: START - 1 })];
    expect((await memory.recall(['acme-ug'])).states).toEqual([
      saved('a', {}, { alsoBegan: [7, START - 5] }),
    ]);
    known.alerts = [saved('a', { ...began, at: START + 1 })];
    expect((await memory.recall(['acme-ug'])).states).toEqual([
      saved('a', { ...began, at: START + 1 }, { alsoBegan: [7, START] }),
    ]);
  });

  // This machine was away since its alert began at START; others saw it end, and it began anew an hour later.
  test.each([
    ['fires', { at: START + 60 * MINUTE, firingAt: START + 60 * MINUTE }],
    ['is over', { ...OVER, firingAt: START + 60 * MINUTE, resolvedAt: START + 61 * MINUTE }],
    ['pends', { phase: 'pending', pendingAt: START + 60 * MINUTE, firingAt: START + 9 * MINUTE }],
  ] as const)(
    'an episode that others saw end is over here, too, when the alert %s in another',
    async (_, state) => {
      const { known, memory, saves } = remembering();
      const ours = saved('a', { at: START + 70 * MINUTE, clearSince: START + 70 * MINUTE });
      const theirs = saved('a', state);
      memory.remember([ours, saved('b')]);
      known.alerts = [theirs, saved('b')];
      expect((await memory.recall(['acme-ug'])).states[0]).toMatchObject(ours); // for all that Postgres knows, it lasts
      const end = START + 15 * MINUTE;
      known.ends = new Map([['a', end]]);
      const over = { phase: 'inactive', resolvedAt: end, clearSince: null, at: end } as const;
      expect((await memory.recall(['acme-ug'])).states).toEqual([
        { ...theirs, elsewhere: true, ended: { ...ours.state, ...over } },
        saved('b'),
      ]);
      await memory.flush();
      expect(saves.flat().map(({ fingerprint }) => fingerprint)).toEqual(['b']);
    },
  );

  // Such an episode is over for good, but not what this machine sees while it asks: nobody else may tell of that.
  test.each([
    ['that it is over here, too', { ...OVER, firingAt: START, resolvedAt: START + 70 * MINUTE }],
    ['another begin', { firingAt: START + 71 * MINUTE, pendingAt: START + 71 * MINUTE }],
  ] as const)('what is seen while it asks for the end of an episode stays: %s', async (_, seen) => {
    const { log, known, shelf, saves } = remembering();
    known.alerts = [saved('a', { firingAt: START + 60 * MINUTE, at: START + 60 * MINUTE })];
    known.ends = new Map([['a', START + 15 * MINUTE]]);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const endsOf: typeof log.endsOf = async (alerts) => {
      asked.resolve();
      await answered.promise;
      return await log.endsOf(alerts);
    };
    const { memory } = remembering({ shelf, log: { ...log, endsOf } });
    memory.remember([saved('a')]);
    const recalled = memory.recall(['acme-ug']);
    await asked.promise;
    const now = saved('a', { ...seen, at: START + 71 * MINUTE });
    memory.remember([now]);
    answered.resolve();
    expect((await recalled).states).toMatchObject([now]);
    expect([...shelf.loadStates().values()].map((text) => JSON.parse(text))).toEqual([now]);
    await memory.flush();
    expect(saves.flat()).toContainEqual(now);
  });

  test('Postgres is asked for ends of the alerts alone that fire here and are in another episode there', async () => {
    const asked: string[][] = [];
    const { known, log } = remembering();
    known.alerts = [saved('same'), saved('ended'), saved('other', { firingAt: START + 1 })];
    const { memory } = remembering({
      log: {
        ...log,
        async endsOf(alerts) {
          asked.push(alerts.map(({ fingerprint }) => fingerprint));
          return new Map();
        },
      },
    });
    memory.remember([saved('same'), saved('ended', OVER), saved('here')]);
    await memory.recall(['acme-ug']);
    expect(asked).toEqual([]);
    memory.remember([saved('other')]);
    await memory.recall(['acme-ug']);
    expect(asked).toEqual([['other']]);
  });
});
