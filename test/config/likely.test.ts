// Values that are allowed and hardly meant: each has a warning that says what was probably meant.
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';

const KEYS = 'base_url: "https://pay.example.com", public_key: pk-123456, secret_key: sk-123456';

/** The warnings of a file with an account of these further settings. */
const warningsOf = (account: string, more = '') =>
  parseConfig(`accounts: [{name: acme-ug, ${KEYS}${account}}]\n${more}`, {
    file: 'f',
    env: {},
  }).warnings.map(({ path, message }) => `${path}: ${message}`);
const ruleOf = (settings: string) => `alerts: {rules: [{name: Low, below: "5", ${settings}}]}`;

test.each([
  [
    ruleOf('severity: Critical'),
    'alerts.rules[0].severity: is not critical, which receivers and quiet hours go by; did you mean that?',
  ],
  [
    ruleOf('severity: warn'),
    'alerts.rules[0].severity: is not warning, which receivers and quiet hours go by; did you mean that?',
  ],
  [
    ruleOf('wallets: {wallet_type: MERCHANT_PAYOT}'),
    'alerts.rules[0].wallets.wallet_type: is of no wallet, it seems; did you mean MERCHANT_PAYOUT?',
  ],
  [
    ruleOf('wallets: {account: ACME-UG}'),
    'alerts.rules[0].wallets: no account has a name like "ACME-UG"; did you mean acme-ug?',
  ],
  ['web: {listen: []}', 'web.listen: is empty: there are no pages, no /metrics and no /-/healthy'],
  [
    'web: {enable_top_up_requests: true}',
    'web.enable_top_up_requests: has no effect without the users of web.config_file',
  ],
  [
    'poll: {schedule: "*/70 * * * *"}',
    "poll.schedule: has */70 where there are 60 minutes: cron can't step beyond them, so it is due at 0 only",
  ],
  [
    'alerts: {rules: [{name: Drop, drops_by: "140%", within: 1h}]}',
    'alerts.rules[0].drops_by: is more than all that is there: only a wallet in debt has lost so much',
  ],
  [
    'alerts: {rules: [{name: Drop, drops_by: "40%", within: 500d}]}',
    'alerts.rules[0].within: is longer than retention keeps snapshots, 400d: after a start it looks back no further',
  ],
  [
    'alerts: {rules: [{name: Rise, rises_by: "40%", within: 59s}]}',
    'alerts.rules[0].within: is shorter than the time between two polls: there is no earlier amount to compare with',
  ],
])('%s', (more, warning) => {
  expect(warningsOf('', more)).toEqual([warning]);
});

test.each([
  [
    ', payment_options:',
    'accounts[0].payment_options: is empty, so they are not polled; {} polls them as usual',
  ],
  [
    ', top_up: {source: UGX/MERCHANT_COLECTION}',
    'accounts[0].top_up.source: is hardly a wallet; did you mean MERCHANT_COLLECTION?',
  ],
  [
    ', schedule: "0 */24 * * *"',
    "accounts[0].schedule: has */24 where there are 24 hours: cron can't step beyond them, so it is due at 0 only",
  ],
  [
    ', calendar: [{name: payday, dates: [2026-12-25]}, {name: payday, dates: [2026-11-25], factor: 2}, {name: payday, dates: [2026-10-25], factor: 3}]',
    'accounts[0].calendar[2].factor: is not that of accounts[0].calendar[1], which has the same name: dates of one name are alike',
  ],
])('an account with %s', (account, warning) => {
  expect(warningsOf(account)).toEqual([warning]);
});

test.each([
  ['', ruleOf('severity: page')],
  ['', ruleOf('severity: info, wallets: {wallet_type: SERVICE_PAYMENTS}')],
  ['', ruleOf('wallets: {wallet_type: MERCHANT_P*}')],
  ['', ruleOf('wallets: {wallet_type: MERCHANT_PAYOU*}')],
  [', expect: [UGX/MERCHANT_PAYOUT2]', ruleOf('wallets: {wallet_type: MERCHANT_PAYOUT2}')],
  [', payment_options: {}, schedule: "0 */30 * * * *"', ''],
  [
    '',
    'alerts: {rules: [{name: Drop, drops_by: "100%", within: 400d}, {name: Rise, rises_by: "140%", within: 1m}]}',
  ],
  ['', 'alerts: {rules: [{name: Drop, drops_by: "140", within: 500d}]}\nretention: {snapshots: 500d}'],
  [
    ', calendar: [{name: a, dates: [2026-12-25], factor: 2}, {name: b, dates: [2026-12-24], factor: 3}, {name: a, dates: [2026-11-25], factor: 2}, {name: a, dates: [2026-10-25]}]',
    '',
  ],
])('nothing is said of %s %s', (account, more) => {
  expect(warningsOf(account, more)).toEqual([]);
});

test('a time to look back is too short where every account that is watched is polled less often', () => {
  const warnings = (rule: string) =>
    parseConfig(
      `accounts: [{name: often, ${KEYS}}, {name: hourly, ${KEYS}, schedule: "0 * * * *"}, {name: daily, ${KEYS}, schedule: "0 6 * * *"}]
alerts: {rules: [{name: Drop, drops_by: "5", ${rule}}]}`,
      { file: 'f', env: {} },
    ).warnings.map(({ path }) => path);
  const short = ['alerts.rules[0].within'];
  expect(warnings('within: 59m')).toEqual([]);
  expect(warnings('within: 59m, wallets: {account: "*ly"}')).toEqual(short);
  expect(warnings('within: 60m, wallets: {account: "*ly"}')).toEqual([]);
  expect(warnings('within: 23h, wallets: {account: daily}')).toEqual(short);
  expect(warnings('within: 24h, wallets: {account: daily}')).toEqual([]);
});
