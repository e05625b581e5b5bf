// Payment options on their way into Postgres: as balances, but in the order of their slots.
import { expect, test, vi } from 'vitest';
import type { PollResult } from '../../../src/domain/poll-result.ts';
import { observation, recentSlot } from '../../support/ledger.ts';
import { failedOptionPoll, option, optionPoll } from '../../support/options.ts';
import { testDatabase } from '../../support/postgres.ts';
import { createTcpProxy } from '../../support/tcp-proxy.ts';
import { type RealHistory, realHistory } from './real.ts';

const SLOT = recentSlot() - 3_600_000;
const MINUTE = 60_000;

async function behindProxy() {
  const db = await testDatabase();
  const proxy = await createTcpProxy({ port: Number(new URL(db.url).port) });
  const url = new URL(db.url);
  url.port = String(proxy.port);
  return { db, proxy, url: url.href };
}
const record = ({ history }: RealHistory, results: readonly PollResult[]) =>
  Promise.all(results.map((each) => history.record(each)));
/** However busy the machine is, what Postgres answers is waited for. */
const PATIENT = { patienceMs: 60_000 };
const drained = ({ spool }: RealHistory) =>
  vi.waitFor(() => expect(spool.stats().polls).toBe(0), { timeout: 45_000, interval: 20 });

test('P1 results wait on the disk while Postgres is away, over a restart, and each change bears its own time', async () => {
  const { db, proxy, url } = await behindProxy();
  await using _db = db;
  await using _proxy = proxy;
  const before = realHistory(url, PATIENT);
  expect(await record(before, [optionPoll(SLOT, [option()])])).toEqual(['stored']);
  proxy.inject({ down: { kind: 'reset', after: 0 } });
  proxy.resetAll();
  expect(
    await record(before, [
      optionPoll(SLOT + MINUTE, [option({ active: false })]),
      observation(SLOT + MINUTE),
      optionPoll(SLOT + 2 * MINUTE, [option({ active: true })]),
      failedOptionPoll(SLOT + 3 * MINUTE),
    ]),
  ).toEqual(['spooled', 'spooled', 'spooled', 'spooled']);
  expect(before.spool.oldest(9).map(({ result }) => 'options' in result)).toEqual([true, false, true, true]);
  proxy.inject();
  await drained(before);
  expect(
    await db.pool.query(
      `SELECT seen_at, field, old_value, new_value FROM floatwatch.payment_option_changes ORDER BY seen_at`,
    ),
  ).toEqual([
    { seen_at: new Date(SLOT + MINUTE + 350), field: 'active', old_value: 'true', new_value: 'false' },
    { seen_at: new Date(SLOT + 2 * MINUTE + 350), field: 'active', old_value: 'false', new_value: 'true' },
  ]);
  const polls =
    'SELECT slot, outcome, options_seen, detail FROM floatwatch.payment_option_polls ORDER BY slot';
  expect(await db.pool.query(polls)).toMatchObject([
    { slot: new Date(SLOT), outcome: 'ok', options_seen: 1 },
    { slot: new Date(SLOT + MINUTE), outcome: 'ok', options_seen: 1 },
    { slot: new Date(SLOT + 2 * MINUTE), outcome: 'ok', options_seen: 1 },
    { slot: new Date(SLOT + 3 * MINUTE), outcome: 'connect', detail: 'connection refused' },
  ]);
  expect(await db.pool.query('SELECT slot FROM floatwatch.polls')).toEqual([
    { slot: new Date(SLOT + MINUTE) },
  ]);
  await before[Symbol.asyncDispose]();
});

test('P13 one that Postgres will never take is set aside, and keeps no other back', async () => {
  await using db = await testDatabase();
  await using real = realHistory(db.url, PATIENT);
  await db.pool.query(
    `ALTER TABLE floatwatch.payment_option ADD CONSTRAINT refused CHECK (provider_name <> 'Refused')`,
  );
  const results = [
    optionPoll(SLOT, [option()]),
    optionPoll(SLOT, [option({ providerName: 'Refused' })], { account: 'acme-ke' }),
    observation(SLOT),
  ];
  expect(await record(real, results)).toEqual(['stored', 'quarantined', 'stored']);
  expect(real.spool.stats()).toMatchObject({ polls: 0, quarantined: 1 });
});

test('H2 of two replicas that polled the same slot, the second is a conflict, kept beside the first', async () => {
  await using db = await testDatabase();
  await using a = realHistory(db.url, PATIENT);
  await using b = realHistory(db.url, { ...PATIENT, replica: 'b' });
  expect(await record(a, [optionPoll(SLOT, [option()])])).toEqual(['stored']);
  const second = optionPoll(SLOT, [option({ active: false })], { startedAt: SLOT + 5 });
  expect(await record(b, [second])).toEqual(['conflict']);
  expect(await db.pool.query('SELECT operation, replica FROM floatwatch.snapshot_conflict')).toEqual([
    { operation: 'options', replica: 'b' },
  ]);
  expect(await db.pool.query('SELECT active FROM floatwatch.payment_options')).toEqual([{ active: true }]);
});
