// What each check of `floatwatch doctor` says and advises, word for word, at the boundaries of its states.
import { describe, expect, test } from 'vitest';
import { version } from '../../src/app/version.ts';
import { judgeBalances } from '../../src/cli/doctor/balances.ts';
import {
  bad,
  type Check,
  check,
  databaseCheck,
  type Installation,
  type Judgement,
  type OpenedDatabase,
  ok,
  tableCheck,
  warn,
} from '../../src/cli/doctor/check.ts';
import { CHECKS } from '../../src/cli/doctor/checks.ts';
import { judgeClock } from '../../src/cli/doctor/clock.ts';
import { judgeConfiguration } from '../../src/cli/doctor/configuration.ts';
import { judgeDisk } from '../../src/cli/doctor/disk.ts';
import { daysUntil, judgeReached, receiverEndpoints } from '../../src/cli/doctor/endpoints.ts';
import { judgeRetention, judgeRollUps } from '../../src/cli/doctor/figures.ts';
import { judgeMemory } from '../../src/cli/doctor/memory.ts';
import { judgeMigrations } from '../../src/cli/doctor/migrations.ts';
import { judgeOwnCertificate } from '../../src/cli/doctor/own-certificate.ts';
import { judgePartitions } from '../../src/cli/doctor/partitions.ts';
import { printFindings } from '../../src/cli/doctor/print.ts';
import { judgeRights } from '../../src/cli/doctor/rights.ts';
import { judgeRules } from '../../src/cli/doctor/rules.ts';
import { judgeSpool } from '../../src/cli/doctor/spool.ts';
import { judgeTimeZones } from '../../src/cli/doctor/time-zones.ts';
import { judgeNode, judgePostgres } from '../../src/cli/doctor/versions.ts';
import { parseConfig } from '../../src/config/load.ts';
import { capture } from '../support/io.ts';
import { lowRule } from '../support/watching.ts';

const [MIB, HOUR, DAY] = [1024 * 1024, 3_600_000, 86_400_000];
const GIB = 1024 * MIB;
const NOW = Date.UTC(2026, 10, 22);

const said = (judged: readonly Judgement[]) =>
  judged.map(({ state, found, advice }) => `${state}: ${found}${advice === null ? '' : ` → ${advice}`}`);

const settings = { warnings: [], accounts: 1, rules: 1, receivers: 1, builtin: true };
const postgres = { number: 180_004, isStandby: false, today: '2026-11-22' };
const migrations = { all: 2, missing: [] as string[], isEmbedded: false, refused: null };
const until = (poll: number, snapshot = poll) => ({
  now: NOW,
  until: { poll: NOW + poll, snapshot: NOW + snapshot },
});
const figures = (late: number) => ({ now: NOW, newest: NOW, behindSince: NOW - late });
const spooled = { folder: '/data', unwritable: null, waiting: 0, setAside: 0, bytes: 0, broken: [] };
const ahead = (ms: number) => judgeClock(ms);
const disk = (freeBytes: number, totalBytes: number) => judgeDisk({ folder: '/data', freeBytes, totalBytes });
const needed = 140 * MIB + 1_024 * 6 * 1024; // 146 MiB
const memory = (limitBytes: number, by: 'cgroup' | 'heap' | 'machine' = 'cgroup') =>
  judgeMemory({ limitBytes, by, wallets: 1_024 });
const reach = { name: 'receiver ops', host: 'h.example.com', port: 443, error: null };
const certified = (daysLeft: number, untrusted: string | null = null) =>
  judgeReached([{ ...reach, certificate: { daysLeft, untrusted } }]);
const known = (...all: readonly (readonly [string, boolean])[]) =>
  new Map(all.map(([name, isFresh]) => [name, { isFresh }]));

