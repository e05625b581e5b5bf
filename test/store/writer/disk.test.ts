// What is read from the disk at once, since that stops everything else; and what is put aside there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSpool } from '../../../src/store/spool/spool.ts';
import { createDisk } from '../../../src/store/writer/disk.ts';
import { handClock } from '../../support/clock.ts';
import { observation, recentSlot, wallet } from '../../support/ledger.ts';

const slot = recentSlot();

function disk(wallets: number, polls: number) {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-spool-'));
  const spool = openSpool(folder, { now: Date.now, onTrouble() {}, reserveBytes: 0 });
  onTestFinished(() => {
    spool[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  const seen = Array.from({ length: wallets }, (_, i) => wallet('123456789.00', { walletType: `TYPE_${i}` }));
  for (let i = 0; i < polls; i++) spool.append([observation(slot + i, { wallets: seen })]);
  const told: string[] = [];
  const events = {
    quarantined: (_: unknown, reason: string) => void told.push(`aside: ${reason}`),
    dropped: (_: unknown, reason: string) => void told.push(`dropped: ${reason}`),
    spoolFailed() {},
  };
  return { ...createDisk(spool, handClock(), events), told, spool };
}

test('M10 of large polls fewer are read at once, one at least', () => {
  expect(disk(1_000, 40).oldest(250).length).toBeLessThan(12);
  expect(disk(20_000, 2).oldest(250)).toHaveLength(1);
});

test('small ones come as many as are asked for', () => {
  expect(disk(5, 300).oldest(250)).toHaveLength(250);
});

test.each([
  ['fresh', null],
  ['on the disk already', 1],
])('what Postgres refuses for ever is put aside, and that is told: %s', (_, id) => {
  const { setAside, told, spool } = disk(1, 1);
  const kept: string[] = [];
  const entry = { result: observation(slot), since: 0, id };
  setAside({ ...entry, answer: (how) => kept.push(how) }, 'a value was refused');
  expect(told).toEqual(['aside: a value was refused']);
  expect(kept).toEqual(['quarantined']);
  expect(spool.stats().quarantined).toBe(1);
});

test.each([
  [
    'fresh is lost with it, and that is told',
    null,
    ['dropped: a value was refused; and the disk could not keep it aside'],
  ],
  ['on the disk already stays there', 1, []],
])('what a broken disk can not put aside and is %s', (_, id, expected) => {
  const { setAside, told, spool } = disk(1, 1);
  spool[Symbol.dispose](); // from now on it refuses everything
  const kept: string[] = [];
  const entry = { result: observation(slot), since: 0, id };
  setAside({ ...entry, answer: (how) => kept.push(how) }, 'a value was refused');
  expect(told).toEqual(expected);
  expect(kept).toEqual(['dropped']);
});
