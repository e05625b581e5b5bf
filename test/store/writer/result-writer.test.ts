import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../src/domain/observation.ts';
import type { PollResult } from '../../../src/domain/poll-result.ts';
import type { StoreOutcome } from '../../../src/monitor/storage/ports.ts';
import { createResultWriter, type ResultWriterEvents } from '../../../src/store/writer/result-writer.ts';
import { type BatchWriter, writeBatch } from '../../../src/store/writer/write-batch.ts';
import { observation } from '../../support/fakes.ts';
import { optionPoll } from '../../support/options.ts';
import { createWorld, type MemorySpool, memorySpool, type World } from './simulated.ts';

type Close = BatchWriter['complete'];

const SLOT = Date.parse('2026-03-02T12:00:00Z');
const poll = (n: number, change: Partial<Observation> = {}) =>
  observation({ slot: SLOT + n * 60_000, account: `account-${n}`, ...change });
const polls = (count: number, from = 0) => Array.from({ length: count }, (_, i) => poll(from + i));
const pgError = (code: string) => Object.assign(new Error(code), { code });
const never = () => new Promise<never>(() => {});

/** A writer over a Postgres that does what `complete` says; `writes` are the batches that it was handed. */
function setUp(complete: Close, { spool = memorySpool(), world = createWorld() } = {}) {
  const writes: (readonly PollResult[])[] = [];
  const stored = new Map<string, PollResult>();
  const log: string[] = [];
  const postgres = { complete };
  const writer: BatchWriter = {
    async complete(results) {
      writes.push(results);
      const answers = await postgres.complete(results);
      for (const each of results) stored.set(`${each.account} ${each.slot}`, each);
      return answers;
    },
  };
  const events: ResultWriterEvents = {
    changed: (state) => log.push(state.up ? `up: ${state.reason}` : `down: ${state.reason}`),
    drained: () => {},
    quarantined: (each, reason) => log.push(`quarantined ${each.account}: ${reason}`),
    dropped: (each, reason) => log.push(`dropped ${each.account}: ${reason}`),
    spoolFailed: (error) => log.push(`spool: ${(error as Error).message}`),
  };
  const history = createResultWriter({ writer, spool, events, ...world });
  return { history, postgres, writes, stored, log, spool, world };
}

const takes: Close = async (results) => results.map(() => 'stored');
const takesAfter =
  (ms: number, world: World): Close =>
  async (results) => {
    await world.sleep(ms);
    return takes(results);
  };
const refuses =
  (code: string): Close =>
  () =>
    Promise.reject(pgError(code));

/** What each was answered, once time has gone on. */
async function answers(
  world: World,
  promises: Promise<StoreOutcome>[],
  ms: number,
): Promise<(StoreOutcome | 'waiting')[]> {
  const known: (StoreOutcome | 'waiting')[] = promises.map(() => 'waiting');
  promises.forEach((each, i) => void each.then((kept) => (known[i] = kept)));
  await world.advance(ms);
  return known;
}

const slots = (batch: readonly PollResult[]) => batch.map((each) => (each.slot - SLOT) / 60_000);
const queued = (spool: MemorySpool) => slots(spool.oldest(10_000).map((each) => each.result));

