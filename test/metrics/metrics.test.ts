import { execFileSync } from 'node:child_process';
import { Gauge } from 'prom-client';
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { amountOf } from '../../src/domain/money.ts';
import { OUTCOMES } from '../../src/domain/observation.ts';
import { createInstruments } from '../../src/metrics/instruments.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { readExposition } from '../support/exposition.ts';
import { describeWith, releases } from '../support/tools.ts';
import { createHouse, type House, MINUTE, NOON, wallet } from './house.ts';

const alert = (more: Partial<Alert>): Alert => ({
  ...{ fingerprint: '', rule: 'Low', severity: 'warning', account: 'acme', currency: 'UGX', walletType: 'P' },
  ...{
    labels: {},
    annotations: {},
    phase: 'firing',
    reason: 'lasting',
    held: false,
    pendingAt: 0,
    firingAt: 1_500,
    resolvedAt: null,
  },
  ...{ value: '1', threshold: '5000000.00', ...more },
});

function busy(): House {
  const alerts = [
    alert({}),
    alert({ currency: 'KES', phase: 'pending' }),
    alert({ rule: 'Blind', walletType: '', threshold: null, phase: 'inactive' }),
    alert({ rule: 'Same', phase: 'pending' }),
    alert({ rule: 'Same', phase: 'firing' }), // differs in what is no label here
    alert({ walletType: 'a"b\nc' }),
  ];
  const house = createHouse(['acme', 'never-polled'], {
    alerts: { alerts: () => alerts, told: () => alerts },
    externalUrl: 'http://localhost:14217',
    instruments: createInstruments({ receivers: ['am-0'] }),
    storeUp: () => false,
    runway: ({ walletType }) =>
      walletType === 'MERCHANT_PAYOUT'
        ? [
            { confidence: '0.5', seconds: 345_600 },
            { confidence: '0.95', seconds: 172_800 },
          ]
        : [],
    topUp: ({ walletType }) =>
      walletType === 'MERCHANT_PAYOUT'
        ? { needed: amountOf('1234567890123456789.50'), by: NOON + 90_500 }
        : walletType === '1'
          ? { needed: amountOf('0'), by: undefined }
          : undefined,
    clockSkew: () => [['am-0', -0.5]],
    spool: () => ({ polls: 3, bytes: 1024, oldest: 1_000 }),
    reload: () => ({ successful: true, succeededAt: 5_000 }),
  });
  house.observe('acme', [
    wallet('UGX', 'MERCHANT_PAYOUT', '12.50'),
    wallet('UGX', '1,b:2', '3', { uncleared: null }),
    wallet('UGX', '1', '-0.000000000000000001'),
  ]);
  house.metrics.events.missed('acme', 4);
  house.metrics.events.ledgerFailed(new Error('away'));
  house.metrics.instruments.notified('am-0', 'failed');
  house.metrics.instruments.deviated('acme', 'unknown_field');
  return house;
}

test('every account and outcome is there from the start', async () => {
  const seen = await createHouse(['acme', 'zeta']).read();
  expect(seen.find('floatwatch_polls_total')).toHaveLength(2 * OUTCOMES.length);
  expect(seen.value('floatwatch_account_last_success_timestamp_seconds', { account: 'zeta' })).toBe('0');
  expect(seen.value('floatwatch_account_up', { account: 'zeta' })).toBe('0');
});

test('counts, alerts and states are told', async () => {
  const seen = await busy().read();
  expect(seen.value('floatwatch_polls_total', { account: 'acme', outcome: 'ok' })).toBe('1');
  expect(seen.value('floatwatch_slots_missed_total', { account: 'acme' })).toBe('4');
  expect(seen.value('floatwatch_notifications_total', { outcome: 'failed' })).toBe('1');
  expect(seen.value('floatwatch_contract_deviations_total', { account: 'acme', kind: 'unknown_field' })).toBe(
    '1',
  );
  expect(seen.value('floatwatch_spool_oldest_timestamp_seconds')).toBe('1');
  expect(seen.value('floatwatch_alert_state', { alertname: 'Low', currency: 'KES' })).toBe('1');
  expect(seen.value('floatwatch_alert_state', { alertname: 'Same' })).toBe('2');
  expect(seen.value('floatwatch_alert_threshold', { alertname: 'Low', currency: 'UGX' })).toBe('5000000.00');
  expect(seen.find('floatwatch_alert_threshold', { alertname: 'Blind' })).toEqual([]);
  expect(seen.value('floatwatch_alert_firing_timestamp_seconds', { alertname: 'Same' })).toBe('1.5');
  expect(seen.find('floatwatch_alert_firing_timestamp_seconds', { currency: 'KES' })).toEqual([]);
  expect(seen.find('floatwatch_external_url_info', { url: 'http://localhost:14217' })).toHaveLength(1);
});

