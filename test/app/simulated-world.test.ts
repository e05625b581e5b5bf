// The whole monitor in a simulated world: no socket, no database, no disk, no real time.
import { expect, test } from 'vitest';
import { setup } from '../../src/app/app.ts';
import type { Postgres } from '../../src/app/postgres.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Config } from '../../src/config/resolve/resolve.ts';
import type { PollResult } from '../../src/domain/poll-result.ts';
import type { SavedAlert } from '../../src/monitor/alerts/ports.ts';
import type { Delivery } from '../../src/receivers/delivery/post.ts';
import type { OpenConnection } from '../../src/upstream/http/connection.ts';
import type { Operations } from '../../src/web/http/operations.ts';
import { createWorld, memorySpool } from '../store/writer/simulated.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { serviceOf, serviceWallet } from './service.ts';

const MINUTE = 60_000;

/** A database that takes everything, and remembers what was completed. */
function memoryPostgres(completed: PollResult[]): Postgres {
  const claimed = new Set<string>();
  const nothing = async () => [];
  const ledger = {
    claim: async <Slot extends { account: string; slot: number }>(due: readonly Slot[]) =>
      due.filter(
        ({ account, slot }) => !claimed.has(`${account} ${slot}`) && claimed.add(`${account} ${slot}`),
      ),
    takeOver: nothing,
    ended: nothing,
    latest: nothing,
    async complete(results: readonly PollResult[]) {
      completed.push(...results);
      return results.map(() => 'stored' as const);
    },
  };
  const known = {
    connection: { url: '', schema: 'floatwatch' },
    psql: null,
    migrate: nothing,
    ledger,
    optionLedger: ledger,
    alertLog: {
      load: nothing,
      abandoned: nothing,
      askedAgo: async () => new Map(),
      endsOf: async () => new Map(),
      keep: async () => {},
      save: async () => {},
      episodes: nothing,
    },
    outbox: {
      add: async () => {},
      keep: async () => {},
      conclude: async () => {},
      knownByKey: async () => new Map(),
      missedEnds: async () => [],
      claim: nothing,
      renew: async () => {},
      settle: async () => {},
      count: async () => ({ waiting: 0, dead: 0 }),
    },
    outflow: { read: nothing, withPast: nothing },
    readPast: nothing,
    readForgotten: nothing,
    missingWallets: { read: nothing, unnamedFor: nothing, names: nothing, forget: nothing },
    queries: {},
    maintenance: { run: async () => {}, status: () => null },
    measureClockSkew: async () => 0,
    checkFailover: async () => {},
    onDoubt() {},
    async [Symbol.asyncDispose]() {},
  };
  return known as unknown as Postgres;
}

/** Of one account, of a database that nobody reaches. */
async function configWith(sections: object = {}): Promise<Config> {
  await using folder = await configFolder({
    database: { url: 'postgres://nowhere.invalid/none?sslmode=disable' },
    accounts: [{ name: 'acme', base_url: 'https://pay.example.com', public_key: 'p', secret_key: 's' }],
    ...sections,
  });
  return loadConfig(folder.file, { env: {} }).config;
}

function answering(status: number, body: () => string): ReturnType<OpenConnection>['send'] {
  return async (_, onHead) => {
    onHead({ status, headers: { 'content-type': 'application/json' } });
    return Buffer.from(body());
  };
}

test('a process whose timers fire no more is not healthy, so that it is started anew', async () => {
  const world = createWorld();
  const config = await configWith();
  let isHung = false;
  let operations: Operations | undefined;
  const app = await setup(config, {
    world: {
      ...world,
      after: (ms, run) => world.after(ms, () => isHung || run()),
      network: { connect: serviceOf(() => []), poster: () => expect.unreachable() },
      openPostgres: async () => memoryPostgres([]),
      openSpool: () => memorySpool(),
      async serve(options) {
        operations = options.operations;
        return { addresses: [], close: async () => {} };
      },
    },
  });
  await world.advance(10 * MINUTE);
  expect(operations!.healthy()).toEqual({ ok: true, text: 'floatwatch is healthy.' });
  isHung = true;
  await world.advance(25_000);
  expect(operations!.healthy().ok).toBe(true);
  await world.advance(10_000);
  expect(operations!.healthy()).toEqual({ ok: false, text: 'The schedule has stalled.' });
  isHung = false;
  await app.stop();
});

