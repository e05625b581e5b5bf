// Writes finished polls: into Postgres in batches, or to this machine's disk until Postgres accepts them.
//
// One write runs at a time. Fresh results go first, then the spool, oldest slots first. For balances, the order
// between the two is harmless: a slot's first result stands, whatever comes later, and the latest result is found by
// slot. Payment options are stored as changes, so they go to the end of the spool while anything waits there.
import { isBalances, type PollResult } from '../../domain/poll-result.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { ResultStore, StoreOutcome } from '../../monitor/storage/ports.ts';
import type { Spool } from '../spool/spool.ts';
import { type BatchLimits, batchLength } from './batch.ts';
import { createCircuitBreaker, type StoreState } from './circuit-breaker.ts';
import { answer, createDisk, type DiskEvents, type Entry, unanswered } from './disk.ts';
import { createDiskTurns } from './disk-turns.ts';
import { createRecentWrites } from './recent-writes.ts';
import { type After, later, timer } from './timer.ts';
import { type BatchWriter, ENDLESS, type WriteResult, writeBatch } from './write-batch.ts';

/** Called with what happens, for metrics and logs. These functions must not throw or wait. */
export interface ResultWriterEvents extends DiskEvents {
  /** The store went away, came back, or is away for another reason. */
  changed(state: StoreState): void;
  /** That many snapshots from the disk are now in Postgres; none, when Postgres did not accept them. */
  drained(snapshots: number): void;
}

export interface ResultWriterOptions {
  readonly writer: BatchWriter;
  /** Not owned: its owner disposes of it, after `stop`. */
  readonly spool: Spool;
  readonly clock: Clock;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly events: ResultWriterEvents;
  /** How long a first result waits for others to share its transaction. @default 5 ms */
  readonly collectMs?: number;
  /** How long those of a sweep wait at most; they stop waiting when none has come for 10 ms. @default 100 ms */
  readonly gatherMs?: number;
  /** When a result goes to the disk because Postgres has not answered. @default 2 s */
  readonly patienceMs?: number;
  /** When a write that does not end is given up, and the next one tried. @default 30 s, beyond the pool's timeouts */
  readonly giveUpMs?: number;
  /** @default `setTimeout` */
  readonly after?: After;
}

export interface SpooledResultWriter extends ResultStore {
  /** Whether Postgres accepts results, for the readiness page and `floatwatch_store_up`. */
  state(): StoreState;
  /** When Postgres last accepted results, by the monotonic clock; -Infinity before the first. */
  takenAt(): number;
  /** Call it when connections broke while nothing was written: the last stored results are then verified. */
  suspect(): void;
  /** Writes what it can within the time, leaves the rest on the disk, and then does nothing more. */
  stop(withinMs: number): Promise<void>;
}

