// What the checks of `floatwatch doctor` ask for, and what they make of the answers of a database, of the disk and of this
// machine. What they then say is in doctor-words.test.ts, what Postgres itself answers in doctor.test.ts.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { balances } from '../../src/cli/doctor/balances.ts';
import type { Check, Installation } from '../../src/cli/doctor/check.ts';
import { clock } from '../../src/cli/doctor/clock.ts';
import { askDisk, disk } from '../../src/cli/doctor/disk.ts';
import { retention, rollUps } from '../../src/cli/doctor/figures.ts';
import { memory } from '../../src/cli/doctor/memory.ts';
import { ownCertificate } from '../../src/cli/doctor/own-certificate.ts';
import { partitions } from '../../src/cli/doctor/partitions.ts';
import { NEEDED_RIGHTS, rights } from '../../src/cli/doctor/rights.ts';
import { rules } from '../../src/cli/doctor/rules.ts';
import { askSpool, spool } from '../../src/cli/doctor/spool.ts';
import { timeZones } from '../../src/cli/doctor/time-zones.ts';
import { nodeVersion, postgresVersion } from '../../src/cli/doctor/versions.ts';
import { parseConfig } from '../../src/config/load.ts';
import { openSpool } from '../../src/store/spool/spool.ts';
import { observation, recentSlot } from '../support/ledger.ts';
import { scriptedDatabase } from '../support/scripted-database.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 22, 23, 59);
const MIB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'floatwatch-doctor-'));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const account = (name: string, more = '') =>
  `{name: ${name}, base_url: "https://pay.example.com", public_key: pk-123456, secret_key: sk-123456${more}}`;
const ACCOUNTS = `accounts:
  - ${account('acme-ug', ', timezone: Africa/Kampala, expect: [KES/EXPECTED]')}
  - ${account('acme-ke', ', timezone: Africa/Nairobi')}
  - ${account('acme-tz', ', timezone: Africa/Nairobi')}
`;
const NAMES = ['acme-ug', 'acme-ke', 'acme-tz'];

/** Runs a check in an installation of three accounts, whose database answers so. */
async function findings(check: Check, answers: readonly (readonly object[])[], yaml = '') {
  const { config } = parseConfig(`${ACCOUNTS}${yaml}`, { file: 'f.yaml', env: {} });
  const { db, asked, questions } = scriptedDatabase(...answers);
  const installation = {
    ...{ config, warnings: [], clock: { now: () => NOW, monotonic: () => 0 } },
    database: { db, schema: '"floatwatch"', isMade: true },
  } as unknown as Installation;
  const found = await check.run(installation);
  return { asked, questions, said: found.map(({ state, found }) => `${state}: ${found}`) };
}
const saidOf = async (...given: Parameters<typeof findings>) => (await findings(...given)).said;

describe('rights', () => {
  const WHO = [{ role: 'floatwatch', reader: true }];

  test('are asked for of all tables and functions that the daemon writes with', async () => {
    const { asked, said } = await findings(rights, [[], [], [{ may: true }], WHO]);
    expect(said).toEqual(['ok: the role floatwatch has what it needs']);
    const pairs = Object.entries(NEEDED_RIGHTS).flatMap(([right, tables]) =>
      tables.map((table) => [right, table]),
    );
    expect(asked[0]).toEqual([pairs.map(([right]) => right), pairs.map(([, table]) => table)]);
    expect(asked[1]).toEqual([
      [
        'make_partitions(timestamptz,timestamptz)',
        'drop_partitions(text,timestamptz)',
        'compress_next(timestamptz)',
      ],
    ]);
  });

  test('that lack are told in words: of tables, of a column, of functions', async () => {
    const lacking = [
      [
        { right: 'INSERT', table: 'poll' },
        { right: 'DELETE', table: 'plan' },
      ],
      [{ name: 'make_partitions(timestamptz,timestamptz)' }],
      [{ may: false }],
      WHO,
    ];
    expect(await saidOf(rights, lacking)).toEqual([
      'bad: the role floatwatch lacks INSERT on poll, DELETE on plan, UPDATE (rolled_to) on wallet, EXECUTE on make_partitions',
    ]);
  });

  test('of readers are told when there is no role for them', async () => {
    const found = await saidOf(rights, [[], [], [{ may: true }], [{ role: 'floatwatch', reader: false }]]);
    expect(found).toEqual([expect.stringMatching(/^warn: there is no role floatwatch_reader/)]);
  });
});

