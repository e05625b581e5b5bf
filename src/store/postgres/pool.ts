// Connections to Postgres that survive a dead, slow, half-open, read-only or full one, and PgBouncer in between.
import pg from 'pg';
import { cancelledBy, destroy } from './cancel.ts';
import { BEGIN, Client, clientConfig, type ServerAddress } from './connection.ts';
import { classifyFailure } from './sqlstate.ts';

const CONNECT_MS = 3_000;
const STATEMENT_MS = 8_000;
const QUERY_MS = 10_000; // ours, for a server that doesn't answer at all
const LOCK_MS = 2_000;
const IDLE_IN_TRANSACTION_MS = 10_000;
const END_MS = 2_000;
const CLOSE_MS = 1_000; // then what hangs is cut: the whole program has ten seconds to stop

const LIMITS = {
  statement_timeout: `${STATEMENT_MS}`,
  lock_timeout: `${LOCK_MS}`,
  idle_in_transaction_session_timeout: `${IDLE_IN_TRANSACTION_MS}`,
};
/** Asked for when a connection is made. */
const SETTINGS = { ...LIMITS, default_transaction_isolation: 'read committed' };
const SET_LIMITS = Object.entries(LIMITS).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`);

export interface Queryable {
  /** Rows of one statement; values are sent beside it, never in it. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Pool extends Queryable, AsyncDisposable {
  /** The same, but a statement under way is cancelled at the server when the signal says so, and rejects. */
  until(signal: AbortSignal): Queryable;
  /** The same for statements that may take longer than the others, so many milliseconds each. */
  patient(ms: number): Queryable;
  /**
   * Runs `work` between BEGIN and COMMIT.
   *
   * Rejects, with nothing stored, when `work` does, and when COMMIT is answered with ROLLBACK. When it rejects
   * because the connection was cut, it may have been stored: what is written must bear being written twice.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Connections: all, idle ones, and callers that wait for one. */
  stats(): { readonly total: number; readonly idle: number; readonly waiting: number };
}

export interface PoolOptions extends ServerAddress {
  /**
   * Most connections at once.
   *
   * @default 5
   */
  readonly max?: number;
  /**
   * How long a connection, made or awaited, may take, in milliseconds.
   *
   * @default 3 s
   */
  readonly connectTimeoutMs?: number;
  /**
   * Ends a statement that was not answered, in milliseconds.
   *
   * @default 10 s
   */
  readonly queryTimeoutMs?: number;
  /** Told when an idle connection breaks, as it does when Postgres restarts. */
  readonly onIdleError?: (error: Error) => void;
  /** Told why Postgres does not do a statement, and will not until somebody changes something. */
  readonly onRefused?: (reason: string) => void;
  /** Told of each statement's text before it is sent. */
  readonly onStatement?: (text: string) => void;
}

/** A pool that connects when it is first asked; throws a sentence for a URL that is refused. Dispose to close it, within 2 s. */
export function createPool(options: PoolOptions): Pool {
  const { max = 5, queryTimeoutMs = QUERY_MS, connectTimeoutMs = CONNECT_MS } = options;
  const { onIdleError = () => {}, onRefused = () => {}, onStatement = () => {} } = options;
  let last = clientConfig(options); // what can't work is told at once
  const clients = new Set<pg.Client>();
  // PgBouncer refuses settings at the start of a connection; each transaction then sets them for itself.
  let limitsAtStart = true;

  /** As it reads now, or as it last could be read: the driver makes connections where nobody catches what is thrown. */
  function currentConfig(): pg.ClientConfig {
    try {
      last = clientConfig(options);
    } catch {
      // It is read again each time: a file may be there a moment later.
    }
    return last;
  }

  const pool = new pg.Pool({
    Client: class extends Client {
      constructor() {
        const times = { query_timeout: queryTimeoutMs, connectionTimeoutMillis: connectTimeoutMs };
        super({ ...currentConfig(), ...times }, limitsAtStart ? SETTINGS : {});
      }
    },
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 1_800,
  });
  pool.on('error', onIdleError);
  pool.on('connect', (client) => {
    clients.add(client as pg.Client);
    client.on('error', () => {}); // the query that runs rejects; without a listener the process would die
  });
  pool.on('remove', (client) => clients.delete(client as pg.Client));

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect().catch((error) => {
        if (!refusesLimits(error)) throw error;
        limitsAtStart = false;
        return pool.connect();
      });
    } catch (error) {
      throw explain(error);
    }
  }

  /** What the driver means by its timeouts: a server that is silent, or connections that are all taken. */
  function explain(error: unknown): unknown {
    if (!(error instanceof Error && /connection timeout|timeout exceeded/.test(error.message))) return error;
    const busy = error.message.includes('timeout exceeded') && clients.size >= max && pool.idleCount === 0;
    const told = busy ? `all ${max} connections to Postgres are busy` : 'Postgres does not answer';
    return new Error(`${told} (after ${connectTimeoutMs / 1000} s)`, { cause: error });
  }

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    try {
      return await onClient(work);
    } catch (error) {
      const { policy, reason } = classifyFailure(error);
      if (policy === 'config' || policy === 'refused') onRefused(reason);
      throw error;
    }
  }

  async function onClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await connect();
    let spoiled = true;
    try {
      const result = await work(client);
      spoiled = false;
      return result;
    } catch (error) {
      spoiled = spoilsConnection(error);
      throw error;
    } finally {
      client.release(spoiled);
    }
  }

  async function send<Row extends pg.QueryResultRow>(
    client: pg.PoolClient,
    text: string,
    values: readonly unknown[] = [],
    timeoutMs = queryTimeoutMs,
  ): Promise<Row[]> {
    onStatement(text);
    const query = { text, values: values as unknown[], query_timeout: timeoutMs };
    return (await client.query<Row>(query)).rows;
  }

  async function inTransaction<T>(client: pg.PoolClient, work: (tx: Queryable) => Promise<T>): Promise<T> {
    let result: T;
    try {
      await client.query(limitsAtStart ? BEGIN : [BEGIN, ...SET_LIMITS].join('; '));
      result = await work({ query: (text, values) => send(client, text, values) });
    } catch (error) {
      if (!spoilsConnection(error)) await client.query('ROLLBACK');
      throw error;
    }
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error(`COMMIT was answered with ${command}: nothing was stored`);
    return result;
  }

  function query<Row extends pg.QueryResultRow>(
    client: pg.PoolClient,
    text: string,
    values: readonly unknown[] | undefined,
  ): Promise<Row[]> {
    return limitsAtStart ? send(client, text, values) : inTransaction(client, (tx) => tx.query(text, values));
  }

  return {
    query: (text, values) => withClient((client) => query(client, text, values)),
    until: (signal) => ({
      async query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) {
        const rows = await withClient(async (client) =>
          signal.aborted
            ? null
            : await cancelledBy(signal, { client, config: currentConfig() }, () =>
                query<Row>(client, text, values),
              ),
        );
        if (rows === null) throw signal.reason; // out here: nothing is wrong with the connection
        return rows;
      },
    }),
    patient: (ms) => ({
      query: (text, values) =>
        withClient((client) =>
          inTransaction(client, async (tx) => {
            await tx.query(`SET LOCAL statement_timeout = ${ms}`);
            return await send(client, text, values, ms + END_MS);
          }),
        ),
    }),
    transaction: (work) => withClient((client) => inTransaction(client, work)),
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async [Symbol.asyncDispose]() {
      const bound = setTimeout(() => {
        for (const client of clients) destroy(client);
      }, CLOSE_MS);
      await pool.end().catch(onIdleError);
      clearTimeout(bound);
    },
  };
}

/** Whether the connection that brought the error must not be used again. */
function spoilsConnection(error: unknown): boolean {
  const { sqlstate } = classifyFailure(error);
  // 08: broken; 57P: the server is closing it; 25006: it has become read-only, so it is the wrong one; 25P02: it is in a
  // transaction that has failed, and nobody is left who would end that.
  return sqlstate === null || /^(08|57P|25006|25P02)/.test(sqlstate);
}

function refusesLimits(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '08P01' &&
    /startup parameter/.test(error.message)
  );
}
