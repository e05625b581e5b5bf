// Citus, as the migrations need to know it.
import type { Engine } from './engine.ts';
import { requireExtension } from './engine.ts';
import { monthFunctions } from './months.ts';

/** Citus: what belongs to an account lives on one shard, colocated; partitions by month within. */
export const citus: Engine = {
  check: (client) => requireExtension(client, 'citus'),
  // Tables, views and functions are made in one transaction: shards one after another, on one connection each.
  prelude: "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'",
  adaptTable: (sql) => sql,
  place(kind, table) {
    if (kind === 'reference') return `SELECT create_reference_table('${table}');`;
    // The first one opens the group that the others join.
    const group = table.endsWith('.wallet') ? "'none'" : "'floatwatch.wallet'";
    return `SELECT create_distributed_table('${table}', 'account_id', colocate_with => ${group});`;
  },
  functions: (schema) => monthFunctions(schema, false),
};
