// What a shard has of a configuration, and says on its pages.
import { expect, test } from 'vitest';
import { logWatched, ofOwnAccounts, readConfiguredShard, shardNotice } from '../../src/app/shard.ts';
import { ofShard, shardOf } from '../../src/app/shard-of.ts';
import { parseConfig } from '../../src/config/load.ts';

const NAMES = ['acme-ug', 'acme-ke', 'merchant-17', 'zeta'];

function configOf(shards?: { shard: number; total: number }) {
  const accounts = NAMES.map((name) => ({
    ...{ name, base_url: 'https://pay.example.com', public_key: 'pk', secret_key: 'sk' },
  }));
  const database = { url: 'postgres://u:p@db/f' };
  const text = JSON.stringify({ accounts, database, ...(shards && { shards }) });
  return parseConfig(text, { env: {}, file: 'a' }).config;
}

test('without shards the configuration is as it is, all accounts are here, and there is nothing to say', () => {
  const config = configOf();
  expect(ofShard(config)).toBe(config);
  const configured = readConfiguredShard(config);
  expect([...configured.accounts.keys()]).toEqual(NAMES);
  expect(configured.elsewhere).toEqual(new Set());
  expect(shardNotice(configured)).toBeUndefined();
});

test.each([0, 1])('shard %i of 2 has its accounts, knows those of the other, and says so', (shard) => {
  const config = configOf({ shard, total: 2 });
  const [own, others] = [true, false].map((isOwn) =>
    NAMES.filter((name) => (shardOf(name, 2) === shard) === isOwn),
  ) as [string[], string[]];
  expect(own.length * others.length).toBeGreaterThan(0);
  expect(ofShard(config)).toEqual({
    ...config,
    accounts: config.accounts.filter(({ name }) => own.includes(name)),
  });
  const configured = readConfiguredShard(config);
  expect([...configured.accounts.keys()]).toEqual(own);
  expect(configured.elsewhere).toEqual(new Set(others));
  expect(shardNotice(configured)).toBe(
    `Shard ${shard} of 2: these pages are about its accounts, ${own.length} of them. The database, and commands that read it, know all.`,
  );
});

test.each([
  ['a shard asks about its own', { shard: 0, total: 2 }, NAMES.filter((name) => shardOf(name, 2) === 0)],
  ['without shards all are asked about', undefined, []],
])('where a question of the past names no account, %s', (_what, shards, own) => {
  const asked: unknown[] = [];
  const note = (...of: unknown[]) => void asked.push(of.filter((each) => each !== undefined));
  const configured = readConfiguredShard(configOf(shards));
  const past = { queries: { statement: note, at: note }, alertLog: { episodes: note } };
  const { queries, alertLog } = ofOwnAccounts(() => configured, past as never);
  const ask = (...names: string[]) => {
    void queries.statement({ from: 'a', accounts: names } as never, undefined as never);
    void queries.at({ at: 5, accounts: names });
    void alertLog.episodes(names[0] === undefined ? {} : { account: names[0] });
    return asked.splice(0);
  };
  expect(ask('zeta')).toEqual([
    [{ from: 'a', accounts: ['zeta'] }],
    [{ at: 5, accounts: ['zeta'] }],
    [{ account: 'zeta' }],
  ]);
  expect(ask()).toEqual([[{ from: 'a', accounts: own }], [{ at: 5, accounts: own }], [{ accounts: own }]]);
});

test('a shard without any account asks about a name that none has: an empty list would mean all', () => {
  const asked: unknown[] = [];
  const configured = readConfiguredShard({ ...configOf({ shard: 0, total: 2 }), accounts: [] });
  const at = ({ accounts }: { accounts: unknown }) => void asked.push(accounts);
  const { queries } = ofOwnAccounts(() => configured, { queries: { at }, alertLog: {} } as never);
  void queries.at({ at: 5, accounts: [] });
  expect(asked).toEqual([['']]);
});

test('the log says how many accounts the shard has, and warns where it has none', () => {
  const said: unknown[] = [];
  const note = (...of: unknown[]) => void said.push(of);
  const total = 100;
  const taken = NAMES.map((name) => shardOf(name, total));
  const empty = [...Array(total).keys()].find((shard) => !taken.includes(shard))!;
  for (const shard of [taken[0]!, empty]) {
    const configured = readConfiguredShard(configOf({ shard, total }));
    logWatched({ info: note, warn: note }, configured, { version: '1' }, 'up');
  }
  const warning = 'no account belongs to this shard: it watches nothing';
  expect(said).toEqual([
    [{ version: '1', accounts: 1 }, 'up'],
    [{ version: '1', accounts: 0 }, 'up'],
    [{ shard: empty, total }, warning],
  ]);
});