const GRANTS = 'run config/grants.sql as the owner of the schema, after each upgrade';
const MIGRATE = 'run "floatwatch migrate" as the owner of the schema';
const PARTITIONS = '"floatwatch run" makes them every six hours: its log says why it does not';
const FIGURES = '"floatwatch run" makes them each minute; MaintenanceFailing and its log say why it does not';
const ROOM = 'make room, or move data_dir to another disk';
const RENEW = 'ask whoever runs it to renew it';
const OWN = 'renew it: the file is read again without a restart';
const PROBE = 'see whether "floatwatch run" runs; "floatwatch probe" says what the service answers';
const NTP = 'set both by NTP; beyond a minute ClockSkewed fires';

// biome-ignore format: a line each
const CASES: readonly (readonly [string, () => readonly Judgement[], readonly string[]])[] = [
  ['a whole configuration', () => judgeConfiguration({ ...settings, accounts: 2, rules: 3, receivers: 1 }), ['ok: 2 accounts, 3 rules, 1 receiver']],
  ['all that is not advisable', () => judgeConfiguration({ warnings: ['x: odd', 'y: odder'], accounts: 1, rules: 0, receivers: 0, builtin: false }), [
    'warn: x: odd → change the configuration, or live with it',
    'warn: y: odder → change the configuration, or live with it',
    'warn: nobody is told of alerts: only the page shows them → name an Alertmanager, a webhook or another receiver under "alerts"',
    'warn: no rule watches a balance → add one to alerts.rules; "floatwatch simulate" tries it',
    'warn: nothing is told when balances are not seen: alerts.builtin is false → set alerts.builtin: true, unless Prometheus rules do the same',
  ]],
  ['Node 24', () => judgeNode('24.0.1'), [`ok: floatwatch ${version} on Node 24.0.1`]],
  ['Node 25', () => judgeNode('25.24.0'), [`warn: floatwatch ${version} runs on Node 25.24.0; it is tested on Node 24 → start it with Node 24`]],
  ['Postgres 18', () => judgePostgres(postgres), ['ok: Postgres 18.4']],
  ['Postgres 13', () => judgePostgres({ ...postgres, number: 130_021 }), ['bad: Postgres 13.21 is too old → use Postgres 14 or later']],
  ['Postgres 14 on its last day', () => judgePostgres({ ...postgres, number: 140_020, today: '2026-11-12' }), ['ok: Postgres 14.20']],
  ['Postgres 14 a day later', () => judgePostgres({ ...postgres, number: 140_020, today: '2026-11-13' }), ['warn: Postgres 14.20 is out of support since 2026-11-12 → plan an upgrade of the server']],
  ['Postgres 15 later', () => judgePostgres({ ...postgres, number: 150_001, today: '2027-11-12' }), ['warn: Postgres 15.1 is out of support since 2027-11-11 → plan an upgrade of the server']],
  ['Postgres 16 later', () => judgePostgres({ ...postgres, number: 160_001, today: '2028-11-10' }), ['warn: Postgres 16.1 is out of support since 2028-11-09 → plan an upgrade of the server']],
  ['Postgres 17 later', () => judgePostgres({ ...postgres, number: 170_001, today: '2029-11-09' }), ['warn: Postgres 17.1 is out of support since 2029-11-08 → plan an upgrade of the server']],
  ['Postgres 18 later', () => judgePostgres({ ...postgres, today: '2030-11-15' }), ['warn: Postgres 18.4 is out of support since 2030-11-14 → plan an upgrade of the server']],
  ['a Postgres that is not known yet', () => judgePostgres({ ...postgres, number: 190_000, today: '2040-01-01' }), ['ok: Postgres 19.0']],
  ['a standby', () => judgePostgres({ ...postgres, isStandby: true }), ['bad: Postgres 18.4 is a standby: nothing can be written there → let database.url name the primary']],
  ['clocks 5 s apart', () => ahead(5_000), ["ok: this clock is 5s ahead of the database's"]],
  ['a millisecond more', () => ahead(5_001), [`warn: this clock is 5s1ms ahead of the database's → ${NTP}`]],
  ['as much behind', () => ahead(-5_001), [`warn: this clock is 5s1ms behind the database's → ${NTP}`]],
  ['a minute apart', () => ahead(60_000), [`warn: this clock is 1m ahead of the database's → ${NTP}`]],
  ['more than a minute', () => ahead(60_001), ["bad: this clock is 1m1ms ahead of the database's → set both by NTP: polls of a slot in the future are not stored"]],
  ['one clock', () => ahead(0), ["ok: this clock is 0s ahead of the database's"]],
  ['all migrations', () => judgeMigrations(migrations), ['ok: all 2 are applied']],
  ['some missing', () => judgeMigrations({ ...migrations, all: 3, missing: ['0002_b', '0003_c'] }), [`bad: 0002_b, 0003_c not applied yet → ${MIGRATE}`]],
  ['some missing in the embedded database', () => judgeMigrations({ ...migrations, all: 3, missing: ['0002_b'], isEmbedded: true }), [`bad: 0002_b not applied yet → ${MIGRATE}`]],
  ['all missing', () => judgeMigrations({ ...migrations, missing: ['0001_a', '0002_b'] }), [`bad: none of the 2 is applied yet → ${MIGRATE}`]],
  ['all missing in the embedded database', () => judgeMigrations({ ...migrations, missing: ['0001_a', '0002_b'], isEmbedded: true }), ['warn: the tables are not made yet → "floatwatch run" makes them']],
  ['a schema that is refused', () => judgeMigrations({ ...migrations, refused: 'it is newer' }), ['bad: it is newer → nothing else about the database is known until then']],
  ['all rights', () => judgeRights({ role: 'r', lacking: [], hasReader: true }), ['ok: the role r has what it needs']],
  ['some lacking', () => judgeRights({ role: 'r', lacking: ['INSERT on poll', 'EXECUTE on f'], hasReader: false }), [`bad: the role r lacks INSERT on poll, EXECUTE on f → ${GRANTS}`]],
  ['nobody to read', () => judgeRights({ role: 'r', lacking: [], hasReader: false }), [`warn: there is no role floatwatch_reader: people can only read with a role that may write → ${GRANTS}`]],
  ['partitions for 31 days', () => judgePartitions(until(31 * DAY)), ['ok: made for 31d ahead']],
  ['a moment less', () => judgePartitions(until(99 * DAY, 31 * DAY - 1)), [`warn: those of snapshot end in 30d → ${PARTITIONS}`]],
  ['a moment only', () => judgePartitions(until(1)), [`warn: those of poll end in 1d → ${PARTITIONS}`]],
  ['none left', () => judgePartitions(until(0, DAY)), [`bad: those of poll ended 1d ago → ${PARTITIONS}`]],
  ['none for days', () => judgePartitions(until(DAY, -2 * DAY - 1)), [`bad: those of snapshot ended 2d ago → ${PARTITIONS}`]],
  ['none of one', () => judgePartitions({ now: NOW, until: { poll: NOW + DAY } }), ['bad: there are none of snapshot → run "floatwatch migrate"']],
  ['none of the other', () => judgePartitions({ now: NOW, until: { snapshot: NOW + DAY } }), ['bad: there are none of poll → run "floatwatch migrate"']],
  ['none at all', () => judgePartitions({ now: NOW, until: {} }), ['bad: there are none of poll and snapshot → run "floatwatch migrate"']],
  ['an engine that makes them', () => judgePartitions({ now: NOW, until: null }), ['ok: made by the database as rows come']],
  ['time zones', () => judgeTimeZones({ named: ['UTC', 'A/B'], unknown: [] }), ['ok: UTC, A/B']],
  ['some not known', () => judgeTimeZones({ named: ['UTC', 'A/B', 'C/D'], unknown: ['A/B', 'C/D'] }), ["bad: the database doesn't know A/B, C/D: accounts there get no hourly and daily figures → bring the server's time zone data (tzdata) up to date, or name the zone as it does"]],
  ['balances', () => judgeBalances({ accounts: ['a'], known: known(['a', true]) }), ['ok: fresh ones are known of every account, 1 in all']],
  ['balances, stale and none', () => judgeBalances({ accounts: ['a', 'b', 'c'], known: known(['a', true], ['b', false]) }), [`bad: no fresh balance is known of b → ${PROBE}`, `warn: no balance is known of c → ${PROBE}`]],
  ['figures of nothing', () => judgeRollUps({ now: NOW, newest: null, behindSince: null }), ['ok: there is nothing to make figures of yet']],
  ['figures', () => judgeRollUps({ now: NOW, newest: NOW, behindSince: null }), ['ok: hourly and daily figures are up to date']],
  ['figures two hours late', () => judgeRollUps(figures(2 * HOUR)), ['ok: figures are being made']],
  ['figures a moment later', () => judgeRollUps(figures(2 * HOUR + 1)), [`warn: hourly and daily figures are 2h behind → ${FIGURES}`]],
  ['figures a week late', () => judgeRollUps(figures(7 * DAY)), [`warn: hourly and daily figures are 7d behind → ${FIGURES}`]],
  ['figures more than a week late', () => judgeRollUps(figures(7 * DAY + HOUR - 1)), [`bad: hourly and daily figures are 7d behind → ${FIGURES}`]],
  ['retention', () => judgeRetention({ snapshotsMs: 364 * DAY, hourlyMs: 364 * DAY }), ['ok: snapshots 364d, hourly figures 364d, daily figures for ever']],
  ['too short to learn', () => judgeRetention({ snapshotsMs: DAY, hourlyMs: 364 * DAY - HOUR }), ['warn: hourly figures are kept for 363d23h; forecasts learn from up to 364d → set retention.hourly to 364d or more']],
  ['shorter than snapshots', () => judgeRetention({ snapshotsMs: 400 * DAY, hourlyMs: 399 * DAY }), ['warn: hourly figures are kept for 399d, snapshots for 400d → keep hourly figures at least as long: charts of a long range are made of them']],
  ['an empty spool', () => judgeSpool(spooled), ['ok: nothing waits in /data']],
  ['one poll that waits', () => judgeSpool({ ...spooled, waiting: 1 }), ['warn: 1 poll waits for Postgres → nothing while it is away; "floatwatch run" stores them']],
  ['a spool half full', () => judgeSpool({ ...spooled, waiting: 9, bytes: 128 * MIB }), ['warn: 9 polls wait for Postgres → nothing while it is away; "floatwatch run" stores them']],
  ['more than half', () => judgeSpool({ ...spooled, waiting: 9, bytes: 128 * MIB + 1 }), ['bad: 9 polls wait for Postgres → bring Postgres back: beyond 256 MiB polls are lost']],
  ['all that can be wrong with it', () => judgeSpool({ ...spooled, unwritable: 'EACCES', setAside: 1, broken: ['x.broken-1', 'y.salvaged-2'] }), [
    "bad: /data can't be written: EACCES → give the folder to the user that floatwatch runs as",
    'warn: 1 poll set aside, not stored → see "What was set aside" in docs/operations.md',
    'warn: x.broken-1, y.salvaged-2 could not be read → keep it for whoever looks into it, or remove it',
  ]],
  ['room', () => disk(1_000 * MIB, 10_000 * MIB), ['ok: 1000 MiB of 10000 MiB are free for /data']],
  ['less than a tenth', () => disk(1_000 * MIB - 1, 10_000 * MIB), [`warn: 999 MiB of 10000 MiB are free for /data → ${ROOM}`]],
  ['just room for the spool', () => disk(320 * MIB, 400 * MIB), ['ok: 320 MiB of 400 MiB are free for /data']],
  ['no room for the spool', () => disk(320 * MIB - 1, 400 * MIB), [`bad: 319 MiB of 400 MiB are free for /data: the spool may take 320 MiB → ${ROOM}`]],
  ['a large disk', () => disk(10 * GIB, 100 * GIB - 1), ['ok: 10 GiB of 99 GiB are free for /data']],
  ['a disk just below ten gibibytes', () => disk(10 * GIB - 1, 10 * GIB), ['ok: 10239 MiB of 10 GiB are free for /data']],
  ['memory', () => memory(219 * MIB), ['ok: 1024 wallets take about 146 MiB of the 219 MiB that the container allows']],
  ['memory, a byte less', () => memory(1.5 * needed - 1), ['warn: 1024 wallets take about 146 MiB of the 219 MiB that the container allows → raise its memory limit to 219 MiB, or watch some accounts elsewhere']],
  ['memory that is just enough', () => memory(needed, 'heap'), ["warn: 1024 wallets take about 146 MiB of the 146 MiB that Node's heap limit allows → raise --max-old-space-size to 219 MiB, or watch some accounts elsewhere"]],
  ['memory that is not', () => memory(needed - 1, 'machine'), ['bad: 1024 wallets take about 146 MiB of the 146 MiB that the machine allows → bring the memory of the machine to 219 MiB, or watch some accounts elsewhere']],
  ['nobody to reach', () => judgeReached([]), ['ok: there are none']],
  ['all who are reached', () => judgeReached([{ ...reach, certificate: null }, { ...reach, name: 'b', port: 80, certificate: { daysLeft: 21, untrusted: null } }]), ['ok: receiver ops at h.example.com:443, b at h.example.com:80']],
  ['one of two', () => judgeReached([{ ...reach, certificate: null }, { ...reach, name: 'b', error: 'no route', certificate: null }]), ["bad: b at h.example.com:443 can't be reached: no route → check the address, the name servers and the firewall"]],
  ['a certificate of 21 days', () => certified(21), ['ok: receiver ops at h.example.com:443']],
  ['of 20', () => certified(20), [`warn: the certificate of receiver ops at h.example.com:443 ends in 20 days → ${RENEW}`]],
  ['of the last day', () => certified(0), [`warn: the certificate of receiver ops at h.example.com:443 ends in 0 days → ${RENEW}`]],
  ['that has ended', () => certified(-1, 'CERT_HAS_EXPIRED'), ['bad: the certificate of receiver ops at h.example.com:443 ended 1 day ago → ask whoever runs it for a new one']],
  ['that nobody trusts', () => certified(5, 'SELF_SIGNED'), ["bad: the certificate of receiver ops at h.example.com:443 isn't trusted: SELF_SIGNED → NODE_EXTRA_CA_CERTS names authorities of your own"]],
  ['no certificate of the page', () => judgeOwnCertificate(null), ['ok: the page is served without TLS']],
  ['one of 21 days', () => judgeOwnCertificate(21), ["ok: the page's certificate lasts 21 days"]],
  ['one of 20', () => judgeOwnCertificate(20), [`warn: the page's certificate lasts 20 days → ${OWN}`]],
  ['one of the last day', () => judgeOwnCertificate(0), [`warn: the page's certificate lasts 0 days → ${OWN}`]],
  ['one that has ended', () => judgeOwnCertificate(-2), [`bad: the page's certificate ended 2 days ago → ${OWN}`]],
];