test('durations are counted in buckets that dashboards know by their limits', async () => {
  const seen = await createHouse(['acme']).read();
  const limitsOf = (name: string) => seen.find(`${name}_bucket`).map(({ labels }) => labels['le']);
  expect(limitsOf('floatwatch_poll_duration_seconds').join(' ')).toBe(
    '0.05 0.1 0.25 0.5 1 2.5 5 10 15 30 60 +Inf',
  );
  expect(limitsOf('floatwatch_slot_lag_seconds').join(' ')).toBe('0.1 0.5 1 2 5 10 30 60 300 +Inf');
});

test('M9 X12 names that look alike stay apart, and an amount that is unknown has no sample', async () => {
  const seen = await busy().read();
  expect(seen.value('merchant_wallet_available_balance', { wallet_type: '1,b:2' })).toBe('3');
  expect(seen.value('merchant_wallet_available_balance', { wallet_type: '1' })).toBe('-0.000000000000000001');
  expect(seen.find('merchant_wallet_uncleared_balance', { wallet_type: '1,b:2' })).toEqual([]);
  expect(seen.find('merchant_wallet_balance_difference', { wallet_type: '1,b:2' })).toEqual([]);
});

test('M9 M10 over a cap new wallets are left out and counted, those exposed stay', async () => {
  const house = createHouse(['acme', 'zeta'], { caps: { walletsPerAccount: 3, wallets: 5 } });
  const some = (count: number, from = 0) =>
    Array.from({ length: count }, (_, i) => wallet('UGX', `W${from + i}`, '1'));
  house.observe('acme', some(2));
  await house.read();
  house.clock.advance(60_000);
  house.observe('acme', [...some(10, 5), ...some(2)]); // the old ones come last
  house.observe('zeta', some(3));
  const seen = await house.read();
  const shown = (account: string) =>
    seen.find('merchant_wallet_available_balance', { account }).map(({ labels }) => labels['wallet_type']);
  expect(shown('acme')).toEqual(expect.arrayContaining(['W0', 'W1']));
  expect(shown('acme')).toHaveLength(3);
  expect(shown('zeta')).toHaveLength(2);
  const { refused } = house.metrics;
  expect(refused()).toEqual({ label: 0, account_limit: 9, total_limit: 1 });
});

test('M9 M10 after a reload wallets of accounts that are gone neither count nor take the room of others', async () => {
  const house = createHouse(['acme', 'zeta'], { caps: { walletsPerAccount: 2, wallets: 3 } });
  const some = (count: number) => Array.from({ length: count }, (_, i) => wallet('UGX', `W${i}`, '1'));
  house.observe('acme', some(3));
  await house.read();
  const schedule = createSchedule('* * * * *', 'UTC');
  house.board.reconfigure([{ name: 'zeta', schedule, staleAfter: 2, expect: [] }]);
  house.observe('zeta', some(2));
  const seen = await house.read();
  expect(seen.find('merchant_wallet_available_balance', { account: 'zeta' })).toHaveLength(2);
  expect(house.metrics.refused()).toEqual({ label: 0, account_limit: 0, total_limit: 0 });
});

test('M9 M10 over a cap, those exposed stay after a reload, too, in whatever order it names accounts', async () => {
  const house = createHouse(['acme', 'zeta'], { caps: { walletsPerAccount: 2, wallets: 3 } });
  const some = ['W0', 'W1'].map((type) => wallet('UGX', type, '1'));
  house.observe('acme', some);
  house.observe('zeta', some);
  const shown = async () => {
    const series = (await house.read()).find('merchant_wallet_available_balance');
    return series.map(({ labels }) => `${labels['account']} ${labels['wallet_type']}`).sort();
  };
  expect(await shown()).toEqual(['acme W0', 'acme W1', 'zeta W0']);
  const schedule = createSchedule('* * * * *', 'UTC');
  house.board.reconfigure(['zeta', 'acme'].map((name) => ({ name, schedule, staleAfter: 2, expect: [] })));
  expect(await shown()).toEqual(['acme W0', 'acme W1', 'zeta W0']);
});

