// The spool against a list in memory: whatever is kept, removed, set aside and put back, both hold the same, in the same order.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PollResult } from '../../../src/domain/poll-result.ts';
import { createReserve } from '../../../src/store/spool/reserve.ts';
import { openSpool, type Place, type Spool } from '../../../src/store/spool/spool.ts';
import { encode } from '../../../src/store/spool/spool-codec.ts';
import { lacksRoom, SpoolError, spoolError } from '../../../src/store/spool/spool-file.ts';
import { observation } from '../../support/fakes.ts';

const START = Date.parse('2026-03-02T12:00:00Z');
const poll = (minute: number): PollResult => observation({ slot: START + minute * 60_000 });
const minuteOf = ({ slot }: PollResult) => (slot - START) / 60_000;
const bytesOf = (result: PollResult) => Buffer.byteLength(encode(result).body);
const MAX_BYTES = 8 * bytesOf(poll(1)) + 5; // room for eight

interface Held {
  readonly id: number;
  readonly result: PollResult;
}

/** What a spool should hold. */
class Model {
  queue: Held[] = [];
  aside: {
    readonly id: number;
    readonly result: PollResult;
    readonly since: number;
    readonly reason: string;
  }[] = [];
  now = 1_000;

  sorted(): readonly Held[] {
    return this.queue.toSorted((a, b) => a.result.slot - b.result.slot || a.id - b.id);
  }

  bytes(of: readonly { readonly result: PollResult }[]): number {
    return of.reduce((sum, { result }) => sum + bytesOf(result), 0);
  }
}

type Step =
  | { readonly do: 'append'; readonly minutes: readonly number[] }
  | { readonly do: 'setAside'; readonly minute: number; readonly reason: string }
  | { readonly do: 'remove' | 'quarantine'; readonly which: number; readonly reason: string }
  | { readonly do: 'putBack'; readonly reason: string; readonly ago: number; readonly most: number }
  | { readonly do: 'reopen' }
  | { readonly do: 'wait' };

const minute = fc.integer({ min: 1, max: 9 }); // of one digit, so that all are of one size
const reason = fc.constantFrom('ahead', 'refused');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('append' as const), minutes: fc.array(minute, { maxLength: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('setAside' as const), minute, reason }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('remove' as const, 'quarantine' as const),
      which: fc.nat(9),
      reason,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ do: fc.constant('putBack' as const), reason },
      ...{ ago: fc.nat(3), most: fc.integer({ min: 1, max: 3 }) },
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('reopen' as const, 'wait' as const) }) },
);

/** Does the same to both; what both answer must be the same. */
function both(spool: Spool, model: Model, each: Exclude<Step, { do: 'reopen' | 'wait' }>): void {
  switch (each.do) {
    case 'append': {
      const results = each.minutes.map(poll);
      const ids = spool.append(results);
      let room = MAX_BYTES - model.bytes(model.queue) - model.bytes(model.aside);
      for (const [i, result] of results.entries()) {
        const fits = bytesOf(result) <= room;
        expect(ids[i] !== null).toBe(fits);
        if (!fits) continue;
        room -= bytesOf(result);
        model.queue.push({ id: ids[i]!, result });
      }
      break;
    }
    case 'setAside': {
      const result = poll(each.minute);
      const fits = bytesOf(result) <= MAX_BYTES - model.bytes(model.queue) - model.bytes(model.aside);
      expect(spool.setAside(result, each.reason)).toBe(fits);
      if (fits) model.aside.push({ id: Number.NaN, result, since: model.now, reason: each.reason });
      break;
    }
    case 'remove':
    case 'quarantine': {
      const held = model.sorted()[each.which];
      const id = held?.id ?? 999_999;
      if (each.do === 'remove') spool.remove([id]);
      else spool.quarantine(id, each.reason);
      model.queue = model.queue.filter((one) => one !== held);
      if (held && each.do === 'quarantine')
        model.aside.push({ ...held, since: model.now, reason: each.reason });
      break;
    }
    case 'putBack': {
      const since = model.now - each.ago;
      const wanted = model.aside.filter((one) => one.reason === each.reason && one.since >= since);
      let polls = 0;
      for (let from: number | null = 0; from !== null; ) {
        const { polls: some, next } = spool.putBack({ reason: each.reason, since, from, most: each.most });
        expect(some).toBeLessThanOrEqual(each.most);
        expect(next === null || some === each.most).toBe(true);
        polls += some;
        from = next;
      }
      expect(polls).toBe(wanted.length);
      model.aside = model.aside.filter((one) => !wanted.includes(one));
      const known = new Set(model.queue.map(({ id }) => id));
      const fresh = spool.oldest(99).filter(({ id }) => !known.has(id));
      expect(fresh.map(({ result }) => minuteOf(result)).toSorted()).toEqual(
        wanted.map(({ result }) => minuteOf(result)).toSorted(),
      );
      model.queue.push(...fresh);
      break;
    }
  }
}