test.each(CASES)('%s', (_, judge, expected) => {
  expect(said(judge())).toEqual(expected);
});

describe('rules', () => {
  const about = (account: string, walletType = '*') =>
    lowRule({ wallets: { account, currency: 'UGX', walletType } });
  const { wallets: _, ...low } = lowRule();
  const inactive = (account: string, providerCode = '*') => ({
    ...low,
    options: { account, currency: '*', transactionType: '*', providerCode },
    condition: { kind: 'inactive_for', ms: 60_000 } as const,
  });
  const wallets = [{ account: 'acme-ug', currency: 'UGX', walletType: 'X' }];
  const options = [{ account: 'acme-ug', currency: 'UGX', transactionType: 'PAYOUT', providerCode: 'MTN' }];
  const NONE = (i: number, what: string, command: string) =>
    `warn: alerts.rules[${i}] (PayoutFloatLow) watches no ${what} that is known → compare its names with what "floatwatch ${command}" prints, capitals too`;

  test.each([
    ['none', [], ['ok: there are none']],
    [
      'by name, by glob, and for all',
      [about('acme-ug'), about('acme*'), about('*', 'X'), inactive('acme-ug'), inactive('*', 'MTN')],
      ['ok: each watches something'],
    ],
    [
      'of another account',
      [about('acme-ke'), about('*-ke'), inactive('acme-ke')],
      [NONE(0, 'wallet', 'balances'), NONE(1, 'wallet', 'balances'), NONE(2, 'payment option', 'options')],
    ],
    [
      'of another name',
      [about('acme-ug'), about('acme-ug', 'Y'), inactive('acme-ug', 'mtn')],
      [NONE(1, 'wallet', 'balances'), NONE(2, 'payment option', 'options')],
    ],
  ])('%s', (_name, rules, expected) => {
    expect(said(judgeRules({ rules, wallets, options }))).toEqual(expected);
  });

  test('are not judged by what is not known yet', () => {
    const rules = [about('acme-ke'), inactive('acme-ke')];
    expect(said(judgeRules({ rules, wallets: [], options }))).toEqual([NONE(1, 'payment option', 'options')]);
    expect(said(judgeRules({ rules, wallets, options: [] }))).toEqual([NONE(0, 'wallet', 'balances')]);
  });
});

