// The three engines on which the tables may live (docs/adr/0007).
import { citus } from './citus.ts';
import type { Engine, TableKind } from './engine.ts';
import { postgres } from './postgres.ts';
import { timescaledb } from './timescaledb.ts';

export const ENGINES = { postgres, citus, timescaledb } as const satisfies Record<string, Engine>;
export type EngineName = keyof typeof ENGINES;

/**
 * Splits a migration into its statements.
 *
 * When several come at once, Citus sends an index on an expression to its shards as if the whole text were that
 * index. A statement ends with the line that has its semicolon; text between dollar signs is part of one statement.
 */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let lines: string[] = [];
  let quoted = false;
  for (const line of sql.split('\n')) {
    const code = line.replace(/--.*$/, '').trimEnd();
    if ((code.match(/\$\w+\$/g)?.length ?? 0) % 2 === 1) quoted = !quoted;
    lines.push(line);
    if (quoted || !code.endsWith(';')) continue;
    statements.push(lines.join('\n'));
    lines = [];
  }
  return statements;
}

/** Adapts a migration's text to an engine and a schema. */
export function adapt(sql: string, engine: Engine, schema: string): string {
  return engine
    .adaptTable(sql)
    .replace(/^-- engine: functions$/gm, () => engine.functions('floatwatch'))
    .replace(
      /^-- engine: (reference|distributed|series|merged) (\w+)$/gm,
      (_, kind: TableKind, table: string) => engine.place(kind, `floatwatch.${table}`),
    )
    .replace(/\bfloatwatch\./g, `${schema}.`);
}
