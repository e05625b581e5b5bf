// What the documents tell people to type, typed: word for word, in the order of each document, in a house that has
// what the document takes for granted (./house.ts). A command that ends with another code than 0 fails the test.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSpool, type Spool } from '../../src/store/spool/spool.ts';
import { observation, recentSlot } from '../support/ledger.ts';
import { describeWith } from '../support/tools.ts';
import { DOCUMENTS, ROOT, type Shown, shownIn, shownInComments } from './commands.ts';
import { canBuild, type House, openHouse, type Shell, withoutNpx } from './house.ts';

const CI = 'it is what CI types: .ci/run';
const MUTANTS = 'takes many minutes: tests are run once for each of hundreds of changes';
/** Each of its groups takes a minute, and some a quarter of an hour. */
const BENCH = /^npm run bench(?: |$)/;

/** What is not typed here, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm ci && npm start': `${CI} has \`npm ci\` from the block beneath; \`npm start\` is typed for CONTRIBUTING.md`,
  'npm ci && npm test': CI,
  'npm ci': CI,
  'npm test': CI,
  'npx vitest run': 'it is the whole suite, which CI runs by `npm test`',
  'npm run check': CI,
  '.ci/run': CI,
  'FLOATWATCH_TEST_GRAFANA=/opt/grafana npx vitest run test/grafana/real.test.ts':
    'needs a Grafana, which no package brings',
  'npm pack': 'test/e2e/pack.test.ts makes the package',
  'npm audit': 'it asks a registry, which not every machine reaches',
  'npm run mutate': MUTANTS,
  'npm run mutate -- --sample 200 --seed 7': MUTANTS,
  'npm run simulation': 'test/simulation runs some of it',
  'npm run soak': 'it takes an hour',
  'npm run soak -- --minutes 60 --seed 7': 'it takes an hour',
  'npm run test:docker': 'it needs a Docker engine',
  'npm run test:engines': 'it runs the tests of four rooms for each engine',
  'npm run test:hours': 'it runs most tests eight times',
  'npm run simulation -- --seeds 100': 'test/simulation runs some of it',
  'npm run simulation -- --shards --seeds 100': 'test/simulation runs some of it',
  'npm run mutate -- --mutate src/upstream/wallet-service/wire.ts': MUTANTS,
  'npm install --prefix /opt/floatwatch "$PWD/$(npm pack --silent)"':
    'downloads what floatwatch depends on: test/e2e/pack.test.ts types it, in CI',
  'floatwatch forget WALLET': 'test/app/forget.test.ts forgets one that is gone',
  'npx floatwatch init': 'test/cli/init.test.ts answers its questions',
  'floatwatch run --shard 0 --total-shards 2': 'test/app/shard.test.ts starts both',
  'floatwatch run --shard 1 --total-shards 2': 'test/app/shard.test.ts starts both',
  'npm install --global': 'it would change the machine; test/cli/manual.test.ts looks at the pages',
  'floatwatch history': 'the name of a command, that takes a wallet; docs/sql.md has it whole',
};

/** What goes on until Ctrl-C, and what it has said when it is there. */
const SERVERS: Readonly<Record<string, RegExp>> = {
  'npm start': /the page {6}http:\/\/127\.0\.0\.1:14217\//,
  'npx floatwatch run': /"msg":"floatwatch is up"/,
  'npx floatwatch sandbox': /listens on http:\/\/127\.0\.0\.1:14219/,
  'npx floatwatch sandbox --control.listen-address 127.0.0.1:14220': /control door is open/,
};

/** A monitor's first poll is up to ten seconds into its slot; who reads the document is slower than that. */
const A_BALANCE_IS_KNOWN = "timeout 60 bash -c 'until floatwatch balances | grep UGX; do sleep 1; done'";

/** Codes other than 0 that the documents announce. */
const CODES: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  'docs/first-steps.md': { 'floatwatch balances --check': [0, 3] },
  'docs/configuration.md': { 'floatwatch check-config --config.file floatwatch.yaml': [2] },
  'docs/from-other-tools.md': { 'floatwatch balances --check': [0, 3] },
};