describe('a check', () => {
  const installation = (database?: Partial<OpenedDatabase>) => ({ database }) as unknown as Installation;
  const judge = (facts: string) => [ok(facts), warn(facts, 'look')];
  const [found, looked] = [
    { check: 'it', state: 'ok', found: 'seen', advice: null },
    { check: 'it', state: 'warn', found: 'seen', advice: 'look' },
  ];
  const away = [
    { check: 'it', state: 'skipped', found: "not asked: the database can't be used", advice: null },
  ];
  const bare = [{ check: 'it', state: 'skipped', found: 'not asked: there are no tables yet', advice: null }];
  const failed = [
    {
      check: 'it',
      state: 'bad',
      found: 'it could not be asked: no',
      advice: 'see whether that can be fixed, and ask again',
    },
  ];
  const mended = [{ ...looked, state: 'bad', advice: 'mend' }];
  const fail = async (): Promise<string> => Promise.reject(new Error('no'));

  test.each<[string, Check, boolean, readonly object[], readonly object[], readonly object[]]>([
    ['plain', check('it', () => 'seen', judge), false, [found, looked], [found, looked], [found, looked]],
    [
      'of the database',
      databaseCheck('it', async () => 'seen', judge),
      true,
      away,
      [found, looked],
      [found, looked],
    ],
    ['of its tables', tableCheck('it', async () => 'seen', judge), true, away, bare, [found, looked]],
    ['plain that fails', check('it', fail, judge), false, failed, failed, failed],
    ['of the database that fails', databaseCheck('it', fail, judge), true, away, failed, failed],
    ['of tables that fails', tableCheck('it', fail, judge), true, away, bare, failed],
    [
      'that is bad',
      check(
        'it',
        () => 'seen',
        (facts) => [bad(facts, 'mend')],
      ),
      false,
      mended,
      mended,
      mended,
    ],
  ])('%s is asked only where it can be', async (_, one, ofDatabase, without, withoutTables, whole) => {
    expect([one.name, one.ofDatabase]).toEqual(['it', ofDatabase]);
    expect(await one.run(installation())).toEqual(without);
    expect(await one.run(installation({ isMade: false }))).toEqual(withoutTables);
    expect(await one.run(installation({ isMade: true }))).toEqual(whole);
  });
});

