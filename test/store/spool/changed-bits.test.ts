// Bits of the spool's file that changed on the disk, where no checksum of ours is: they cost one record at the most.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSpool } from '../../../src/store/spool/spool.ts';
import { observation } from '../../support/fakes.ts';

const START = Date.parse('2026-03-02T12:00:00Z');
const MINUTES = [1, 2, 3, 4, 5];
const [HEAD, NUMBERS] = [24, 12]; // bytes before a record's body: what its columns are, then what is in them

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'floatwatch-spool-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const open = (path: string) => openSpool(path, { now: () => START, onTrouble() {}, reserveBytes: 0 });

/** The file of a spool in which five polls wait. */
function filled(): Buffer {
  const path = folder();
  const spool = open(path);
  spool.append(MINUTES.map((minute) => observation({ slot: START + minute * 60_000 })));
  spool[Symbol.dispose]();
  return readFileSync(join(path, 'spool.sqlite'));
}

/** The minutes that come out of it with one bit changed, taken off the queue as they come. */
function drained(path: string, file: Buffer, at: number, bit = 0): number[] {
  mkdirSync(path);
  const changed = Buffer.from(file);
  changed[at]! ^= 1 << bit;
  writeFileSync(join(path, 'spool.sqlite'), changed);
  using spool = open(path);
  const minutes: number[] = [];
  for (let some = spool.oldest(3); some.length > 0; some = spool.oldest(3)) {
    minutes.push(...some.map(({ result }) => (result.slot - START) / 60_000));
    spool.remove(some.map(({ id }) => id));
  }
  return minutes;
}

test('S3 whichever bit has changed in the head of a record, the others come', () => {
  const [file, path] = [filled(), folder()];
  const body = file.indexOf('{"v":1', file.indexOf('{"v":1') + 1);
  for (let at = body - HEAD; at < body - NUMBERS; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const minutes = drained(join(path, `${at}.${bit}`), file, at, bit);
      expect(new Set(minutes).size, `byte ${at - body}, bit ${bit}`).toBeGreaterThanOrEqual(4);
    }
  }
});

test.for(['body TEXT', 'slot INTEGER', 'reason TEXT'])(
  'S3 a bit that has changed in what SQLite knows of the column %s costs nothing',
  (column) => {
    const file = filled();
    expect(drained(join(folder(), 'spool'), file, file.indexOf(column))).toEqual(MINUTES);
  },
);
