// Shared by the reads of the past, each of which has its own database.
import pg from 'pg';
import type { Schema } from '../../src/store/postgres/connection.ts';
import { type Measurement, median, wallMs } from '../measure.ts';

const ROUNDS = 11;

/** Creates another database on the server, so that it has no other wallets; returns its URL. */
export async function createDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Analyzes as autovacuum would have done by then; that takes longer than the pool's limits. */
export async function analyze({ url }: { readonly url: string }, schema: Schema): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `VACUUM ANALYZE ${schema}.snapshot, ${schema}.balance_hourly, ${schema}.balance_daily, ${schema}.wallet`,
  );
  await client.end();
}

/** The median of a warm read. */
export async function timed(target: number | null, read: () => Promise<unknown>): Promise<Measurement> {
  await read();
  const taken: number[] = [];
  for (let round = 0; round < ROUNDS; round++) taken.push(await wallMs(read));
  return { value: median(taken), unit: 'ms', ...(target !== null && { target }) };
}
