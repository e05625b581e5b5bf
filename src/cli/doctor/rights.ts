// Checks whether the database's role may do what the daemon does, and whether there is a role for readers.
import { bad, type Judgement, ok, tableCheck, warn } from './check.ts';

/** The rights that the daemon needs on its tables, as config/grants.sql grants them; it reads all tables. */
export const NEEDED_RIGHTS: Readonly<Record<'INSERT' | 'UPDATE' | 'DELETE', readonly string[]>> = {
  INSERT: [
    ...[
      'account',
      'wallet',
      'poll',
      'snapshot',
      'snapshot_conflict',
      'chore',
      'alert_state',
      'alert_episode',
    ],
    ...[
      'outbox',
      'forgotten_wallet',
      'top_up_request',
      'plan',
      'relay',
      'balance_hourly',
      'balance_daily',
      'outflow_daily',
      'rollup_late',
    ],
    ...['payment_option', 'payment_option_seen', 'payment_option_change'],
  ],
  UPDATE: [
    ...['account', 'poll', 'chore', 'alert_state', 'alert_episode', 'outbox'],
    ...['balance_hourly', 'balance_daily', 'payment_option', 'payment_option_seen'],
  ],
  DELETE: [
    ...['snapshot_conflict', 'outbox', 'alert_episode', 'payment_option_change'],
    ...['balance_hourly', 'outflow_daily', 'rollup_late', 'plan', 'relay'],
  ],
};
const FUNCTIONS = [
  'make_partitions(timestamptz,timestamptz)',
  'drop_partitions(text,timestamptz)',
  'compress_next(timestamptz)',
];

export interface RightsFacts {
  readonly role: string;
  /** Such as `INSERT on snapshot`. */
  readonly lacking: readonly string[];
  readonly hasReader: boolean;
}

export const rights = tableCheck(
  'rights',
  async ({ db, schema }): Promise<RightsFacts> => {
    const wanted = Object.entries(NEEDED_RIGHTS).flatMap(([right, tables]) =>
      tables.map((table) => ({ right, table })),
    );
    const lacking = await db.query<{ right: string; table: string }>(
      `SELECT n.wanted AS right, n.name AS table FROM unnest($1::text[], $2::text[]) AS n (wanted, name)
       WHERE to_regclass('${schema}.' || n.name) IS NOT NULL
         AND NOT has_table_privilege(to_regclass('${schema}.' || n.name)::oid, n.wanted)`,
      [wanted.map(({ right }) => right), wanted.map(({ table }) => table)],
    );
    const functions = await db.query<{ name: string }>(
      `SELECT n.name FROM unnest($1::text[]) AS n (name)
       WHERE to_regprocedure('${schema}.' || n.name) IS NOT NULL
         AND NOT has_function_privilege(to_regprocedure('${schema}.' || n.name)::oid, 'EXECUTE')`,
      [FUNCTIONS],
    );
    const [column] = await db.query<{ may: boolean }>(
      `SELECT coalesce(has_column_privilege(to_regclass('${schema}.wallet')::oid, 'rolled_to', 'UPDATE'), true) AS may`,
    );
    const [row] = await db.query<{ role: string; reader: boolean }>(
      `SELECT current_user AS role,
         EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'floatwatch_reader') AS reader`,
    );
    return {
      role: row!.role,
      hasReader: row!.reader,
      lacking: [
        ...lacking.map(({ right, table }) => `${right} on ${table}`),
        ...(column!.may ? [] : ['UPDATE (rolled_to) on wallet']),
        ...functions.map(({ name }) => `EXECUTE on ${name.replace(/\(.*/, '')}`),
      ],
    };
  },
  judgeRights,
);

export function judgeRights({ role, lacking, hasReader }: RightsFacts): readonly Judgement[] {
  const script = 'run config/grants.sql as the owner of the schema, after each upgrade';
  if (lacking.length > 0) return [bad(`the role ${role} lacks ${lacking.join(', ')}`, script)];
  if (!hasReader) {
    return [
      warn('there is no role floatwatch_reader: people can only read with a role that may write', script),
    ];
  }
  return [ok(`the role ${role} has what it needs`)];
}