test('C3 a stop does not wait for a database that keeps states of alerts no more', async () => {
  const world = createWorld();
  const refusing: OpenConnection = () => ({
    ...{ phase: 'waiting', address: '192.0.2.1', destroy() {} },
    send: answering(401, () => '{}'),
  });
  const config = await configWith();
  let asked = 0;
  const postgres = memoryPostgres([]);
  const save = () => {
    asked++;
    return new Promise<void>(() => {});
  };
  const app = await setup(
    { ...config, web: { ...config.web, listen: [] } },
    {
      world: {
        ...world,
        network: { connect: refusing, poster: () => expect.unreachable() },
        openPostgres: async () => ({ ...postgres, alertLog: { ...postgres.alertLog, save } }),
        openSpool: () => memorySpool(),
      },
    },
  );
  await world.advance(2 * MINUTE);
  expect(app.alerts().find(({ rule }) => rule === 'CredentialsRefused')?.phase).toBe('firing');
  expect(asked).toBe(1);
  let stopped = false;
  void app.stop().then(() => {
    stopped = true;
  });
  await world.advance(3_000);
  expect(stopped).toBe(true);
});

test('A7 what fires is gone on with after a start while Postgres is away, though a reload comes before that is back', async () => {
  await using stack = new AsyncDisposableStack();
  const world = createWorld();
  const states = new Map<string, SavedAlert>();
  let isAway = false;
  const postgres = memoryPostgres([]);
  const asked = async <Answer>(answer: () => Answer) => {
    if (isAway) throw new Error('away');
    return answer();
  };
  const alertLog = {
    ...postgres.alertLog,
    load: () => asked(() => [...states.values()]),
    save: (alerts: readonly SavedAlert[]) =>
      asked(() => {
        for (const alert of alerts)
          if ((states.get(alert.fingerprint)?.state.at ?? 0) <= alert.state.at)
            states.set(alert.fingerprint, alert);
      }),
  };
  /** Lets time pass until it is done. */
  const passing = async <Value>(work: Promise<Value>) => {
    let done = false;
    void work.then(() => {
      done = true;
    });
    while (!done) await world.advance(500);
    return await work;
  };
  const configFor = async (waits: string) => {
    const config = await configWith({
      poll: { schedule: '*/5 * * * * *', deadline: '1s' },
      alerts: { rules: [{ name: 'Low', severity: 'critical', wallets: {}, below: '100', for: waits }] },
    });
    return { ...config, web: { ...config.web, listen: [] } };
  };
  const start = async (waits: string) => {
    const connect = serviceOf(() => [serviceWallet('MERCHANT_PAYOUT', '5')]);
    const starting = setup(await configFor(waits), {
      world: {
        ...world,
        network: { connect, poster: () => expect.unreachable() },
        openPostgres: async () => ({ ...postgres, alertLog }),
        openSpool: () => memorySpool(), // an empty disk
      },
    });
    const app = await passing(starting);
    return { ...app, low: () => app.alerts().find(({ rule }) => rule === 'Low') };
  };

  const before = await start('0s');
  await world.advance(10_000);
  const { firingAt } = before.low()!;
  expect(firingAt).not.toBeNull();
  await passing(before.stop());
  isAway = true;
  const after = await start('1h');
  stack.defer(() => passing(after.stop()));
  await world.advance(10_000);
  expect(after.low()).toMatchObject({ phase: 'pending' });
  after.reload(await configFor('1h'));
  await world.advance(4_000);
  isAway = false;
  await world.advance(MINUTE);
  expect(after.low()).toMatchObject({ phase: 'firing', firingAt });
});

