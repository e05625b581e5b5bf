// The three engines that the tables may live on (docs/adr/0007).
import { citus } from './citus.ts';
import type { Engine, TableKind } from './engine.ts';
import { postgres } from './postgres.ts';
import { timescaledb } from './timescaledb.ts';

export const ENGINES = { postgres, citus, timescaledb } as const satisfies Record<string, Engine>;
export type EngineName = keyof typeof ENGINES;

/** A migration's text for an engine and a schema. */
export function adapt(sql: string, engine: Engine, schema: string): string {
  return engine
    .adaptTable(sql)
    .replace(/^-- engine: functions$/gm, () => engine.functions('floatwatch'))
    .replace(/^-- engine: (reference|distributed|series) (\w+)$/gm, (_, kind: TableKind, table: string) =>
      engine.place(kind, `floatwatch.${table}`),
    )
    .replace(/\bfloatwatch\./g, `${schema}.`);
}
