// What commands print that go on until they are stopped, and what they serve, as golden.test.ts: from the start to a clean
// stop, on a terminal of 80 columns. And what `alerts test` prints, which needs somebody to send to.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { MERCHANTS } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/server.ts';
import { type FakeReceiver, fakeReceiver } from '../support/alertmanager.ts';
import { eventually } from '../support/eventually.ts';
import { capture } from '../support/io.ts';
import { ENGINE, type TestDatabase, testDatabase } from '../support/postgres.ts';

const [FIRST] = MERCHANTS;
const KEYS = { 'public-key': FIRST!.publicKey, 'secret-key': FIRST!.secretKey };
const folder = mkdtempSync(join(tmpdir(), 'floatwatch-golden-'));
const file = join(folder, 'floatwatch.yaml');
let receiver: FakeReceiver;
let service: Sandbox;
let db: TestDatabase;

beforeAll(async () => {
  chmodSync(folder, 0o755); // Postgres runs as another user when we are root
  receiver = await fakeReceiver(({ url }) => (url === '/gone' ? 404 : 200));
  const clock = createSimulatedClock({ wall: () => Date.UTC(2026, 2, 1, 9) });
  service = createSandbox({ scenario: createScenario({ seed: 'golden', merchants: MERCHANTS }), clock });
  await service.start();
  db = await testDatabase();
  const account = `{name: acme-ug, base_url: "${service.address}", public_key: ${FIRST!.publicKey}, secret_key: ${FIRST!.secretKey}}`;
  const webhooks = `{name: ops, url: "${receiver.url}"}, {name: gone, url: "${receiver.url}/gone"}`;
  writeFileSync(
    file,
    `database: {url: "${db.url}", engine: ${ENGINE}}
data_dir: ${join(folder, 'data')}
web: {listen: ["127.0.0.1:0"]}
accounts: [${account}]
alerts: {webhooks: [${webhooks}], rules: [{name: PayoutFloatLow, below: "1"}]}
`,
  );
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await service.stop();
  await db[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

interface Running {
  readonly argv: readonly string[];
  /** Printed when all is there, with its address: it is asked for `path` then, and stopped. Absent: it ends by itself. */
  readonly until?: RegExp;
  readonly path?: string;
  /** Which lines of the answer are kept. */
  readonly answers?: RegExp;
  readonly code?: number;
  readonly starts?: number;
}

const config = ['--config.file', file];
const ports = ['--web.port', '0', '--database-port', '0', '--sandbox-port', '0'];
const frozen = ['--start', '2026-03-01T09:00:00Z', '--speed', '0.000001'];
const COMMANDS: Readonly<Record<string, Running>> = {
  run: {
    argv: ['run', ...config],
    until: /the page is at (http:\S+)\/\n[\s\S]*balances are being read/,
    path: '/metrics',
    answers: /^merchant_wallet_\w+_balance\{/,
  },
  sandbox: {
    argv: ['sandbox', '--listen-address', '127.0.0.1:0', ...frozen],
    until: /(http:\S+)\/data/,
    path: '/data/wallet-balances',
    answers: /./,
  },
  demo: {
    argv: ['demo', '--data-dir', join(folder, 'demo'), ...ports],
    until: /the metrics {3}(http:\S+)\/metrics[\s\S]*Ctrl-C stops it/,
    path: '/-/healthy',
    answers: /./,
    starts: 2,
  },
  'alerts-test': { argv: ['alerts', 'test', 'ops', ...config] },
  'alerts-test-refused': { argv: ['alerts', 'test', 'gone', ...config], code: 1 },
  'alerts-test-unknown': { argv: ['alerts', 'test', 'op', ...config], code: 2 },
};

test.each(Object.entries(COMMANDS))('%s', async (name, { starts = 1, ...command }) => {
  const texts = [];
  for (let start = 1; start <= starts; start++) texts.push(await told(command));
  await expect(texts.join('--- once more\n')).toMatchFileSnapshot(`golden/${name}.txt`);
});

async function told({ argv, until, path, answers = /./, code = 0 }: Running): Promise<string> {
  const stop = new AbortController();
  const { io, written } = capture();
  for (const stream of [io.stdout, io.stderr]) Object.assign(stream, { isTTY: true, columns: 80 });
  const ended = main(argv, { ...io, signal: stop.signal });
  let answer = '';
  try {
    if (until) {
      const [, address] = await eventually(() => {
        const { stdout, stderr } = written();
        return until.exec(stdout + stderr) ?? expect.fail(`nothing like ${until}:\n${stdout}${stderr}`);
      });
      const lines = (await (await request(`${address}${path}`, { headers: KEYS })).body.text()).split('\n');
      answer = `--- ${path}\n${lines.filter((line) => answers.test(line)).join('\n')}\n`;
    }
  } finally {
    stop.abort();
  }
  const exited = await ended;
  const { stdout, stderr } = written();
  expect(exited, stderr).toBe(code);
  return steady(`${stdout}${answer}--- standard error\n${stderr}--- exit code ${code}\n`);
}

/** What is another in each run, and what a busy machine has to say beside it. */
function steady(text: string): string {
  return text
    .replaceAll(folder, 'FOLDER')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replaceAll(/(?<=\b(?:ts|version|slot|duration_ms)=)\S+/g, 'IT')
    .replace(/^Now [\s\S]*?\.(?=\nWhat)/m, 'Now SCENE. In SECONDS s: SCENE.')
    .replaceAll(/^(?:.*level=warn|.*Postgres is slow|The past fortnight).*\n/gm, '')
    .replaceAll('\u001b', '␛');
}