describe('with Postgres there', () => {
  test('a write that has ended leaves no timer behind', async () => {
    const world = createWorld();
    const { history } = setUp(takesAfter(100, world), { world });
    const timers: number[] = [];
    for (let n = 0; n < 3; n++) {
      expect(await answers(world, [history.record(poll(n))], 200)).toEqual(['stored']);
      timers.push(world.timers());
    }
    expect(new Set(timers).size).toBe(1);
  });

  test('a batch that is not answered for each result counts as not written', async () => {
    const answersNone: BatchWriter = { complete: async () => [] };
    expect(await writeBatch(answersNone, polls(2))).toMatchObject([{ kind: 'failed' }, { kind: 'failed' }]);
  });

  test('results that come together share a transaction', async () => {
    const { history, writes, world, spool } = setUp(takes);
    const kept = polls(50).map((each) => history.record(each));
    expect(await answers(world, kept, 10)).toEqual(kept.map(() => 'stored'));
    expect(writes.map((batch) => batch.length)).toEqual([50]);
    expect(spool.queue.size).toBe(0);
  });

  test('no transaction holds more than 1,000 polls or 20,000 snapshots', async () => {
    const { history, writes, world } = setUp(takes);
    for (const each of polls(1_500)) void history.record(each);
    await world.advance(50);
    expect(writes.map((batch) => batch.length)).toEqual([1_000, 500]);
    const [wallet] = poll(0).wallets;
    const wallets = Array.from({ length: 9_000 }, () => wallet!);
    for (const each of polls(5)) void history.record({ ...each, wallets });
    await world.advance(50);
    expect(writes.slice(2).map((batch) => batch.length)).toEqual([2, 2, 1]);
  });

  test('a lone result is written within milliseconds; those of a sweep share transactions, ten a second at most', async () => {
    const { history, writes, world } = setUp(takes);
    const [lone, ...sweep] = polls(4_001);
    expect(await answers(world, [history.record(lone!)], 6)).toEqual(['stored']);
    await world.advance(1_000);
    const kept: Promise<StoreOutcome>[] = [];
    for (const each of sweep) {
      kept.push(history.record(each));
      await world.advance(1);
    }
    expect(await answers(world, kept, 26)).toEqual(kept.map(() => 'stored'));
    expect(writes.length).toBeLessThanOrEqual(1 + 1 + 4_000 / 100 + 1);
  });

  test('a conflict is told as such', async () => {
    const { history, world } = setUp(async (results) =>
      results.map((_, i) => (i === 1 ? 'conflict' : 'stored')),
    );
    const kept = polls(3).map((each) => history.record(each));
    expect(await answers(world, kept, 10)).toEqual(['stored', 'conflict', 'stored']);
  });

  test('P15 a lost race is run again at once, and a few of them go unnoticed', async () => {
    let races = 2;
    const { history, world, log } = setUp((results) =>
      races-- > 0 ? Promise.reject(pgError('40P01')) : takes(results),
    );
    expect(await answers(world, [history.record(poll(1))], 10)).toEqual(['stored']);
    expect(log).toEqual([]);
  });
});

