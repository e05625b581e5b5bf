// What the database refused while its clock was behind waits again once that is set right, some records at a time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchDatabaseClock } from '../../src/app/storage/put-back.ts';
import { openSpool } from '../../src/store/spool/spool.ts';
import type { After } from '../../src/store/writer/timer.ts';
import { FUTURE_REASON } from '../../src/store/writer/write-batch.ts';
import { handClock } from '../support/clock.ts';
import { observation } from '../support/fakes.ts';

const HALF_AN_HOUR = 30 * 60_000;

/** So many results refused by a database whose clock was behind and has just been set right: the turns that are to come. */
async function setRight(refused: number) {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-put-back-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const clock = handClock();
  const spool = openSpool(folder, { now: clock.now, onTrouble() {}, reserveBytes: 0 });
  onTestFinished(() => spool[Symbol.dispose]());
  const turns: (() => void)[] = [];
  const told: string[] = [];
  const tell = (fields: object, message: string) => void told.push(`${JSON.stringify(fields)} ${message}`);
  const closed = new AbortController();
  const after: After = (_, run) => {
    turns.push(run);
    return () => {};
  };
  let aheadMs = HALF_AN_HOUR;
  const options = {
    postgres: { measureClockSkew: async () => aheadMs },
    spool,
    world: { clock, after },
    log: { warn: tell, error: tell } as never,
    onDone: () => void told.push('done'),
    signal: closed.signal,
  };
  const watch = watchDatabaseClock(options);
  await watch.look();
  for (let i = 0; i < refused; i++) {
    spool.setAside(observation({ slot: clock.now() + i * 60_000 }), FUTURE_REASON);
  }
  aheadMs = 0;
  await watch.look();
  return { spool, turns, told, closed };
}

test('it is told that it waits to be stored, for nobody knows yet whether it will be', async () => {
  const { spool, turns, told } = await setRight(300);
  expect(spool.stats()).toMatchObject({ polls: 250, quarantined: 50 });
  for (const turn of turns) turn();
  expect(spool.stats()).toMatchObject({ polls: 300, quarantined: 0 });
  expect(told).toEqual([
    '{"polls":300} the database\'s clock was behind and is set right: what it refused waits to be stored again',
    'done',
  ]);
});

test('of a clock that is set right and refused nothing meanwhile there is nothing to tell', async () => {
  const { turns, told } = await setRight(0);
  for (const turn of turns) turn();
  expect(told).toEqual(['done']);
});

test('a stop between two turns is no failure', async () => {
  const { spool, turns, told, closed } = await setRight(300);
  closed.abort();
  spool[Symbol.dispose]();
  for (const turn of turns) turn();
  expect(told).toEqual([]);
});

test('a disk that fails meanwhile is told, and what waits already is stored', async () => {
  const { spool, turns, told } = await setRight(300);
  spool[Symbol.dispose]();
  for (const turn of turns) turn();
  expect(told).toEqual([
    expect.stringMatching(/^\{"reason":".+"\} what the database refused could not be put back$/),
    expect.stringMatching(/^\{"polls":250\} /),
    'done',
  ]);
});