test('what is wrong with the monitor itself fires, though every balance is fine, and is over when it is mended', async () => {
  await using stack = new AsyncDisposableStack();
  const world = createWorld();
  const config = await configWith({ alerts: { alertmanagers: ['http://alertmanager.invalid:9093'] } });
  let isWrong = true;
  const answer = () =>
    ({ outcome: isWrong ? 'connect' : 'ok', headers: {}, text: '' }) as unknown as Delivery;
  const postgres = {
    ...memoryPostgres([]),
    measureClockSkew: async () => (isWrong ? 10 * MINUTE : 0),
    maintenance: {
      run: async () => {},
      status: () => [{ task: 'lost', succeededAt: null, overdueMs: isWrong ? 90 * MINUTE : 0 }],
    },
  };
  const app = await setup(
    { ...config, web: { ...config.web, listen: [] } },
    {
      world: {
        ...world,
        network: {
          connect: serviceOf(() => [serviceWallet('MERCHANT_PAYOUT', '5')]),
          poster: () => ({ post: async () => answer(), get: async () => answer(), close: async () => {} }),
        },
        openPostgres: async () => postgres as unknown as Postgres,
        openSpool: () => ({
          ...memorySpool(),
          stats: () => ({ polls: 0, bytes: isWrong ? 90 : 10, oldest: null, quarantined: 0, maxBytes: 100 }),
        }),
      },
    },
  );
  stack.defer(() => app.stop());
  const ofItself = ['SpoolFilling', 'ClockSkewed', 'MaintenanceFailing', 'NotificationFailing'];
  const firing = () =>
    app
      .alerts()
      .filter(({ phase }) => phase === 'firing')
      .map(({ rule }) => rule);
  await world.advance(10 * MINUTE);
  expect(firing()).toEqual(expect.arrayContaining(ofItself));
  isWrong = false;
  await world.advance(20 * MINUTE);
  expect(firing().filter((rule) => ofItself.includes(rule))).toEqual([]);
});

test('a shard without any account asks for top-ups of none', async () => {
  await using stack = new AsyncDisposableStack();
  const world = createWorld();
  const config = await configWith();
  const asked: number[] = [];
  const topUps = {
    async read(since: ReadonlyMap<string, number>) {
      asked.push(since.size);
      return [];
    },
  };
  const app = await setup(
    { ...config, accounts: [], web: { ...config.web, listen: [] } },
    {
      world: {
        ...world,
        network: { connect: () => expect.unreachable(), poster: () => expect.unreachable() },
        openPostgres: async () => ({ ...memoryPostgres([]), topUps }) as unknown as Postgres,
        openSpool: () => memorySpool(),
      },
    },
  );
  stack.defer(() => app.stop());
  await world.advance(2 * MINUTE);
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.every((count) => count === 0)).toBe(true);
});

test('a day of polls each five minutes runs in memory: results are stored, an alert fires when it must and is told', async () => {
  await using stack = new AsyncDisposableStack();
  const world = createWorld(7);
  const start = world.clock.now();
  const balance = () => (world.clock.now() < start + 10 * 60 * MINUTE ? 500 : 50);
  const connect: OpenConnection = () => ({
    phase: 'waiting',
    address: '192.0.2.1',
    send: answering(200, () => {
      const amounts = {
        available_balance: balance(),
        actual_balance: balance(),
        uncleared_balance: 0,
        reserve_balance: 0,
      };
      const wallets = [{ currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT', ...amounts }];
      return JSON.stringify({
        code: 200,
        status: 'success',
        message: 'ok',
        data: { merchant_wallets: wallets },
      });
    }),
    destroy() {},
  });
  const told: string[] = [];
  const config = await configWith({
    poll: { schedule: '*/5 * * * *' },
    alerts: {
      alertmanagers: ['http://alertmanager.invalid:9093'],
      rules: [{ name: 'Low', severity: 'critical', wallets: { account: 'acme' }, below: '100', for: '6m' }],
    },
  });
  const completed: PollResult[] = [];
  const app = await setup(
    { ...config, web: { ...config.web, listen: [] } },
    {
      world: {
        ...world,
        network: {
          connect,
          poster: () => ({
            async post(_url, body) {
              told.push(String(body));
              return {
                outcome: 'ok',
                status: 200,
                detail: null,
                headers: {},
                text: '',
              } as unknown as Delivery;
            },
            get: async () => ({ outcome: 'connect' }) as unknown as Delivery,
            close: async () => {},
          }),
        },
        openPostgres: async () => memoryPostgres(completed),
        openSpool: () => memorySpool(),
      },
    },
  );
  stack.defer(() => app.stop());
  for (let minute = 0; minute < 24 * 60; minute++) await world.advance(MINUTE);

  expect(completed.length).toBeGreaterThanOrEqual(24 * 12 - 1);
  expect(completed.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
  const low = app.alerts().find(({ rule }) => rule === 'Low')!;
  expect(low.phase).toBe('firing');
  // Ten hours after the start the balance falls: the next poll sees it, and six minutes later it has lasted.
  expect(low.firingAt! - start).toBeGreaterThanOrEqual((10 * 60 + 6) * MINUTE);
  expect(low.firingAt! - start).toBeLessThanOrEqual((10 * 60 + 16) * MINUTE);
  expect(told.some((body) => body.includes('"Low"'))).toBe(true);
}, 120_000);
