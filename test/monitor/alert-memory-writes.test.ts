// Which alert states are written to the disk at once, which to Postgres in batches, and after which pauses.
import { describe, expect, test } from 'vitest';
import { createAlertMemory } from '../../src/monitor/alerts/alert-memory.ts';
import { handClock } from '../support/clock.ts';
import { memoryShelf } from '../support/delivering.ts';
import { OVER, remembering, START, saved } from './memory-by-hand.ts';

const DAY = 86_400_000;

describe('on this machine', () => {
  test.each([
    ['a firing alert', {}, 'acme-ug', '+'],
    ['an alert that is over', OVER, 'acme-ug', '+'],
    ['one that was withdrawn', { phase: 'inactive', firingAt: null }, 'acme-ug', '+'],
    ['a firing alert about the process', {}, '', '+'],
    ['an alert about the process that is over', OVER, '', '+'],
    ['one about the process that was withdrawn', { phase: 'inactive', firingAt: null }, '', '-'],
    ['one about the process that waits', { phase: 'pending', firingAt: null }, '', '+'],
  ] as const)('%s is kept (+) or not (-)', (_, state, account, sign) => {
    const { memory, writes } = remembering();
    memory.remember([saved('a', state, { account })]);
    expect(writes).toEqual([[`${sign}alert/a`]]);
    expect(memory.waiting()).toBe(account === '' ? 0 : 1);
  });

  test('nothing is written when nothing has changed', async () => {
    const { memory, writes } = remembering();
    memory.remember([]);
    await memory.flush();
    expect(writes).toEqual([]);
  });

  test.each([
    ['over for a day', { ...OVER, at: START - DAY }, true],
    ['over for longer', { ...OVER, at: START - DAY - 1 }, false],
    ['firing for longer', { at: START - DAY - 1 }, true],
    ['waiting for longer', { phase: 'pending', firingAt: null, at: START - DAY - 1 }, true],
  ] as const)('whether an alert is known that has been %s', async (_, state, isKnown) => {
    const { shelf, writes, recalled, known } = remembering();
    shelf.saveStates(new Map([['alert/a', JSON.stringify(saved('a', state))]]));
    writes.length = 0;
    known.away = true;
    expect(await recalled()).toEqual(isKnown ? ['a'] : []);
    expect(writes).toEqual(isKnown ? [] : [['-alert/a']]);
  });

  test('what the disk refused is written again with the next change, and else once ten seconds are over', async () => {
    const { memory, known, writes, clock, failures } = remembering();
    known.full = true;
    memory.remember([saved('a')]);
    await memory.flush();
    clock.advance(9_999);
    await memory.flush();
    expect(writes).toEqual([['+alert/a']]);
    clock.advance(1);
    await memory.flush();
    memory.remember([saved('b')]);
    known.full = false;
    memory.remember([saved('c')]);
    memory.remember([saved('d')]);
    await memory.flush();
    expect(writes.slice(1)).toEqual([
      ['+alert/a'],
      ['+alert/a', '+alert/b'],
      ['+alert/a', '+alert/b', '+alert/c'],
      ['+alert/d'],
    ]);
    expect(failures).toEqual(['shelf', 'shelf', 'shelf']);
  });

  test('what the disk refused to forget is not recalled', async () => {
    const { memory, known, recalled } = remembering();
    memory.remember([saved('a', {}, { account: '' })]);
    known.full = true;
    memory.remember([saved('a', { phase: 'inactive', firingAt: null }, { account: '' })]);
    expect(await recalled()).toEqual([]);
  });

  test('it may have no shelf, and nobody to tell of failures', async () => {
    const { log, saves, known } = remembering();
    const memory = createAlertMemory({ log, clock: handClock(START) });
    memory.remember([saved('a')]);
    known.away = true;
    await memory.flush();
    expect(await memory.recall(['acme-ug'])).toEqual({ states: [], complete: false });
    known.away = false;
    expect(await memory.recall(['acme-ug'])).toEqual({ states: [], complete: true });
    expect([memory.waiting(), saves]).toEqual([1, []]);
  });

  test('that there is no shelf is no failure', async () => {
    const { log, failures } = remembering();
    const onFailure = (what: string) => void failures.push(what);
    const memory = createAlertMemory({ log, clock: handClock(START), onFailure });
    memory.remember([saved('a')]);
    await memory.recall(['acme-ug']);
    expect(failures).toEqual([]);
  });
});