test('M9 M10 wallets that are known no more neither count nor take the room of others', async () => {
  const house = createHouse(['acme', 'zeta'], { caps: { walletsPerAccount: 2, wallets: 3 } });
  const named = (...types: string[]) => types.map((type) => wallet('UGX', type, '1'));
  house.observe('acme', named('old', 'odd', 'new', 'newer'));
  house.observe('zeta', named('one', 'two'));
  await house.read();
  expect(house.metrics.refused()).toEqual({ label: 0, account_limit: 2, total_limit: 1 });
  house.clock.advance(60_000);
  house.observe('acme', named('odd', 'new'));
  for (const walletType of ['old', 'newer']) house.board.forget('acme', { currency: 'UGX', walletType });
  const seen = await house.read();
  const shown = seen.find('merchant_wallet_available_balance', { account: 'acme' });
  expect(shown.map(({ labels }) => labels['wallet_type'])).toEqual(['odd', 'new']);
  expect(house.metrics.refused()).toEqual({ label: 0, account_limit: 0, total_limit: 1 });
});

test('a collector that throws costs its own family, and is told', async () => {
  const instruments = createInstruments();
  const failed: string[] = [];
  const house = createHouse(['acme'], {
    instruments,
    onError: (family) => failed.push(family),
    storeUp: () => {
      throw new Error('no');
    },
  });
  new Gauge({
    name: 'broken_later',
    help: 'x',
    registers: [instruments.registry],
    collect: () => Promise.reject(new Error('no')),
  });
  const seen = await house.read();
  expect(failed.sort()).toEqual(['broken_later', 'floatwatch_store_up']);
  expect(seen.value('floatwatch_build_info')).toBe('1');
  expect(seen.find('floatwatch_store_up')).toEqual([]);
});

// OpenMetrics 1.0.0, "Escaping": in its HELP a quote is escaped, in that of the older format it isn't.
test.each([
  [undefined, '# HELP quoted says "x"'],
  ['application/openmetrics-text', '# HELP quoted says \\"x\\"'],
])('a quote in a HELP line, asked for as %s', async (accept, line) => {
  const instruments = createInstruments();
  new Gauge({ name: 'quoted', help: 'says "x"', registers: [instruments.registry] });
  const text = await createHouse(['acme'], { instruments }).scrape(accept);
  expect(text.split('\n')).toContain(line);
});

test('what is not a number is left out: there is no NaN', async () => {
  const house = createHouse(['acme'], {
    clockSkew: () => [
      ['a', Number.NaN],
      ['b', 1],
    ],
  });
  const text = await house.scrape();
  expect(text).not.toMatch(/nan/i);
  expect(readExposition(text, 'text').find('floatwatch_alertmanager_clock_skew_seconds')).toHaveLength(1);
});

test('both formats look as they always did', async () => {
  const house = busy();
  for (const [accept, format] of [
    [undefined, 'text'],
    ['application/openmetrics-text', 'openmetrics'],
  ] as const) {
    const text = await house.scrape(accept);
    readExposition(text, format);
    const own = text.slice(0, text.indexOf(format === 'text' ? '# HELP process_' : '# HELP process_'));
    const end = text.endsWith('# EOF\n') ? '# EOF\n' : '';
    await expect(own + end).toMatchFileSnapshot(`testdata/scrape.${format}.txt`);
  }
});

describeWith(['promtool'], 'promtool', () => {
  test('F12 has nothing to say of all metrics, the runway by its confidence among them', async () => {
    const text = await busy().scrape();
    expect(text).toMatch(/merchant_wallet_runway_seconds\{.*confidence="0.95"\} 172800/);
    for (const promtool of releases('promtool')) {
      expect(execFileSync(promtool, ['check', 'metrics'], { input: text, encoding: 'utf8' }), promtool).toBe(
        '',
      );
    }
  });
});

test('what must be sent is told with its own digits, absent without a plan and while the balance is not fresh', async () => {
  const house = busy();
  const needed = (seen: Awaited<ReturnType<House['read']>>) =>
    seen.find('merchant_wallet_top_up_needed').map(({ labels, value }) => [labels['wallet_type'], value]);
  const seen = await house.read();
  expect(needed(seen)).toEqual([
    ['MERCHANT_PAYOUT', '1234567890123456789.50'],
    ['1', '0'],
  ]);
  const deadlines = seen.find('merchant_wallet_top_up_deadline_timestamp_seconds');
  expect(deadlines.map(({ value }) => value)).toEqual([String(NOON / 1_000 + 90)]);
  house.clock.advance(10 * MINUTE);
  expect(needed(await house.read())).toEqual([]);
});
