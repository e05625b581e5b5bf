// The role that may read the views and nothing else.
import type { ClientBase } from 'pg';
import { quoteSchema } from './connection.ts';
import { classifyFailure } from './sqlstate.ts';

const ROLE = 'floatwatch_reader';

/**
 * Lets the role `floatwatch_reader` read every view of the schema; makes the role where we may. In a transaction.
 *
 * False where it doesn't exist and we may not make it: config/grants.sql is for a superuser then.
 */
export async function grantReader(client: ClientBase, name: string): Promise<boolean> {
  const schema = quoteSchema(name);
  const { rowCount: exists } = await client.query('SELECT FROM pg_catalog.pg_roles WHERE rolname = $1', [
    ROLE,
  ]);
  if (!exists && !(await makeRole(client))) return false;
  const { rows: views } = await client.query<{ name: string }>(
    'SELECT quote_ident(viewname) AS name FROM pg_catalog.pg_views WHERE schemaname = $1',
    [name],
  );
  await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${ROLE}`);
  for (const view of views) await client.query(`GRANT SELECT ON ${schema}.${view.name} TO ${ROLE}`);
  await client.query(`GRANT EXECUTE ON FUNCTION ${schema}.balances_at(timestamptz) TO ${ROLE}`);
  return true;
}

async function makeRole(client: ClientBase): Promise<boolean> {
  await client.query('SAVEPOINT making_role');
  try {
    await client.query(`CREATE ROLE ${ROLE} NOLOGIN`);
    return true;
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT making_role');
    const { sqlstate } = classifyFailure(error);
    if (sqlstate === '42501') return false;
    if (sqlstate === '42710' || sqlstate === '23505') return true; // made by a migration of another database
    throw error;
  }
}
