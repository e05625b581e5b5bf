import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from 'vitest';

/** The path of an installed program, or `undefined`. Postgres' own and sbin folders are searched too. */
export function findTool(name: string): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/lib/postgresql/15/bin',
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The path of a program inside a block guarded by {@link describeWith}. */
export function tool(name: string): string {
  const path = findTool(name);
  if (!path) throw new Error(`${name} is not installed`);
  return path;
}

/**
 * A `describe` that needs installed programs.
 *
 * Skipped by name when one is missing; with FLOATWATCH_REQUIRE_TOOLS=1 (CI) that is a failure instead.
 */
export function describeWith(tools: readonly string[], name: string, body: () => void): void {
  const missing = tools.filter((tool) => !findTool(tool));
  if (missing.length > 0 && process.env['FLOATWATCH_REQUIRE_TOOLS'] !== '1') {
    describe.skip(`${name} [SKIPPED: ${missing.join(', ')} not installed]`, body);
  } else describe(name, body);
}
