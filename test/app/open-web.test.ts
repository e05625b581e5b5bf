// What the web server is given: the probes, what pages are told, and requests for top-ups.
import { expect, test } from 'vitest';
import { readConfigured } from '../../src/app/configured.ts';
import { openWeb } from '../../src/app/web.ts';
import { parseConfig } from '../../src/config/load.ts';
import { handClock } from '../support/clock.ts';
import { linesOf } from './lines-of.ts';

const WALLET = { account: 'acme', currency: 'UGX', walletType: 'PAYOUT' };
const SOURCE = { ...WALLET, walletType: 'MERCHANT_COLLECTION' };

/** What the server is given, with these settings of `web`, and what is behind it. */
async function opened(web: object = {}, change: Record<string, unknown> = {}) {
  const account = { name: 'acme', base_url: 'https://pay.example.com', public_key: 'p', secret_key: 's' };
  const shards = change['shards'] ?? { shard: 0, total: 1 };
  const database = { url: 'postgres://u:p@db/f' };
  const settings = { accounts: [account], web: { listen: ['127.0.0.1:0'], ...web }, shards, database };
  const text = JSON.stringify(settings);
  const { config } = parseConfig(text, { env: {}, file: 'a' });
  const clock = handClock();
  const asked: unknown[] = [];
  const state = { trouble: null as string | null, failing: false };
  const ask = (what: string) => (query: unknown) => void asked.push([what, query]);
  let given: Parameters<Parameters<typeof openWeb>[1]['world']['serve']>[0] | undefined;
  const lines = linesOf((log) => {
    void openWeb({ ...config, web: { ...config.web, ...(change['web'] as object) } }, {
      world: {
        async serve(options: never) {
          given = options;
        },
      },
      ...{ clock, log, configured: () => readConfigured(config) },
      storage: {
        trouble: () => state.trouble,
        async addRequest(request: unknown) {
          if (state.failing) throw new Error('Postgres is slow');
          asked.push(['add', request]);
        },
        runways: { fan: 'fan', confidences: 'runway' },
        postgres: {
          queries: {
            optionChanges: ask('changes'),
            statement: ask('statement'),
            at: ask('at'),
            gaps: 'gaps',
          },
          alertLog: { deliveries: ask('deliveries'), episodes: ask('episodes'), episode: 'episode' },
        },
      },
      board: { account: (name: string) => (name === 'acme' ? { wallets: [WALLET, SOURCE] } : undefined) },
      planner: { all: 'plan', of: 'planOf' },
      optionBoard: { accounts: ['acme', 'zeta'] },
      evaluator: { told: 'told', count: 'count' },
      metrics: { scrape: 'scrape' },
      polling: () => ({ lastTick: () => 1_000_000 }),
      receivers: () => ({ queues: ['ops'], states: () => ['state'], silences: () => ['silence'] }),
      ...{ lifecycle: undefined, notice: undefined, ...change },
    } as unknown as Parameters<typeof openWeb>[1]);
  });
  const { operations, pages: all, ...server } = given!;
  const pages = all as Required<NonNullable<typeof all>>;
  return { server, operations, pages, clock, asked, lines, state, config };
}

test('it listens as configured, with a file for its users only where there is one', async () => {
  const { server, operations, pages } = await opened({ external_url: 'https://float.example.com//' });
  expect(server).toMatchObject({
    ...{ listen: [{ host: '127.0.0.1', port: 0 }], externalUrl: 'https://float.example.com' },
  });
  expect('configFile' in server).toBe(false);
  expect(operations.scrape).toBe('scrape');
  expect(pages.externalUrl).toBe('https://float.example.com');
  expect('grafanaUrl' in pages).toBe(false);
  const web = { grafana_url: 'https://grafana.example.com', config_file: '/etc/web.yaml' };
  const more = await opened({}, { web });
  expect(more.pages.grafanaUrl).toBe('https://grafana.example.com');
  expect(more.server.configFile).toBe('/etc/web.yaml');
});

test.each([
  [{}, true, false],
  [{ enable_lifecycle: true }, true, true],
  [{ enable_lifecycle: true }, false, false],
])('with the settings %j, and a life cycle: %s, it can be reloaded by request: %s', async (web, has, may) => {
  const lifecycle = has ? { reload: async () => {}, quit() {} } : undefined;
  const { operations } = await opened(web, { lifecycle });
  expect(operations.lifecycle).toBe(may ? lifecycle : undefined);
});

test('it is healthy until the schedule has not ticked for half a minute', async () => {
  const { operations, clock } = await opened();
  clock.advance(29_999);
  expect(operations.healthy()).toEqual({ ok: true, text: 'floatwatch is healthy.' });
  clock.advance(1);
  expect(operations.healthy()).toEqual({ ok: false, text: 'The schedule has stalled.' });
});