/** Whatever can be asked of both is answered the same. */
function expectSame(spool: Spool, model: Model): void {
  const sorted = model.sorted();
  expect(spool.oldest(99)).toEqual(sorted);
  expect(spool.oldest(2)).toEqual(sorted.slice(0, 2));
  expect(spool.oldest(9, 1)).toEqual(sorted.slice(0, 1)); // one at least
  if (sorted.length > 1) {
    const two = encode(sorted[0]!.result).body.length + encode(sorted[1]!.result).body.length;
    expect(spool.oldest(9, two)).toEqual(sorted.slice(0, 2));
    expect(spool.oldest(9, two - 1)).toEqual(sorted.slice(0, 1));
  }
  expect(spool.stats()).toEqual({
    ...{ polls: sorted.length, bytes: model.bytes(sorted), oldest: sorted[0]?.result.slot ?? null },
    ...{ quarantined: model.aside.length, maxBytes: MAX_BYTES - model.bytes(model.aside) },
  });
  const since = START + 3 * 60_000;
  const newest: Held[] = [];
  for (let from: Place | null = null, asked = 0; asked < 99; asked++) {
    const { waiting, next } = spool.newest({ since, from, most: 2 });
    newest.push(...waiting);
    if (next === null) break;
    expect(next).toEqual({ slot: waiting.at(-1)!.result.slot, id: waiting.at(-1)!.id });
    from = next;
  }
  expect(newest).toEqual(sorted.filter(({ result }) => result.slot >= since).toReversed());
}

test('whatever is done, the spool holds what a list would, also after it was opened anew', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const folder = mkdtempSync(join(tmpdir(), 'floatwatch-spool-model-'));
      const model = new Model();
      const open = () =>
        openSpool(folder, {
          ...{ maxBytes: MAX_BYTES, reserveBytes: 0, now: () => model.now },
          onTrouble: (trouble) => expect.fail(JSON.stringify(trouble)),
        });
      let spool = open();
      try {
        for (const each of steps) {
          if (each.do === 'wait') model.now += 1;
          else if (each.do === 'reopen') {
            spool[Symbol.dispose]();
            spool = open();
          } else both(spool, model, each);
          expectSame(spool, model);
        }
      } finally {
        spool[Symbol.dispose]();
        rmSync(folder, { recursive: true });
      }
    }),
    { numRuns: 12 },
  );
});

