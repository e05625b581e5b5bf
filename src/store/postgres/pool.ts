// Connections to Postgres that survive a dead, slow, half-open, read-only or full server, and PgBouncer in between.
import pg from 'pg';
import { cancelledBy, destroy } from './cancel.ts';
import { BEGIN, Client, clientConfig, type ServerAddress } from './connection.ts';
import { classifyFailure } from './sqlstate.ts';

const CONNECT_MS = 3_000;
const STATEMENT_MS = 8_000;
const QUERY_MS = 10_000; // our own limit, for a server that does not answer at all
const LOCK_MS = 2_000;
const IDLE_IN_TRANSACTION_MS = 10_000;
const END_MS = 2_000;
const CLOSE_MS = 1_000; // then connections that hang are cut: the whole program has ten seconds to stop

const LIMITS = {
  statement_timeout: `${STATEMENT_MS}`,
  lock_timeout: `${LOCK_MS}`,
  idle_in_transaction_session_timeout: `${IDLE_IN_TRANSACTION_MS}`,
};
/** Requested when a connection is made. */
const SETTINGS = { ...LIMITS, default_transaction_isolation: 'read committed' };
const SET_LIMITS = Object.entries(LIMITS).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`);

export interface Queryable {
  /** Returns the rows of one statement. The values are sent beside the text, never in it. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Pool extends Queryable, AsyncDisposable {
  /** Like `query`, but when the signal aborts, the server cancels the running statement and the query rejects. */
  until(signal: AbortSignal): Queryable;
  /** Like `query`, for statements that may take longer than others: up to `ms` milliseconds each. */
  patient(ms: number): Queryable;
  /**
   * Runs `work` between BEGIN and COMMIT.
   *
   * Rejects, with nothing stored, when `work` rejects, and when the server answers COMMIT with ROLLBACK. When it
   * rejects because the connection was cut, the data may be stored: a second write of the same data must be harmless.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Counts of connections: all, idle ones, and callers that wait for one. */
  stats(): { readonly total: number; readonly idle: number; readonly waiting: number };
}

export interface PoolOptions extends ServerAddress {
  /**
   * The most connections at once.
   *
   * @default 5
   */
  readonly max?: number;
  /**
   * The longest time in milliseconds to make a connection or to wait for a free one.
   *
   * @default 3 s
   */
  readonly connectTimeoutMs?: number;
  /**
   * The time in milliseconds after which a statement without an answer is ended.
   *
   * @default 10 s
   */
  readonly queryTimeoutMs?: number;
  /** Called when an idle connection breaks, for example when Postgres restarts. */
  readonly onIdleError?: (error: Error) => void;
  /** Called with the reason when Postgres refuses a statement and will do so until somebody changes something. */
  readonly onRefused?: (reason: string) => void;
  /** Called with each statement's text before it is sent. */
  readonly onStatement?: (text: string) => void;
}

/** A pool that connects with its first statement; throws a sentence for a URL that is refused. Disposing closes it within 2 s. */
export function createPool(options: PoolOptions): Pool {
  const { max = 5, queryTimeoutMs = QUERY_MS, connectTimeoutMs = CONNECT_MS } = options;
  const { onIdleError = () => {}, onRefused = () => {}, onStatement = () => {} } = options;
  let last = clientConfig(options); // throws at once for what can't work
  const clients = new Set<pg.Client>();
  // PgBouncer refuses settings at the start of a connection; then each transaction sets them itself.
  let limitsAtStart = true;

  /** The current configuration, or the last readable one: nobody catches errors where the driver makes connections. */
  function currentConfig(): pg.ClientConfig {
    try {
      last = clientConfig(options);
    } catch {
      // It is read again each time: a file may exist a moment later.
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
    client.on('error', () => {}); // the running query rejects; without a listener the process would die
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

  /** Explains the driver's timeouts: either the server does not answer, or all connections are in use. */
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
        if (rows === null) throw signal.reason; // not inside withClient: nothing is wrong with the connection
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

/** Whether the connection on which the error came must not be used again. */
function spoilsConnection(error: unknown): boolean {
  const { sqlstate } = classifyFailure(error);
  // 08: broken; 57P: the server is closing it; 25006: the server has become read-only, so it is the wrong one; 25P02:
  // its transaction has failed, and nobody is left to end it.
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
