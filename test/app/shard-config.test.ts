// What a shard has of a configuration, and says on its pages.
import { expect, test } from 'vitest';
import { ofShard, readConfiguredShard, shardNotice, shardOf } from '../../src/app/shard.ts';
import { parseConfig } from '../../src/config/load.ts';

const NAMES = ['acme-ug', 'acme-ke', 'merchant-17', 'zeta'];

function configOf(shards?: { shard: number; total: number }) {
  const accounts = NAMES.map((name) => ({
    ...{ name, base_url: 'https://pay.example.com', public_key: 'pk', secret_key: 'sk' },
  }));
  return parseConfig(JSON.stringify({ accounts, ...(shards && { shards }) }), { env: {}, file: 'a' }).config;
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
