// The clock of Postgres is behind for a while, as that of a machine that was suspended.
import { expect, test } from 'vitest';
import { type App, setup } from '../../src/app/app.ts';
import type { Postgres } from '../../src/app/postgres.ts';
import { createDatabaseClock } from '../../src/app/storage/database-clock.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { handClock } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';
import { execute } from '../support/postgres.ts';
import { oneAccount } from './one-account.ts';
import { serviceOf, serviceWallet as wallet } from './service.ts';

const HALF_AN_HOUR = 30 * 60_000;

test('only where the clock of Postgres was set right what it refused is brought to it again', async () => {
  const MINUTE = 60_000;
  const clock = handClock();
  const began = clock.now();
  let skew: number | null = 0;
  const told: number[] = [];
  const watch = createDatabaseClock({
    clock,
    measure: async () => skew ?? Promise.reject(new Error('away')),
    onSetRight: (since) => told.push((since - began) / MINUTE),
  });
  const look = async (next: number | null) => {
    clock.advance(MINUTE);
    skew = next;
    await watch.look();
    expect(watch.skewMs()).toBe(next);
    return told.splice(0);
  };
  expect(await look(0)).toEqual([]);
  // Theirs stood still and is set: it lay behind from the last look at which it didn't.
  for (const ahead of [null, HALF_AN_HOUR, null, HALF_AN_HOUR]) expect(await look(ahead)).toEqual([]);
  expect(await look(100)).toEqual([1]);
  expect(await look(0)).toEqual([]);
  // Ours was set ahead, and back.
  clock.step(HALF_AN_HOUR);
  expect(await look(HALF_AN_HOUR)).toEqual([]);
  clock.step(-HALF_AN_HOUR);
  expect(await look(0)).toEqual([]);
  // One of them creeps: nobody knows which.
  for (let ahead = 90_000; ahead > 0; ahead -= 5_000) expect(await look(ahead)).toEqual([]);
  // Both were set: what was refused after that alone was seen when it says.
  expect(await look(HALF_AN_HOUR)).toEqual([]);
  clock.step(-MINUTE);
  expect(await look(HALF_AN_HOUR - MINUTE)).toEqual([]);
  const setAt = (clock.now() - began) / MINUTE;
  expect(await look(0)).toEqual([setAt]);
  // Theirs is behind, and is set ahead of ours.
  expect(await look(HALF_AN_HOUR)).toEqual([]);
  expect(await look(-HALF_AN_HOUR)).toHaveLength(1);
});

test('what was seen meanwhile is stored once the clock of Postgres is set right', async () => {
  await using place = await oneAccount({ poll: { schedule: '0 8 1 1 *' } });
  const { config, database } = place;
  let behindMs = 0;
  let looks = 0;
  const openPostgres: typeof REAL_WORLD.openPostgres = async (options) => {
    const postgres = await REAL_WORLD.openPostgres(options);
    const complete: Postgres['ledger']['complete'] = async (results) =>
      behindMs > 0 ? results.map(() => 'future') : await postgres.ledger.complete(results);
    const measureClockSkew = async () => {
      looks++;
      return behindMs;
    };
    return { ...postgres, ledger: { ...postgres.ledger, complete }, measureClockSkew };
  };
  const network = { ...REAL_WORLD.network, connect: serviceOf(() => [wallet('MERCHANT_PAYOUT', '500')]) };
  // Minutes take half a second.
  const after: typeof REAL_WORLD.after = (ms, run) => REAL_WORLD.after(Math.min(ms, 500), run);
  const app: App = await setup(config, { world: { network, openPostgres, after } });
  try {
    const stored = () => execute(database.url, 'SELECT FROM floatwatch.balances');
    await eventually(async () => expect(await stored()).toHaveLength(1)); // the slot that was due at the start
    behindMs = HALF_AN_HOUR;
    await app.pollNow(['acme']);
    await app.pollNow(['acme']);
    await eventually(() => expect(looks).toBeGreaterThan(5));
    expect(await stored()).toHaveLength(1);
    behindMs = 0;
    await eventually(async () => expect(await stored()).toHaveLength(3));
  } finally {
    await app.stop();
  }
});
