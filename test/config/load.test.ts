import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import { ConfigError } from '../../src/config/problem.ts';

const ACCOUNT = `
accounts:
  - {name: acme, base_url: https://pay.example.com, public_key: pk-123456, secret_key: sk-123456}
`;

const load = (text: string, env = {}) => parseConfig(text, { file: 'f.yaml', env });

function problemsOf(text: string, env = {}): string[] {
  try {
    load(text, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
}

describe('a bad file for each rule', () => {
  const folder = new URL('testdata/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

  test.each(names)('%s', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const said = readFileSync(new URL(name.replace('.yaml', '.error'), folder), 'utf8');
    let message = '';
    try {
      parseConfig(text, { file: name, env: { EMPTY: '' } });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      message = error.message;
    }
    expect(`${message}\n`).toBe(said);
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

test('rules are told in the terms of the domain', () => {
  const { config } = load(`${ACCOUNT}
alerts:
  rules:
    - {name: Low, wallets: {currency: UGX}, below: "5000000.00", clear_above: "6000000", for: 2m}
    - {name: High, field: reserve, above: "-1"}
    - {name: Drop, drops_by: "40%", within: 1h}
    - {name: Runway, runway_below: top_up_lead_time}
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
    { condition: { kind: 'runway_below', lead: 'top_up_lead_time' } },
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

test('five mistakes are five lines, each with its place, in the order of the file', () => {
  expect(
    problemsOf(`poll:
  schedul: "* * * * *"
accounts:
  - name: acme ug
    base_url: https://pay.example.com
    public_key: 0123456789
    secret_key: \${NOT_SET}
alerts:
  rules:
    - name: Low
      below: 5000000
`).map((line) => line.split(': ').slice(0, 2).join(' ')),
  ).toEqual([
    'f.yaml:2:3 poll.schedul',
    'f.yaml:4:11 accounts[0].name',
    'f.yaml:6:17 accounts[0].public_key',
    'f.yaml:7:17 accounts[0].secret_key',
    'f.yaml:11:14 alerts.rules[0].below',
  ]);
});
