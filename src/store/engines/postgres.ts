// Adapts the migrations to plain Postgres.
import type { Engine } from './engine.ts';
import { monthFunctions } from './months.ts';

/** Plain Postgres: partitions by month. */
export const postgres: Engine = {
  async check() {},
  prelude: '',
  adaptTable: (sql) => sql,
  place: () => '',
  functions: (schema) => monthFunctions(schema, true),
};
