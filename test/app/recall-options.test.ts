// Payment options that were known before a start, or before a reload, and that the service no longer names: somebody is told.
import { request } from 'undici';
import { expect, test } from 'vitest';
import { type App, type SetupOptions, setup } from '../../src/app/app.ts';
import type { Postgres } from '../../src/app/postgres.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { loadConfig } from '../../src/config/load.ts';
import { eventually } from '../support/eventually.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { serviceOption as option, serviceOf, serviceWallet as wallet } from './service.ts';

test('M7 an option of an account that is configured again has vanished, if it isn’t offered any more', async () => {
  await using world = await offering(['MANGO_UG', 'KIWI_UG']);
  const app = await world.start(['acme', 'other']);
  await stored(world.database, ['KIWI_UG', 'MANGO_UG']);
  app.reload(await world.configure(['other']));
  world.offer(['MANGO_UG']);
  const slot = Date.now() - (Date.now() % 2_000);
  await eventually(() => expect(Date.now()).toBeGreaterThan(slot + 2_500)); // of which nothing is stored
  app.reload(await world.configure(['acme', 'other']));
  await hearsOfKiwi(app);
});

test('M7 an option of before a start has vanished, though newer results were stored before the database was asked', async () => {
  await using world = await offering(['MANGO_UG', 'KIWI_UG']);
  const before = await world.start(['acme']);
  await stored(world.database, ['KIWI_UG', 'MANGO_UG']);
  await before.stop();

  world.offer(['MANGO_UG']);
  const answers = Promise.withResolvers<void>();
  const app = await world.start(['acme'], latestAfter(answers.promise));
  await stored(world.database, ['MANGO_UG']);
  answers.resolve();
  await hearsOfKiwi(app);
});

test('M7 an option of before the first rules about options has vanished, though these come while its service is away', async () => {
  await using world = await offering(['MANGO_UG', 'KIWI_UG']);
  const app = await world.start(['acme'], { rules: [] });
  await stored(world.database, ['KIWI_UG', 'MANGO_UG']);
  world.offer(null);
  await failed(world.database);
  app.reload(await world.configure(['acme']));
  await failed(world.database);
  world.offer(['MANGO_UG']);
  await hearsOfKiwi(app);
});

test('M7 an option that was told twice before a start, or before the first rules, has vanished', async () => {
  for (const how of ['start', 'reload'] as const) {
    await using world = await offering(['MANGO_UG', 'KIWI_UG']);
    let app = await world.start(['acme'], { rules: [] });
    await stored(world.database, ['KIWI_UG', 'MANGO_UG']);
    world.offer(['MANGO_UG', 'KIWI_UG', 'KIWI_UG']);
    await polledAs('partial', world.database);
    world.offer(null);
    await failed(world.database);
    if (how === 'reload') app.reload(await world.configure(['acme']));
    else {
      await app.stop();
      app = await world.start(['acme']);
    }
    await failed(world.database);
    world.offer(['MANGO_UG']);
    await hearsOfKiwi(app);
  }
});

test('M8 an answer without options is empty for as long as the database has not told whether there were some', async () => {
  await using world = await offering(['MANGO_UG']);
  const before = await world.start(['acme']);
  await stored(world.database, ['MANGO_UG']);
  await before.stop();

  world.offer([]);
  const answers = Promise.withResolvers<void>();
  const since = Date.now();
  await world.start(['acme'], latestAfter(answers.promise));
  await eventually(async () => {
    const polls = await world.database.pool.query<{ outcome: string }>(
      'SELECT outcome FROM floatwatch.payment_option_polls WHERE started_at >= $1',
      [new Date(since)],
    );
    expect(new Set(polls.map(({ outcome }) => outcome))).toEqual(new Set(['empty']));
  });
  answers.resolve();
});

const GONE = { name: 'OptionGone', severity: 'warning', options: { account: '*' }, vanished: true };

