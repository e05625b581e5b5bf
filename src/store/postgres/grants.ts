// Lets one role read the views and nothing else.
import type { ClientBase } from 'pg';
import type { EngineName } from '../engines/engines.ts';
import { quoteSchema } from './connection.ts';
import { classifyFailure } from './sqlstate.ts';

const ROLE = 'floatwatch_reader';
/** Each failure means that another process's grant succeeded, so this many may grant at once. */
const ATTEMPTS = 10;
/** The tables that the schema's views read: on its shards, Citus checks the asking role's rights, not the view owner's. */
const BEHIND_VIEWS = `
  SELECT d.refobjid FROM pg_catalog.pg_rewrite r
  JOIN pg_catalog.pg_class v ON v.oid = r.ev_class AND v.relkind = 'v' AND v.relnamespace = n.oid
  JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = r.oid
    AND d.refclassid = 'pg_catalog.pg_class'::regclass`;

/**
 * Lets the role `floatwatch_reader` read every view of the schema, and creates the role where we may. Call it in a
 * transaction.
 *
 * Returns `false` when the role does not exist and we may not create it, or when we may not grant. A superuser then
 * runs config/grants.sql.
 */
export async function grantReader(client: ClientBase, name: string, engine: EngineName): Promise<boolean> {
  // With the first grant, Citus creates the role on workers that do not have it, and not every role may do that.
  await client.query('SAVEPOINT granting');
  for (let attempt = 1; ; attempt++) {
    try {
      return await grant(client, name, engine);
    } catch (error) {
      await client.query('ROLLBACK TO SAVEPOINT granting');
      const { sqlstate } = classifyFailure(error);
      if (sqlstate === '42501') return false;
      // "Tuple concurrently updated": grants don't wait for each other, nor do two databases that create the role on a worker.
      if (sqlstate !== 'XX000' || attempt === ATTEMPTS) throw error;
    }
  }
}

async function grant(client: ClientBase, name: string, engine: EngineName): Promise<boolean> {
  const { rowCount: exists } = await client.query('SELECT FROM pg_catalog.pg_roles WHERE rolname = $1', [
    ROLE,
  ]);
  if (!exists && !(await makeRole(client))) return false;
  const schema = quoteSchema(name);
  const { rows: readable } = await client.query<{ name: string }>(
    `SELECT quote_ident(c.relname) AS name FROM pg_catalog.pg_class c
     JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND (c.relkind = 'v' OR $2 AND c.oid IN (${BEHIND_VIEWS}))`,
    [name, engine === 'citus'],
  );
  await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${ROLE}`);
  for (const each of readable) await client.query(`GRANT SELECT ON ${schema}.${each.name} TO ${ROLE}`);
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
    if (sqlstate === '42710' || sqlstate === '23505') return true; // a migration of another database created it
    throw error;
  }
}
