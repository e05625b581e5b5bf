// What commands print that tell no stored past, as golden.test.ts: at 80 and 200 columns, with and without colour.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bad, type Finding, ok, warn } from '../../src/cli/doctor/check.ts';
import { printFindings } from '../../src/cli/doctor/print.ts';
import { createProgram, main } from '../../src/cli/main.ts';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { MERCHANTS } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/server.ts';
import { capture } from '../support/io.ts';
import { ENGINE, type TestDatabase, testDatabase } from '../support/postgres.ts';

const NOW = Date.UTC(2026, 2, 1, 9); // nothing is stored ahead of the database's clock
const [FIRST] = MERCHANTS;
const folder = mkdtempSync(join(tmpdir(), 'floatwatch-golden-'));
const PAST =
  'account,currency,wallet_type,slot,available\nacme-ug,UGX,MERCHANT_PAYOUT,2026-02-08T09:00:00Z,12.50\n';
const file = 'floatwatch.yaml'; // its folder is where we are: how long that is mustn't matter
const before = process.cwd();
let service: Sandbox;
let db: TestDatabase;

beforeAll(async () => {
  process.chdir(folder);
  const clock = createSimulatedClock({ wall: () => NOW });
  service = createSandbox({ scenario: createScenario({ seed: 'golden', merchants: MERCHANTS }), clock });
  await service.start();
  db = await testDatabase();
  const account = (name: string, secret: string) =>
    `  - {name: ${name}, base_url: "${service.address}", public_key: ${FIRST!.publicKey}, secret_key: ${secret}, expect: [UGX/OLD]}\n`;
  const accounts = account('acme-ug', FIRST!.secretKey) + account('acme-ke', 'sk-wrong');
  const rules = 'alerts: {rules: [{name: PayoutFloatLow, below: "5000000"}]}\n';
  writeFileSync('past.csv', PAST);
  writeFileSync(file, `database: {url: "${db.url}", engine: ${ENGINE}}\naccounts:\n${accounts}${rules}`);
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW }); // everything takes 0 ms
});
afterAll(async () => {
  vi.useRealTimers();
  process.chdir(before);
  await service.stop();
  await db[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

async function printed(
  argv: readonly string[],
  columns: number,
  env: NodeJS.ProcessEnv = {},
): Promise<Printed> {
  const { io, written } = capture();
  const stdout = Object.assign(io.stdout, { isTTY: true, columns });
  await main(argv, { ...io, stdout, env });
  const { stdout: out, stderr } = written();
  return { stdout: steady(out), stderr: steady(stderr) };
}

/** Ports, and when a database was made, are others in each run. */
function steady(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replaceAll(/(?<=^\d{4}_\w+ +)\d{4}-\d\d-\d\dT[\d:.]{12}Z/gm, '2026-11-22T09:00:00.000Z');
}

function hold(text: string, columns: number): void {
  for (const line of stripVTControlCharacters(text).split('\n')) {
    if (/^ {2}(\$|curl|npx) /.test(line)) continue; // a command is copied whole
    expect([...line].length, line).toBeLessThanOrEqual(columns);
  }
}

const withConfig = (...argv: string[]) => [...argv, '--config.file', file];
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'check-config': withConfig('check-config'),
  probe: withConfig('probe'),
  poll: withConfig('poll'),
  prune: withConfig('prune'),
  migrate: withConfig('migrate'),
  'migrate-status': withConfig('migrate', '--status'),
  import: withConfig('import', 'past.csv'),
  forget: withConfig('forget', 'acme-ug/UGX/GONE'),
  'alerts-none': withConfig('alerts'),
  'balances-none': withConfig('balances', 'acme-ke'),
  'options-now-none': withConfig('options'),
  'sandbox-faults': ['sandbox', '--list-faults'],
};

describe.each([80, 200])('at %d columns', (columns) => {
  test.each(Object.entries(COMMANDS))('%s', async (name, argv) => {
    const coloured = await printed(argv, columns);
    const plain = await printed(argv, columns, { NO_COLOR: '1' });
    await kept(name, columns, { coloured, plain });
  });

  test('init', async () => {
    const env = { FLOATWATCH_PUBLIC_KEY: FIRST!.publicKey, FLOATWATCH_SECRET_KEY: FIRST!.secretKey };
    const flags = ['--base-url', service.address, '--account', 'acme-ug', '--timezone', 'Africa/Kampala'];
    const into = async (name: string, more: NodeJS.ProcessEnv) => {
      const file = `${name}-${columns}/floatwatch.yaml`;
      const { stdout, stderr } = await printed(['init', ...flags, '--config.file', file], columns, {
        ...env,
        ...more,
      });
      return { stdout: stdout.replaceAll(`${name}-${columns}`, 'FOLDER'), stderr };
    };
    const coloured = await into('coloured', {});
    const plain = await into('plainest', { NO_COLOR: '1' });
    await kept('init', columns, { coloured, plain });
  });

  test('doctor', async () => {
    const of = (env: NodeJS.ProcessEnv): Printed => {
      const { io, written } = capture();
      printFindings({ ...io, stdout: Object.assign(io.stdout, { isTTY: true, columns }), env }, FINDINGS);
      return written();
    };
    await kept('doctor', columns, { coloured: of({}), plain: of({ NO_COLOR: '1' }) });
  });

  test('the help of each command', async () => {
    const names = (await createProgram(capture().io)).commands.map((command) => command.name());
    const texts = [];
    for (const argv of [[], ...names.map((name) => [name]), ['alerts', 'test']]) {
      const { stdout } = await printed([...argv, '--help'], columns);
      hold(stdout, columns);
      texts.push(`$ floatwatch ${[...argv, '--help'].join(' ')}\n${stdout}`);
    }
    await expect(texts.join('\n')).toMatchFileSnapshot(`golden/help.${columns}.txt`);
  });
});

test.each([
  withConfig('rules'),
  ['schema'],
  ['schema', '--markdown'],
  ['schema', '--command', 'balances'],
  ['completion', 'bash'],
])('what is made for files is the same on every terminal: %s %s', async (...argv) => {
  const piped = capture();
  await main(argv, { ...piped.io, env: {} });
  const { stdout } = piped.written();
  expect(stdout.length).toBeGreaterThan(200);
  expect(stripVTControlCharacters(stdout)).toBe(stdout);
  for (const columns of [80, 200]) expect((await printed(argv, columns)).stdout).toBe(steady(stdout));
});

const FINDINGS: readonly Finding[] = [
  { check: 'database', ...ok('it answers') },
  {
    check: 'configuration',
    ...warn('nobody is told of alerts: only the page shows them', 'name a receiver under "alerts"'),
  },
  {
    check: 'clock',
    ...bad(
      "this clock is 1m2s behind the database's",
      'set both by NTP: polls of a slot in the future are not stored',
    ),
  },
  { check: 'memory', state: 'skipped', found: "not asked: the database can't be used", advice: null },
];

async function kept(
  name: string,
  columns: number,
  { coloured, plain }: { readonly coloured: Printed; readonly plain: Printed },
): Promise<void> {
  expect(stripVTControlCharacters(coloured.stdout)).toBe(plain.stdout);
  hold(plain.stdout, columns);
  const said = plain.stderr === '' ? '' : `--- standard error\n${plain.stderr}`;
  await expect(plain.stdout + said).toMatchFileSnapshot(`golden/${name}.${columns}.txt`);
  await expect(coloured.stdout.replaceAll('\u001b', '␛')).toMatchFileSnapshot(
    `golden/${name}.${columns}.colour.txt`,
  );
}
