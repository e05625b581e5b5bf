// `floatwatch doctor`: each check in a good and in a bad state, judged alone; and asked of real parts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeBalances } from '../../src/cli/doctor/balances.ts';
import type { Judgement } from '../../src/cli/doctor/check.ts';
import { CHECKS } from '../../src/cli/doctor/checks.ts';
import { judgeClock } from '../../src/cli/doctor/clock.ts';
import { judgeConfiguration } from '../../src/cli/doctor/configuration.ts';
import { askDisk, judgeDisk } from '../../src/cli/doctor/disk.ts';
import { judgeReached } from '../../src/cli/doctor/endpoints.ts';
import { judgeRetention, judgeRollUps } from '../../src/cli/doctor/figures.ts';
import { judgeMemory } from '../../src/cli/doctor/memory.ts';
import { judgeMigrations } from '../../src/cli/doctor/migrations.ts';
import { judgeOwnCertificate } from '../../src/cli/doctor/own-certificate.ts';
import { judgePartitions } from '../../src/cli/doctor/partitions.ts';
import { printFindings } from '../../src/cli/doctor/print.ts';
import { judgeRights, NEEDED_RIGHTS } from '../../src/cli/doctor/rights.ts';
import { judgeRules } from '../../src/cli/doctor/rules.ts';
import { askSpool, judgeSpool } from '../../src/cli/doctor/spool.ts';
import { judgeTimeZones } from '../../src/cli/doctor/time-zones.ts';
import { judgeNode, judgePostgres } from '../../src/cli/doctor/versions.ts';
import { openSpool } from '../../src/store/spool/spool.ts';
import { makeCertificates } from '../support/certificates.ts';
import { command } from '../support/command.ts';
import { capture } from '../support/io.ts';
import { ledgerOf, observation, recentSlot } from '../support/ledger.ts';
import { ENGINE, emptyDatabase, execute, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { lowRule } from '../support/watching.ts';

const NOW = Date.UTC(2026, 10, 22);
const [MIB, HOUR, DAY] = [1024 * 1024, 3_600_000, 86_400_000];
const options = { account: '*', currency: 'KES', transactionType: '*', providerCode: '*' };
const { wallets: _, ...low } = lowRule();
const inactiveRule = { ...low, options, condition: { kind: 'inactive_for', ms: 60_000 } } as const;
const paid = { account: 'a', currency: 'UGX', transactionType: 'PAYOUT', providerCode: 'MTN' };
const settings = { warnings: [], accounts: 1, rules: 1, receivers: 1, builtin: true };
const reached = { name: 'receiver ops', host: 'hooks.example.com', port: 443, error: null };
const spooled = {
  ...{ folder: '/data', unwritable: null, waiting: 0, setAside: 0, bytes: 0 },
  broken: [] as readonly string[],
};
const months = (poll: number, snapshot: number) => ({
  now: NOW,
  until: { poll: NOW + poll, snapshot: NOW + snapshot },
});

const CASES: readonly (readonly [
  name: string,
  judged: readonly Judgement[],
  state: Judgement['state'],
  found: RegExp,
])[] = [
  ['a whole configuration', judgeConfiguration(settings), 'ok', /^1 account, 1 rule, 1 receiver$/],
  ['a warning of it', judgeConfiguration({ ...settings, warnings: ['x: odd'] }), 'warn', /^x: odd$/],
  ['nobody is told', judgeConfiguration({ ...settings, receivers: 0 }), 'warn', /nobody is told/],
  ['no rule', judgeConfiguration({ ...settings, rules: 0 }), 'warn', /no rule watches/],
  [
    'no built-in alerts',
    judgeConfiguration({ ...settings, builtin: false }),
    'warn',
    /alerts\.builtin is false/,
  ],
  ['the Node it is made for', judgeNode('24.21.0'), 'ok', /Node 24/],
  ['another Node', judgeNode('26.1.0'), 'warn', /tested on Node 24/],
  [
    'a Postgres of today',
    judgePostgres({ number: 180_004, isStandby: false, today: '2026-11-22' }),
    'ok',
    /18\.4/,
  ],
  [
    'one without mends',
    judgePostgres({ number: 140_020, isStandby: false, today: '2026-11-22' }),
    'warn',
    /14\.20/,
  ],
  [
    'one that is too old',
    judgePostgres({ number: 130_001, isStandby: false, today: '2026-11-22' }),
    'bad',
    /too old/,
  ],
  ['a standby', judgePostgres({ number: 180_004, isStandby: true, today: '2026-11-22' }), 'bad', /standby/],
  ['clocks that agree', judgeClock(-40), 'ok', /40ms behind/],
  ['clocks that drift', judgeClock(6_000), 'warn', /6s ahead of/],
  ['clocks that differ', judgeClock(-61_000), 'bad', /1m1s behind/],
  [
    'an embedded database before the first run',
    judgeMigrations({ all: 1, missing: ['0001_ledger'], isEmbedded: true, refused: null }),
    'warn',
    /not made yet/,
  ],
  [
    'migrations applied',
    judgeMigrations({ all: 15, missing: [], isEmbedded: false, refused: null }),
    'ok',
    /all 15/,
  ],
  [
    'one that isn’t',
    judgeMigrations({ all: 15, missing: ['0015_x'], isEmbedded: false, refused: null }),
    'bad',
    /0015_x/,
  ],
  [
    'a newer schema',
    judgeMigrations({ all: 0, missing: [], isEmbedded: false, refused: 'newer' }),
    'bad',
    /newer/,
  ],
  ['all rights', judgeRights({ role: 'r', lacking: [], hasReader: true }), 'ok', /r has what it needs/],
  [
    'a right that lacks',
    judgeRights({ role: 'r', lacking: ['INSERT on poll'], hasReader: true }),
    'bad',
    /INSERT on poll/,
  ],
  [
    'no role for readers',
    judgeRights({ role: 'r', lacking: [], hasReader: false }),
    'warn',
    /floatwatch_reader/,
  ],
  ['months ahead', judgePartitions(months(98 * DAY, 99 * DAY)), 'ok', /98d ahead/],
  ['few days ahead', judgePartitions(months(98 * DAY, 9 * DAY)), 'warn', /snapshot end in 9d/],
  ['none ahead', judgePartitions(months(-2 * DAY, DAY)), 'bad', /poll ended 2d ago/],
  ['none at all', judgePartitions({ now: NOW, until: {} }), 'bad', /none of poll and snapshot/],
  ['chunks of TimescaleDB', judgePartitions({ now: NOW, until: null }), 'ok', /by the database/],
  ['zones it knows', judgeTimeZones({ named: ['Africa/Kampala'], unknown: [] }), 'ok', /Kampala/],
  ['one it doesn’t', judgeTimeZones({ named: ['A/B'], unknown: ['A/B'] }), 'bad', /doesn't know A\/B/],
  [
    'balances that are seen',
    judgeBalances({
      accounts: ['a', 'b'],
      known: new Map(['a', 'b'].map((name) => [name, { isFresh: true }])),
    }),
    'ok',
    /every account, 2 in all/,
  ],
  [
    'balances that are seen no more',
    judgeBalances({ accounts: ['a'], known: new Map([['a', { isFresh: false }]]) }),
    'bad',
    /no fresh balance is known of a$/,
  ],
  [
    'balances that never were',
    judgeBalances({ accounts: Array.from({ length: 10 }, (_, i) => `a${i}`), known: new Map() }),
    'warn',
    /no balance is known of a0, .*, a7 and 2 more$/,
  ],
  ['no rules', judgeRules({ rules: [], wallets: [], options: [] }), 'ok', /there are none/],
  [
    'rules of which nothing can be said yet',
    judgeRules({ rules: [lowRule(), inactiveRule], wallets: [], options: [] }),
    'ok',
    /each watches something/,
  ],
  [
    'a rule for payment options that there are not',
    judgeRules({ rules: [inactiveRule], wallets: [], options: [paid] }),
    'warn',
    /^alerts\.rules\[0\] \(\w+\) watches no payment option that is known$/,
  ],
  ['figures made', judgeRollUps({ now: NOW, newest: NOW, behindSince: null }), 'ok', /up to date/],
  ['figures of nothing', judgeRollUps({ now: NOW, newest: null, behindSince: null }), 'ok', /nothing/],
  [
    'figures hours late',
    judgeRollUps({ now: NOW, newest: NOW, behindSince: NOW - 5 * HOUR }),
    'warn',
    /5h behind/,
  ],
  [
    'figures weeks late',
    judgeRollUps({ now: NOW, newest: NOW, behindSince: NOW - 15 * DAY }),
    'bad',
    /15d behind/,
  ],
  ['retention that fits', judgeRetention({ snapshotsMs: 400 * DAY, hourlyMs: 1_825 * DAY }), 'ok', /400d/],
  [
    'hours shorter than snapshots',
    judgeRetention({ snapshotsMs: 400 * DAY, hourlyMs: 90 * DAY }),
    'warn',
    /90d/,
  ],
  [
    'too short to learn from',
    judgeRetention({ snapshotsMs: 30 * DAY, hourlyMs: 90 * DAY }),
    'warn',
    /learn from up to 364d/,
  ],
  ['an empty spool', judgeSpool(spooled), 'ok', /nothing waits in \/data/],
  ['a spool that can’t be written', judgeSpool({ ...spooled, unwritable: 'EACCES' }), 'bad', /EACCES/],
  ['polls that wait', judgeSpool({ ...spooled, waiting: 7, bytes: MIB }), 'warn', /7 polls wait/],
  ['a spool half full', judgeSpool({ ...spooled, waiting: 7, bytes: 129 * MIB }), 'bad', /7 polls wait/],
  ['polls set aside', judgeSpool({ ...spooled, setAside: 2 }), 'warn', /2 polls set aside/],
  ['a broken file', judgeSpool({ ...spooled, broken: ['spool.sqlite.broken-1'] }), 'warn', /broken-1/],
  [
    'room on the disk',
    judgeDisk({ folder: '/data', freeBytes: 9_000 * MIB, totalBytes: 10_000 * MIB }),
    'ok',
    /9000 MiB of 10000/,
  ],
  [
    'little room',
    judgeDisk({ folder: '/data', freeBytes: 900 * MIB, totalBytes: 10_000 * MIB }),
    'warn',
    /900 MiB/,
  ],
  [
    'no room',
    judgeDisk({ folder: '/data', freeBytes: 300 * MIB, totalBytes: 400 * MIB }),
    'bad',
    /may take 320 MiB/,
  ],
  [
    'memory enough',
    judgeMemory({ limitBytes: 512 * MIB, by: 'cgroup', wallets: 10_000 }),
    'ok',
    /199 MiB of the 512/,
  ],
  [
    'memory barely enough',
    judgeMemory({ limitBytes: 256 * MIB, by: 'cgroup', wallets: 10_000 }),
    'warn',
    /container/,
  ],
  [
    'too little memory',
    judgeMemory({ limitBytes: 128 * MIB, by: 'heap', wallets: 10_000 }),
    'bad',
    /heap limit/,
  ],
  [
    'memory for one wallet',
    judgeMemory({ limitBytes: 1_024 * MIB, by: 'machine', wallets: 1 }),
    'ok',
    /^1 wallet takes about/,
  ],
  ['nobody to reach', judgeReached([]), 'ok', /none/],
  [
    'a receiver that answers',
    judgeReached([{ ...reached, certificate: { daysLeft: 60, untrusted: null } }]),
    'ok',
    /hooks\.example\.com:443/,
  ],
  [
    'one that doesn’t',
    judgeReached([{ ...reached, error: 'ECONNREFUSED', certificate: null }]),
    'bad',
    /ECONNREFUSED/,
  ],
  [
    'a certificate that ends soon',
    judgeReached([{ ...reached, certificate: { daysLeft: 20, untrusted: null } }]),
    'warn',
    /ends in 20 days/,
  ],
  [
    'one that has ended',
    judgeReached([{ ...reached, certificate: { daysLeft: -3, untrusted: 'CERT_HAS_EXPIRED' } }]),
    'bad',
    /ended 3 days ago/,
  ],
  [
    'one of nobody we know',
    judgeReached([{ ...reached, certificate: { daysLeft: 60, untrusted: 'SELF_SIGNED' } }]),
    'bad',
    /SELF_SIGNED/,
  ],
  [
    'one that ends tomorrow',
    judgeReached([{ ...reached, certificate: { daysLeft: 1, untrusted: null } }]),
    'warn',
    /ends in 1 day$/,
  ],
  [
    'one that ended yesterday',
    judgeReached([{ ...reached, certificate: { daysLeft: -1, untrusted: 'CERT_HAS_EXPIRED' } }]),
    'bad',
    /ended 1 day ago$/,
  ],
  ['no TLS of the page', judgeOwnCertificate(null), 'ok', /without TLS/],
  ['the page’s certificate', judgeOwnCertificate(60), 'ok', /60 days/],
  ['the page’s, ending', judgeOwnCertificate(20), 'warn', /20 days/],
  ['the page’s, ending tomorrow', judgeOwnCertificate(1), 'warn', /lasts 1 day$/],
  ['the page’s, ended', judgeOwnCertificate(-1), 'bad', /ended 1 day ago/],
];

test.each(CASES)('%s', (_, judged, state, found) => {
  expect(judged).toHaveLength(1);
  const [judgement] = judged;
  expect(judgement!.found).toMatch(found);
  expect(judgement!.state).toBe(state);
  if (state === 'ok') expect(judgement!.advice).toBeNull();
  else expect(judgement!.advice).toMatch(/\w/); // what to do about it
});

test('the rights are those of config/grants.sql', () => {
  const script = readFileSync(join(import.meta.dirname, '../../config/grants.sql'), 'utf8');
  for (const [right, tables] of Object.entries(NEEDED_RIGHTS)) {
    const granted = [
      ...script.matchAll(new RegExp(`^GRANT ${right} ON ([^;]*?)\\s+TO floatwatch_daemon`, 'gm')),
    ];
    const names = granted.flatMap(([, list]) =>
      [...list!.matchAll(/:"schema"\.(\w+)/g)].map(([, name]) => name),
    );
    expect([...tables].sort(), right).toEqual(names.sort());
  }
});

test('what others wrote moves no cursor, and begins no line', () => {
  const { io, written } = capture();
  const found = 'it could not be asked: no\u001b[2J\nok    database  it answers';
  printFindings(io, [{ check: 'database', state: 'bad', found, advice: 'look\u0007' }]);
  expect(written().stdout).toBe(
    'BAD   database  it could not be asked: no\u{FFFD}[2J\u{FFFD}ok    database  it answers\n' +
      '                → look\u{FFFD}\n\n1 thing is wrong.\n',
  );
});

describe('asked of real parts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-doctor-'));
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
    await ledgerOf(db.pool, 'a', { staleAt: (_, slot) => slot + DAY }).complete([observation(recentSlot())]);
  });
  afterAll(async () => {
    await db[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  const examined = async (url: string | null, yaml = '', timezone = 'UTC') => {
    const more = `data_dir: ${folder}\nalerts:\n  rules:\n    - {name: Low, below: "5"}\n${yaml}`;
    const { code, stdout, stderr } = await command(['doctor', '--json'], { url, yaml: more, timezone });
    const findings = JSON.parse(stdout) as (Judgement & { readonly check: string })[];
    return { code, stderr, of: (name: string) => findings.filter(({ check }) => check === name), findings };
  };

  test('a good installation: every check is told once, and none is bad', async () => {
    await using service = await listening();
    const { code, findings, of } = await examined(
      db.url,
      `  webhooks: [{name: ops, url: "${service.url}"}]\n`,
    );
    expect(findings.map(({ check }) => check)).toEqual(['database', ...CHECKS.map(({ name }) => name)]);
    const others = findings.filter(({ check }) => check !== 'services'); // pay.example.com is nobody
    expect(others.filter(({ state }) => !['ok', 'warn'].includes(state))).toEqual([]);
    expect(of('receivers')).toMatchObject([
      { state: 'ok', found: `receiver ops at 127.0.0.1:${service.port}` },
    ]);
    expect(of('services')).toMatchObject([{ state: 'bad' }]);
    expect(code).toBe(1);
  });

  test('accounts that nobody polls any more, and those that nobody ever did', async () => {
    await using own = await testDatabase();
    const past = ledgerOf(own.pool, 'a', { staleAt: (_, slot) => slot + 1 });
    await past.complete([observation(recentSlot())]);
    const { of } = await examined(own.url);
    expect(of('balances')).toMatchObject([
      { state: 'bad', found: 'no fresh balance is known of acme-ug' },
      { state: 'warn', found: 'no balance is known of acme-ke' },
    ]);
  });

  test('rules that watch nothing, for what they say is written otherwise', async () => {
    const { of } = await examined(
      db.url,
      `    - {name: Typed, wallets: {wallet_type: merchant_payout}, below: "5"}\n`,
    );
    expect(of('rules')).toMatchObject([
      { state: 'warn', found: 'alerts.rules[1] (Typed) watches no wallet that is known' },
    ]);
  });

  test('without its database the rest is told all the same', async () => {
    const { code, of } = await examined('postgres://floatwatch:sk-canary@127.0.0.1:1/floatwatch');
    expect(code).toBe(1);
    expect(of('database')).toMatchObject([{ state: 'bad', found: expect.stringContaining('127.0.0.1') }]);
    expect(of('clock')).toMatchObject([{ state: 'skipped' }]);
    expect(of('disk')).not.toMatchObject([{ state: 'skipped' }]);
    expect(JSON.stringify(of('database'))).not.toContain('sk-canary');
  });

  test("where the embedded one can't be used nothing waits in the spool: run doesn't start", async () => {
    const mark = join(folder, 'demo.yaml');
    writeFileSync(mark, 'demo: true\n');
    const { of } = await examined(null);
    rmSync(mark);
    const advice = '"floatwatch run" does not start until that is corrected';
    expect(of('database')).toMatchObject([
      { state: 'bad', found: expect.stringContaining("is the demo's"), advice },
    ]);
  });

  test('a database without the schema: one thing is wrong, not five', async () => {
    await using empty = await emptyDatabase();
    const { of, code } = await examined(empty.url);
    expect(code).toBe(1);
    expect(of('migrations')).toMatchObject([
      { state: 'bad', found: expect.stringMatching(/^none of the \d+/) },
    ]);
    for (const name of ['rights', 'partitions', 'roll-ups', 'memory'])
      expect(of(name)).toMatchObject([{ state: 'skipped', found: 'not asked: there are no tables yet' }]);
  });

  test('a role that may only read, and months that are gone', async () => {
    await using own = await testDatabase();
    const role = `doctor_${process.pid}`;
    await execute(own.url, `CREATE ROLE ${role} LOGIN PASSWORD 'doctor'`);
    try {
      await execute(
        own.url,
        `GRANT USAGE ON SCHEMA floatwatch TO ${role}; GRANT SELECT ON ALL TABLES IN SCHEMA floatwatch TO ${role}`,
      );
      for (const { name } of await execute(
        own.url,
        `SELECT relname AS name FROM pg_class WHERE relname ~ '^snapshot_2[0-9]{3}_[0-9]{2}$'`,
      ))
        await execute(own.url, `DROP TABLE floatwatch.${name}`);
      const { of } = await examined(own.url.replace(/\/\/[^@]+@/, `//${role}:doctor@`));
      expect(of('rights')).toMatchObject([
        { state: 'bad', found: expect.stringContaining('INSERT on snapshot') },
      ]);
      // TimescaleDB makes its own as rows come.
      expect(of('partitions')).toMatchObject([
        ENGINE === 'timescaledb' ? { state: 'ok' } : { state: 'bad', found: 'there are none of snapshot' },
      ]);
    } finally {
      await execute(own.url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  test('a database that takes its time is no broken one', { tags: 'timed' }, async () => {
    await using own = await testDatabase();
    await execute(own.url, 'ALTER TABLE floatwatch.wallet RENAME TO wallet_itself');
    await execute(
      own.url,
      `CREATE VIEW floatwatch.wallet AS
         SELECT * FROM floatwatch.wallet_itself WHERE (SELECT pg_sleep(3.5) IS NOT NULL)`,
    );
    const { findings } = await examined(own.url);
    expect(findings.filter(({ found }) => /could not be asked/.test(found))).toEqual([]);
  });

  test('receivers: one that is away, and certificates', async () => {
    const { ca, good, expired } = makeCertificates();
    await using trusted = await listening(good);
    await using past = await listening(expired);
    const file = join(folder, 'ca.pem');
    writeFileSync(file, ca);
    const { of } = await examined(
      db.url,
      `  alertmanagers:
    - http://127.0.0.1:1
    - {url: "https://127.0.0.1:${trusted.port}", tls: {ca_file: ${file}}}
    - {url: "https://localhost:${past.port}/", tls: {ca_file: ${file}}}
    - {url: "https://localhost:${trusted.port}", tls: {ca_file: ${file}, server_name: am.example.com}}
otlp: {url: "https://localhost:${trusted.port}/v1/metrics", tls: {ca_file: ${file}}}
`,
    );
    const found = of('receivers').map(({ state, found }) => `${state}: ${found}`);
    expect(found).toEqual([
      expect.stringMatching(
        /^bad: receiver http:\/\/127\.0\.0\.1:1 at 127\.0\.0\.1:1 can't be reached: connect ECONNREFUSED/,
      ),
      expect.stringMatching(
        /^warn: the certificate of receiver https:\/\/127\.0\.0\.1:\d+ at .* ends in (?:1 day|2 days)$/,
      ),
      expect.stringMatching(
        /^bad: the certificate of receiver https:\/\/localhost:\d+ at .* ended (?:1 day|2 days) ago$/,
      ),
      expect.stringMatching(/^bad: the certificate of .* isn't trusted: ERR_TLS_CERT_ALTNAME_INVALID$/),
      expect.stringMatching(/^warn: the certificate of otlp at localhost:\d+ ends in (?:1 day|2 days)$/),
    ]);
  });

  test('the spool, whoever has it', () => {
    const data = mkdtempSync(join(folder, 'data-'));
    expect(askSpool(join(data, 'none'))).toMatchObject({ waiting: 0, unwritable: null });
    using spool = openSpool(data, { now: Date.now, onTrouble() {} });
    spool.append([observation(recentSlot()), observation(recentSlot() + 60_000)]);
    spool.setAside(observation(recentSlot()), 'a digit too many');
    for (const name of ['broken-1', 'salvaged-2']) writeFileSync(join(data, `spool.sqlite.${name}`), '');
    expect(askSpool(data)).toMatchObject({
      waiting: 2,
      setAside: 1,
      broken: ['spool.sqlite.broken-1', 'spool.sqlite.salvaged-2'],
    });
  });

  test('the disk of a folder that isn’t there yet', () => {
    const { freeBytes, totalBytes } = askDisk(join(folder, 'a', 'b'));
    expect(freeBytes).toBeGreaterThan(0);
    expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
  });

  test('a configuration that can’t be read: exit code 2', async () => {
    const { code, stderr } = await command(['doctor'], { url: db.url, yaml: 'nonsense: 1\n' });
    expect(code).toBe(2);
    expect(stderr).toContain('nonsense');
  });
});

interface Listening extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

/** Takes connections and says nothing. */
async function listening(certificate?: { readonly key: string; readonly cert: string }): Promise<Listening> {
  const server = certificate ? createTlsServer({ ...certificate }) : createServer();
  server.on('connection', (socket) => socket.on('error', () => {}));
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}