test('each receiver is reached where it is, by the scheme of its address', () => {
  const { config } = parseConfig(
    `
accounts: [{name: a, base_url: "https://pay.example.com", public_key: pk-123456, secret_key: sk-123456}]
alerts:
  alertmanagers: ["http://127.0.0.1:9093", {url: "https://am.example.com", tls: {server_name: am}}]
  webhooks: [{name: ops, url: "https://h.example.com:8443/secret"}, {name: v6, url: "https://[2001:db8::1]/x"}]
  receivers:
    email:
      - {name: mail, host: mail.example.com, from: a@example.com, to: [b@example.com]}
      - {name: tls, host: mail.example.com, port: 465, tls: implicit, from: a@example.com, to: [b@example.com]}
    telegram: [{name: chat, token: "1:abc", chat_id: "1", url: "http://127.0.0.1"}]
`,
    { file: 'f', env: {} },
  );
  expect(receiverEndpoints(config)).toEqual([
    { name: 'receiver http://127.0.0.1:9093', host: '127.0.0.1', port: 9093, isTls: false },
    {
      name: 'receiver https://am.example.com',
      host: 'am.example.com',
      port: 443,
      isTls: true,
      serverName: 'am',
    },
    { name: 'receiver ops', host: 'h.example.com', port: 8443, isTls: true },
    { name: 'receiver v6', host: '2001:db8::1', port: 443, isTls: true },
    { name: 'receiver chat', host: '127.0.0.1', port: 80, isTls: false },
    { name: 'receiver mail', host: 'mail.example.com', port: 587, isTls: false },
    { name: 'receiver tls', host: 'mail.example.com', port: 465, isTls: true },
  ]);
});

