// From ten days of payouts in the database to a gauge, a page, a command and an alert that says how long money lasts.
import { request } from 'undici';
import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { merchantOf } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox } from '../../src/sandbox/server.ts';
import { type ImportedSnapshot, importSnapshots } from '../../src/store/import/import.ts';
import { eventually } from '../support/eventually.ts';
import { accountsAt, configFolder } from '../support/floatwatch-config.ts';
import { ENGINE, testDatabase } from '../support/postgres.ts';
import { floatwatch } from '../support/process.ts';

const HOUR = 3_600_000;
const merchant = merchantOf('acme', [{ currency: 'UGX', size: 100, payout: true, service: false }]);
const WALLET = 'account="acme",currency="UGX",wallet_type="MERCHANT_PAYOUT"';

/** Ten days in which 1,000 go out every half hour, and 100,000 come in whenever it gets tight. */
function* payouts(): Generator<ImportedSnapshot> {
  let available = 60_000;
  const to = Date.now() - (Date.now() % HOUR);
  for (let slot = to - 240 * HOUR; slot <= to; slot += HOUR / 2) {
    available += available < 5_000 ? 100_000 : -1_000;
    const amount = amountOf(`${available}.00`);
    const amounts = { available: amount, actual: amount, uncleared: amountOf('0'), reserve: amountOf('0') };
    const wallet = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT', exposable: true };
    yield { account: 'acme', ...wallet, ...amounts, slot, observedAt: slot };
  }
}