test('it is ready in any case, and says what is wrong with the storage', async () => {
  const { operations, state } = await opened();
  expect(operations.ready()).toEqual({ ok: true, text: 'floatwatch is ready.' });
  state.trouble = 'no disk';
  expect(operations.ready()).toEqual({ ok: true, text: 'floatwatch is ready; spooling: no disk' });
});

test('a request that fails is logged', async () => {
  const { server, lines } = await opened();
  server.onError!(new Error('odd'));
  expect(lines).toEqual([{ level: 'error', reason: 'odd', msg: 'a request failed' }]);
});

const SHARD = 'Shard 0 of 2: these pages are about its accounts, 1 of them.';

test.each<[string, Record<string, unknown>, unknown]>([
  ['nothing', {}, null],
  ['the notice', { notice: () => 'A demo.' }, 'A demo.'],
  ['the shard', { shards: { shard: 0, total: 2 } }, expect.stringContaining(SHARD)],
  [
    'both',
    { notice: () => 'A demo.', shards: { shard: 0, total: 2 } },
    expect.stringContaining(`A demo. ${SHARD}`),
  ],
])('on top of the pages stands %s', async (_, change, notice) => {
  const { pages } = await opened({}, change);
  expect(pages.notice()).toEqual(notice);
});

test('the pages are told of accounts, receivers and rules as they are configured now', async () => {
  const { pages } = await opened();
  expect(pages.accounts()).toEqual([
    { account: 'acme', schedule: '* * * * *', timezone: 'UTC', staleAfter: 2 },
  ]);
  expect([pages.receivers(), pages.silences(), pages.rules()]).toEqual([['state'], ['silence'], []]);
  expect(pages).toMatchObject({ fan: 'fan', runway: 'runway', plan: 'plan', planOf: 'planOf', gaps: 'gaps' });
  expect(pages.runbook).toContain('#');
});

test('changes of payment options are asked of those accounts that are polled, and deliveries of those that are told', async () => {
  const { pages, asked } = await opened();
  const ask = pages.optionChanges as unknown as (query: object) => void;
  ask({ most: 5 });
  ask({ most: 5, account: 'zeta' });
  ask({ most: 5, account: 'gone' });
  void pages.deliveries('e-1', undefined as never);
  expect(asked).toEqual([
    ['changes', { most: 5, accounts: ['acme', 'zeta'] }],
    ['changes', { most: 5, accounts: ['zeta'] }],
    ['changes', { most: 5, accounts: [] }],
    ['deliveries', { episode: 'e-1', receivers: ['ops'] }],
  ]);
});

const REQUEST = { amount: '500', by: 'ann' } as never;
const MAY = { enable_top_up_requests: true };

test('a top-up can be requested only where that is allowed', async () => {
  expect((await opened()).pages.requestTopUp).toBeUndefined();
  expect((await opened(MAY)).pages.requestTopUp).toBeDefined();
});

test('a request is kept for a wallet that is known, and for no other', async () => {
  const { pages, asked, lines } = await opened(MAY);
  expect(await pages.requestTopUp!(WALLET, REQUEST)).toBeUndefined();
  expect(asked).toEqual([['add', { ...WALLET, amount: '500', by: 'ann', at: null }]]);
  const others = [
    { ...WALLET, walletType: 'OTHER' },
    { ...WALLET, account: 'gone' },
  ];
  const answers = await Promise.all(others.map((wallet) => pages.requestTopUp!(wallet, REQUEST)));
  expect(answers).toEqual(['there is no wallet acme/UGX/OTHER', 'there is no wallet gone/UGX/PAYOUT']);
  expect(asked).toHaveLength(1);
  expect(lines).toEqual([]);
});

test('none is kept for the wallet from which others are topped up: it has no plan', async () => {
  const { pages, asked } = await opened(MAY);
  expect(await pages.requestTopUp!(SOURCE, REQUEST)).toMatch(
    /^acme\/UGX\/MERCHANT_COLLECTION: .*it has no plan/,
  );
  expect(asked).toEqual([]);
});

test('one that can’t be kept is refused, and logged', async () => {
  const { pages, state, lines } = await opened(MAY);
  state.failing = true;
  await expect(pages.requestTopUp!(WALLET, REQUEST)).rejects.toThrow('Postgres is slow');
  expect(lines).toEqual([
    {
      ...{ level: 'error', wallet: 'acme/UGX/PAYOUT', amount: '500', by: 'ann', reason: 'Postgres is slow' },
      msg: 'a requested top-up could not be kept',
    },
  ]);
});