describe('rules', () => {
  const yaml = `alerts:
  rules:
    - {name: Seen, wallets: {wallet_type: SEEN}, below: "1"}
    - {name: Expected, wallets: {account: acme-ug, wallet_type: EXPECTED}, below: "1"}
    - {name: Elsewhere, wallets: {account: acme-ke, wallet_type: EXPECTED}, below: "1"}
`;
  test('watch what was seen, and what is expected of that account', async () => {
    const seen = [{ account: 'acme-ke', currency: 'KES', walletType: 'SEEN' }];
    const known = [{ account_id: 7, name: 'acme-ke' }];
    const { asked, said } = await findings(rules, [known, seen, []], yaml);
    expect(said).toEqual(['warn: alerts.rules[2] (Elsewhere) watches no wallet that is known']);
    expect(asked).toEqual([[NAMES], [[7]], [[7]]]);
  });

  test('watch payment options that were seen', async () => {
    const options = [{ account: 'acme-ug', currency: 'UGX', transactionType: 'PAYOUT', providerCode: 'MTN' }];
    const ofOptions = `alerts:
  rules:
    - {name: A, options: {provider_code: MTN}, inactive_for: 5m}
    - {name: B, options: {provider_code: AIRTEL}, inactive_for: 5m}
`;
    expect(await saidOf(rules, [[], [], options], ofOptions)).toEqual([
      'warn: alerts.rules[1] (B) watches no payment option that is known',
    ]);
  });
});

test('balances are asked for of the accounts of the configuration, and each is judged by its own', async () => {
  const rows = [
    { account: 'acme-ug', fresh: true },
    { account: 'acme-ke', fresh: false },
  ];
  const { asked, said } = await findings(balances, [rows]);
  expect(said).toEqual(['bad: no fresh balance is known of acme-ke', 'warn: no balance is known of acme-tz']);
  expect(asked).toEqual([[NAMES]]);
});

