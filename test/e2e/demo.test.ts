// README block 1, less the install: what a stranger sees.
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { execute } from '../support/postgres.ts';
import { floatwatch, start } from '../support/process.ts';

const ANY_PORTS = ['--web.port', '0', '--database-port', '0', '--sandbox-port', '0'];
const ON_A_TERMINAL = {
  NODE_OPTIONS: '--import data:text/javascript,Object.assign(process.stdout,{isTTY:true,columns:500})',
};

interface Firing {
  readonly alerts: readonly { readonly annotations: Readonly<Record<string, string>> }[];
}

test('F13 npx floatwatch demo: wallets, rows and a firing alert; Ctrl-C leaves nothing, nor does a terminal that is closed; a second start goes on', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'floatwatch-demo-'));
  await chmod(folder, 0o755); // Postgres runs as another user when we are root
  stack.defer(() => rm(folder, { recursive: true, force: true }));

  const first = stack.use(floatwatch(['demo', '--data-dir', folder, ...ANY_PORTS]));
  const [, address] = await first.until(/the page {6}http:\/\/([^/]+)\//);
  const page = async () => await (await request(`http://${address}/`)).body.text();
  const metrics = async () => await (await request(`http://${address}/metrics`)).body.text();
  await eventually(async () =>
    expect((await metrics()).match(/^merchant_wallet_available_balance\{/gm)).toHaveLength(20),
  );
  await eventually(
    async () =>
      expect(await metrics()).toMatch(
        /^floatwatch_alert_state\{alertname="PayoutFloatLow",.*account="demo-acme-ug",currency="UGX".*\} 2$/m,
      ),
    60_000,
  );
  expect(await page()).toMatch(/PayoutFloatLow/);
  expect(await page()).toMatch(/<p class="quiet">Demo, minute \d+ of 15: [^<]+\.<\/p>/);

  // The psql line that it prints holds all that is needed.
  const [, passwordFile, url] = first.output().match(/PGPASSWORD=\$\(cat (\S+)\) psql (\S+)/)!;
  const database = new URL(url!);
  database.password = readFileSync(passwordFile!, 'utf8').trim();
  const [before] = await execute(database.href, 'SELECT count(*) AS polls FROM floatwatch.polls');
  expect(Number(before!['polls'])).toBeGreaterThan(8);

  await first.until(/past fortnight of the four merchants is in the history/, 120_000);
  const [past] = await execute(
    database.href,
    'SELECT count(DISTINCT day)::int AS days, count(*)::int AS rows FROM floatwatch.balances_daily',
  );
  expect(past!['days']).toBeGreaterThanOrEqual(14);
  expect(past!['rows']).toBeGreaterThanOrEqual(14 * 20);
  // On a busy machine one of its own polls may fail.
  const gaps = `SELECT * FROM floatwatch.gaps WHERE failed = 0 OR since < now() - interval '1 hour'`;
  expect(await execute(database.href, gaps)).toEqual([]);
  // Small charts may be half a minute old: of before the fortnight was there.
  await eventually(async () => expect((await page()).match(/class="spark"/g)).toHaveLength(20), 45_000);
  const firing = async () => (await (await request(`http://${address}/api/v1/alerts`)).body.json()) as Firing;
  // On a Friday, when most goes out, it is late for that already.
  const by = String.raw`by \w{3} \S+ \d\d:\d\d UTC from demo-acme-ug/UGX/MERCHANT_COLLECTION`;
  const late = 'at once from demo-acme-ug/UGX/MERCHANT_COLLECTION: it is there .* UTC on';
  await eventually(async () =>
    expect((await firing()).alerts.map(({ annotations }) => annotations['summary'])).toContainEqual(
      expect.stringMatching(
        new RegExp(
          String.raw`^demo-acme-ug can pay out [\d,.]+ UGX; .*: send [\d,]+ UGX (?:${by}|${late}); it then lasts until`,
        ),
      ),
    ),
  );
  const [episodes] = await execute(
    database.href,
    `SELECT count(*)::int AS past FROM floatwatch.alerts WHERE resolved_at < now() - interval '1 day'`,
  );
  expect(episodes!['past']).toBeGreaterThan(10);

  const pid = readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0];
  first.child.kill('SIGINT');
  expect(await first.ended()).toBe(0);
  expect(existsSync(`/proc/${pid}/stat`)).toBe(false);

  const second = stack.use(floatwatch(['demo', '--data-dir', folder, ...ANY_PORTS], { env: ON_A_TERMINAL }));
  await second.until(/the page {6}http:\/\/([^/]+)\//);
  expect(first.output()).toContain('In twenty seconds a payout wallet of demo-acme-ug runs low');
  expect(second.output()).not.toContain('In twenty seconds'); // it ran low then: now it says what is true now
  expect(second.output()).toMatch(/^Now .+\. In \d+ s: .+\.$/m);
  const [, , urlAgain] = second.output().match(/PGPASSWORD=\$\(cat (\S+)\) psql (\S+)/)!;
  database.port = new URL(urlAgain!).port;
  await eventually(async () => {
    const [after] = await execute(database.href, 'SELECT count(*) AS polls FROM floatwatch.polls');
    expect(Number(after!['polls'])).toBeGreaterThan(Number(before!['polls']));
  });
  const pidAgain = readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0];
  second.child.kill('SIGHUP');
  expect(await second.ended()).toBe(0);
  expect(existsSync(`/proc/${pidAgain}/stat`)).toBe(false);
}, 300_000);

test('npm start ends whole when its process group is told to, signals passed on by npm included', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'floatwatch-demo-'));
  await chmod(folder, 0o755); // Postgres runs as another user when we are root
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const npm = stack.use(start('npm', ['start', '--', '--data-dir', folder, ...ANY_PORTS], { group: true }));
  await npm.until(/the page/);
  const pid = readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0];
  npm.tell('SIGTERM');
  await npm.ended();
  await eventually(() => expect(existsSync(`/proc/${pid}/stat`)).toBe(false));
}, 120_000);
