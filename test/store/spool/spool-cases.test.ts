// The spool at its boundaries: how much is taken and read at once, what is counted, and what its errors are called.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Observation } from '../../../src/domain/observation.ts';
import { createReserve } from '../../../src/store/spool/reserve.ts';
import { openSpool, type SpoolOptions, type SpoolTrouble } from '../../../src/store/spool/spool.ts';
import { encode } from '../../../src/store/spool/spool-codec.ts';
import { lacksRoom, SpoolError, spoolError } from '../../../src/store/spool/spool-file.ts';
import { observation } from '../../support/fakes.ts';

const START = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;
const MEBIBYTE = 1024 * 1024;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'floatwatch-spool-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(change: Partial<SpoolOptions> = {}) {
  const troubles: SpoolTrouble[] = [];
  const onTrouble = (each: SpoolTrouble) => troubles.push(each);
  const spool = openSpool(folder, { now: () => START, onTrouble, reserveBytes: 0, ...change });
  onTestFinished(() => spool[Symbol.dispose]());
  return Object.assign(spool, { troubles });
}
const poll = (minute: number, change: Partial<Observation> = {}) =>
  observation({ slot: START + minute * MINUTE, ...change });
const minutesOf = (waiting: readonly { readonly result: { readonly slot: number } }[]) =>
  waiting.map(({ result }) => (result.slot - START) / MINUTE);
const SIZE = Buffer.byteLength(encode(poll(1)).body);
const path = () => join(folder, 'spool.sqlite');
/** Changes the file while nobody has it open. */
function change(sql: string): void {
  using file = new DatabaseSync(path());
  file.exec(sql);
}

test('an empty spool: nothing waits, and 256 MiB may', () => {
  expect(open().stats()).toEqual({
    ...{ polls: 0, bytes: 0, oldest: null, quarantined: 0, maxBytes: 256 * MEBIBYTE },
  });
});

test('bytes are those of the texts in UTF-8, and all is counted anew when it is opened again', () => {
  const spool = open();
  const told = poll(2, { detail: 'ß€' });
  const [id] = spool.append([poll(1), told, poll(3)]);
  const bytes = 2 * SIZE + Buffer.byteLength(encode(told).body);
  expect(spool.stats()).toEqual({
    polls: 3,
    bytes,
    oldest: START + MINUTE,
    quarantined: 0,
    maxBytes: 256 * MEBIBYTE,
  });
  spool.quarantine(id!, 'refused');
  const left = {
    polls: 2,
    bytes: bytes - SIZE,
    oldest: START + 2 * MINUTE,
    quarantined: 1,
    maxBytes: 256 * MEBIBYTE - SIZE,
  };
  expect(spool.stats()).toEqual(left);
  spool.quarantine(999, 'there is none');
  spool.remove([999]);
  expect(spool.stats()).toEqual(left);
  spool[Symbol.dispose]();
  expect(open().stats()).toEqual(left);
});

