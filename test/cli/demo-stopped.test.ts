// The past of a demo is imported beside its first polls, for some seconds. Ctrl-C may come in between.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { eventually } from '../support/eventually.ts';
import { capture } from '../support/io.ts';
import { execute } from '../support/postgres.ts';
import { needPrograms } from '../support/tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-demo-'));
chmodSync(folder, 0o755); // Postgres runs as another user when we are root
beforeAll(needPrograms);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the demo; stops it once `ready` resolves, and returns what it has said on standard error. */
async function told(ready: (url: string, stderr: () => string) => Promise<unknown>): Promise<string> {
  const stop = new AbortController();
  const { io, written } = capture();
  const argv = [
    'demo',
    '--data-dir',
    folder,
    '--web.port',
    '0',
    '--database-port',
    '0',
    '--sandbox-port',
    '0',
  ];
  const ended = main(argv, { ...io, signal: stop.signal });
  try {
    const [, passwordFile, address] = await eventually(() => {
      const { stdout, stderr } = written();
      return /PGPASSWORD=\$\(cat (\S+)\) psql (\S+)/.exec(stdout) ?? expect.fail(`${stdout}${stderr}`);
    });
    const url = new URL(address!);
    url.password = readFileSync(passwordFile!, 'utf8').trim();
    await ready(url.href, () => written().stderr);
  } finally {
    stop.abort();
  }
  expect(await ended).toBe(0);
  return written().stderr;
}

/** Of the fortnight without its last day, which has own polls. */
const SLOTS = `SELECT count(DISTINCT slot)::int AS slots FROM floatwatch.snapshot WHERE slot < now() - interval '1 day'`;
const A_DAY = 288; // one each five minutes
const SAID = 'The past fortnight';

test('a demo that is stopped before its past is imported, or while it is, says nothing of it; the next start imports all of it', async () => {
  expect(await told(async () => {})).not.toContain(SAID);

  const stopped = await told((url) =>
    eventually(async () => {
      const [row] = await execute(url, SLOTS);
      expect(row!['slots']).toBeGreaterThan(0);
    }),
  );
  expect(stopped).not.toContain(SAID);

  const whole = await told(async (url, stderr) => {
    await eventually(() => expect(stderr()).toContain(SAID), 100_000);
    const [row] = await execute(url, SLOTS);
    expect(row!['slots']).toBeGreaterThanOrEqual(13 * A_DAY);
  });
  expect(whole).toContain('The past fortnight of the four merchants is in the history.\n');
}, 240_000);