describe('with Postgres away', () => {
  test('many results at once go to the disk in turns that leave the loop to others', async () => {
    const spool = memorySpool();
    const turns: number[] = [];
    const append = spool.append.bind(spool);
    const watched: MemorySpool = {
      ...spool,
      append(seen) {
        turns.push(seen.length);
        return append(seen);
      },
    };
    const { history, postgres, stored, world } = setUp(refuses('57P03'), { spool: watched });
    expect(await answers(world, [history.record(poll(0))], 10)).toEqual(['spooled']);
    const [wallet] = poll(0).wallets;
    const wallets = Array.from({ length: 50 }, () => wallet!);
    const seen = polls(1_000, 1).map((each) => ({ ...each, wallets }));
    expect(
      await answers(
        world,
        seen.map((each) => history.record(each)),
        30,
      ),
    ).toEqual(seen.map(() => 'spooled'));
    expect(turns).toEqual([1, ...Array.from({ length: 10 }, () => 100)]);
    postgres.complete = takes;
    await world.advance(30_000);
    expect(stored.size).toBe(1_001);
    expect(spool.queue.size).toBe(0);
  });

  test('P1 results are spooled at once, and stored in the order of their slots when it is back', async () => {
    const { history, postgres, writes, stored, world, spool, log } = setUp(refuses('57P03'));
    for (let n = 0; n < 40; n++) {
      expect(await answers(world, [history.record(poll(39 - n))], 100)).toEqual(['spooled']);
    }
    expect(history.state()).toMatchObject({ up: false, reason: expect.stringContaining('57P03') });
    const attempts = writes.length;
    expect(attempts).toBeLessThan(15);
    postgres.complete = takes;
    await world.advance(30_000);
    expect(spool.queue.size).toBe(0);
    expect(stored.size).toBe(40);
    expect(writes.slice(attempts).flatMap(slots)).toEqual(Array.from({ length: 40 }, (_, i) => i));
    expect(history.state()).toMatchObject({ up: true, reason: null });
    expect(log).toHaveLength(2);
  });

  test('the first failing write loses nothing of what it carried, nor of what came meanwhile', async () => {
    const { history, world, spool } = setUp(async () => {
      await world.sleep(500);
      throw pgError('08006');
    });
    const first = polls(3).map((each) => history.record(each));
    await world.advance(10);
    const second = polls(3, 10).map((each) => history.record(each));
    expect(await answers(world, [...first, ...second], 600)).toEqual(Array(6).fill('spooled'));
    expect(queued(spool)).toEqual([0, 1, 2, 10, 11, 12]);
  });

  test('it is asked less and less often, down to twice a minute, by a small batch', async () => {
    const { history, writes, world } = setUp(refuses('57P03'));
    for (const each of polls(500)) void history.record(each);
    await world.advance(10 * 60_000);
    const before = writes.length;
    await world.advance(10 * 60_000);
    expect(writes.length - before).toBeGreaterThanOrEqual(20);
    expect(writes.length - before).toBeLessThanOrEqual(40);
    expect(writes.at(-1)).toHaveLength(20);
  });

  test('P11 a wrong password is for people: it says so, keeps spooling, and goes on when mended', async () => {
    const { history, postgres, world, spool, stored } = setUp(refuses('28P01'));
    expect(await answers(world, [history.record(poll(1))], 10)).toEqual(['spooled']);
    expect(history.state()).toMatchObject({ up: false, needsAttention: true });
    expect(history.state().reason).toContain('check database.url');
    expect(await answers(world, [history.record(poll(2))], 60_000)).toEqual(['spooled']);
    postgres.complete = takes;
    await world.advance(60_000);
    expect(stored.size).toBe(2);
    expect(spool.queue.size).toBe(0);
  });

  test('S7 what the spool holds from the last run is stored before anything new arrives', async () => {
    const spool = memorySpool();
    spool.append(polls(2_500));
    const { world, writes, stored } = setUp(takes, { spool });
    await world.advance(1);
    expect(stored.size).toBe(2_500);
    expect(writes.map((batch) => batch.length)).toEqual(Array(10).fill(250));
    expect(spool.queue.size).toBe(0);
  });

  test('while a long queue drains, fresh results go first', async () => {
    const spool = memorySpool();
    spool.append(polls(5_000));
    const world = createWorld();
    const { history, writes } = setUp(takesAfter(100, world), { spool, world });
    await world.advance(50);
    expect(await answers(world, [history.record(poll(9_000))], 200)).toEqual(['stored']);
    expect(slots(writes[1]!)).toEqual([9_000]);
    expect(spool.queue.size).toBeGreaterThan(2_000);
  });
});

