// What is saved of broken files, wherever the process died, and of those that an earlier version left.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openSpool, type SpoolTrouble } from '../../../src/store/spool/spool.ts';
import { observation } from '../../support/fakes.ts';

const START = Date.parse('2026-03-02T12:00:00Z');

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'floatwatch-spool-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function open(path: string) {
  const troubles: SpoolTrouble[] = [];
  const onTrouble = (each: SpoolTrouble) => troubles.push(each);
  const spool = openSpool(path, { now: () => START, onTrouble, reserveBytes: 0 });
  onTestFinished(() => spool[Symbol.dispose]());
  return Object.assign(spool, { troubles });
}

/** Leaves a spool with these polls in a folder. */
function leave(path: string, ...minutes: number[]): void {
  const spool = open(path);
  spool.append(minutes.map((minute) => observation({ slot: START + minute * 60_000 })));
  spool[Symbol.dispose]();
}

const minutes = (spool: ReturnType<typeof open>) =>
  spool.oldest(99).map((each) => (each.result.slot - START) / 60_000);

test('S3 a death between the renames: the log of the broken file is not read into what was saved of it', () => {
  const [broken, saved, path] = [folder(), folder(), folder()];
  const first = open(broken);
  first.append([observation({ slot: START + 60_000 })]);
  copyFileSync(join(broken, 'spool.sqlite-wal'), join(path, 'spool.sqlite-wal')); // while it is open, it holds all
  leave(saved, 1, 2);
  copyFileSync(join(saved, 'spool.sqlite'), join(path, 'spool.sqlite.draft'));

  const spool = open(path);
  expect(minutes(spool)).toEqual([1, 2]);
  expect(spool.troubles).toEqual([]);
  expect(existsSync(join(path, 'spool.sqlite.draft'))).toBe(false);
});

test('E10 a broken file that 0.1.0 left without saving anything is taken in, once', () => {
  const [before, path] = [folder(), folder()];
  leave(before, 1, 2);
  leave(path, 3); // its handle is 1 as well
  const left = 'spool.sqlite.broken-2026-03-02T110000.000Z';
  copyFileSync(join(before, 'spool.sqlite'), join(path, left));

  const spool = open(path);
  expect(minutes(spool)).toEqual([1, 2, 3]);
  expect(spool.troubles).toMatchObject([{ kind: 'left_behind', saved: 2 }]);
  expect(readdirSync(path)).not.toContain(left);
  spool[Symbol.dispose]();
  const again = open(path);
  expect(minutes(again)).toEqual([1, 2, 3]);
  expect(again.troubles).toEqual([]);
});

test('E10 why a result was put aside is saved with it', () => {
  const [before, path] = [folder(), folder()];
  const first = open(before);
  const [id] = first.append([observation({ slot: START })]);
  first.quarantine(id!, 'a value was refused');
  first[Symbol.dispose]();
  copyFileSync(join(before, 'spool.sqlite'), join(path, 'spool.sqlite.broken-2026-03-02T110000.000Z'));
  open(path)[Symbol.dispose]();
  using file = new DatabaseSync(join(path, 'spool.sqlite'));
  expect(file.prepare('SELECT reason FROM quarantine').all()).toEqual([{ reason: 'a value was refused' }]);
});

test('E10 what was saved of a broken file is not taken in a second time', () => {
  const path = folder();
  leave(path, 1);
  writeFileSync(
    join(path, 'spool.sqlite'),
    'this is not a database, but long enough to look at it'.repeat(50),
  );
  const first = open(path);
  expect(first.troubles).toMatchObject([{ kind: 'replaced' }]);
  first[Symbol.dispose]();
  expect(open(path).troubles).toEqual([]);
  expect(readdirSync(path).filter((name) => name.includes('.salvaged-'))).toHaveLength(1);
});
