import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start } from '../support/process.ts';
import { describeWith, tool } from '../support/tools.ts';
import { read } from './compose.ts';

const UNIT = 'deploy/systemd/floatwatch.service';
const CONFIG = 'deploy/systemd/floatwatch.yaml';

describeWith(['systemd-analyze'], 'systemd', () => {
  test('verify finds nothing to say of the unit', async () => {
    expect(await analyze(['verify', '--man=no'])).toEqual({ code: 0, output: '' });
  });

  test('the unit is hardened: an exposure below 2 of 10', async () => {
    const { code, output } = await analyze(['security', '--offline=true', '--threshold=20']);
    expect(code, output).toBe(0);
  });
});

test('the unit lets V8 execute the memory that it has written', () => {
  expect(read(UNIT)).not.toMatch(/^MemoryDenyWriteExecute/m);
});

test('a reload that comes before the program can listen ends in another start', () => {
  expect(read(UNIT)).toMatch(/^RestartForceExitStatus=SIGHUP$/m); // else systemd takes that for an end that was wanted
});

test('every secret is a credential, and the configuration beside the unit reads each', () => {
  const handed = [...read(UNIT).matchAll(/^LoadCredential=(\w+):\/etc\/floatwatch\/secrets\/\1$/gm)];
  const wanted = [...read(CONFIG).matchAll(/_file: \$\{CREDENTIALS_DIRECTORY\}\/(\w+)$/gm)];
  expect(handed.length).toBeGreaterThan(1);
  expect(handed.map(([, name]) => name)).toEqual(wanted.map(([, name]) => name));
});

// systemd hands over a copy, and only when it starts a service: a key that is put into its file reaches nobody by itself.
test.for([
  ['docs/operations.md', 'With systemd', /`systemctl restart floatwatch`/],
  ['docs/runbook.md', 'CredentialsRefused', /systemd.*restart/],
  ['docs/security.md', 'Secrets', /Rotation\..*restart.*systemd hands over/],
] as const)('%s, "%s": a secret of the unit that is changed takes a restart', ([file, chapter, says]) => {
  const [, text = ''] = read(file).split(new RegExp(`^## ${chapter}$`, 'm'));
  expect(text.split(/^## /m)[0]!.replaceAll('\n', ' ')).toMatch(says);
});

/** Asks about a copy whose program is one that is installed here: verify looks for it. */
async function analyze(args: readonly string[]): Promise<{ code: number | string; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'floatwatch-unit-'));
  const unit = join(folder, 'floatwatch.service');
  try {
    await writeFile(
      unit,
      read(UNIT).replaceAll('/opt/floatwatch/node_modules/.bin/floatwatch', process.execPath),
    );
    await using analysis = start(tool('systemd-analyze'), [...args, unit]);
    const code = await analysis.ended();
    return { code, output: analysis.output() };
  } finally {
    await rm(folder, { recursive: true });
  }
}
