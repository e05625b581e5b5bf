import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadConfig, parseConfig } from '../../src/config/load.ts';
import { ConfigError } from '../../src/config/problem.ts';
import { createScrubber } from '../../src/config/scrub.ts';

const ACCOUNT = `
accounts:
  - {name: acme, base_url: https://pay.example.com, public_key: pk-123456, secret_key: sk-123456}
`;

const load = (text: string, env = {}) => parseConfig(text, { file: 'f.yaml', env });

describe('a bad file for each rule', () => {
  const folder = fileURLToPath(new URL('testdata/', import.meta.url));
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

  test.each(names)('%s', (name) => {
    let message = '(accepted)';
    try {
      loadConfig(folder + name, { env: { EMPTY: '' } });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      message = error.message.replaceAll(folder, '');
    }
    expect(`${message}\n`).toBe(readFileSync(folder + name.replace('.yaml', '.error'), 'utf8'));
    expect(message).not.toContain('canary');
  });
});

test('an account takes from poll what it does not say itself', () => {
  const { config } = load(`
poll: {schedule: "*/10 * * * *", deadline: 20s, retries: 1}
accounts:
  - {name: a, base_url: "https://a.example.com/api/", public_key: pk-123456, secret_key: sk-123456, retries: 0}
`);
  expect(config.accounts[0]).toMatchObject({
    base_url: 'https://a.example.com/api',
    schedule: '*/10 * * * *',
    timezone: 'UTC',
    deadline: 20_000,
    retries: 0,
    top_up_lead_time: 2 * 86_400_000,
  });
});

test('a header of otlp may say more than a word, by itself and in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-load-'));
  writeFileSync(join(folder, 'header'), 'ApiKey token-67890\n', { mode: 0o600 });
  const text = `${ACCOUNT}
otlp:
  url: https://otlp.example.com/v1/metrics
  headers: [{name: Authorization, value: Api-Token token-12345}, {name: X-Key, value_file: header}]
`;
  const { config } = parseConfig(text, { file: join(folder, 'f.yaml'), env: {} });
  rmSync(folder, { recursive: true });
  const headers = config.otlp!.headers.map(({ value }) => value);
  expect(headers.map((value) => value.reveal())).toEqual(['Api-Token token-12345', 'ApiKey token-67890']);
  expect(createScrubber(headers)('token-12345 or ApiKey token-67890')).toBe('[secret] or [secret]');
});

test('the lead time of top-ups is said in short, or beside what else is said of them', () => {
  const lead = (setting: string) => {
    const { config } = load(ACCOUNT.replace('sk-123456}', `sk-123456, ${setting}}`));
    return config.accounts[0]?.top_up_lead_time;
  };
  expect(lead('top_up_lead_time: 4h')).toBe(4 * 3_600_000);
  expect(lead('top_up: {lead_time: 4h}')).toBe(4 * 3_600_000);
  expect(lead('top_up: {cover: 3d}')).toBe(48 * 3_600_000);
});

test('rules are told in the terms of the domain', () => {
  const { config } = load(`${ACCOUNT}
alerts:
  rules:
    - {name: Low, wallets: {currency: UGX}, below: "5000000.00", clear_above: "6000000", for: 2m}
    - {name: High, field: reserve, above: "-1"}
    - {name: Drop, drops_by: "40%", within: 1h}
    - {name: Gone, missing: true, labels: {team: finance}}
`);
  expect(config.alerts.rules).toMatchObject([
    {
      severity: 'warning',
      forMs: 120_000,
      wallets: { account: '*', currency: 'UGX', walletType: '*' },
      condition: { kind: 'below', field: 'available', threshold: '5000000.00', clear: '6000000' },
    },
    { condition: { kind: 'above', field: 'reserve', threshold: '-1', clear: '-1' } },
    { condition: { kind: 'drops_by', by: '40', percent: true, withinMs: 3_600_000 } },
    { condition: { kind: 'missing' }, labels: { team: 'finance' } },
  ]);
});

test('variables are expanded after parsing, so that a value can not become YAML', () => {
  const env = { NAME: 'a, b: c', PORT: '5000', BASE: 'https://pay.example.com' };
  const { config } = load(
    `
database: {embedded_port: "\${PORT}"}
data_dir: \${NAME}/$$x/\${OTHER:-there}
web:
  external_url: \${EXTERNAL:-}\${BASE}
  config_file: \${EXTERNAL:-}
${ACCOUNT}`,
    env,
  );
  expect(config.data_dir).toBe('a, b: c/$x/there');
  expect(config.database.embedded_port).toBe(5000);
  expect(config.web).toMatchObject({ external_url: 'https://pay.example.com', config_file: null });
});

test('a rule that can match no wallet is a warning, not an error', () => {
  const { warnings } = load(`${ACCOUNT}
alerts:
  rules:
    - {name: Low, wallets: {account: "emca*"}, below: "1"}
`);
  expect(warnings).toMatchObject([{ line: 7, col: 28, path: 'alerts.rules[0].wallets' }]);
});

test('an address of the page that has a path is a warning: its links begin at the root of the host', () => {
  for (const url of ['https://ops.example.com/floatwatch', 'https://ops.example.com/floatwatch/']) {
    const { warnings } = load(`${ACCOUNT}\nweb: {external_url: ${url}}`);
    expect(warnings).toMatchObject([{ path: 'web.external_url' }]);
  }
  expect(load(`${ACCOUNT}\nweb: {external_url: https://ops.example.com/}`).warnings).toEqual([]);
});

