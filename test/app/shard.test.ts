// Accounts divided among processes: which belongs to whom, and what becomes of its alerts when that changes.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { createEndAbandoned, type EndAbandonedOptions } from '../../src/app/alerts/abandoned.ts';
import { setup } from '../../src/app/app.ts';
import { ofOwnAccounts } from '../../src/app/shard.ts';
import { ofShard, shardOf } from '../../src/app/shard-of.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { loadConfig } from '../../src/config/load.ts';
import { eventually } from '../support/eventually.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { execute, testDatabase } from '../support/postgres.ts';
import { bodyOf } from '../support/request-body.ts';
import { serviceOf, serviceWallet } from './service.ts';

const names = (count: number) => Array.from({ length: count }, (_, i) => `merchant-${i}`);

describe('which shard an account belongs to', () => {
  test.for([
    ['acme-ug', 1, 0],
    ['acme-ug', 8, 5],
    ['acme-ke', 8, 3],
    ['merchant-17', 3, 0],
  ] as const)('%s of %i is %i, on every machine and in every version', ([name, total, shard]) => {
    expect(shardOf(name, total)).toBe(shard);
  });

  test('one more shard takes its share from each, and moves none between the others', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 64 }), (name, total) => {
        const [before, after] = [shardOf(name, total), shardOf(name, total + 1)];
        expect(before).toBeLessThan(total);
        expect(after === before || after === total).toBe(true);
      }),
    );
  });

  test('ten thousand accounts are divided by eight to within a tenth', () => {
    const counts = new Map<number, number>();
    for (const name of names(10_000)) counts.set(shardOf(name, 8), (counts.get(shardOf(name, 8)) ?? 0) + 1);
    for (let shard = 0; shard < 8; shard++) expect(Math.abs(counts.get(shard)! - 1_250)).toBeLessThan(125);
  });
});