/** What a command finds wrong with the configuration; the file is right again for what follows. */
const MISTAKES: Readonly<Record<string, Readonly<Record<string, readonly [right: string, wrong: string]>>>> =
  {
    'docs/configuration.md': {
      'floatwatch check-config --config.file floatwatch.yaml': ['*/5 * * * *', '*/5 * * *'],
    },
  };

const KEYS = { publicKey: 'put-your-public-key-here', secretKey: 'put-your-secret-key-here' };

/** What is typed into commands that read from the terminal. */
const TYPED: Readonly<Record<string, (house: House) => string>> = {
  'install -m 0644 /dev/stdin secrets/accounts/acme-ug': () => KEYS.secretKey,
  'install -m 0600 /dev/stdin /etc/floatwatch/secrets/acme_secret_key': () => KEYS.secretKey,
  'install -m 0600 /dev/stdin /etc/floatwatch/secrets/database_url': ({ databaseUrl }) => databaseUrl,
};

/** What stands for what a reader puts in. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  ACCOUNT: 'acme-ug',
  RECEIVER: 'http://127.0.0.1:9093',
};

const TOOLS = [
  'ip',
  'nsenter',
  'initdb',
  'psql',
  'pg_dump',
  'prometheus-alertmanager',
  'promtool',
  'amtool',
  'systemd-analyze',
  'sqlite3',
  'curl',
];

test('what is not run is in the documents still, and CI does type what it is said to', () => {
  const shown = new Set([...DOCUMENTS.flatMap(shownIn), ...shownInComments()].map(({ command }) => command));
  for (const tables of [NOT_RUN, SERVERS, TYPED, ...[CODES, MISTAKES].flatMap(Object.values)]) {
    for (const command of Object.keys(tables)) expect(shown, command).toContain(command);
  }
  const ci = readFileSync(join(ROOT, '.ci/run'), 'utf8');
  expect(ci).toMatch(/^ +test_command=\$\(awk .*n==2.* README\.md\)$/m);
  expect(ci).toMatch(/^ +bash -euc "\$test_command"$/m);
  expect(ci).toMatch(/^ +npm run check$/m);
  expect(ci).toMatch(/^ +npm run --silent simulation -- --fresh --seeds 200 --within 60 --tolerate \d$/m);
});

describe.skipIf(!canBuild)(
  `the documents${canBuild ? '' : ' [SKIPPED: only root can build a house for them, where it may have namespaces of its own]'}`,
  () => {
    describeWith(TOOLS, 'word for word', () => {
      let house: House;
      /** A block is typed where it stands; what a sentence or a comment names is typed once. */
      const typed = new Set<string>();
      beforeAll(async () => {
        house = await openHouse(KEYS);
        await using shell = openShellFor('CONTRIBUTING.md');
        for (const command of ['floatwatch migrate', 'floatwatch poll', 'floatwatch poll'])
          await type(shell, command);
        await type(shell, 'psql --command "CREATE ROLE floatwatch_daemon" "$DATABASE_URL"'); // grants.sql says so
      }, 120_000);
      afterAll(() => house[Symbol.asyncDispose]());

      test.for(DOCUMENTS.filter((file) => shownIn(file).length > 0))(
        '%s',
        { timeout: 600_000, retry: 0 },
        async (file) => {
          await using shell = openShellFor(file);
          for (const shown of shownIn(file)) await obey(shell, shown);
          inspect(file, shell.folder);
          if (file === 'docs/operations.md') await type(shell, 'systemctl stop floatwatch');
        },
      );

      test('comments of what is shipped', { timeout: 600_000, retry: 0 }, async () => {
        await using shell = openShellFor('comments');
        await shell.serve('npx floatwatch run', SERVERS['npx floatwatch run']!);
        // A step of a document is typed there, behind those that it needs.
        const steps = DOCUMENTS.flatMap(shownIn).filter(({ how }) => how === 'block');
        const elsewhere = new Set(steps.map(({ command }) => command));
        for (const shown of shownInComments()) if (!elsewhere.has(shown.command)) await obey(shell, shown);
      });

      async function obey(shell: Shell, shown: Shown): Promise<void> {
        const { command } = shown;
        if (Object.hasOwn(NOT_RUN, command) || BENCH.test(command)) return;
        const once = withoutNpx(command);
        if (shown.how !== 'block' && typed.has(once)) return;
        const server = SERVERS[command] ?? SERVERS[`npx ${command}`];
        await (server ? shell.serve(command, server) : check(shell, shown));
        if (once === 'floatwatch run') await type(shell, A_BALANCE_IS_KNOWN);
        typed.add(once);
      }

      async function check(shell: Shell, { file, line, command, prints }: Shown): Promise<void> {
        const where = `${file}:${line}`;
        const mistake = MISTAKES[file]?.[command];
        if (mistake) replaceInConfig(shell.folder, mistake);
        const output = await type(shell, command, { where, codes: CODES[file]?.[command] });
        if (mistake) replaceInConfig(shell.folder, mistake.toReversed() as [string, string]);
        if (prints !== undefined) expect(output, where).toBe(prints);
      }

      async function type(
        shell: Shell,
        command: string,
        { where = 'preparing', codes }: { where?: string; codes?: readonly number[] | undefined } = {},
      ): Promise<string> {
        const whole = command.replaceAll(/\b(ACCOUNT|RECEIVER)\b/g, (name) => PLACEHOLDERS[name]!);
        const { code, output } = await shell.run(whole, TYPED[command]?.(house));
        expect(codes ?? [0], `${where}: ${command}\n${output}`).toContain(code);
        return output;
      }

      /** With the first steps' configuration in its folder and, but for these, the house's Postgres. */
      function openShellFor(file: string): Shell {
        const keys = { ACME_PUBLIC_KEY: KEYS.publicKey, ACME_SECRET_KEY: KEYS.secretKey };
        // "Operations" writes configurations for others; what its sentences name is about this machine's own.
        const own = file === 'docs/operations.md' && { FLOATWATCH_CONFIG_FILE: '../copy-1/floatwatch.yaml' };
        const shell = house.shell(
          file === 'docs/first-steps.md' ? {} : { ...keys, ...own, DATABASE_URL: house.databaseUrl },
        );
        const [, yaml = ''] = /^ {3}```yaml\n([\s\S]*?)^ {3}```$/m.exec(
          readFileSync(join(ROOT, 'docs/first-steps.md'), 'utf8'),
        )!;
        writeFileSync(join(shell.folder, 'floatwatch.yaml'), yaml.replaceAll(/^ {3}/gm, ''));
        prepare(file, shell.folder);
        return shell;
      }
    });
  },
);