describe('to Postgres', () => {
  const one = saved('a');
  const many = (count: number) => Array.from({ length: count }, (_, i) => ({ ...one, fingerprint: `a${i}` }));

  test('at most a thousand states go at once, the oldest first', async () => {
    const { memory, saves } = remembering({ shelf: memoryShelf() });
    memory.remember(many(2_001));
    memory.remember([saved('a0', { at: START + 1 })]); // now it is the newest
    await memory.flush();
    expect(saves.map((batch) => batch.length)).toEqual([1_000, 1_000, 1]);
    expect([saves[0]![0], saves[2]![0]].map((each) => each?.fingerprint)).toEqual(['a1', 'a0']);
    expect(memory.waiting()).toBe(0);
  });

  test('after a failure it pauses, twice as long each time, up to half a minute; a success ends that', async () => {
    const { memory, known, clock, failures, saves } = remembering();
    /** How long it pauses, by a second. */
    async function pause(): Promise<number> {
      const before = failures.length + saves.length;
      for (let seconds = 0; ; seconds++) {
        clock.advance(999);
        await memory.flush();
        expect(failures.length + saves.length).toBe(before);
        clock.advance(1);
        await memory.flush();
        if (failures.length + saves.length > before) return seconds + 1;
      }
    }
    known.away = true;
    memory.remember([saved('a')]);
    await memory.flush();
    const pauses: number[] = [];
    for (let i = 0; i < 7; i++) pauses.push(await pause());
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
    known.away = false;
    await pause();
    known.away = true;
    memory.remember([saved('a')]);
    await memory.flush();
    expect(await pause()).toBe(1);
  });

  test('the last attempt of a process waits for no pause', async () => {
    const { memory, known, saves } = remembering();
    known.away = true;
    memory.remember([saved('a')]);
    await memory.flush();
    known.away = false;
    await memory.flush();
    expect(saves).toEqual([]);
    await memory.flush(true);
    expect(saves).toHaveLength(1);
  });

  test('a state that changes while it is saved is saved again', async () => {
    const { log, memory } = remembering();
    const seen: number[] = [];
    log.save = async ([alert]) => {
      if (seen.push(alert!.state.at) === 1) memory.remember([saved('a', { at: START + 1 })]);
    };
    memory.remember([saved('a')]);
    await memory.flush();
    expect(seen).toEqual([START, START + 1]);
  });

  test('one save is under way at a time, and whoever flushes meanwhile waits for it', async () => {
    const { log, memory } = remembering();
    const held = Promise.withResolvers<void>();
    let saves = 0;
    log.save = async () => {
      saves++;
      await held.promise;
    };
    memory.remember([saved('a')]);
    const flushes = [memory.flush(), memory.flush()];
    expect(flushes[1]).toBe(flushes[0]);
    held.resolve();
    await Promise.all(flushes);
    memory.remember([saved('b')]);
    await memory.flush();
    expect(saves).toBe(2);
  });

  test('whoever flushes while a recall is not complete waits for the save that is under way', async () => {
    const { log, memory, known } = remembering();
    const held = Promise.withResolvers<void>();
    log.save = () => held.promise;
    memory.remember([saved('a')]);
    void memory.flush();
    known.away = true;
    await memory.recall(['acme-ug']);
    let isOver = false;
    const flushed = memory.flush().then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    held.resolve();
    await flushed;
    expect(memory.waiting()).toBe(0);
  });

  test('the end of an episode and what waits to become the next one go both', async () => {
    const { memory, saves } = remembering();
    const over = { phase: 'inactive', resolvedAt: START } as const;
    memory.remember([saved('a', over)]);
    memory.remember([saved('a', { ...over, phase: 'pending', pendingAt: START + 1 })]);
    await memory.flush();
    expect(saves.flat().map(({ state }) => state.phase)).toEqual(['inactive', 'pending']);
  });

  test.each([
    ['waiting', { phase: 'pending', firingAt: null }, 2],
    ['of another episode', { firingAt: START - 1, pendingAt: START - 1 }, 2],
    ['of the same episode', { at: START + 1 }, 1],
    ['the end of that episode', { ...OVER, firingAt: START, resolvedAt: START }, 1],
    ['the end of an earlier one', OVER, 2],
  ] as const)('how many go of a firing state and one that is %s', (_, state, count) => {
    const { memory } = remembering();
    memory.remember([saved('a')]);
    memory.remember([saved('a', state)]);
    expect(memory.waiting()).toBe(count);
  });
});