interface Offering extends AsyncDisposable {
  readonly database: TestDatabase;
  /** `null`: it is away. */
  offer(providers: readonly string[] | null): void;
  configure(
    accounts: readonly string[],
    rules?: readonly object[],
  ): Promise<ReturnType<typeof loadConfig>['config']>;
  /** A process that polls them; stopped at the end. */
  start(
    accounts: readonly string[],
    how?: SetupOptions['world'] & { readonly rules?: readonly object[] },
  ): Promise<App>;
}

/** A service that offers these, and a configuration that asks for them. */
async function offering(first: readonly string[]): Promise<Offering> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const settings = {
    database: { url: database.url },
    web: { listen: ['127.0.0.1:0'] },
    poll: { schedule: '*/2 * * * * *', deadline: '900ms' },
  };
  const folder = stack.use(await configFolder(settings));
  let providers: readonly string[] | null = first;
  const connect = serviceOf(
    () => [wallet('MERCHANT_PAYOUT', '500')],
    () => {
      if (!providers) throw new Error('away');
      return providers.map((name, i) => ({ ...option(name), min_amount: 500 + i }));
    },
  );
  const configure = async (accounts: readonly string[], rules: readonly object[] = [GONE]) => {
    const named = accounts.map((name) => ({
      ...{ name, base_url: 'http://127.0.0.1:1', public_key: `p-${name}`, secret_key: `s-${name}` },
      ...(name === 'acme' && { payment_options: { schedule: '*/2 * * * * *' } }),
    }));
    await folder.write({ ...settings, alerts: { rules }, accounts: named });
    return loadConfig(folder.file, { env: {} }).config;
  };
  const open = stack.move();
  return {
    database,
    offer(next) {
      providers = next;
    },
    configure,
    async start(accounts, { rules, ...world } = {}) {
      const network = { ...REAL_WORLD.network, connect };
      const app = await setup(await configure(accounts, rules), { world: { network, ...world } });
      open.defer(() => app.stop());
      return app;
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** Waits until a poll has ended so. */
async function polledAs(outcome: string, { pool }: TestDatabase): Promise<void> {
  await eventually(async () => {
    const polls = await pool.query('SELECT FROM floatwatch.payment_option_polls WHERE outcome = $1', [
      outcome,
    ]);
    expect(polls).not.toEqual([]);
  });
}

/** Waits until two more polls have failed. */
async function failed({ pool }: TestDatabase): Promise<void> {
  const since = new Date();
  await eventually(async () => {
    const polls = await pool.query<{ outcome: string }>(
      'SELECT outcome FROM floatwatch.payment_option_polls WHERE started_at >= $1',
      [since],
    );
    expect(polls.filter(({ outcome }) => outcome !== 'ok').length).toBeGreaterThanOrEqual(2);
  });
}

/** Postgres that tells what was known of options only after so long. */
function latestAfter(answers: Promise<void>): NonNullable<SetupOptions['world']> {
  return {
    async openPostgres(options) {
      const postgres = await REAL_WORLD.openPostgres(options);
      const { optionLedger } = postgres;
      const latest: Postgres['optionLedger']['latest'] = async (...asked) => {
        await answers;
        return await optionLedger.latest(...asked);
      };
      return { ...postgres, optionLedger: { ...optionLedger, latest } };
    },
  };
}

/** Resolves when the database knows these to be offered, and no others. */
async function stored({ pool }: TestDatabase, providers: readonly string[]): Promise<void> {
  await eventually(async () => {
    const rows = await pool.query<{ provider_code: string }>(
      'SELECT provider_code FROM floatwatch.payment_option WHERE vanished_at IS NULL ORDER BY provider_code',
    );
    expect(rows.map((row) => row.provider_code)).toEqual(providers);
  });
}

async function hearsOfKiwi(app: App): Promise<void> {
  await eventually(() => {
    const fired = app.alerts().filter(({ rule, phase }) => rule === 'OptionGone' && phase === 'firing');
    expect(fired.map(({ labels }) => labels['provider_code'])).toEqual(['KIWI_UG']);
  });
  const response = await request(`http://${app.addresses[0]}/api/v1/options`);
  expect(await response.body.json()).toMatchObject({
    options: [
      { provider_code: 'MANGO_UG', state: 'fresh' },
      { provider_code: 'KIWI_UG', state: 'missing' },
    ],
  });
}