describe('with Postgres slow', () => {
  test('P5 a write that never ends costs 2 s, then results are spooled at once; memory stays as it is', async () => {
    const { history, writes, world, spool, log } = setUp(never);
    const first = history.record(poll(0));
    await world.advance(100);
    const second = history.record(poll(1));
    expect(await answers(world, [first, second], 1_850)).toEqual(['waiting', 'waiting']);
    expect(await answers(world, [first, second], 100)).toEqual(['spooled', 'spooled']);
    for (let n = 2; n < 100; n++) {
      expect(await answers(world, [history.record(poll(n))], 100)).toEqual(['spooled']);
    }
    expect(queued(spool)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(writes).toHaveLength(1);
    expect(log).toEqual(['down: Postgres has not answered within 2.0 s']);
    await world.advance(60 * 60_000);
    expect(writes.length).toBeLessThan(130); // one at a time, each given up after 30 s
  });

  test('P6 5 s per write: every result is answered within 2 s and stored in the end, once', async () => {
    const world = createWorld();
    const { history, writes, stored, spool } = setUp(takesAfter(5_000, world), { world });
    let waiting = 0;
    for (let n = 0; n < 120; n++) {
      const since = world.clock.monotonic();
      waiting++;
      void history.record(poll(n)).then(() => {
        waiting--;
        expect(world.clock.monotonic() - since).toBeLessThanOrEqual(2_000);
      });
      await world.advance(500);
      expect(waiting).toBeLessThanOrEqual(4);
    }
    expect(history.state()).toMatchObject({ up: true, reason: expect.stringContaining('slow') });
    await world.advance(30_000);
    expect(waiting).toBe(0);
    expect(stored.size).toBe(120);
    expect(spool.queue.size).toBe(0);
    expect(writes.length).toBeLessThan(20);
  });

  test('a slow Postgres that turns fast is written to directly again', async () => {
    const world = createWorld();
    const { history, postgres } = setUp(takesAfter(5_000, world), { world });
    void history.record(poll(0));
    await world.advance(6_000);
    postgres.complete = takes;
    expect(await answers(world, [history.record(poll(1))], 100)).toEqual(['spooled']);
    expect(await answers(world, [history.record(poll(2))], 100)).toEqual(['stored']);
    expect(history.state()).toMatchObject({ up: true, reason: null });
  });

  test('P3 a write that succeeds after its results were spooled takes them off the queue', async () => {
    const world = createWorld();
    const { history, spool, writes } = setUp(takesAfter(3_000, world), { world });
    expect(await answers(world, [history.record(poll(0))], 2_100)).toEqual(['spooled']);
    expect(spool.queue.size).toBe(1);
    await world.advance(1_000);
    expect(spool.queue.size).toBe(0);
    expect(writes).toHaveLength(1);
  });
});

describe('with a record that Postgres refuses for ever', () => {
  const refusing =
    (bad: ReadonlySet<number>): Close =>
    async (results) => {
      if (slots(results).some((n) => bad.has(n))) throw pgError('22021');
      return takes(results);
    };

  test('P13 it is set aside, and everything else is stored', async () => {
    const bad = new Set([0, 17, 18, 511]);
    const { history, world, spool, stored, writes, log } = setUp(refusing(bad));
    const kept = polls(512).map((each) => history.record(each));
    const told = await answers(world, kept, 10);
    expect(told.filter((each) => each === 'stored')).toHaveLength(508);
    expect([...bad].map((n) => told[n])).toEqual(Array(4).fill('quarantined'));
    expect(stored.size).toBe(508);
    expect(slots(spool.aside.map((each) => each.result))).toEqual([...bad]);
    expect(log).toHaveLength(4);
    expect(history.state().up).toBe(true);
    expect(writes.length).toBeLessThan(80);
  });

  test('P13 at the head of the queue it does not block what follows', async () => {
    const spool = memorySpool();
    spool.append(polls(100));
    const { world, stored } = setUp(refusing(new Set([0, 50])), { spool });
    await world.advance(10);
    expect(stored.size).toBe(98);
    expect(spool.queue.size).toBe(0);
    expect(spool.aside).toHaveLength(2);
  });

  test('P13 S2 with a broken disk it is dropped if it is fresh, and waits if it is on the disk; never said to be aside', async () => {
    const spool = memorySpool();
    spool.append([poll(0)]);
    spool.broken = true;
    const { history, world, log } = setUp(refusing(new Set([0, 1])), { spool });
    expect(await answers(world, [history.record(poll(1))], 10)).toEqual(['dropped']);
    expect(log).toContain(
      'dropped account-1: a value was refused (SQLSTATE 22021); and the disk could not keep it aside',
    );
    expect(log.filter((line) => line.startsWith('quarantined'))).toEqual([]);
    expect(queued(spool)).toEqual([0]);
    spool.broken = false;
    await world.advance(10_000);
    expect(slots(spool.aside.map((each) => each.result))).toEqual([0]);
  });

  test('Postgres going away in the middle of the search loses nothing', async () => {
    let calls = 0;
    const { history, postgres, world, spool, stored } = setUp((results) => {
      if (++calls > 4) return Promise.reject(pgError('57P01'));
      return refusing(new Set([5]))(results);
    });
    const kept = polls(64).map((each) => history.record(each));
    const told = await answers(world, kept, 10);
    expect(told.filter((each) => each === 'spooled').length).toBe(spool.queue.size);
    postgres.complete = refusing(new Set([5]));
    await world.advance(60_000);
    expect(stored.size).toBe(63);
    expect(slots(spool.aside.map((each) => each.result))).toEqual([5]);
  });

  test('23505 means that it is there', async () => {
    const { history, world } = setUp(refuses('23505'));
    expect(await answers(world, [history.record(poll(1))], 10)).toEqual(['stored']);
  });
});

describe('with the disk failing too', () => {
  test('S2 what neither takes is dropped and said, and it goes on', async () => {
    const spool = memorySpool(2);
    const { history, postgres, world, stored, log } = setUp(refuses('57P03'), { spool });
    const kept = polls(3).map((each) => history.record(each));
    expect(await answers(world, kept, 10)).toEqual(['spooled', 'spooled', 'dropped']);
    expect(log).toContain('dropped account-2: the spool is full');
    postgres.complete = takes;
    await world.advance(1_000);
    expect(await answers(world, [history.record(poll(7))], 10)).toEqual(['stored']);
    expect(stored.size).toBe(3);
  });

  test('S2 with nothing on the disk to ask with, a fresh result asks whether Postgres is back', async () => {
    const spool = memorySpool();
    spool.broken = true;
    const { history, postgres, world } = setUp(refuses('57P03'), { spool });
    expect(await answers(world, [history.record(poll(0))], 10)).toEqual(['dropped']);
    expect(await answers(world, [history.record(poll(1))], 10)).toEqual(['dropped']);
    postgres.complete = takes;
    await world.advance(30_000);
    expect(await answers(world, [history.record(poll(2))], 10)).toEqual(['stored']);
  });

  test('what can not be taken off the queue is not written over and over', async () => {
    const spool = memorySpool();
    spool.append(polls(3));
    spool.broken = true;
    const { world, writes, log } = setUp(takes, { spool });
    await world.advance(60_000);
    expect(writes.length).toBeLessThanOrEqual(13);
    expect(log[0]).toBe('spool: no room on the disk');
    spool.broken = false;
    await world.advance(5_000);
    expect(spool.queue.size).toBe(0);
  });
});

describe('P14 after a lost connection', () => {
  test('what was stored last is written again, should the new server not have it', async () => {
    const { history, postgres, world, writes } = setUp(takes);
    for (let n = 0; n < 5; n++) await answers(world, [history.record(poll(n))], 60_000);
    postgres.complete = refuses('57P01');
    await answers(world, [history.record(poll(5))], 100);
    postgres.complete = takes;
    const before = writes.length;
    await world.advance(30_000);
    expect(writes.slice(before).map(slots)).toEqual([[5], [0], [1], [2], [3], [4]]);
  });

  test('a look that fails is taken again', async () => {
    const { history, postgres, world, writes } = setUp(takes);
    for (let n = 0; n < 3; n++) await answers(world, [history.record(poll(n))], 100);
    postgres.complete = refuses('53300');
    history.suspect();
    await world.advance(100);
    postgres.complete = takes;
    const before = writes.length;
    await world.advance(10_000);
    expect(writes.slice(before).map(slots)).toEqual([[0], [1], [2]]);
  });

  test('a connection that broke while nobody wrote is reason enough', async () => {
    const { history, world, writes } = setUp(takes);
    await answers(world, [history.record(poll(0))], 100);
    history.suspect();
    await world.advance(100);
    expect(writes.map(slots)).toEqual([[0], [0]]);
  });

  test('only the last quarter of an hour is remembered', async () => {
    const { history, world, writes } = setUp(takes);
    for (let n = 0; n < 60; n++) await answers(world, [history.record(poll(n))], 60_000);
    const before = writes.length;
    history.suspect();
    await world.advance(100);
    expect(writes.slice(before).flatMap(slots)).toEqual(Array.from({ length: 16 }, (_, i) => 44 + i));
  });

  test('a refused record or a lost race is no reason', async () => {
    const { history, postgres, world, writes } = setUp(takes);
    await answers(world, [history.record(poll(0))], 100);
    postgres.complete = refuses('53100');
    await answers(world, [history.record(poll(1))], 100);
    postgres.complete = takes;
    await world.advance(30_000);
    expect(writes.slice(2).map(slots)).toEqual([[1]]);
  });
});

describe('stopping', () => {
  test('C1 writes what has come, then ends', async () => {
    const world = createWorld();
    const { history, spool } = setUp(takesAfter(300, world), { world });
    const kept = [history.record(poll(0))];
    await world.advance(10);
    kept.push(history.record(poll(1)));
    let stopped = false;
    void history.stop(3_000).then(() => (stopped = true));
    expect(await answers(world, kept, 700)).toEqual(['stored', 'stored']);
    expect(stopped).toBe(true);
    expect(spool.queue.size).toBe(0);
  });

  test('C1 leaves on the disk what Postgres did not take in time, and answers', async () => {
    const { history, world, spool } = setUp(never);
    const kept = [history.record(poll(0)), history.record(poll(1))];
    await world.advance(10);
    let stopped = false;
    void history.stop(1_000).then(() => (stopped = true));
    expect(await answers(world, kept, 1_000)).toEqual(['spooled', 'spooled']);
    expect(stopped).toBe(true);
    expect(await answers(world, [history.record(poll(2))], 10)).toEqual(['spooled']);
    expect(queued(spool)).toEqual([0, 1, 2]);
  });

  test('does not wait for a queue to drain', async () => {
    const spool = memorySpool();
    spool.append(polls(50_000));
    const world = createWorld();
    const { history } = setUp(takesAfter(100, world), { spool, world });
    await world.advance(150);
    let stopped = false;
    void history.stop(3_000).then(() => (stopped = true));
    await world.advance(100);
    expect(stopped).toBe(true);
    expect(spool.queue.size).toBeGreaterThan(40_000);
  });
});

describe('payment options', () => {
  test('a new result goes behind those that wait on the disk, balances do not', async () => {
    const spool = memorySpool();
    const waiting = Array.from({ length: 3 }, (_, i) => optionPoll(SLOT - (3 - i) * 60_000, []));
    spool.append(waiting);
    const world = createWorld();
    const { history, writes } = setUp(takesAfter(50, world), { spool, world });
    const kept = [history.record(optionPoll(SLOT, [])), history.record(poll(0))];
    expect(await answers(world, kept, 1_000)).toEqual(['spooled', 'stored']);
    const order = writes.flat().filter((result) => 'options' in result);
    expect(order.map(({ slot }) => (slot - SLOT) / 60_000)).toEqual([-3, -2, -1, 0]);
    expect(spool.queue.size).toBe(0);
  });

  test('with an empty disk they go straight to Postgres', async () => {
    const { history, world } = setUp(takes);
    expect(await answers(world, [history.record(optionPoll(SLOT, []))], 1_000)).toEqual(['stored']);
  });
});
