// Settings that depend on each other: what is accepted, refused and warned of, at the boundaries.
import { expect, test } from 'vitest';
import { type LoadOptions, parseConfig } from '../../src/config/load.ts';
import { ConfigError } from '../../src/config/problem.ts';

const KEYS = 'public_key: pk-123456, secret_key: sk-123456';
const account = (more = '', name = 'a') =>
  `{name: ${name}, base_url: "https://pay.example.com", ${KEYS}${more && `, ${more}`}}`;
const plain = (url: string, more = '') => `accounts: [{name: a, base_url: "${url}", ${KEYS}${more}}]`;
const file = (more: string, ...accounts: string[]) =>
  `accounts: [${accounts.length > 0 ? accounts.join(', ') : account()}]\n${more}`;

/** Each problem or warning as `path: message`. */
function said(text: string, options: Partial<LoadOptions> = {}): readonly string[] {
  try {
    const { warnings } = parseConfig(text, { file: 'f.yaml', env: {}, ...options });
    return warnings.map(({ path, message }) => `warning: ${path}: ${message}`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
}

const SERVER = 'database: {url: "postgres://u:p@db/f"}\n';

test.each([
  ['{shard: 2, total: 3}', []],
  [
    '{shard: 3, total: 3}',
    ['shards.shard: is 3, and must be less than the number of shards, 3: they are counted from 0'],
  ],
  ['{shard: 1}', []], // a flag may say the other
  ['{total: 2}', []],
  ['{shard: one, total: 1}', [expect.stringContaining('shards.shard: must be a whole number')]],
  ['{shard: 1, total: one}', [expect.stringContaining('shards.total: must be a whole number')]],
])('a shard is one of as many as there are: %s', (shards, expected) => {
  expect(said(file(`${SERVER}shards: ${shards}`))).toEqual(expected);
});

const NO_SERVER =
  'shards.total: is 2, and needs database.url or url_file: all shards share one database, and the embedded one would be another for each process';

test.each([
  ['shards: {shard: 0, total: 2}', [NO_SERVER]],
  ['shards: {total: 2}', [NO_SERVER]],
  ['shards: {total: 2}\ndatabase: {schema: f}', [NO_SERVER]],
  [`shards: {total: 2}\ndatabase:\n  url: \${NONE:-}`, [NO_SERVER]],
  ['shards: {shard: 0, total: 1}', []],
  ['shards: {total: 2}\ndatabase: {url: "postgres://u:p@db/f"}', []],
  ['shards: {total: 2}\ndatabase: {url_file: none}', [expect.stringContaining('database.url_file: ')]],
])('several shards need a database that all can reach: %s', (more, expected) => {
  expect(said(file(more))).toEqual(expected);
});

test('a service is one of those that there are, where they are known', () => {
  const text = file('', account('service: other'), account('service: one', 'b'));
  expect(said(text, { services: ['one', 'two'] })).toEqual([
    'accounts[0].service: must be one or two, not other',
  ]);
  expect(said(text, { services: ['one', 'other'] })).toEqual([]);
  expect(said(text)).toEqual([]);
});

const TOO_LONG = (path: string, deadline: string, schedule: string, half: string) =>
  `${path}: a deadline of ${deadline} is too long for the schedule "${schedule}": it must be less than ${half}, half of the time between two polls`;
test.each([
  ['just less than half', file('poll: {deadline: 29s}'), []],
  ['half', file('poll: {deadline: 30s}'), [TOO_LONG('poll.deadline', '30s', '* * * * *', '30s')]],
  ['that no account uses', file('poll: {deadline: 2m}', account('schedule: "*/5 * * * *"')), []],
  [
    'that one of two accounts uses',
    file('poll: {deadline: 2m}', account('schedule: "*/5 * * * *"'), account('', 'b')),
    [TOO_LONG('poll.deadline', '2m', '* * * * *', '30s')],
  ],
  [
    'of poll, with the schedule of an account',
    file('poll: {deadline: 20s}', account('schedule: "*/30 * * * * *"')),
    [TOO_LONG('accounts[0].schedule', '20s', '*/30 * * * * *', '15s')],
  ],
  [
    'of an account, with the schedule of poll',
    file('poll: {schedule: "*/30 * * * * *"}', account('deadline: 15s')),
    [TOO_LONG('accounts[0].deadline', '15s', '*/30 * * * * *', '15s')],
  ],
  [
    'of an account, with its own',
    file('', account('deadline: 15s, schedule: "*/30 * * * * *"')),
    [TOO_LONG('accounts[0].deadline', '15s', '*/30 * * * * *', '15s')],
  ],
  ['of an account, that fits', file('', account('deadline: 14s, schedule: "*/30 * * * * *"')), []],
  [
    'of poll, with the schedule of options',
    file('poll: {deadline: 20s}', account('payment_options: {schedule: "*/30 * * * * *"}')),
    [TOO_LONG('accounts[0].payment_options.schedule', '20s', '*/30 * * * * *', '15s')],
  ],
  [
    'of an account, with the schedule of options',
    file('', account('deadline: 20s, payment_options: {schedule: "*/30 * * * * *"}')),
    [TOO_LONG('accounts[0].payment_options.schedule', '20s', '*/30 * * * * *', '15s')],
  ],
  ['none, with a schedule of seconds', file('', account('schedule: "*/2 * * * * *"')), []],
])('a deadline is less than half of the time between two polls: %s', (_, text, expected) => {
  expect(said(text)).toEqual(expected);
});

test.each([
  ['{snapshots: 30d}', '30d', []],
  [
    '{snapshots: 30d}',
    '31d',
    [
      'accounts[0].forget_after: must not be longer than 30d, as retention keeps snapshots and polls, and is 31d',
    ],
  ],
  [
    '{polls: 30d}',
    '31d',
    [
      'accounts[0].forget_after: must not be longer than 30d, as retention keeps snapshots and polls, and is 31d',
    ],
  ],
  [
    '{polls: 60d, snapshots: 30d}',
    '60d',
    [
      'accounts[0].forget_after: must not be longer than 30d, as retention keeps snapshots and polls, and is 60d',
    ],
  ],
  ['{polls: 30d, snapshots: 60d}', '30d', []],
  ['{}', '90d', []],
])('retention %s with forget_after: %s', (retention, after, expected) => {
  expect(said(file(`retention: ${retention}`, account(`forget_after: ${after}`)))).toEqual(expected);
});

const INSECURE =
  'accounts[0].base_url: must begin with https://: over http:// the keys could be read on the way (allow_insecure_http: true on the account, if that is acceptable)';
const OPERATION = 'accounts[0].base_url: is the address of an operation: leave out /data/ and what follows';
test.each([
  [plain('http://pay.example.com'), [INSECURE]],
  [plain('http://pay.example.com', ', allow_insecure_http: false'), [INSECURE]],
  [
    plain('http://pay.example.com', ', allow_insecure_http: true'),
    ['warning: accounts[0].base_url: keys and balances travel unencrypted (allow_insecure_http)'],
  ],
  [
    plain('http://pay.example.com', ', allow_insecure_http: perhaps'),
    ['accounts[0].allow_insecure_http: must be true or false, not perhaps'],
  ],
  [plain('https://pay.example.com', ', allow_insecure_http: true'), []],
  [plain('http://127.0.0.1:8080'), []],
  [plain('https://pay.example.com/v1/data/wallet-balances'), [OPERATION]],
  [plain('https://pay.example.com/data/payment-providers'), [OPERATION]],
  [plain('https://pay.example.com/data/'), []],
  [plain('https://pay.example.com/data/wallet-balances/x'), []],
])('the address of a service: %s', (text, expected) => {
  expect(said(text)).toEqual(expected);
});

test.each([
  [
    'top_up_lead_time: 4h, top_up: {lead_time: 4h}',
    ['accounts[0].top_up.lead_time: is said by top_up_lead_time too: keep one of them'],
  ],
  ['top_up_lead_time: 4h, top_up: {cover: 3d}', []],
  ['currencies: [UGX, KES, UGX]', ['accounts[0].currencies[2]: is here twice: keep one']],
  ['expect: [UGX/A, UGX/B, UGX/A]', ['accounts[0].expect[2]: is here twice: keep one']],
  [
    'payment_options: {schedule: "*/5 * * * *", currencies: [UGX, UGX]}',
    ['accounts[0].payment_options.currencies[1]: is here twice: keep one'],
  ],
  [
    'payment_options: {schedule: "*/5 * * * *", transaction_types: [PAYOUT, PAYOUT]}',
    ['accounts[0].payment_options.transaction_types[1]: is here twice: keep one'],
  ],
  [
    'currencies: [UGX], expect: [UGX/A, KES/A]',
    ['accounts[0].expect[1]: is never asked for: currencies does not name KES'],
  ],
  ['currencies: [], expect: [KES/A]', []],
  ['expect: [KES/A]', []],
])('the settings of an account fit together: %s', (more, expected) => {
  expect(said(file('', account(more)))).toEqual(expected);
});

test.each([
  ['[{name: a, dates: [2026-12-25, 2026-12-26]}, {name: b, dates: [2027-12-25]}]', []],
  [
    '[{name: a, dates: [2026-12-25, 2026-12-25]}]',
    [
      'accounts[0].calendar[0].dates[1]: is in accounts[0].calendar[0].dates[0] already: a date is of one kind',
    ],
  ],
  [
    '[{name: a, dates: [2026-12-25]}, {name: b, dates: [2026-12-24, 2026-12-25]}]',
    [
      'accounts[0].calendar[1].dates[1]: is in accounts[0].calendar[0].dates[0] already: a date is of one kind',
    ],
  ],
])('a date is in one line of the calendar: %s', (calendar, expected) => {
  expect(said(file('', account(`calendar: ${calendar}`)))).toEqual(expected);
});

test.each([
  [
    'names of accounts',
    file('', account('', 'a'), account('', 'b'), account('', 'a')),
    ['accounts[2].name: is the name of accounts[0] already'],
  ],
  [
    'an account without a name is one problem',
    'accounts: [{}, {}]',
    expect.not.arrayContaining([expect.stringContaining('already')]),
  ],
  [
    'receivers of two kinds',
    file(
      'alerts: {webhooks: [{name: ops, url: https://h.example.com/x}], receivers: {teams: [{name: ops, url: https://t.example.com/x}]}}',
    ),
    ['alerts.receivers.teams[0].name: is the name of alerts.webhooks[0] already'],
  ],
])('a name is there once: %s', (_, text, expected) => {
  expect(said(text)).toEqual(expected);
});

const OVERLAPS = "web.listen[1]: overlaps web.listen[0], which it can't listen beside: keep one";
test.each([
  ['["127.0.0.1:9000", "127.0.0.1:9001", "[::1]:9000"]', []],
  ['["127.0.0.1:9000", "127.0.0.1:9000"]', ['web.listen[1]: is here twice: keep one']],
  ['["127.0.0.1:0", "127.0.0.1:0"]', []],
  ['["127.0.0.1:9000", "127.0.0.2:9000", "0.0.0.0:9001", "[::1]:9001", "localhost:9001"]', []],
  ['["0.0.0.0:9000", "127.0.0.1:9000"]', [OVERLAPS]],
  ['["127.0.0.1:9000", "0.0.0.0:9000"]', [OVERLAPS]],
  ['["0.0.0.0:9000", "[::ffff:127.0.0.1]:9000"]', [OVERLAPS]],
  ['[":9000", "127.0.0.1:9000"]', [OVERLAPS]],
  ['[":9000", "localhost:9000"]', [OVERLAPS]],
  ['["[::1]:9000", ":9000"]', [OVERLAPS]],
  ['["[::]:9000", "0.0.0.0:9000"]', [OVERLAPS]],
  ['["[::]:9000", ":9000"]', ['web.listen[1]: is here twice: keep one']],
  ['["127.0.0.1:9000", "[::ffff:7f00:1]:9000"]', ['web.listen[1]: is here twice: keep one']],
  ['["[::1]:9000", "[0:0::1]:9000"]', ['web.listen[1]: is here twice: keep one']],
  [
    '[5, 5]',
    [
      expect.stringContaining('web.listen[0]: must be host:port'),
      expect.stringContaining('web.listen[1]: must be host:port'),
    ],
  ],
])('an address is listened on once: %s', (listen, expected) => {
  expect(said(file(`web: {listen: ${listen}}`))).toEqual(expected);
});

test.each([
  ['["http://127.0.0.1:9093", "http://127.0.0.1:9094"]', []],
  [
    '["http://127.0.0.1:9093", {url: "http://127.0.0.1:9093//"}]',
    ['alerts.alertmanagers[1]: is here twice: keep one'],
  ],
  [
    '["http://am.example.com:80", "http://AM.example.com/"]',
    ['alerts.alertmanagers[1]: is here twice: keep one'],
  ],
  ['[nowhere, nowhere]', expect.arrayContaining(['alerts.alertmanagers[1]: is here twice: keep one'])],
  ['[{}, {}]', expect.not.arrayContaining(['alerts.alertmanagers[1]: is here twice: keep one'])],
])('an Alertmanager is told once: %s', (alertmanagers, expected) => {
  expect(said(file(`alerts: {alertmanagers: ${alertmanagers}}`))).toEqual(expected);
});

test.each([
  ['https://ops.example.com', []],
  ['https://ops.example.com/', []],
  [
    'https://ops.example.com/x',
    [
      'warning: web.external_url: has a path, and pages work at the root of a host only: give them a name of their own',
    ],
  ],
])('the address of the pages: %s', (url, expected) => {
  expect(said(file(`web: {external_url: "${url}"}`))).toEqual(expected);
});
