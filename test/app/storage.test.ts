// What the storage does with its database by itself: when it maintains it, what it tells of it, and what it asks of a
// configuration. How results are written is in test/store/writer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { claimDemoFolder } from '../../src/app/demo/demo-folder.ts';
import type { NewTopUpRequest } from '../../src/monitor/storage/ports.ts';
import { FUTURE_REASON } from '../../src/store/writer/write-batch.ts';
import { memorySpool } from '../store/writer/simulated.ts';
import { observation } from '../support/fakes.ts';
import { CONFIG, storing } from './storing.ts';

const MINUTE = 60_000;
const MAINTAINED = ['clock', 'failover', 'requests of acme plain', 'maintenance', 'past of acme plain'];
const away = async (): Promise<never> => {
  throw new Error('connection refused');
};
const AWAY = { level: 'warn', reason: 'connection refused' };

describe('maintenance', () => {
  test('comes as soon as the database has the schema, and every minute: top-ups are read first, pasts last', async () => {
    const it = await storing();
    await it.world.advance(0);
    expect(it.asks()).toEqual(MAINTAINED);
    await it.world.advance(MINUTE - 1);
    expect(it.asks()).toEqual([]);
    await it.world.advance(1);
    expect(it.asks().slice(0, 4)).toEqual(MAINTAINED.slice(0, 4));
    expect(it.told()).toEqual([]);
  });

  test('is not tried while the database lacks the schema; why is told at each attempt, and what was changed at last', async () => {
    const it = await storing({ answers: { migrate: away } });
    await it.world.advance(2 * MINUTE);
    expect(it.asks()).toEqual([]);
    expect(new Set(it.told().map((line) => JSON.stringify(line)))).toEqual(
      new Set([JSON.stringify({ ...AWAY, msg: 'the database is not ready' })]),
    );
    expect([it.storage.up(), it.storage.trouble()]).toEqual([false, 'connection refused']);
    it.answers.migrate = async () => ['0001'];
    await it.world.advance(30_000);
    expect(it.asks()).toEqual(MAINTAINED);
    expect(it.told()).toEqual([{ level: 'info', names: ['0001'], msg: 'the database was migrated' }]);
    expect([it.storage.up(), it.storage.trouble()]).toEqual([true, null]);
    await it.storage.migrated;
  });

  test('tells of pasts and of top-ups that could not be read, and the rest is done', async () => {
    const it = await storing({ answers: { past: away, requests: away } });
    await it.world.advance(0);
    expect(it.asks()).toEqual(MAINTAINED);
    expect(it.told()).toEqual([
      { ...AWAY, msg: 'which top-ups were asked for could not be read' },
      { ...AWAY, msg: 'how long money lasts is not brought up to date' },
    ]);
  });

  test.each(['past', 'requests'] as const)('tells nothing of a read of %s that a stop ends', async (part) => {
    const end = Promise.withResolvers<void>();
    const it = await storing({ answers: { [part]: () => end.promise } });
    await it.world.advance(0);
    await Promise.all([it.storage[Symbol.asyncDispose](), it.world.advance(3_000)]);
    end.reject(new Error('the pool is closed'));
    await it.world.advance(0);
    expect(it.told()).toEqual([]);
  });

  test('ends with the storage', async () => {
    const it = await storing();
    await it.world.advance(0);
    it.asks();
    await Promise.all([it.storage[Symbol.asyncDispose](), it.world.advance(3_000)]);
    await it.world.advance(5 * MINUTE);
    expect(it.asks()).toEqual(['close']);
  });
});

test('a database that does not answer the look of a minute is down until it answers or takes results', async () => {
  const it = await storing({ answers: { clock: away } });
  await it.world.advance(1);
  expect([it.storage.up(), it.storage.trouble()]).toEqual([false, 'Postgres does not answer']);
  void it.storage.results.record(observation({ slot: it.world.clock.now() }));
  await it.world.advance(1_000);
  expect([it.storage.up(), it.storage.trouble()]).toEqual([true, null]);
});

test('a top-up that is asked for is stored, and then read with all others', async () => {
  const it = await storing();
  await it.world.advance(0);
  it.asks();
  await it.storage.addRequest({ by: 'command ada' } as NewTopUpRequest);
  expect(it.asks()).toEqual(['add by command ada', 'requests of acme plain']);
});

test('states of alerts that can’t be read are told to who looks for a fault', async () => {
  const it = await storing({ answers: { alerts: away } });
  await it.storage.alertMemory.recall(['acme']);
  expect(it.told()).toEqual([
    {
      ...{ level: 'debug', what: 'load', reason: 'connection refused' },
      msg: 'states of alerts are kept on this machine for now',
    },
  ]);
});

test('the folder of the demo is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-storage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  claimDemoFolder(folder);
  const config = { ...CONFIG, data_dir: folder };
  await expect(storing({ config })).rejects.toThrow("is the demo's, and its money is invented");
});