test.each([
  [0, 0],
  [1, -1],
  [-DAY + 1, 0],
  [-DAY, 1],
  [DAY, -1],
  [DAY + 1, -2],
])('whole days until a date that is %i ms ago: %i', (ago, days) => {
  expect(daysUntil('Nov 22 00:00:00 2026 GMT', NOW + ago)).toBe(days);
});

test.each([
  [['ok', 'skipped'], 'Nothing is wrong.'],
  [['bad'], '1 thing is wrong.'],
  [['bad', 'bad', 'ok'], '2 things are wrong.'],
  [['warn'], '1 deserves a look.'],
  [['warn', 'warn'], '2 deserve a look.'],
  [['bad', 'warn', 'skipped'], '1 thing is wrong, 1 deserves a look.'],
] as const)('%j: %s', (states, summary) => {
  const { io, written } = capture();
  printFindings(
    io,
    states.map((state) => ({ check: 'c', state, found: 'f', advice: null })),
  );
  expect(written().stdout.split('\n').at(-2)).toBe(summary);
});

test('scripts find a check by its name', () => {
  expect(CHECKS.map(({ name }) => name)).toEqual([
    ...[
      'configuration',
      'node',
      'postgres',
      'clock',
      'migrations',
      'rights',
      'partitions',
      'time zones',
      'balances',
    ],
    ...['rules', 'roll-ups', 'retention', 'spool', 'disk', 'memory', 'services', 'receivers', 'certificate'],
  ]);
});

test('findings stand in columns, and what to do about one below it', () => {
  const { io, written } = capture();
  Object.assign(io.stdout, { isTTY: true, columns: 30 });
  const findings = [
    { check: 'a', state: 'ok', found: 'fine', advice: null },
    { check: 'longer', state: 'warn', found: 'a few words of it', advice: 'do it' },
    { check: 'b', state: 'bad', found: 'x', advice: 'y' },
    { check: 'c', state: 'skipped', found: 'z', advice: null },
  ] as const;
  printFindings({ ...io, env: { NO_COLOR: '1' } }, findings);
  expect(written().stdout).toBe(`ok    a       fine
WARN  longer  a few words of
              it
              → do it
BAD   b       x
              → y
-     c       z

1 thing is wrong, 1 deserves a look.
`);
  const coloured = capture();
  Object.assign(coloured.io.stdout, { isTTY: true, columns: 80 });
  printFindings(coloured.io, findings);
  expect(coloured.written().stdout.replaceAll('\u001b', '␛').split('\n').slice(0, 2)).toEqual([
    '␛[32mok  ␛[39m  a       fine',
    '␛[33mWARN␛[39m  longer  a few words of it',
  ]);
});
