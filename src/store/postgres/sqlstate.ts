// Decides what to do with a write that Postgres refused, by the SQLSTATE alone: messages are translated and quote values.

/**
 * What to do with a failed write.
 *
 * `retry`: nothing is wrong with the data; keep it and try again. `refused`: Postgres will never accept this record;
 * set it aside. `config`: Postgres accepts nothing until somebody changes something; keep everything and say so.
 * `success`: the record is already stored.
 */
export type WriteFailurePolicy = 'retry' | 'refused' | 'config' | 'success';

/** What a failed write means. */
export interface WriteFailure {
  readonly policy: WriteFailurePolicy;
  /** `null` when the error did not come from the server: a socket, a timeout, a bug. */
  readonly sqlstate: string | null;
  /** The reason in words, for a log or a readiness page; never quotes what was written. */
  readonly reason: string;
  /** Whether the write lost a race with another transaction: one more attempt at once is likely to work. */
  readonly contention: boolean;
  /** Whether the session is gone: the next answer may come from another server, which may lack commits. */
  readonly disconnected: boolean;
}

/** Judges the error of a failed statement. Searches wrapped errors for the server's own code. */
export function classifyFailure(error: unknown): WriteFailure {
  const sqlstate = findSqlstate(error);
  if (sqlstate === null) {
    const reason = describeWithoutState(error);
    return { policy: 'retry', sqlstate, reason, contention: false, disconnected: true };
  }
  const rule = RULES.find(([prefix]) => sqlstate.startsWith(prefix));
  const [, policy, why] = rule ?? UNLISTED;
  return {
    policy,
    sqlstate,
    reason: `${why} (SQLSTATE ${sqlstate})`,
    contention: CONTENTION.has(sqlstate),
    disconnected: DISCONNECTED.test(sqlstate),
  };
}

/**
 * Whether a plain INSERT or a COPY must be repeated with ON CONFLICT DO NOTHING.
 *
 * Citus reports every refusal of a shard for these as XX000; the errors of the second attempt have their own codes.
 */
export function mayBeStoredAlready(error: unknown): boolean {
  const { sqlstate } = classifyFailure(error);
  return sqlstate === '23505' || sqlstate === 'XX000';
}

/** Whether TimescaleDB would have to decompress more rows than a transaction may. */
export function mayNotUnpack(error: unknown): boolean {
  return classifyFailure(error).sqlstate === '53400';
}

type SqlstateRule = readonly [prefix: string, policy: WriteFailurePolicy, why: string];

// The first match wins: whole codes stand before their class.
const RULES: readonly SqlstateRule[] = [
  // The record is stored: only the slot's own key can clash in a statement that does not expect a clash.
  ['23505', 'success', 'it is stored already'],
  // No retry makes these values acceptable: NUL in text, out of range, a failed check, a missing column.
  ['22', 'refused', 'a value was refused'],
  ['23', 'refused', 'a constraint was broken'],
  ['54', 'refused', 'the record is larger than the server takes'],
  // Nothing is wrong with the data: the server is away, full, busy, starting, stopping or not the primary any more.
  ['08', 'retry', 'the connection broke'],
  ['25006', 'retry', 'the server is read-only: a standby, or a failover under way'],
  ['25', 'retry', 'the transaction was lost'],
  ['26', 'retry', 'a prepared statement was lost: another session answered'],
  ['40', 'retry', 'it lost a race with another transaction'],
  ['53100', 'retry', "the server's disk is full"],
  ['53200', 'retry', 'the server is out of memory'],
  ['53300', 'retry', 'the server has no free connection'],
  ['53', 'retry', 'the server is short of a resource'],
  ['55', 'retry', 'a lock was not to be had in time'],
  ['57014', 'retry', 'the statement took too long and was cancelled'],
  ['57P03', 'retry', 'the server is starting or stopping'],
  ['57', 'retry', 'the server ended the session'],
  ['58', 'retry', 'the server has trouble with its files'],
  ['XX', 'retry', 'the server has trouble of its own'],
  // Wrong password, no such database, no right, no such table or column: it works again once somebody mends that.
  ['28', 'config', 'the server refuses our user or password: check database.url'],
  ['3D000', 'config', 'the database does not exist: check database.url'],
  ['3F000', 'config', 'the schema does not exist: run `floatwatch migrate`'],
  ['42501', 'config', 'our role lacks a right: run config/grants.sql (docs/database.md)'],
  ['42', 'config', 'the tables are not those of this version: run `floatwatch migrate`'],
  ['0A', 'config', 'the server lacks a feature that this version needs'],
];

// A retry loses nothing; setting aside or refusing might.
const UNLISTED: SqlstateRule = ['', 'retry', 'the server refused it for a reason that is not in our table'];

const DISCONNECTED = /^(?:08|57P|25006)/;
const CONTENTION = new Set(['40001', '40P01', '55P03']);

// Stricter than five characters: `EPIPE` is a code of the operating system, not of the server.
const SQLSTATE = /^(?:[0-9][0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;

function findSqlstate(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 5) return null;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && SQLSTATE.test(code)) return code;
  return findSqlstate(error.cause, depth + 1);
}

function describeWithoutState(error: unknown): string {
  if (!(error instanceof Error)) return 'the write failed';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return `the server can't be reached (${code})`;
  return `the write failed: ${error.message.slice(0, 200) || error.name}`;
}