test('small texts are kept by name, changed together, and removed by null', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-spool-model-'));
  try {
    using spool = openSpool(folder, { reserveBytes: 0, now: () => 0, onTrouble() {} });
    spool.saveStates(
      new Map([
        ['a', '1'],
        ['b', '2'],
      ]),
    );
    spool.saveStates(
      new Map([
        ['a', '3'],
        ['b', null],
        ['c', ''],
        ['d', null],
      ]),
    );
    expect([...spool.loadStates()].toSorted()).toEqual([
      ['a', '3'],
      ['c', ''],
    ]);
    expect(spool.stats()).toMatchObject({ polls: 0, bytes: 0, maxBytes: 256 * 1_024 * 1_024 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a spool that is closed takes nothing, and may be closed once more', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-spool-model-'));
  try {
    const spool = openSpool(folder, { reserveBytes: 0, now: () => 0, onTrouble() {} });
    spool[Symbol.dispose]();
    spool[Symbol.dispose]();
    expect(() => spool.append([poll(1)])).toThrow(`${join(folder, 'spool.sqlite')} is closed`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the room that is kept for a full disk is given back once, and taken again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-spool-model-'));
  const path = join(folder, 'reserve');
  try {
    const reserve = createReserve(path, 1_000);
    expect([statSync(path).size, statSync(path).mode & 0o777]).toEqual([1_000, 0o600]);
    const { ino } = statSync(path);
    reserve.restore();
    expect(statSync(path).ino).toBe(ino);
    expect(reserve.release()).toBe(true);
    expect(reserve.release()).toBe(false);
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
    reserve.restore();
    expect(statSync(path).size).toBe(1_000);
    const nowhere = createReserve(join(folder, 'none', 'reserve'), 1_000); // no such folder: as if there were no room
    expect(nowhere.release()).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('an error of the disk in words', () => {
  const sqlite = (errcode: number, message = 'said') => Object.assign(new Error(message), { errcode });
  const PATH = '/data/spool.sqlite';

  test.each([
    ['no room', sqlite(13), 'disk_full'],
    ['no room, in more detail', sqlite(13 + 256), 'disk_full'],
    ['no room for the index', sqlite(4618), 'disk_full'],
    ['no room for the index', sqlite(4874), 'disk_full'],
    ['no room for the index', sqlite(5386), 'disk_full'],
    ['no room, by the file system', Object.assign(new Error('no'), { code: 'ENOSPC' }), 'disk_full'],
    ['broken', sqlite(11), 'corrupt'],
    ['broken, in more detail', sqlite(11 + 512), 'corrupt'],
    ['no database', sqlite(26), 'corrupt'],
    ['a table is gone', sqlite(1, 'no such table: record'), 'corrupt'],
    ['a column is gone', sqlite(1, 'no such column: body'), 'corrupt'],
    ['a column is gone', sqlite(1, 'table record has no column named body'), 'corrupt'],
    ['another error', sqlite(1, 'near "x": syntax error'), 'unwritable'],
    ['of another kind', sqlite(5, 'no such table'), 'unwritable'],
    ['an index of another kind', sqlite(4362), 'unwritable'],
    ['not ours', Object.assign(new Error('EACCES'), { code: 'EACCES' }), 'unwritable'],
    ['no error', 'odd', 'unwritable'],
  ] as const)('%s: %#', (_what, cause, reason) => {
    const error = spoolError(PATH, cause);
    expect(error).toMatchObject({ name: 'SpoolError', reason, cause });
    const said = cause instanceof Error ? cause.message : cause;
    const isForbidden = typeof cause === 'object' && 'code' in cause; // of what is tried here
    const whose =
      process.getuid && isForbidden
        ? ` (we run as user ${process.getuid()}: make the folder and what is in it that user's own)`
        : '';
    expect(error.message).toBe(
      {
        disk_full: `no room on the disk for ${PATH}: make some; history waits for it`,
        corrupt: `${PATH} is broken: ${said}`,
        unwritable: `${PATH} can't be written: ${said}${whose}`,
      }[reason],
    );
    expect(lacksRoom(cause)).toBe(reason === 'disk_full' && (cause as { code?: string }).code === undefined);
  });

  test('one that was put in words stays as it is', () => {
    const error = new SpoolError('in_use', 'x');
    expect(spoolError(PATH, error)).toBe(error);
  });
});
