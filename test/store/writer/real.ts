// A result writer over the real parts: a spool on a disk, a ledger on a Postgres, and what it said.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareAmounts } from '../../../src/domain/money.ts';
import type { Observation } from '../../../src/domain/observation.ts';
import type { PostgresLedger } from '../../../src/store/ledger/ledger.ts';
import { createPool, type Pool, type PoolOptions } from '../../../src/store/postgres/pool.ts';
import { openSpool, type Spool } from '../../../src/store/spool/spool.ts';
import {
  createResultWriter,
  type ResultWriterOptions,
  type SpooledResultWriter,
} from '../../../src/store/writer/result-writer.ts';
import { createBatchWriter } from '../../../src/store/writer/write-batch.ts';
import { ledgerOf, optionLedgerOf } from '../../support/ledger.ts';

export interface RealHistory extends AsyncDisposable {
  readonly history: SpooledResultWriter;
  readonly ledger: PostgresLedger;
  readonly spool: Spool;
  readonly pool: Pool;
  readonly log: string[];
}

export interface RealOptions extends Partial<Pick<ResultWriterOptions, 'patienceMs' | 'giveUpMs'>> {
  readonly replica?: string;
  /** Default: a new folder, removed in the end. */
  readonly folder?: string;
  readonly pool?: Partial<PoolOptions>;
}

/** Puts the parts together as the program does. Dispose to stop it and to close everything. */
export function realHistory(url: string, options: RealOptions = {}): RealHistory {
  const { replica = 'a', folder = mkdtempSync(join(tmpdir(), 'floatwatch-history-')), ...limits } = options;
  const log: string[] = [];
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const spool = openSpool(folder, { now: clock.now, onTrouble: (trouble) => log.push(trouble.kind) });
  const pool = createPool({ url, onIdleError: () => history.suspect(), ...options.pool });
  const ledger = ledgerOf(pool, replica);
  const history = createResultWriter({
    writer: createBatchWriter({
      balances: ledger,
      options: optionLedgerOf(pool, replica),
      notReady: () => null,
    }),
    spool,
    clock,
    random: Math.random,
    ...limits,
    events: {
      changed: (state) => log.push(state.up ? 'up' : `down: ${state.reason}`),
      drained() {},
      quarantined: (_, reason) => log.push(`quarantined: ${reason}`),
      dropped: (_, reason) => log.push(`dropped: ${reason}`),
      spoolFailed: (error) => log.push(`spool: ${(error as Error).message}`),
    },
  });
  return {
    history,
    ledger,
    spool,
    pool,
    log,
    async [Symbol.asyncDispose]() {
      await history.stop(1_000);
      await pool[Symbol.asyncDispose]();
      spool[Symbol.dispose]();
      if (!options.folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What Postgres holds: every result with its slot and the amounts of its wallets, as text. */
export async function inPostgres(pool: Pool): Promise<string[]> {
  const rows = await pool.query<{ account: string; slot: Date; outcome: string; available: string[] }>(
    `SELECT a.name AS account, p.slot, p.outcome,
       array_agg(s.available::text ORDER BY s.available) AS available
     FROM floatwatch.poll p JOIN floatwatch.account a USING (account_id)
     LEFT JOIN floatwatch.snapshot s USING (account_id, slot)
     GROUP BY a.name, p.slot, p.outcome ORDER BY p.slot, a.name`,
  );
  return rows.map((row) => `${row.account} ${row.slot.getTime()} ${row.outcome} ${row.available.join(',')}`);
}

/** The same of what was handed over. */
export function asInPostgres(results: readonly Observation[]): string[] {
  return [...results]
    .sort((a, b) => a.slot - b.slot || (a.account < b.account ? -1 : 1))
    .map((each) => `${each.account} ${each.slot} ${each.outcome} ${amounts(each).join(',')}`);
}

function amounts({ wallets }: Observation): string[] {
  const known = wallets.map((wallet) => wallet.available).filter((amount) => amount !== null);
  return known.sort(compareAmounts);
}
