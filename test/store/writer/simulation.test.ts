// Replicas, a database and the network between them, thousands of times over, each time another misfortune.
// One seed decides everything: FLOATWATCH_SEED=n runs just that one, FLOATWATCH_SEEDS=n so many (default 10,000).
import { expect, test } from 'vitest';
import type { Observation } from '../../../src/domain/observation.ts';
import type { AccountSlot, StoreOutcome } from '../../../src/monitor/storage/ports.ts';
import { createResultWriter, type SpooledResultWriter } from '../../../src/store/writer/result-writer.ts';
import { observation } from '../../support/fakes.ts';
import { createWorld, memorySpool } from './simulated.ts';
import { keyOf, POISON, type SimulatedLedger, simulatedPostgres } from './simulated-postgres.ts';

const ONE = process.env['FLOATWATCH_SEED'];
const SEEDS = Number(process.env['FLOATWATCH_SEEDS'] ?? 10_000);
const ACCOUNTS = ['a', 'b'];
const SLOTS = 6;
const SLOT_MS = 60_000;

test(`${SEEDS} misfortunes: acknowledged ⊆ stored, one result per slot, none against itself`, {
  timeout: 60_000 + SEEDS * 20,
}, async () => {
  const first = Number(ONE ?? 1);
  for (let seed = first; seed < first + (ONE ? 1 : SEEDS); seed++) {
    try {
      await misfortune(seed);
    } catch (error) {
      throw new Error(`seed ${seed} (run it again with FLOATWATCH_SEED=${seed})`, { cause: error });
    }
  }
});

interface Answered {
  readonly result: Observation;
  readonly kept: StoreOutcome;
}

/** One process: killed or stopped, it never runs again; its spool does. */
interface Process {
  readonly name: string;
  alive: boolean;
  /** Writes under way: a connection that breaks under one is noticed by it. */
  writes: number;
  readonly history: SpooledResultWriter;
  readonly ledger: SimulatedLedger;
}

async function misfortune(seed: number): Promise<void> {
  const world = createWorld(seed);
  const { random, after } = world;
  const chance = (p: number) => random() < p;
  const postgres = simulatedPostgres(world);
  const answered: Answered[] = [];
  const tooLate: string[] = [];
  const unanswered = new Map<Observation, Process>();
  // A failover that forgets commits is survived by memory: so either that, or processes that die.
  const forgetful = seed % 2 === 0;
  const replicas = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, i) => {
    const spool = memorySpool();
    return { spool, process: start(`replica-${i}`, spool) };
  });

  for (let n = 0; n < SLOTS; n++) {
    after(n * SLOT_MS, () => replicas.forEach(({ process }) => void sweep(process, n * SLOT_MS)));
  }
  const end = SLOTS * SLOT_MS;
  postgres.trouble = chance(0.3) ? 0.6 : 0.1;
  for (let i = 0; i < 5; i++) after(random() * end, accident);
  await world.advance(end);

  postgres.trouble = 0;
  postgres.down = false;
  for (const replica of replicas) if (!replica.process.alive) restart(replica);
  await world.advance(3 * 60_000);
  check();

  function start(name: string, spool: ReturnType<typeof memorySpool>): Process {
    const process: Process = {
      name,
      alive: true,
      writes: 0,
      ledger: postgres.connect({
        name,
        get alive() {
          return process.alive;
        },
      }),
      get history() {
        return history;
      },
    };
    const history = createResultWriter({
      writer: {
        complete: (results) => {
          process.writes++;
          return process.ledger.complete(results).finally(() => process.writes--);
        },
      },
      spool,
      clock: world.clock,
      random,
      after: (ms, run) => after(ms, () => process.alive && run()),
      events: { changed() {}, drained() {}, quarantined() {}, dropped() {}, spoolFailed() {} },
    });
    return process;
  }

  function restart(replica: (typeof replicas)[number]): void {
    replica.process = start(replica.process.name, replica.spool);
  }

  function accident(): void {
    const replica = replicas[Math.floor(random() * replicas.length)]!;
    const { process } = replica;
    const kind = Math.floor(random() * (forgetful ? 3 : 5));
    if (kind === 0) {
      postgres.down = true;
      after(random() * 90_000, () => {
        postgres.down = false;
      });
    } else if (kind === 1) {
      postgres.failOver(forgetful ? Math.floor(random() * 6) : 0);
      for (const each of replicas) {
        if (each.process.alive && each.process.writes === 0) each.process.history.suspect();
      }
    } else if (kind === 2) postgres.bury(30_000);
    else if (!process.alive) restart(replica);
    else if (kind === 3) process.alive = false;
    else {
      void process.history.stop(3_000).then(() => {
        process.alive = false;
      });
    }
  }

  /** What the monitor does when a slot is due, and once more when a claimant is late. */
  async function sweep(process: Process, slot: number): Promise<void> {
    const due = ACCOUNTS.map((account) => ({ account, slot }));
    await world.sleep(random() * 500);
    if (!process.alive) return;
    const ours = await process.ledger.claim(due).catch(() => due); // fail open
    await Promise.all(ours.map((each) => poll(process, each)));
    await world.sleep(20_000);
    if (!process.alive) return;
    const taken = await process.ledger.takeOver(due, 15_000).catch(() => []);
    await Promise.all(taken.map((each) => poll(process, each)));
  }

  async function poll(process: Process, { account, slot }: AccountSlot): Promise<void> {
    const startedAt = world.clock.now();
    await world.sleep(100 + random() * (chance(0.1) ? 20_000 : 1_000));
    if (!process.alive) return;
    const detail = chance(0.01) ? POISON : null;
    const result = observation({ account, slot, startedAt, observedAt: world.clock.now(), detail });
    const handedOver = world.clock.monotonic();
    unanswered.set(result, process);
    const kept = await process.history.record(result);
    unanswered.delete(result);
    answered.push({ result, kept });
    if (world.clock.monotonic() - handedOver > 2_005) tooLate.push(`${account} ${slot}`);
  }

  function check(): void {
    const inRow = (result: Observation) => postgres.rows.get(keyOf(result))?.result === result;
    const aside = new Set(replicas.flatMap(({ spool }) => spool.aside.map((each) => each.result)));
    for (const { result, kept } of answered) {
      const must = (holds: boolean, what: string) => ensure(holds, `${keyOf(result)}, ${kept}: ${what}`);
      const beside = postgres.beside.get(result);
      must(!(inRow(result) && beside === 'conflict'), 'a conflict with itself');
      if (result.detail === POISON) must(aside.has(result), 'not set aside');
      else {
        must(kept === 'stored' || kept === 'spooled' || kept === 'conflict', 'must not be');
        must(inRow(result) || beside !== undefined, 'lost');
        if (!forgetful) must(kept !== 'stored' || inRow(result), 'not in its row');
        if (!forgetful) must(kept !== 'conflict' || beside !== undefined, 'not beside');
      }
    }
    for (const [result, process] of unanswered) ensure(!process.alive, `${keyOf(result)}: never answered`);
    ensure(tooLate.length === 0, `answered too late: ${tooLate}`);
    const filled = postgres.fills.map(keyOf);
    ensure(forgetful || new Set(filled).size === filled.length, 'a slot got two results');
    for (const { spool } of replicas) ensure(spool.queue.size === 0, 'something still waits in a spool');
  }
}

/** As `expect`, but quick enough for a million times. */
function ensure(holds: boolean, what: string): void {
  if (!holds) expect.fail(what);
}