test('the gauge, the page, the alert, balances and simulate agree on how long the money lasts', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const connection = { url: database.url, schema: 'floatwatch' };
  await importSnapshots(payouts(), { ...connection, timezone: () => 'UTC' });
  const sandbox = stack.use(
    createSandbox({
      scenario: createScenario({ seed: 'runway', merchants: [merchant] }),
      clock: createSimulatedClock({ wall: Date.now }),
      control: '127.0.0.1:0',
    }),
  );
  await sandbox.start();
  const path = `${sandbox.controlAddress}/merchants/acme/wallets/UGX/MERCHANT_PAYOUT`;
  const put = async (available: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await request(path, { method: 'PUT', headers, body: JSON.stringify({ available }) });
    expect(answer.statusCode, await answer.body.text()).toBeLessThan(300);
  };
  await put('96000'); // two days of it
  const rule = { name: 'PayoutRunwayShort', wallets: { wallet_type: 'MERCHANT_PAYOUT' } };
  const { file } = stack.use(
    await configFolder({
      database: { url: database.url, engine: ENGINE },
      web: { listen: ['127.0.0.1:0'] },
      poll: { schedule: '* * * * * *', deadline: '400ms' },
      accounts: accountsAt(sandbox.address, [merchant]).map((each) => ({ ...each, top_up_lead_time: '1d' })),
      alerts: { rules: [{ ...rule, runway_below: 'top_up_lead_time' }] },
    }),
  );
  const monitor = stack.use(floatwatch(['run', '--config.file', file]));
  const [, address] = await monitor.until(/"addresses":\["([^"]+)"\]/);
  const get = async (of: string) => await (await request(`http://${address}${of}`)).body.text();
  const hours = async (confidence: string) => {
    const found = new RegExp(
      `^merchant_wallet_runway_seconds\\{${WALLET},confidence="${confidence}"\\} (\\d+)$`,
      'm',
    );
    return Number(found.exec(await get('/metrics'))?.[1]) / 3_600;
  };
  const state = async () =>
    /^floatwatch_alert_state\{alertname="PayoutRunwayShort".*wallet_type="MERCHANT_PAYOUT"\} (\d)$/m.exec(
      await get('/metrics'),
    )?.[1];

  await eventually(async () => expect(await hours('0.5')).toBeGreaterThan(0));
  const [median, pessimistic] = [await hours('0.5'), await hours('0.95')];
  expect(median).toBeGreaterThan(43);
  expect(median).toBeLessThan(53);
  expect(pessimistic).toBeGreaterThan(22);
  expect(pessimistic).toBeLessThan(median);
  await eventually(async () => expect(await state()).toBe('0'));
  expect(await get('/')).toMatch(/data-name="Lasts">(1 d \d+ h|2 d)/);
  expect(await get('/wallets/acme/UGX/MERCHANT_PAYOUT')).toMatch(
    /lasts (1 d \d+ h|2 d.*); in 95 % of cases at least 1 d/,
  );
  const { balances } = JSON.parse(await get('/api/v1/balances'));
  const { runway_seconds: told } = balances.find(
    (each: { wallet_type: string }) => each.wallet_type === 'MERCHANT_PAYOUT',
  );
  expect(told['0.5'] / 3_600).toBeCloseTo(median, 0);

  await put('30000'); // fifteen hours; a top-up takes a day
  await eventually(async () => expect(await state()).toBe('2'));
  const { alerts } = JSON.parse(await get('/api/v1/alerts'));
  expect(alerts[0]).toMatchObject({ threshold: '1d' });
  expect(alerts[0].annotations.summary).toMatch(
    /^acme\/UGX\/MERCHANT_PAYOUT: what is available lasts \d+h(\d+m)?, less than 1d: send [\d,.]+ UGX at once from acme\/UGX\/MERCHANT_COLLECTION.*: it is there .* UTC at the soonest, and the wallet may be empty from .* UTC on; it then lasts until .* UTC \(less than 95 % sure: young history\)$/,
  );
  const {
    plan: [told1],
  } = JSON.parse(await get('/api/v1/plan'));
  expect(told1).toMatchObject({ wallet_type: 'MERCHANT_PAYOUT', late: true, timezone: 'UTC' });
  expect(await get('/metrics')).toContain(`merchant_wallet_top_up_needed{${WALLET}} ${told1.needed}\n`);
  const listed = floatwatch(['balances', '--json', '--check', '--config.file', file]);
  expect(await listed.ended(), listed.output()).toBe(3);
  const rows = JSON.parse(/^\[.*^\]/ms.exec(listed.output())![0]);
  const row = rows.find((each: { wallet_type: string }) => each.wallet_type === 'MERCHANT_PAYOUT');
  expect(row).toMatchObject({ breached: ['PayoutRunwayShort'] });
  expect(row.runway_seconds['0.5'] / 3_600).toBeCloseTo(15, -1);
  const planned = floatwatch(['plan', '--json', '--cover', '3d', '--config.file', file]);
  expect(await planned.ended(), planned.output()).toBe(0);
  const plans = JSON.parse(/^\[.*^\]/ms.exec(planned.output())![0]);
  const plan = plans.find((each: { wallet_type: string }) => each.wallet_type === 'MERCHANT_PAYOUT');
  // A day until it arrives, with its margin, and three days after that, less what is there.
  expect(Number(plan.needed)).toBeGreaterThan(3.8 * 48_000);
  expect(Number(plan.needed)).toBeLessThan(5.2 * 48_000);
  expect(plan).toMatchObject({ late: true, confidence: 0.95, doubts: ['young'] });
  expect(Date.parse(plan.then_lasts_until) - Date.now()).toBeGreaterThan(72 * HOUR);
  // What was asked for is not asked for again, here and in the monitor.
  const requested = floatwatch([
    'plan',
    '--requested',
    `acme/UGX/MERCHANT_PAYOUT`,
    plan.needed,
    '--config.file',
    file,
  ]);
  expect(await requested.ended(), requested.output()).toBe(0);
  expect(requested.output()).toContain('counts as on its way until it has arrived, for 2d at the most');
  const again = floatwatch(['plan', '--json', '--cover', '3d', '--config.file', file]);
  expect(await again.ended(), again.output()).toBe(0);
  const [rest] = JSON.parse(/^\[.*^\]/ms.exec(again.output())![0]);
  expect(rest.coming).toBe(plan.needed);
  expect(Number(rest.needed)).toBeLessThan(0.05 * Number(plan.needed));
  const listedPlan = floatwatch(['plan', '--date', '2000-13-01', '--config.file', file]);
  expect(await listedPlan.ended(), listedPlan.output()).not.toBe(0);
  expect(listedPlan.output()).toContain('--date 2000-13-01: is not a date such as 2026-12-31');
  await put('500000');
  await eventually(async () => expect(await state()).toBe('0'));

  // In the past it was short before each top-up, once there was a week to learn from.
  const simulated = floatwatch(['simulate', '--since', '9d', '--json', '--config.file', file]);
  expect(await simulated.ended(), simulated.output()).toBe(0);
  const { episodes } = JSON.parse(/^\{.*^\}/ms.exec(simulated.output())![0]);
  expect(episodes.length).toBeGreaterThanOrEqual(2);
  expect(episodes.length).toBeLessThan(6);
  expect(episodes[0]).toMatchObject({ rule: 'PayoutRunwayShort', threshold: '1d' });
});
