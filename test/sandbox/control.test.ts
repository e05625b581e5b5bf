import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { createControl } from '../../src/sandbox/control.ts';
import { MERCHANTS } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox } from '../../src/sandbox/server.ts';

const NOON = Date.UTC(2026, 10, 20, 9);
let wall = NOON;
const scenario = createScenario({ seed: 'test', merchants: MERCHANTS });
const clock = createSimulatedClock({ wall: () => wall, speed: 60, start: NOON });
const sandbox = createSandbox({ scenario, clock, control: '127.0.0.1:0' });
beforeAll(() => sandbox.start());
afterAll(() => sandbox.stop());

async function door(method: 'GET' | 'PUT' | 'DELETE', path: string, body?: unknown) {
  const answer = await request(`${sandbox.controlAddress}${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, json: text === '' ? null : JSON.parse(text) };
}

async function records(path: string) {
  const headers = { 'public-key': 'pk-sandbox-acme-ug', 'secret-key': 'sk-sandbox-acme-ug' };
  const { body } = await request(`${sandbox.address}/data/${path}`, { headers });
  const text = await body.text();
  return { text, list: Object.values(JSON.parse(text).data)[0] as Record<string, unknown>[] };
}

describe('balances', () => {
  const wallet = '/merchants/acme-ug/wallets/UGX/MERCHANT_PAYOUT';

  test('are set to the digit, the actual one as the sum, until they are cleared', async () => {
    const before = (await records('wallet-balances?currency=UGX')).text;
    expect(await door('PUT', wallet, { available: '12.50', reserve: '0.1' })).toEqual({
      status: 204,
      json: null,
    });
    const { text } = await records('wallet-balances?currency=UGX');
    expect(text).toContain(
      '"available_balance":12.50,"actual_balance":12.6,"uncleared_balance":0,"reserve_balance":0.1}',
    );
    await door('DELETE', wallet);
    expect((await records('wallet-balances?currency=UGX')).text).toBe(before);
  });

  test('may break the sum, which the service itself does', async () => {
    await door('PUT', wallet, { available: '40000', uncleared: '40000', actual: '40000' });
    expect((await records('wallet-balances')).text).toContain(
      '"available_balance":40000,"actual_balance":40000,',
    );
    await door('DELETE', wallet);
  });

  test('of a wallet may vanish, and a new wallet may appear', async () => {
    const before = (await records('wallet-balances')).list.length;
    await door('PUT', wallet, { vanished: true });
    expect((await records('wallet-balances')).list).toHaveLength(before - 1);
    await door('DELETE', wallet);
    await door('PUT', '/merchants/acme-ug/wallets/KES/MERCHANT_ESCROW', { available: '7' });
    expect((await records('wallet-balances')).list.at(-1)).toMatchObject({
      currency: 'KES',
      actual_balance: 7,
    });
    await door('DELETE', '/merchants/acme-ug/wallets/KES/MERCHANT_ESCROW');
  });

  test.each([
    [{ available: 12.5 }, /expected string/i],
    [{ available: '12,50' }, /not an amount/],
    [{ availible: '1' }, /unrecognized key/i],
  ])('are refused as %j', async (body, message) => {
    const { status, json } = await door('PUT', wallet, body);
    expect(status).toBe(400);
    expect(json.error).toMatch(message);
    expect(json.error, 'a sentence, no JSON').not.toMatch(/[[{]/);
  });

  test('of nobody are refused', async () => {
    const { status, json } = await door('PUT', '/merchants/nobody/wallets/UGX/MERCHANT_PAYOUT', {
      available: '1',
    });
    expect({ status, json }).toEqual({
      status: 400,
      json: { error: 'the sandbox has no merchant called nobody' },
    });
  });
});

test('payment options go inactive, change their limits, vanish and return', async () => {
  const path = 'payment-providers?currency=UGX&transaction_type=PAYOUT';
  const option = '/merchants/acme-ug/options/UGX/PAYOUT/MOBILE_MONEY/MANGO_UG';
  const before = (await records(path)).list;
  await door('PUT', option, { active: false, max: '1234.5' });
  expect((await records(path)).list[0]).toMatchObject({
    provider_code: 'MANGO_UG',
    is_active: false,
    max_amount: 1234.5,
  });
  await door('PUT', option, { vanished: true });
  expect((await records(path)).list).toEqual(before.slice(1));
  await door('DELETE', option);
  expect((await records(path)).list).toEqual(before);
});

test('time runs at its speed, stands still, and moves on', async () => {
  const time = async () => (await door('GET', '/state')).json.time;
  expect(await time()).toBe('2026-11-20T09:00:00.000Z');
  wall += 1_000;
  expect(await time()).toBe('2026-11-20T09:01:00.000Z');
  const moved = await door('PUT', '/time', { advance: '0s' });
  expect(moved.json.frozen).toBe(false); // it runs as before
  await door('PUT', '/time', { frozen: true });
  wall += 10_000;
  expect(await time()).toBe('2026-11-20T09:01:00.000Z');
  await door('PUT', '/time', { advance: '2h' });
  expect(await time()).toBe('2026-11-20T11:01:00.000Z');
  await door('PUT', '/time', { frozen: false });
  wall += 1_000;
  expect(await time()).toBe('2026-11-20T11:02:00.000Z');
});

test('faults are switched on by name for a time, and off', async () => {
  expect((await door('PUT', '/faults/acme-ug', { name: 'plague' })).json.error).toContain(
    'no fault is called "plague"',
  );
  await door('PUT', '/faults/acme-ug', {
    name: 'body',
    value: '{"data":{"x":[]}}',
    for: '1h',
    operation: 'balances',
  });
  expect((await records('wallet-balances')).text).toBe('{"data":{"x":[]}}');
  const { faults } = (await door('GET', '/state')).json;
  expect(faults).toMatchObject([{ merchant: 'acme-ug', name: 'body', operation: 'balances', times: 1 }]);
  await door('DELETE', '/faults/acme-ug');
  expect((await records('wallet-balances')).list.length).toBeGreaterThan(1);
});

test('requests are counted per merchant and operation, the refused ones apart', async () => {
  const before = (await door('GET', '/requests')).json;
  await records('wallet-balances');
  await request(`${sandbox.address}/data/wallet-balances`).then(({ body }) => body.dump());
  const after = (await door('GET', '/requests')).json;
  expect(after['acme-ug'].balances).toBe(before['acme-ug'].balances + 1);
  expect(after['acme-ug'].mostAtOnce).toBe(1);
  expect(after.refused.balances).toBe(before.refused.balances + 1);
  expect(after['acme-ke']).toEqual({ balances: 0, options: 0, spoilt: 0, mostAtOnce: 0 });
});

test('a web page that made its name lead to this machine is refused', async () => {
  const { statusCode, body } = await request(`${sandbox.controlAddress}/state`, {
    headers: { host: 'evil.example' },
  });
  expect(statusCode).toBe(403);
  expect(await body.json()).toMatchObject({ error: expect.stringContaining('not at evil.example') });
});

test('the door opens on loopback only, and not unasked', () => {
  expect(() => createControl('0.0.0.0:0')).toThrow(
    'the control door opens on loopback only, not on 0.0.0.0:0',
  );
  expect(() => createControl('example.com:0')).toThrow('loopback only');
  expect(createSandbox({ scenario }).controlAddress).toBeNull();
});
