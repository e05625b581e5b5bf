import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from 'vitest';

/** Programs of which two releases are tried: where a variable names the current one, `PATH` has Debian's old one. */
const CURRENT: Readonly<Record<string, string>> = {
  prometheus: 'FLOATWATCH_TEST_PROMETHEUS',
  promtool: 'FLOATWATCH_TEST_PROMTOOL',
  'prometheus-alertmanager': 'FLOATWATCH_TEST_ALERTMANAGER',
  amtool: 'FLOATWATCH_TEST_AMTOOL',
  helm: 'FLOATWATCH_TEST_HELM',
};

/** Gives the path of a program by the name that Debian calls it. */
export type Programs = (name: string) => string;

/**
 * The path of an installed program, or `undefined`: the current release if there is a choice.
 *
 * Postgres' own and sbin folders are searched too.
 */
export function findTool(name: string): string | undefined {
  return process.env[CURRENT[name] ?? ''] || findInstalled(name);
}

/**
 * Fails where no program can be started, so that `npm run test:hours` leaves out what comes after it: for tests of what
 * goes on without its program, or tells of it in words of its own.
 */
export function needPrograms(): void {
  execFileSync('true');
}

/** The path of a program inside a block guarded by {@link describeWith}. */
export function tool(name: string): string {
  return found(name, findTool(name));
}

/** The paths of a program's releases that are there: the current one, then Debian's old one. */
export function releases(name: string): readonly string[] {
  return [...new Set([tool(name), findInstalled(name) ?? tool(name)])];
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

/** As {@link describeWith}, once beside the current releases and once beside Debian's old ones, where both are there. */
export function describeBeside(
  tools: readonly string[],
  name: string,
  body: (programs: Programs) => void,
): void {
  const isChoice = tools.some((each) => process.env[CURRENT[each] ?? '']);
  describeWith(tools, isChoice ? `${name}, current releases` : name, () => body(tool));
  if (!isChoice) return;
  const missing = tools.filter((each) => !findInstalled(each));
  const old = `${name}, the old releases of Debian`;
  if (missing.length > 0 && process.env['FLOATWATCH_REQUIRE_TOOLS'] !== '1') {
    describe.skip(`${old} [SKIPPED: ${missing.join(', ')} not installed]`, () => {});
  } else describe(old, () => body((each) => found(each, findInstalled(each))));
}

function findInstalled(name: string): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/lib/postgresql/15/bin',
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function found(name: string, path: string | undefined): string {
  if (!path) throw new Error(`${name} is not installed`);
  return path;
}