test('what the file refuses leaves nothing of the others that came with it, and counts as nothing', () => {
  const spool = open();
  const before = spool.stats();
  expect(() => spool.append([poll(1), poll(0.00001)])).toThrow(/spool\.sqlite can't be written: /); // not a whole slot
  expect(spool.stats()).toEqual(before);
  expect(() => spool.setAside(poll(0.00001), 'refused')).toThrow("can't be written");
  expect(spool.stats()).toEqual(before);
  expect(spool.oldest(9)).toEqual([]);
  spool.append([poll(2)]);
  expect(spool.stats()).toMatchObject({ polls: 1, bytes: SIZE });
});

describe('the limit', () => {
  test.each([
    [3 * SIZE, [true, true, true, false]],
    [3 * SIZE - 1, [true, true, false, false]],
    [SIZE - 1, [false, false, false, false]],
  ])('of %i bytes is filled to the last, and not exceeded', (maxBytes, kept) => {
    const spool = open({ maxBytes });
    expect(spool.append([1, 2, 3, 4].map((minute) => poll(minute))).map((id) => id !== null)).toEqual(kept);
    expect(spool.append([poll(5)])).toEqual([null]);
  });

  test.each([
    [2 * SIZE, true],
    [2 * SIZE - 1, false],
  ])('of %i bytes lets one be set aside beside one that waits: %s', (maxBytes, kept) => {
    const spool = open({ maxBytes });
    spool.append([poll(1)]);
    expect(spool.setAside(poll(2), 'refused')).toBe(kept);
    expect(spool.stats()).toMatchObject({ polls: 1, quarantined: kept ? 1 : 0 });
    expect(minutesOf(spool.oldest(9))).toEqual([1]);
  });
});

test('of the oldest are given as many as are asked for and fit to the last character, and one however long it is', () => {
  const spool = open();
  spool.append([poll(3), poll(1), poll(2)]);
  for (const [most, mostText, minutes] of [
    [0, undefined, []],
    [2, undefined, [1, 2]],
    [9, undefined, [1, 2, 3]],
    [9, 2 * SIZE, [1, 2]],
    [9, 2 * SIZE - 1, [1]],
    [9, 1, [1]],
  ] as const)
    expect([most, mostText, minutesOf(spool.oldest(most, mostText))]).toEqual([most, mostText, minutes]);
});

describe('the newest', () => {
  const FROM = { since: START, from: null, most: 2 };

  test('are given backwards, some at a time, from where the last answer ended', () => {
    const spool = open();
    spool.append([3, 1, 4, 2, 4].map((minute) => poll(minute)));
    const pages: number[][] = [];
    for (let from: ReturnType<typeof spool.newest>['next'] = null; ; ) {
      const { waiting, next } = spool.newest({ ...FROM, from });
      if (next === null) break;
      pages.push(minutesOf(waiting));
      from = next;
    }
    expect(pages).toEqual([[4, 4], [3, 2], [1]]);
  });

  test('are none older than is asked for, and end where there are none', () => {
    const spool = open();
    expect(spool.newest(FROM)).toEqual({ waiting: [], next: null });
    spool.append([poll(1), poll(2), poll(3)]);
    expect(minutesOf(spool.newest({ ...FROM, since: START + 2 * MINUTE, most: 9 }).waiting)).toEqual([3, 2]);
    expect(minutesOf(spool.newest({ ...FROM, since: START + 2 * MINUTE + 1, most: 9 }).waiting)).toEqual([3]);
  });

  test('that can not be read are left out, and left where they are', () => {
    const first = open();
    first.append([poll(1), poll(2), poll(3)]);
    first[Symbol.dispose]();
    change(`UPDATE record SET crc = crc + 1 WHERE slot = ${START + 2 * MINUTE}`);
    const spool = open();
    const { waiting, next } = spool.newest(FROM);
    expect(minutesOf(waiting)).toEqual([3]);
    expect(minutesOf(spool.newest({ ...FROM, from: next }).waiting)).toEqual([1]);
    expect(spool.stats()).toMatchObject({ polls: 3, quarantined: 0 });
    expect(spool.troubles).toEqual([]);
    expect(minutesOf(spool.oldest(9))).toEqual([1, 3]);
    const reason = 'its checksum does not fit: it has changed on disk';
    expect(spool.troubles).toEqual([{ kind: 'unreadable', slot: START + 2 * MINUTE, reason }]);
    spool[Symbol.dispose]();
    using file = new DatabaseSync(path());
    expect(file.prepare('SELECT since, reason FROM quarantine').all()).toEqual([
      expect.objectContaining({ since: START, reason: `unreadable: ${reason}` }),
    ]);
  });
});

test('what is put back is of that reason alone, since that instant, and waits again', () => {
  let now = START;
  const spool = open({ now: () => now });
  for (const minute of [1, 2]) spool.setAside(poll(minute), 'ahead');
  spool.setAside(poll(3), 'other');
  now = START + 1;
  spool.setAside(poll(4), 'ahead');
  const putBack = (since: number, most: number) => spool.putBack({ reason: 'ahead', since, most });
  expect(putBack(START + 2, 9)).toEqual({ polls: 0, next: null });
  expect(putBack(START + 1, 1)).toMatchObject({ polls: 1, next: 4 });
  expect(minutesOf(spool.oldest(9))).toEqual([4]);
  expect(putBack(START, 2)).toMatchObject({ polls: 2, next: 2 });
  expect(spool.stats()).toMatchObject({
    polls: 3,
    bytes: 3 * SIZE,
    quarantined: 1,
    maxBytes: 256 * MEBIBYTE - SIZE,
  });
});

test('states are kept all or none, and count as nothing', () => {
  const spool = open();
  spool.saveStates(new Map([['a', '1']]));
  const bad = new Map([['b', '2'], ['c', Symbol('x') as unknown as string]]); // biome-ignore format: one line
  expect(() => spool.saveStates(bad)).toThrow();
  expect(spool.loadStates()).toEqual(new Map([['a', '1']]));
  expect(spool.stats()).toMatchObject({ polls: 0, bytes: 0 });
  spool.saveStates(new Map([['d', '4']])); // and the next one is not held up by it
  expect(spool.loadStates()).toEqual(new Map([['a', '1'], ['d', '4']])); // biome-ignore format: one line
});

test('once it is closed nothing is taken, and closing it again is nothing', () => {
  const spool = open();
  spool[Symbol.dispose]();
  spool[Symbol.dispose]();
  expect(() => spool.append([poll(1)])).toThrow(new SpoolError('unwritable', `${path()} is closed`));
  expect(() => spool.stats()).toThrow('is closed');
});

test('the file gives room back to the disk, a little at a time', () => {
  const spool = open();
  const large = Array.from({ length: 10 }, (_, i) => poll(i, { detail: 'x'.repeat(600_000) }));
  const ids = spool.append(large).map((id) => id!);
  const pages = () => {
    using file = new DatabaseSync(path(), { readOnly: true });
    return Number(file.prepare('PRAGMA page_count').get()?.['page_count']);
  };
  const before = pages();
  spool.remove(ids);
  expect(pages()).toBe(before - 512);
  spool.remove([]);
  const after = pages();
  expect(before - 1_024 - after).toBeGreaterThanOrEqual(0);
  expect(before - 1_024 - after).toBeLessThan(3); // those of the map of pages fall away with them
  for (let i = 0; i < 9; i++) spool.remove([]);
  expect(pages()).toBeLessThanOrEqual(before - 1_024);
});

describe('the reserve', () => {
  const reserved = () => join(folder, 'spool.reserve');

  test('is of 8 MiB, unless something else is said, and its owner’s alone', () => {
    open({ reserveBytes: undefined as unknown as number })[Symbol.dispose]();
    expect(statSync(reserved()).size).toBe(8 * MEBIBYTE);
    expect(statSync(reserved()).mode & 0o777).toBe(0o600);
  });

  test('is let go once, and taken again', () => {
    const reserve = createReserve(reserved(), 1_000);
    expect(reserve.release()).toBe(true);
    expect(existsSync(reserved())).toBe(false);
    expect(reserve.release()).toBe(false);
    reserve.restore();
    expect(statSync(reserved()).size).toBe(1_000);
    const { ino } = statSync(reserved());
    reserve.restore();
    expect(statSync(reserved()).ino).toBe(ino);
  });

  test('is taken again once nothing waits', () => {
    const spool = open({ reserveBytes: 1_000 });
    const [first, second] = spool.append([poll(1), poll(2)]);
    rmSync(reserved());
    spool.remove([first!]);
    expect(existsSync(reserved())).toBe(false);
    spool.remove([second!]);
    expect(statSync(reserved()).size).toBe(1_000);
  });

  test('that can not be taken is no trouble, and nothing of it stays', () => {
    createReserve(join(folder, 'no', 'such', 'folder'), 1_000).restore();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('what goes wrong is called', () => {
  const sqlite = (errcode: number, message = 'so') => Object.assign(new Error(message), { errcode });
  const node = (code: string) => Object.assign(new Error(code), { code });

  test.each([
    ['disk_full', sqlite(13), 'no room on the disk for FILE: make some; history waits for it'],
    ['disk_full', sqlite(13 + 256), 'no room on the disk for FILE'],
    ['disk_full', sqlite(4_618), 'no room on the disk for FILE'],
    ['disk_full', sqlite(4_874), 'no room on the disk for FILE'],
    ['disk_full', sqlite(5_386), 'no room on the disk for FILE'],
    ['disk_full', node('ENOSPC'), 'no room on the disk for FILE'],
    ['corrupt', sqlite(11), 'FILE is broken: so'],
    ['corrupt', sqlite(11 + 512), 'FILE is broken: so'],
    ['corrupt', sqlite(26), 'FILE is broken: so'],
    ['corrupt', sqlite(1, 'no such table: record'), 'FILE is broken: no such table: record'],
    ['corrupt', sqlite(1, 'no such column: crc'), 'FILE is broken: no such column: crc'],
    ['corrupt', sqlite(1, 'table record has no column named crc'), 'FILE is broken: table record'],
    ['unwritable', sqlite(1, 'near "x": syntax error'), 'FILE can\'t be written: near "x": syntax error'],
    ['unwritable', sqlite(5, 'no such table: record'), "FILE can't be written: no such table: record"],
    ['unwritable', sqlite(10), "FILE can't be written: so"],
    ['unwritable', sqlite(8), "FILE can't be written: so (we run as user "],
    ['unwritable', sqlite(14), "FILE can't be written: so (we run as user "],
    ['unwritable', node('EACCES'), "FILE can't be written: EACCES (we run as user "],
    ['unwritable', node('EPERM'), "FILE can't be written: EPERM (we run as user "],
    ['unwritable', node('EISDIR'), "FILE can't be written: EISDIR"],
    ['unwritable', 'a text', "FILE can't be written: a text"],
  ] as const)('%s: %s', (reason, cause, message) => {
    const error = spoolError('FILE', cause);
    expect(error).toBeInstanceOf(SpoolError);
    expect(error).toMatchObject({ name: 'SpoolError', reason, cause });
    expect(error.message.startsWith(message)).toBe(true);
    expect(lacksRoom(cause)).toBe(reason === 'disk_full' && cause instanceof Error && 'errcode' in cause);
  });

  test('as it was, where it has a name already', () => {
    const error = new SpoolError('too_new', 'x');
    expect(spoolError('FILE', error)).toBe(error);
  });
});

test.each(['file', 'file/in', 'file/in/it'])(
  'a folder of which a part is a file is called that: %s',
  (name) => {
    writeFileSync(join(folder, 'file'), '');
    const opening = () => openSpool(join(folder, name), { now: () => START, onTrouble() {} });
    expect(opening).toThrow(/spool\.lock can't be written: .*file is a file: data_dir must be a folder$/);
  },
);

describe('a broken file', () => {
  const broken = () => writeFileSync(path(), 'this is no database, and long enough to look at'.repeat(50));

  test('is moved to where it is told to be, by the time', () => {
    broken();
    const { troubles, ...spool } = open();
    const movedTo = `${path()}.salvaged-2026-03-02T120000.000Z`;
    expect(troubles).toEqual([{ kind: 'replaced', movedTo, saved: 0, cause: expect.any(SpoolError) }]);
    expect(existsSync(movedTo)).toBe(true);
    expect(existsSync(`${path()}.draft`)).toBe(false);
    const [id] = spool.append([poll(1)]);
    expect(id).toBe(START + 1); // no handle is given that may have been given before
  });

  test('that breaks while it is open is replaced, and the work goes on', () => {
    const spool = open();
    spool.append([poll(1), poll(2)]);
    spool.setAside(poll(3), 'refused');
    spool.saveStates(new Map([['a', '1']]));
    change('DROP INDEX record_by_slot; ALTER TABLE state RENAME TO gone');
    spool.saveStates(new Map([['b', '2']]));
    expect(spool.troubles).toMatchObject([{ kind: 'replaced', saved: 3 }]);
    expect(spool.loadStates()).toEqual(new Map([['b', '2']]));
    expect(minutesOf(spool.oldest(9))).toEqual([1, 2]);
    expect(spool.stats()).toMatchObject({ polls: 2, quarantined: 1 });
  });

  test('a draft beside a whole file is thrown away; alone it is the file', () => {
    const first = open();
    first.append([poll(1)]);
    first[Symbol.dispose]();
    copyFileSync(path(), `${path()}.draft`);
    const second = open();
    expect(minutesOf(second.oldest(9))).toEqual([1]);
    expect(existsSync(`${path()}.draft`)).toBe(false);
    second[Symbol.dispose]();
    copyFileSync(path(), `${path()}.draft`);
    rmSync(path());
    expect(minutesOf(open().oldest(9))).toEqual([1]);
    expect(existsSync(`${path()}.draft`)).toBe(false);
  });
});