describe('it is told', () => {
  const lost = new Error('reset');
  test.each([
    ['connectionBroke', lost, { level: 'warn', reason: 'reset', msg: 'a database connection broke' }],
    [
      ...(['failedOver', undefined] as const),
      { level: 'warn', msg: 'Postgres failed over: what was stored last is looked after' },
    ],
    ['clockAhead', 61_000, { level: 'warn', by_ms: 61_000, msg: "our clock is ahead of the database's" }],
    [
      ...(['dropped', ['y2025m01']] as const),
      {
        ...{ level: 'info', partitions: ['y2025m01'] },
        msg: 'history that is older than retention says was dropped',
      },
    ],
    ['lost', 3, { level: 'warn', polls: 3, msg: 'polls whose process died are lost' }],
  ] as const)('what the database says of itself: %s', async (event, said, line) => {
    const it = await storing();
    (it.opened.postgres.events[event] as (of: unknown) => void)(said);
    expect(it.told()).toEqual([line]);
  });

  test('which task of maintenance failed, unless the storage was closed under it', async () => {
    const it = await storing();
    it.opened.postgres.events.failed('rollups', lost);
    expect(it.told()).toEqual([
      { level: 'warn', task: 'rollups', reason: 'reset', msg: 'maintenance was not done' },
    ]);
    await Promise.all([it.storage[Symbol.asyncDispose](), it.world.advance(3_000)]);
    it.opened.postgres.events.failed('rollups', lost);
    expect(it.told()).toEqual([]);
  });

  test('what trouble the spool is in', async () => {
    const it = await storing();
    it.opened.spool.onTrouble({ kind: 'unreadable', slot: 0, reason: 'not JSON' });
    expect(it.told()).toEqual([
      {
        ...{ level: 'error', kind: 'unreadable', slot: 0, reason: 'not JSON' },
        msg: 'the spool is in trouble',
      },
    ]);
  });
});

describe('a result', () => {
  const SLOT = Date.parse('2026-03-02T12:00:00Z');
  const FACTS = { account: 'acme', slot: '2026-03-02T12:00:00.000Z' };
  const ASIDE = { level: 'error', ...FACTS, msg: 'a result was set aside: Postgres does not take it' };

  test('ahead of the database’s clock is set aside, and the clocks are compared at once', async () => {
    const it = await storing({ answers: { complete: async () => ['future'] } });
    await it.world.advance(0);
    it.asks();
    void it.storage.results.record(observation({ slot: SLOT }));
    await it.world.advance(1_000);
    expect(it.told()).toEqual([{ ...ASIDE, reason: FUTURE_REASON }]);
    expect(it.asks()).toEqual(['clock']);
  });

  test('that Postgres refuses for what it says is set aside too, which says nothing of clocks', async () => {
    const refuse = async () => {
      throw Object.assign(new Error('value too long'), { code: '22001' });
    };
    const it = await storing({ answers: { complete: refuse } });
    await it.world.advance(0);
    it.asks();
    void it.storage.results.record(observation({ slot: SLOT }));
    await it.world.advance(1_000);
    expect(it.told()).toEqual([{ ...ASIDE, reason: 'a value was refused (SQLSTATE 22001)' }]);
    expect(it.asks()).toEqual([]);
  });

  test('that neither Postgres nor the disk takes is lost, and that is told', async () => {
    const it = await storing({ answers: { complete: away }, spool: memorySpool(0) });
    await it.world.advance(0);
    void it.storage.results.record(observation({ slot: SLOT }));
    await Promise.all([it.storage.settle(), it.world.advance(10_000)]);
    expect(it.told().at(-1)).toEqual({
      ...{ level: 'error', ...FACTS, reason: 'the spool is full' },
      msg: 'a result is lost: neither Postgres nor the disk took it',
    });
  });

  test('that was stored is stored again where the database is in doubt', async () => {
    const stored: unknown[] = [];
    const complete = async (results: readonly { readonly slot: number }[]) => {
      stored.push(results.map(({ slot }) => slot));
      return results.map(() => 'stored');
    };
    const it = await storing({ answers: { complete: complete as never } });
    await it.world.advance(0);
    void it.storage.results.record(observation({ slot: SLOT }));
    await it.world.advance(1_000);
    it.opened.doubt();
    await it.world.advance(1_000);
    expect(stored).toEqual([[SLOT], [SLOT]]);
  });

  test('that waits while the storage is closed goes to the disk before the database is left', async () => {
    const it = await storing({ answers: { migrate: away } });
    void it.storage.results.record(observation({ slot: SLOT }));
    await it.storage[Symbol.asyncDispose](); // at once: it waits for others to be written with
    expect(it.spool.queue.size).toBe(1);
    expect(it.asks()).toEqual(['close']);
  });
});

test('a disk that fails is told', async () => {
  const it = await storing();
  it.spool.queue.set(1, observation({ slot: 0 }));
  it.spool.broken = true;
  await it.world.advance(0);
  it.opened.doubt();
  await it.world.advance(10_000);
  expect(it.told().at(-1)).toEqual({
    level: 'error',
    reason: 'no room on the disk',
    msg: 'the spool failed',
  });
});

test('the database is told when results turn stale, in which zone and which wallets are expected, by the configuration in force', async () => {
  const { timezone, staleAt, expects, optionsStaleAt } = (await storing()).opened.postgres;
  const slot = Date.parse('2026-03-02T12:00:00Z');
  const after = (at: number) => (at - slot) / MINUTE;
  expect(['acme', 'gone'].map(timezone)).toEqual(['Africa/Kampala', undefined]);
  expect(['acme', 'gone'].map((name) => after(staleAt(name, slot)))).toEqual([10.5, 0]);
  expect(['acme', 'plain', 'gone'].map((name) => after(optionsStaleAt(name, slot)))).toEqual([120.5, 0, 0]);
  const payout = { currency: 'UGX', walletType: 'PAYOUT' };
  const other = { currency: 'UGX', walletType: 'OTHER' };
  expect([expects('acme', payout), expects('acme', other), expects('plain', payout)]).toEqual([
    ...[true, false, false],
  ]);
  expect(expects('gone', payout)).toBe(false);
});