/** An Alertmanager that writes down which alerts it was told to fire and which to end. */
async function writingAlertmanager() {
  const told: { account: string; ends: boolean }[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    for (const { labels, endsAt } of JSON.parse(body?.toString() || '[]'))
      if (labels.alertname === 'Low')
        told.push({ account: labels.account, ends: Date.parse(endsAt) <= Date.now() });
    response.setHeader('date', new Date().toUTCString()).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    told,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Processes of one fleet, on one database, beside one Alertmanager. */
async function createFleet(stack: AsyncDisposableStack, accounts: readonly string[]) {
  const database = stack.use(await testDatabase());
  const alertmanager = stack.use(await writingAlertmanager());
  const network = {
    ...REAL_WORLD.network,
    connect: serviceOf(() => [serviceWallet('MERCHANT_PAYOUT', '7')]),
  };
  const settings = (shard: number, total: number) => ({
    database: { url: database.url },
    web: { listen: ['127.0.0.1:0'] },
    shards: { shard, total },
    poll: { schedule: '*/5 * * * * *', deadline: '2s' },
    accounts: accounts.map((name) => ({
      ...{ name, base_url: 'http://127.0.0.1:1', public_key: `p-${name}`, secret_key: `s-${name}` },
    })),
    alerts: {
      alertmanagers: [alertmanager.url],
      resend: '5s',
      rules: [{ name: 'Low', severity: 'critical', wallets: { currency: 'UGX' }, below: '100' }],
    },
  });
  return {
    database,
    told: alertmanager.told,
    /** Starts a process of that shard, and waits until it fires for all of its accounts. */
    async start(shard: number, total: number) {
      const folder = stack.use(await configFolder(settings(shard, total)));
      const { config } = loadConfig(folder.file, { env: {} });
      const app = await setup(config, { world: { network } });
      let stopped: Promise<void> | undefined;
      const stop = () => (stopped ??= app.stop());
      stack.defer(stop);
      const own = ofShard(config).accounts.map(({ name }) => name);
      await eventually(() => expect(firing(app)).toEqual([...own].sort()));
      return { app, stop, own, config };
    },
  };
}

function firing(app: { alerts(): readonly { rule: string; phase: string; account: string }[] }): string[] {
  return app
    .alerts()
    .filter(({ rule, phase }) => rule === 'Low' && phase === 'firing')
    .map(({ account }) => account)
    .sort();
}

/** Everything that is asked about one account, and the status with which another shard answers. */
const askedAbout = (account: string) =>
  [
    [`/accounts/${account}`, 404],
    [`/wallets/${account}/UGX/MERCHANT_PAYOUT`, 404],
    [`/api/v1/balances/history?account=${account}&currency=UGX&wallet_type=MERCHANT_PAYOUT`, 404],
    ...['at', 'statement', 'plan', 'options'].flatMap((name): [string, number][] => [
      [`/api/v1/${name}?account=${account}`, 400],
      [`/${name}?account=${account}`, 400],
    ]),
    [`/?account=${account}`, 200],
    [`/alerts?account=${account}`, 200],
  ] as const;

test('of two shards each polls, watches and shows its own, and says so', { timeout: 120_000 }, async () => {
  await using stack = new AsyncDisposableStack();
  const accounts = names(6);
  const fleet = await createFleet(stack, accounts);
  const shards = await Promise.all([fleet.start(0, 2), fleet.start(1, 2)]);
  expect(shards.flatMap(({ own }) => own).sort()).toEqual(accounts);
  for (const [i, { app, own }] of shards.entries()) {
    expect(own.length).toBeGreaterThan(0);
    const get = async (path: string) => await request(`http://${app.addresses[0]}${path}`);
    const page = await get('/');
    expect(page.headers['floatwatch-shard']).toBe(`${i}/2`);
    expect(await page.body.text()).toContain(
      `Shard ${i} of 2: these pages are about its accounts, ${own.length} of them.`,
    );
    const metrics = await (await get('/metrics')).body.text();
    expect(metrics).toContain(`floatwatch_shard_ordinal ${i}\n`);
    expect(metrics).toContain('floatwatch_total_shards 2\n');
    const exposed = new Set(
      [...metrics.matchAll(/merchant_wallet_available_balance\{account="([^"]+)"/g)].map(([, name]) => name),
    );
    expect([...exposed].sort()).toEqual([...own].sort());
    await eventually(async () => {
      const { balances } = (await (await get(`/api/v1/at?time=${new Date().toISOString()}`)).body.json()) as {
        balances: { account: string }[];
      };
      expect(balances.map(({ account }) => account).sort()).toEqual([...own].sort());
    });
    const { alerts } = (await (await get('/api/v1/alerts')).body.json()) as {
      alerts: { rule: string; labels: { account: string } }[];
    };
    const other = accounts.find((name) => !own.includes(name))!;
    const said = `${other} is an account of shard ${1 - i} of 2.`;
    for (const [path, status] of askedAbout(other)) {
      const answer = await get(path);
      const text = await answer.body.text();
      expect([path, answer.statusCode, text.includes(said)]).toEqual([path, status, true]);
      expect(text).not.toContain('did you mean');
    }
    const low = alerts.filter(({ rule }) => rule === 'Low').map(({ labels }) => labels.account);
    expect(low.sort()).toEqual([...own].sort());
  }
  const polled = await execute(
    fleet.database.url,
    `SELECT DISTINCT a.name FROM floatwatch.poll p JOIN floatwatch.account a USING (account_id) ORDER BY 1`,
  );
  expect(polled.map(({ name }) => name)).toEqual(accounts); // SQL is about all
});

test('a question of the past that names no account is about the shard’s own; without shards about all', async () => {
  const asked: unknown[] = [];
  const database = {
    queries: {
      statement: (query: { accounts?: readonly string[] }) => void asked.push(query.accounts),
      at: async ({ accounts }: { accounts: readonly string[] }) => void asked.push(accounts),
    },
    alertLog: { episodes: async (query: object) => void asked.push(query) },
  };
  const ask = async (total: number, names: readonly string[]) => {
    const configured = {
      config: { shards: { shard: 0, total } },
      accounts: new Map(names.map((name) => [name, {}])),
    };
    const own = ofOwnAccounts(() => configured as never, database as never);
    own.queries.statement({ from: '2026-05-04', to: '2026-05-04' });
    own.queries.statement({ from: '2026-05-04', to: '2026-05-04', accounts: ['other'] });
    await own.queries.at({ at: 0, accounts: [] });
    await own.alertLog.episodes({ most: 5 });
    await own.alertLog.episodes({ account: 'other' });
    return asked.splice(0);
  };
  const other = { account: 'other' };
  expect(await ask(1, ['acme'])).toEqual([[], ['other'], [], { most: 5, accounts: [] }, other]);
  expect(await ask(2, ['acme'])).toEqual([
    ['acme'],
    ['other'],
    ['acme'],
    { most: 5, accounts: ['acme'] },
    other,
  ]);
  expect(await ask(2, [])).toEqual([[''], ['other'], [''], { most: 5, accounts: [''] }, other]);
});

test('what nobody waits for any more is cancelled at the database, with shards and without', async () => {
  const { signal } = new AbortController();
  const heard: unknown[] = [];
  const database = {
    queries: {
      statement: (_query: object, until?: AbortSignal) => void heard.push(until),
      at: async ({ signal: until }: { signal?: AbortSignal }) => void heard.push(until),
    },
    alertLog: { episodes: async ({ signal: until }: { signal?: AbortSignal }) => void heard.push(until) },
  };
  for (const total of [1, 2]) {
    const configured = { config: { shards: { shard: 0, total } }, accounts: new Map([['acme', {}]]) };
    const own = ofOwnAccounts(() => configured as never, database as never);
    own.queries.statement({ from: '2026-05-04', to: '2026-05-04' }, signal);
    await own.queries.at({ at: 0, accounts: [], signal });
    await own.alertLog.episodes({ signal });
  }
  expect(heard).toEqual(Array.from({ length: 6 }, () => signal));
});

test('a change of their number loses no slot, alert or episode, and ends no alert at an Alertmanager', {
  timeout: 120_000,
}, async () => {
  await using stack = new AsyncDisposableStack();
  const accounts = names(6);
  const fleet = await createFleet(stack, accounts);
  const whole = await fleet.start(0, 1);
  await eventually(() => expect(new Set(fleet.told.map(({ account }) => account)).size).toBe(6));

  // As a rolling update does: the new ones are there before the old one goes.
  const [first, second] = [await fleet.start(0, 2), await fleet.start(1, 2)];
  await whole.stop();
  const from = fleet.told.length;
  await eventually(() =>
    expect(new Set(fleet.told.slice(from).map(({ account }) => account))).toEqual(new Set(accounts)),
  );
  // And back to one.
  const again = await fleet.start(0, 1);
  await Promise.all([first.stop(), second.stop()]);
  const back = fleet.told.length;
  await eventually(() =>
    expect(new Set(fleet.told.slice(back).map(({ account }) => account))).toEqual(new Set(accounts)),
  );
  await again.stop();

  expect(fleet.told.filter(({ ends }) => ends)).toEqual([]);
  const rows = await execute(
    fleet.database.url,
    `SELECT e.rule, a.name AS account, e.resolved_at FROM floatwatch.alert_episode e
     JOIN floatwatch.account a USING (account_id) WHERE e.rule = 'Low' ORDER BY a.name`,
  );
  expect(rows).toEqual(accounts.map((account) => ({ rule: 'Low', account, resolved_at: null })));
  const gaps = await execute(
    fleet.database.url,
    `SELECT a.name, ((extract(epoch FROM max(slot) - min(slot)) / 5) + 1 - count(*))::int AS missed
     FROM floatwatch.poll p JOIN floatwatch.account a USING (account_id) GROUP BY 1 ORDER BY 1`,
  );
  expect(gaps).toEqual(accounts.map((name) => ({ name, missed: 0 })));
});

/** What a process ends of alerts of these accounts that nobody has asked for of late; `reload` comes while it asks. */
async function abandonedAs(
  configured: { readonly accounts: ReadonlyMap<string, object>; readonly elsewhere: ReadonlySet<string> },
  reload = configured,
): Promise<readonly unknown[]> {
  const ended: unknown[] = [];
  const saved = ['here', 'elsewhere', 'removed'].map((account) => ({ account }));
  let now = configured;
  const abandoned = async () => {
    now = reload;
    return saved;
  };
  const look = createEndAbandoned({
    log: { debug() {} },
    configured: () => now,
    alerts: () => [],
    alerting: { resume: (states: unknown[]) => void ended.push(...states), takeOver() {}, forget() {} },
    board: { has: () => true },
    forgotten: { without: (states: unknown[]) => states },
    storage: { postgres: { alertLog: { abandoned, async keep() {} } } },
    recalled: Promise.resolve(),
  } as unknown as EndAbandonedOptions);
  await Promise.resolve();
  await look();
  return ended;
}

test('alerts of an account that another shard works for are never abandoned, however long that is down', async () => {
  const accounts = new Map([['here', {}]]);
  const elsewhere = new Set(['elsewhere']);
  expect(await abandonedAs({ accounts, elsewhere })).toEqual([{ account: 'here' }, { account: 'removed' }]);
});

test('nor are those of one that a reload brings while the database is asked', async () => {
  const accounts = new Map([['here', {}]]);
  const before = { accounts, elsewhere: new Set<string>() };
  expect(await abandonedAs(before, { accounts, elsewhere: new Set(['elsewhere']) })).not.toContainEqual({
    account: 'elsewhere',
  });
});

test('a reload can’t make another shard of a process', async () => {
  await using stack = new AsyncDisposableStack();
  const fleet = await createFleet(stack, names(2));
  const { app, config } = await fleet.start(0, 1);
  expect(() => app.reload({ ...config, shards: { shard: 0, total: 2 } })).toThrow(/shards: .*start it again/);
  expect(firing(app)).toHaveLength(2);
});

test('a shard that there isn’t is refused, with its place', async () => {
  const folder = await configFolder({
    shards: { shard: 8, total: 8 },
    accounts: [{ name: 'a', base_url: 'https://pay.example.com', public_key: 'p', secret_key: 's' }],
  });
  await using _ = folder;
  expect(() => loadConfig(folder.file, { env: {} })).toThrow(
    /shards\.shard: is 8, and must be less than the number of shards, 8/,
  );
});