test('a receiver of a severity that no alert has is a warning, not an error', () => {
  const { warnings } = load(`${ACCOUNT}
alerts:
  webhooks:
    - {name: ops, url: https://hooks.example.com/float, only: [page, crtical]}
    - {name: all, url: https://hooks.example.com/float, only: [none, warning, critical]}
  receivers:
    teams: [{name: us, url: https://hooks.example.com/other, only: [info]}]
  rules:
    - {name: Low, severity: page, below: "1"}
`);
  expect(warnings).toMatchObject([
    {
      ...{ line: 7, col: 70, path: 'alerts.webhooks[0].only[1]' },
      message: 'is the severity of no alert; did you mean critical?',
    },
    { line: 10, path: 'alerts.receivers.teams[0].only[0]' },
  ]);
});

test('names of files are relative to the folder of the configuration', () => {
  const { config } = parseConfig(`web: {config_file: load.test.ts}${ACCOUNT}`, {
    file: fileURLToPath(new URL('floatwatch.yaml', import.meta.url)),
    env: {},
  });
  expect(config.web.config_file).toBe(fileURLToPath(import.meta.url));
});

test('deadlines are judged by what applies in the end', () => {
  const account = (more: string) =>
    `  - {name: a, base_url: "https://a.example.com", public_key: pk-123456, secret_key: sk-123456${more}}\n`;
  const accepted = `poll: {deadline: 2m}\naccounts:\n${account(', schedule: "*/5 * * * *"')}`;
  expect(load(accepted).config.accounts[0]?.deadline).toBe(120_000);
  expect(() => load(`poll: {deadline: 2m}\naccounts:\n${account('')}`)).toThrow(
    'poll.deadline: a deadline of 2m',
  );
  expect(() => load(`accounts:\n${account(', schedule: "0,1 9 * * 1", deadline: 30s')}`)).toThrow(
    'less than 30s',
  );
  expect(load(`accounts:\n${account(', schedule: "0 9 * * 1", deadline: 10m')}`).warnings).toEqual([]);
});

test('an Alertmanager is an address, or a section', () => {
  const { config, warnings } = load(`${ACCOUNT}
alerts:
  alertmanagers:
    - http://127.0.0.1:9093/
    - {url: "http://am.example.com/prefix", bearer_token: token-123}
`);
  expect(config.alerts.receivers).toMatchObject([
    {
      kind: 'alertmanager',
      name: 'http://127.0.0.1:9093',
      settings: { url: 'http://127.0.0.1:9093', basic_auth: null, bearer_token: null, tls: null },
    },
    { name: 'http://am.example.com/prefix', settings: { basic_auth: null, tls: null } },
  ]);
  expect(warnings).toMatchObject([{ path: 'alerts.alertmanagers[1].url' }]);
});

test('a variable allows http:// as the word itself does', () => {
  const webhook = (allow: string) =>
    `${ACCOUNT}\nalerts: {webhooks: [{name: ops, url: "http://hooks.example.com/x", allow_insecure_http: ${allow}}]}\n`;
  expect(load(webhook(`"\${ALLOW}"`), { ALLOW: 'true' }).config.alerts.receivers).toHaveLength(1);
  for (const allow of ['false', `"\${ALLOW}"`]) {
    expect(() => load(webhook(allow), { ALLOW: 'false' })).toThrow('must begin with https://');
  }
});

test('loading the same text twice gives the same, and leaves nothing behind', () => {
  const env = Object.freeze({ NAME: 'x' });
  const text = `data_dir: \${NAME}${ACCOUNT}`;
  expect(load(text, env)).toEqual(load(text, env));
});

test('ten thousand accounts are one file like another', () => {
  const accounts = Array.from({ length: 10_000 }, (_, i) => {
    return `- {name: a${i}, base_url: "https://a.example.com", public_key: pk-${i + 100_000}, secret_key: sk-123456}`;
  });
  expect(load(`accounts:\n${accounts.join('\n')}`).config.accounts).toHaveLength(10_000);
});

test('expected wallets bear every name that a service may give', () => {
  const { config } = load(
    ACCOUNT.replace('sk-123456}', 'sk-123456, expect: [UGX/MERCHANT_PAYOUT, "KES/LOAN-A.1:x"]}'),
  );
  expect(config.accounts[0]!.expect.map(({ walletType }) => walletType)).toEqual([
    'MERCHANT_PAYOUT',
    'LOAN-A.1:x',
  ]);
});

test.each([
  ['* * * * *', '*/15 * * * *', 15_000],
  ['*/20 * * * * *', '*/15 * * * *', 8_000],
  ['* * * * * *', '*/15 * * * *', 400],
  ['* * * * *', '*/5 * * * * *', 2_000],
])('F14 a schedule brings its deadline with it: %s and %s', (schedule, options, deadline) => {
  const { config } = load(`
poll: {schedule: "${schedule}"}
accounts:
  - {name: a, base_url: "https://a.example.com", public_key: pk-123456, secret_key: sk-123456, payment_options: {schedule: "${options}"}}
`);
  expect(config.accounts[0]!.deadline).toBe(deadline);
});

test.each([
  ['accounts:\n  -\n', 'accounts[0]'],
  [`${ACCOUNT}alerts:\n  rules:\n    - # later\n`, 'alerts.rules[0]'],
])('an item of a list that holds nothing is told of in plain words: %j', (text, path) => {
  expect(() => parseConfig(text, { file: 'f.yaml', env: {} })).toThrow(
    `${path}: is empty, and must be a section: settings by their names, each on a line of its own and indented`,
  );
});
