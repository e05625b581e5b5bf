// What the program gets of a file: defaults filled in, secrets opened, paths made whole.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import { Secret } from '../../src/config/secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-resolved-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const [name, text] of [
  ['key', 'key-of-file'],
  ['url', 'https://h.example.com/of-file'],
  ['plain-url', 'http://h.example.com/of-file'],
  ['db', 'postgres://db.example.com/of-file'],
  ['words', 'two words'],
] as const) {
  writeFileSync(join(folder, name), text, { mode: 0o600 });
}

const load = (text: string) => parseConfig(text, { file: join(folder, 'f.yaml'), env: {} }).config;
/** With secrets as texts, to compare. */
function shown(value: unknown): unknown {
  if (value instanceof Secret) return `secret ${value.reveal()}`;
  if (typeof value === 'string') return value.replaceAll(folder, 'FOLDER');
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shown(each)]));
}

const OWN = 'name: a, base_url: "https://pay.example.com", public_key: pk-123456, secret_key_file: key';
const ALL_OF_POLL =
  'schedule: "*/2 * * * *", timezone: Africa/Kampala, deadline: 9s, retries: 3, concurrency: 5, stale_after: 7';

test('an account has what it says itself, or poll says, or nobody', () => {
  const polled = (poll: string, account: string) => {
    const [first] = load(`poll: {${poll}}\naccounts: [{${OWN}${account && `, ${account}`}}]`).accounts;
    const { schedule, timezone, deadline, retries, concurrency, stale_after } = first!;
    return { schedule, timezone, deadline, retries, concurrency, stale_after };
  };
  const all = {
    schedule: '*/2 * * * *',
    timezone: 'Africa/Kampala',
    deadline: 9_000,
    retries: 3,
    concurrency: 5,
    stale_after: 7,
  };
  expect(polled(ALL_OF_POLL, '')).toEqual(all);
  expect(polled('', ALL_OF_POLL)).toEqual(all);
  expect(
    polled(
      'schedule: "*/9 * * * *", timezone: UTC, deadline: 8s, retries: 1, concurrency: 1, stale_after: 1',
      ALL_OF_POLL,
    ),
  ).toEqual(all);
  expect(polled('', '')).toMatchObject({ schedule: '* * * * *', timezone: 'UTC', deadline: 15_000 });
  expect(polled('retries: 3', 'retries: 0').retries).toBe(0);
});

test('keys, and the address of the database, come from the file or from one of their own', () => {
  const config = load(`database: {url_file: db}\nweb: {config_file: words}\naccounts: [{${OWN}}]`);
  expect(shown(config.database)).toMatchObject({ url: 'secret postgres://db.example.com/of-file' });
  expect(shown(config.database)).not.toHaveProperty('url_file');
  expect(shown(config.web)).toMatchObject({ config_file: 'FOLDER/words' });
  expect(shown(config.accounts[0])).toMatchObject({
    public_key: 'secret pk-123456',
    secret_key: 'secret key-of-file',
  });
  expect(load(`accounts: [{${OWN}}]`)).toMatchObject({
    database: { url: null },
    web: { config_file: null },
    otlp: null,
  });
});