/** A writer over ledgers and a spool; at once it starts with what the spool has from the last run. */
export function createResultWriter(options: ResultWriterOptions): SpooledResultWriter {
  const { writer, spool, clock, random, events } = options;
  const { collectMs = 5, gatherMs = 100, patienceMs = 2_000, giveUpMs = 30_000, after = later } = options;
  const circuit = createCircuitBreaker({ clock, random, patienceMs, onChange: events.changed });
  const disk = createDisk(spool, clock, events);
  const diskTurns = createDiskTurns({ disk, after, onTurn: drive });
  const recent = createRecentWrites(() => clock.monotonic());

  let mode: 'running' | 'stopping' | 'stopped' = 'running';
  let gathering: Entry[] = []; // for the next flush
  let flushedAt = Number.NEGATIVE_INFINITY;
  const waiting: Entry[] = []; // to be written
  let writing: readonly Entry[] = []; // the batch that is being written
  let underWay: Promise<void> | undefined;
  let toVerify: readonly (readonly PollResult[])[] = [];
  const collect = timer(after);
  const patience = timer(after);
  const retry = timer(after);

  drive();

  return {
    record(result) {
      const { promise, resolve } = Promise.withResolvers<StoreOutcome>();
      const entry: Entry = { result, answer: resolve, id: null, since: clock.monotonic() };
      if (mode === 'running') gather(entry);
      else disk.keepOrDrop([entry]);
      return promise;
    },

    state: circuit.state,
    takenAt: circuit.succeededAt,

    suspect() {
      toVerify = recent.batches();
      drive();
    },

    async stop(withinMs) {
      mode = 'stopping';
      collect.clear();
      retry.clear();
      flush();
      const late = Promise.withResolvers<'late'>();
      const forget = after(withinMs, () => late.resolve('late'));
      while (underWay && (await Promise.race([underWay, late.promise])) !== 'late');
      forget();
      patience.clear();
      mode = 'stopped';
      spoolUnanswered();
      diskTurns.finish();
    },
  };

  /**
   * Collects results into batches: a single result is written almost at once, those of a sweep in a few transactions
   * a second.
   */
  function gather(entry: Entry): void {
    gathering.push(entry);
    if (gathering.length >= MAX_BATCH.polls) flush();
    else if (!circuit.direct() || entry.since - flushedAt >= gatherMs) collect.unlessSet(collectMs, flush);
    else collect.unlessSet(Math.min(LULL_MS, gatherMs), flushInLull);
  }

  /** Checks when the last result came. Each result could reset the timer instead, but that takes longer than all the rest. */
  function flushInLull(): void {
    const ends = Math.min(gathering.at(-1)!.since + LULL_MS, gathering[0]!.since + gatherMs);
    const left = ends - clock.monotonic();
    if (left > 0) collect.set(left, flushInLull);
    else flush();
  }

  function flush(): void {
    collect.clear();
    flushedAt = clock.monotonic();
    waiting.push(...queueOptions(gathering));
    gathering = [];
    if (!circuit.direct() && (underWay || circuit.waitMs() > 0)) diskTurns.add(waiting.splice(0));
    watch();
    drive();
  }

  /** Returns the entries without results of payment options that went to the end of the spool, because others wait there. */
  function queueOptions(entries: Entry[]): Entry[] {
    const options = entries.filter(({ result }) => !isBalances(result));
    if (options.length === 0 || disk.isEmpty()) return entries;
    return [...entries.filter(({ result }) => isBalances(result)), ...disk.keep(options).refused];
  }

  /** Keeps one write running while there is something to write and Postgres may be asked. */
  function drive(): void {
    if (underWay || mode === 'stopped') return;
    const wait = circuit.waitMs();
    const { kind, entries } = wait > 0 ? NOTHING : nextBatch();
    if (entries.length > 0) {
      underWay = writeOut(kind, entries).finally(() => {
        underWay = undefined;
        drive();
      });
    } else if (mode === 'running' && (wait > 0 || disk.restMs() > 0)) {
      retry.set(wait || disk.restMs(), drive);
    }
  }

  function nextBatch(): Batch {
    if (!circuit.direct()) {
      // Results that the disk refuses may still go to Postgres, should it be back.
      const { refused } = disk.keep(waiting.splice(0, diskTurns.length(waiting)));
      if (refused.length > 0) waiting.unshift(...refused);
      else diskTurns.add(waiting.splice(0));
    }
    if (waiting.length > 0)
      return { kind: 'fresh', entries: waiting.splice(0, batchLength(waiting, MAX_BATCH)) };
    if (mode !== 'running') return NOTHING;
    // After a failure, a small batch tests whether Postgres is back.
    const old = disk.restMs() > 0 ? [] : disk.oldest(circuit.state().up ? MAX_DRAINED : PROBE);
    if (old.length > 0) return { kind: 'drained', entries: old.slice(0, batchLength(old, MAX_BATCH)) };
    const [again = [], ...rest] = toVerify;
    toVerify = rest;
    const entries = again.map((result) => ({ result, answer: null, id: null, since: 0 }));
    return { kind: 'verified', entries };
  }

  async function writeOut(kind: Batch['kind'], entries: readonly Entry[]): Promise<void> {
    writing = entries;
    const batch = entries.map((entry) => entry.result);
    const began = clock.monotonic();
    const endless = Promise.withResolvers<WriteResult[]>();
    const forget = after(giveUpMs, () => endless.resolve(batch.map(() => ENDLESS)));
    const results = await Promise.race([writeBatch(writer, batch), endless.promise]);
    forget();
    writing = [];
    if (mode === 'stopped') return; // unanswered results are on the disk, and the disk may be closed
    const tookMs = clock.monotonic() - began;
    const failure = results.find((result) => result.kind === 'failed')?.verdict;
    if (failure) circuit.failed(failure);
    else circuit.succeeded(tookMs);

    const stored = entries.filter((_, i) => results[i]?.kind === 'stored');
    const conflicts = entries.filter((_, i) => results[i]?.kind === 'conflict');
    for (const [i, entry] of entries.entries()) {
      const result = results[i] ?? ENDLESS;
      if (result.kind === 'refused') disk.setAside(entry, result.reason);
      else if (result.kind !== 'failed') answer(entry, result.kind);
    }
    diskTurns.add([...entries.filter(unanswered), ...(failure ? waiting.splice(0) : [])]);
    disk.forget([...stored, ...conflicts]);

    const there = [...stored, ...conflicts].map((entry) => entry.result);
    if (kind !== 'verified') recent.keep(there);
    else if (failure) toVerify = [batch, ...toVerify];
    if (failure?.disconnected) toVerify = recent.batches();
    if (kind === 'drained') events.drained(snapshotsIn(stored));
  }

  /** Limits how long a result waits for a write: results that are unanswered by then go to the disk. */
  function watch(): void {
    const oldest = writing.find(unanswered) ?? waiting[0];
    if (!oldest) return;
    patience.unlessSet(Math.max(0, oldest.since + patienceMs - clock.monotonic()), () => {
      const late = writing.find(unanswered) ?? waiting[0];
      if (late && clock.monotonic() - late.since >= patienceMs) {
        circuit.silent();
        spoolUnanswered();
      }
      watch();
    });
  }

  function spoolUnanswered(): void {
    diskTurns.add([...writing.filter(unanswered), ...waiting.splice(0)]);
  }
}

function snapshotsIn(entries: readonly Entry[]): number {
  return entries.reduce((sum, { result }) => sum + (isBalances(result) ? result.wallets.length : 0), 0);
}

interface Batch {
  /** `fresh` from the polls, `drained` from the spool, or `verified`: stored before, and written again in case they were lost. */
  readonly kind: 'fresh' | 'drained' | 'verified';
  readonly entries: readonly Entry[];
}

const NOTHING: Batch = { kind: 'fresh', entries: [] };
const LULL_MS = 10;
const MAX_BATCH: BatchLimits = { polls: 1_000, records: 20_000 }; // in a transaction
const MAX_DRAINED = 250; // reading from the disk blocks everything else: a few milliseconds at a time
const PROBE = 20;