test('time zones are asked for once each', async () => {
  const { asked, said } = await findings(timeZones, [[{ name: 'Africa/Nairobi' }]]);
  expect(asked).toEqual([[['Africa/Kampala', 'Africa/Nairobi']]]);
  expect(said).toEqual([expect.stringMatching(/^bad: the database doesn't know Africa\/Nairobi: /)]);
  expect(await saidOf(timeZones, [[]])).toEqual(['ok: Africa/Kampala, Africa/Nairobi']);
});

describe('partitions', () => {
  const row = (series: string, until: number, now = NOW) => ({
    series,
    until: new Date(until),
    now: new Date(now),
  });

  test("are judged by the database's clock", async () => {
    const later = NOW + 40 * DAY;
    expect(await saidOf(partitions, [[row('poll', later), row('snapshot', later)]])).toEqual([
      'ok: made for 40d ahead',
    ]);
    const by = NOW + 20 * DAY;
    expect(await saidOf(partitions, [[row('poll', later, by), row('snapshot', later, by)]])).toEqual([
      'warn: those of poll end in 20d',
    ]);
  });

  test('that are not there at all are missed of each series', async () => {
    expect(await saidOf(partitions, [[]])).toEqual(['bad: there are none of poll and snapshot']);
  });

  test('are not asked for where the engine makes its own', async () => {
    const { asked, said } = await findings(
      partitions,
      [],
      'database: {url: "postgres://u:secret-1@h/d", engine: timescaledb}\n',
    );
    expect(said).toEqual(['ok: made by the database as rows come']);
    expect(asked).toEqual([]);
  });
});

describe('roll-ups', () => {
  const at = (ms: number | null) => (ms === null ? null : new Date(ms));
  const row = (newest: number | null, behind: number | null) => [
    [{ now: at(NOW), newest: at(newest), behind: at(behind) }],
  ];
  test.each([
    ['nothing', row(null, null), 'ok: there is nothing to make figures of yet'],
    ['all figures', row(NOW, null), 'ok: hourly and daily figures are up to date'],
    ['late figures', row(NOW, NOW - 3 * HOUR), 'warn: hourly and daily figures are 3h behind'],
  ])('of %s', async (_, answers, told) => expect(await saidOf(rollUps, answers)).toEqual([told]));
});

test('retention is that of the settings', async () => {
  expect(await saidOf(retention, [], 'retention: {snapshots: 30d, hourly: 400d}\n')).toEqual([
    'ok: snapshots 30d, hourly figures 400d, daily figures for ever',
  ]);
});

test("this clock is compared with the database's", async () => {
  expect(await saidOf(clock, [[{ ms: NOW - 7_000 }]])).toEqual([
    "warn: this clock is 7s ahead of the database's",
  ]);
});

test('versions are those of this process and of the server, on the day of this clock in UTC', async () => {
  const [node] = await saidOf(nodeVersion, []);
  expect(node).toContain(`Node ${process.versions.node}`);
  expect(await saidOf(postgresVersion, [[{ number: 180_004, standby: false }]])).toEqual([
    'ok: Postgres 18.4',
  ]);
  expect(await saidOf(postgresVersion, [[{ number: 140_020, standby: false }]])).toEqual([
    'warn: Postgres 14.20 is out of support since 2026-11-12',
  ]);
  expect(await saidOf(postgresVersion, [[{ number: 180_004, standby: true }]])).toEqual([
    'bad: Postgres 18.4 is a standby: nothing can be written there',
  ]);
});

test.each(['', '--max-old-space-size=4000', '--max_old_space_size=4000'])(
  'memory is the least that the machine, a container or NODE_OPTIONS=%s allows',
  async (options) => {
    vi.stubEnv('NODE_OPTIONS', options);
    const limits: (readonly [number, string])[] = [
      [totalmem(), 'the machine'],
      ...(options === '' ? [] : [[getHeapStatistics().heap_size_limit, "Node's heap limit"] as const]),
      ...['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes']
        .filter((path) => existsSync(path))
        .map((path) => [Number(readFileSync(path, 'utf8')), 'the container'] as const)
        .filter(([bytes]) => bytes > 0),
    ];
    const [bytes, name] = limits.toSorted(([a], [b]) => a - b)[0]!;
    const [found] = await saidOf(memory, [[{ wallets: 1_024 }]]);
    expect(found).toContain(
      `1024 wallets take about 146 MiB of the ${Math.ceil(bytes / MIB)} MiB that ${name} allows`,
    );
  },
);

describe('the disk', () => {
  test('is the one of the nearest folder that is there', () => {
    const { blocks, bsize } = statfsSync(folder);
    const asked = askDisk(join(folder, 'a', 'b'));
    expect(asked.folder).toBe(join(folder, 'a', 'b'));
    expect(asked.totalBytes).toBe(blocks * bsize);
    const { bavail } = statfsSync(folder);
    expect(Math.abs(asked.freeBytes - bavail * bsize)).toBeLessThan(blocks * bsize * 0.1);
    expect(askDisk(folder).totalBytes).toBe(asked.totalBytes);
  });

  test('and the spool are those of data_dir', async () => {
    const data = join(folder, 'data');
    expect((await saidOf(disk, [], `data_dir: ${data}\n`))[0]).toMatch(new RegExp(`are free for ${data}`));
    expect(await saidOf(spool, [], `data_dir: ${data}\n`)).toEqual([`ok: nothing waits in ${data}`]);
    expect(existsSync(data)).toBe(false);
  });
});

describe('the spool', () => {
  const spoolFolder = (name: string) => {
    const made = join(folder, name);
    mkdirSync(made);
    return made;
  };

  test('is counted by what waits and what was set aside, with the bytes of its file', () => {
    const data = spoolFolder('full');
    using opened = openSpool(data, { now: Date.now, onTrouble() {} });
    opened.append([1, 2, 3].map((i) => observation(recentSlot() + i * 60_000)));
    opened.setAside(observation(recentSlot()), 'a digit too many');
    for (const name of ['spool.sqlite.broken-1', 'spool.sqlite.salvaged-2', 'spool.broken', 'broken-3'])
      writeFileSync(join(data, name), '');
    const { bytes, ...counts } = askSpool(data);
    expect(counts).toEqual({
      ...{ folder: data, unwritable: null, waiting: 3, setAside: 1 },
      broken: ['spool.sqlite.broken-1', 'spool.sqlite.salvaged-2'],
    });
    expect(bytes).toBe(statSync(join(data, 'spool.sqlite')).size);
  });

  test('that was never made has nothing; the broken files beside it are told all the same', () => {
    const data = spoolFolder('none');
    writeFileSync(join(data, 'spool.sqlite.broken-1'), '');
    expect(askSpool(data)).toEqual({
      ...{ folder: data, unwritable: null, waiting: 0, setAside: 0, bytes: 0 },
      broken: ['spool.sqlite.broken-1'],
    });
  });

  test.skipIf(process.getuid?.() === 0)('of a folder that can not be written says so, and where', () => {
    const data = spoolFolder('closed');
    chmodSync(data, 0o500);
    expect(askSpool(data).unwritable).toContain(data);
    expect(askSpool(join(data, 'later')).unwritable).toContain(data);
    chmodSync(data, 0o700);
  });

  test('is not to be written where its parent is not there either', () => {
    expect(askSpool(join(folder, 'no', 'such')).unwritable).toContain(join(folder, 'no'));
  });
});

test('a page without a certificate has none to judge', async () => {
  expect(await saidOf(ownCertificate, [])).toEqual(['ok: the page is served without TLS']);
});