test('receivers of all kinds are one list, with their secrets', () => {
  const config = load(`
accounts: [{${OWN}}]
alerts:
  alertmanagers:
    - https://am.example.com
    - {url: "https://am2.example.com", basic_auth: {username: u, password_file: key}}
    - {url: "https://am3.example.com", bearer_token_file: key, tls: {server_name: am}}
    - {url: "https://am4.example.com", bearer_token: token-1}
  webhooks:
    - {name: own, url: "https://h.example.com/x", hmac_secret: hmac-12}
    - {name: files, url_file: url, hmac_secret_file: key, only: [critical]}
    - {name: open, url_file: plain-url, allow_insecure_http: true}
  receivers:
    telegram: [{name: chat, token_file: key, chat_id: "1", quiet_hours: {hours: "Mon-Sun 00:00-06:00"}}]
`);
  const access = { basic_auth: null, bearer_token: null, tls: null };
  const at = (url: string, more: object) => ({
    ...{ kind: 'alertmanager', name: url, only: [], quietHours: null },
    settings: { url, ...access, ...more },
  });
  expect(shown(config.alerts.receivers)).toEqual([
    at('https://am.example.com', {}),
    at('https://am2.example.com', { basic_auth: { username: 'u', password: 'secret key-of-file' } }),
    at('https://am3.example.com', {
      bearer_token: 'secret key-of-file',
      tls: { ca_file: null, cert_file: null, key_file: null, server_name: 'am' },
    }),
    at('https://am4.example.com', { bearer_token: 'secret token-1' }),
    expect.objectContaining({
      ...{ kind: 'webhook', name: 'own', quietHours: null, only: [] },
      settings: expect.objectContaining({
        url: 'secret https://h.example.com/x',
        hmac_secret: 'secret hmac-12',
        allow_insecure_http: false,
      }),
    }),
    expect.objectContaining({
      ...{ kind: 'webhook', name: 'files', only: ['critical'] },
      settings: expect.objectContaining({
        url: 'secret https://h.example.com/of-file',
        hmac_secret: 'secret key-of-file',
      }),
    }),
    expect.objectContaining({
      ...{ kind: 'webhook', name: 'open' },
      settings: expect.objectContaining({
        url: 'secret http://h.example.com/of-file',
        hmac_secret: null,
        allow_insecure_http: true,
      }),
    }),
    expect.objectContaining({
      ...{ kind: 'telegram', name: 'chat', quietHours: expect.objectContaining({ timezone: 'UTC' }) },
      settings: expect.objectContaining({
        token: 'secret key-of-file',
        chat_id: '1',
        url: 'https://api.telegram.org',
      }),
    }),
  ]);
});

test('what is pushed by OTLP has its headers opened', () => {
  const { otlp } = load(`
accounts: [{${OWN}}]
otlp:
  url: https://o.example.com/v1/metrics
  headers: [{name: A, value: one two}, {name: B, value_file: words}]
  resource_attributes: {site: x}
`);
  expect(shown(otlp)).toMatchObject({
    ...{ url: 'https://o.example.com/v1/metrics', basic_auth: null, bearer_token: null, tls: null },
    headers: [
      { name: 'A', value: 'secret one two' },
      { name: 'B', value: 'secret two words' },
    ],
    resource_attributes: { site: 'x' },
    interval: expect.any(Number),
  });
});

test('a rule is about all that it does not name', () => {
  const { rules } = load(`
accounts: [{${OWN}, payment_options: {}}]
alerts:
  rules:
    - {name: A, below: "1"}
    - {name: B, below: "1", wallets: {account: a, currency: UGX, wallet_type: X}, for: 1m, keep_firing_for: 2m, severity: page, labels: {x: y}}
    - {name: C, vanished: true, options: {}}
    - {name: D, vanished: true, options: {account: a, currency: UGX, transaction_type: T, provider_code: P}}
    - {name: E, below: "1", annotations: {summary: own, more: text}}
`).alerts;
  expect(rules).toMatchObject([
    {
      name: 'A',
      wallets: { account: '*', currency: '*', walletType: '*' },
      severity: 'warning',
      forMs: 0,
      labels: {},
    },
    {
      ...{ name: 'B', wallets: { account: 'a', currency: 'UGX', walletType: 'X' }, severity: 'page' },
      ...{ forMs: 60_000, keepFiringForMs: 120_000, labels: { x: 'y' } },
    },
    { name: 'C', options: { account: '*', currency: '*', transactionType: '*', providerCode: '*' } },
    { name: 'D', options: { account: 'a', currency: 'UGX', transactionType: 'T', providerCode: 'P' } },
    { name: 'E', annotations: { summary: 'own', more: 'text' } },
  ]);
  expect(rules.slice(0, 4).every(({ annotations }) => annotations['summary'] !== '')).toBe(true);
  expect(rules.map((rule) => 'options' in rule)).toEqual([false, false, true, true, false]);
});
