// Measures what it costs to be safe without Postgres, and what the history adds to the ledger with it.
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Observation } from '../../src/domain/observation.ts';
import type { PostgresLedger } from '../../src/store/ledger/ledger.ts';
import { openSpool } from '../../src/store/spool/spool.ts';
import { encode } from '../../src/store/spool/spool-codec.ts';
import { createResultWriter } from '../../src/store/writer/result-writer.ts';
import { alternating, type Measurement, wallMs } from '../measure.ts';

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const APPENDS = 2_000;
const TOGETHER = 100; // as a sweep's results come, in one commit
const ALONE = 200;

/** Appends per second, in groups and one by one, against a log that is appended to and synced as often. */
export async function spoolFigures(results: readonly Observation[]): Promise<Record<string, Measurement>> {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-bench-spool-'));
  const log = openSync(join(folder, 'log'), 'a');
  const spool = openSpool(folder, { now: clock.now, onTrouble() {} });
  const pick = (n: number) => results[n % results.length]!;
  const spoolMs = (appends: number, together: number) =>
    wallMs(() => {
      for (let n = 0; n < appends; n += together) {
        spool.append(Array.from({ length: together }, (_, i) => pick(n + i)));
      }
    });
  const logMs = (appends: number, together: number) =>
    wallMs(() => {
      for (let n = 0; n < appends; n += together) {
        for (let i = 0; i < together; i++) writeSync(log, `${encode(pick(n + i)).body}\n`);
        fdatasyncSync(log);
      }
    });
  try {
    const took = await alternating({
      spool: () => spoolMs(APPENDS, TOGETHER),
      log: () => logMs(APPENDS, TOGETHER),
      spoolAlone: () => spoolMs(ALONE, 1),
      logAlone: () => logMs(ALONE, 1),
    });
    return {
      spool_appends_per_s: atLeastHalf(APPENDS, took.spool, took.log),
      spool_appends_alone_per_s: atLeastHalf(ALONE, took.spoolAlone, took.logAlone),
    };
  } finally {
    spool[Symbol.dispose]();
    closeSync(log);
    rmSync(folder, { recursive: true });
  }
}

/** The time from handing over a sweep's results until all of them are stored, against the ledger alone. */
export async function historyFigures(
  ledger: PostgresLedger,
  sweep: () => readonly Observation[],
): Promise<Record<string, Measurement>> {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-bench-history-'));
  const spool = openSpool(folder, { now: clock.now, onTrouble() {} });
  const ignored = { changed() {}, drained() {}, quarantined() {}, dropped() {}, spoolFailed() {} };
  const history = createResultWriter({ writer: ledger, spool, clock, random: Math.random, events: ignored });
  try {
    const took = await alternating({
      history: async () => {
        const results = sweep();
        await ledger.claim(results);
        return await wallMs(() => Promise.all(results.map((each) => history.record(each))));
      },
      ledger: async () => {
        const results = sweep();
        await ledger.claim(results);
        return await wallMs(() => ledger.complete(results));
      },
    });
    return { history_vs_ledger: { value: took.history / took.ledger, unit: '× ledger alone' } };
  } finally {
    await history.stop(5_000);
    spool[Symbol.dispose]();
    rmSync(folder, { recursive: true });
  }
}

function atLeastHalf(appends: number, ms: number, floorMs: number): Measurement {
  const floor = (appends / floorMs) * 1_000;
  return {
    value: (appends / ms) * 1_000,
    unit: 'polls/s',
    floor,
    target: Math.round(floor / 2),
    atLeast: true,
  };
}