function replaceInConfig(folder: string, [from, to]: readonly [string, string]): void {
  const file = join(folder, 'floatwatch.yaml');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

/** What a document says that there is. */
function prepare(file: string, folder: string): void {
  if (file === 'docs/from-other-tools.md') {
    const [, columns] = /`(time,account[\w,]*)`/.exec(readFileSync(join(ROOT, file), 'utf8'))!;
    const row = '2026-11-01T00:00:00Z,acme-ug,UGX,MERCHANT_PAYOUT,4000000.5,4000000.5,0,0';
    writeFileSync(join(folder, 'balances.csv'), `${columns}\n${row}\n`);
  }
  if (file === 'docs/operations.md') {
    using spool = spoolIn(folder);
    spool.setAside(observation(recentSlot()), 'a digit too many');
  }
}

/** What a document says that there is afterwards. */
function inspect(file: string, folder: string): void {
  if (file === 'CONTRIBUTING.md') {
    // What is made again is what is committed.
    for (const path of ['config', 'docs', 'deploy', 'grafana', 'man'])
      execFileSync('diff', ['--recursive', '--brief', join(ROOT, path), join(folder, path)]);
  }
  if (file === 'docs/operations.md') {
    using spool = spoolIn(folder);
    expect(spool.oldest(2)).toHaveLength(1);
  }
}

function spoolIn(folder: string): Spool {
  return openSpool(join(folder, 'data'), {
    now: Date.now,
    onTrouble: (trouble) => expect(trouble).toBeUndefined(),
  });
}
