// The small parts of the sandbox by themselves.
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { currencyOf } from '../../src/sandbox/currencies.ts';
import { type FaultContext, push, wholeNumber } from '../../src/sandbox/fault.ts';
import { createFaultSwitches } from '../../src/sandbox/faults.ts';
import { generateMerchants, MERCHANTS } from '../../src/sandbox/merchants.ts';
import { createOverrides } from '../../src/sandbox/overrides.ts';
import { createRequestCounts } from '../../src/sandbox/requests.ts';
import { createScenario, type ScenarioWallet } from '../../src/sandbox/scenario.ts';
import { createService } from '../../src/sandbox/service.ts';

test('requests are counted by merchant and operation, with the most that were under way at once', () => {
  const { begin, of } = createRequestCounts();
  const none = { balances: 0, options: 0, spoilt: 0, mostAtOnce: 0 };
  expect(of('acme')).toEqual(none);
  const first = begin('acme', 'balances', false);
  const second = begin('acme', 'options', true);
  expect(of('acme')).toEqual({ balances: 1, options: 1, spoilt: 1, mostAtOnce: 2 });
  first();
  second();
  begin('acme', 'balances', false)();
  expect(of('acme')).toEqual({ balances: 2, options: 1, spoilt: 1, mostAtOnce: 2 });
  expect(of('other')).toEqual(none);
});

describe('switches of faults', () => {
  test('stay on without an end, spoil both operations, and have the default value', () => {
    const { on, list, take, off } = createFaultSwitches(() => 1_000);
    on('acme', 'hang');
    on('zebra', 'slow', { operation: 'options', forMs: 500 });
    on('lake', 'slow', { value: '5' });
    const common = { until: null, operation: null, times: 0 };
    expect(list()).toEqual([
      { ...common, merchant: 'acme', name: 'hang', value: '' },
      { ...common, merchant: 'zebra', name: 'slow', value: '20000', operation: 'options', until: 1_500 },
      { ...common, merchant: 'lake', name: 'slow', value: '5' },
    ]);
    expect(take('acme', 'options')?.on.times).toBe(1);
    expect(take('acme', 'balances')?.on.times).toBe(2);
    expect(take('zebra', 'balances')).toBeUndefined();
    off('acme');
    expect(take('acme', 'balances')).toBeUndefined();
    expect(list().map(({ merchant }) => merchant)).toEqual(['zebra', 'lake']);
  });

  test('of all answer where the own one spoils another operation', () => {
    const { on, take } = createFaultSwitches(() => 0);
    on('*', 'empty');
    on('acme', 'hang', { operation: 'options' });
    expect(take('acme', 'options')?.fault.name).toBe('hang');
    expect(take('acme', 'balances')?.fault.name).toBe('empty');
    expect(take('other', 'balances')?.on.times).toBe(2);
  });

  test('are known by their names alone', () => {
    expect(() => createFaultSwitches(() => 0).on('acme', 'plague')).toThrow(
      new RangeError('no fault is called "plague"; --list-faults names them all'),
    );
  });
});

test.each([
  ['5', 5],
  ['0', 0],
  ['123456789012', 123_456_789_012],
  ['1234567890123', 7],
  ['', 7],
  ['-1', 7],
  ['1.5', 7],
  ['x1', 7],
])('the value %j of a fault is the number %i', (value, number) => {
  expect(wholeNumber({ value } as FaultContext, 7)).toBe(number);
});

describe('a piece is pushed', () => {
  class FakeSocket extends EventEmitter {
    destroyed = false;
    readonly written: unknown[] = [];
    readonly takes: boolean;
    constructor(takes: boolean) {
      super();
      this.takes = takes;
    }
    write(bytes: unknown) {
      this.written.push(bytes);
      return this.takes;
    }
  }
  const pushTo = (socket: FakeSocket) => push(socket as unknown as Socket, 'x');

  test('at once where there is room', async () => {
    const socket = new FakeSocket(true);
    expect(await pushTo(socket)).toBe(true);
    expect(socket.written).toEqual(['x']);
  });

  test.each([
    ['drain', false, true],
    ['close', true, false],
  ])('and waits for room: %s', async (event, destroyed, goesOn) => {
    const socket = new FakeSocket(false);
    let told: boolean | undefined;
    const pushed = pushTo(socket).then((on) => {
      told = on;
    });
    await Promise.resolve();
    expect(told).toBeUndefined();
    Object.assign(socket, { destroyed });
    socket.emit(event);
    await pushed;
    expect(told).toBe(goesOn);
    expect([socket.listenerCount('drain'), socket.listenerCount('close')]).toEqual([0, 0]);
  });

  test('not where nobody is there any more', async () => {
    const socket = new FakeSocket(true);
    socket.destroyed = true;
    expect(await pushTo(socket)).toBe(false);
    expect(socket.written).toEqual([]);
  });
});

describe('the service', () => {
  const NOON = Date.UTC(2026, 10, 20, 9);
  const scenario = createScenario({ seed: 'test', merchants: MERCHANTS });
  const answer = createService({ scenario, now: () => NOON });
  const keys = { 'public-key': 'pk-sandbox-acme-ug', 'secret-key': 'sk-sandbox-acme-ug' };
  const ask = (query: Record<string, unknown>, headers: Record<string, string> = keys) =>
    answer({ operation: 'balances', headers, query });
  const refused = (status: number, message: string) => ({
    ...{ status, merchant: null, records: [] },
    body: `{"code":${status},"status":"error","message":"${message}","data":{}}`,
  });

  test.each([
    ['', 'currency must be one value'],
    [['UGX', 'KES'], 'currency must be one value'],
  ])('refuses the currency %j', (currency, message) => {
    expect(ask({ currency })).toEqual(refused(400, message));
  });

  test('takes the version of the document, and no other', () => {
    expect(ask({}, { ...keys, 'x-api-version': '1' })).toMatchObject({ status: 200, merchant: 'acme-ug' });
    expect(ask({}, { ...keys, 'x-api-version': '1.0' })).toEqual(refused(400, 'Unsupported API version 1.0'));
  });

  test('tells of all wallets, or of those of a currency, in whatever letters', () => {
    expect(ask({}).records).toHaveLength(5);
    expect(ask({ currency: 'usd' }).records).toHaveLength(2);
    expect(ask({ currency: 'US' }).records).toEqual([]);
  });

  test('asks for both filters of the options', () => {
    const options = (query: Record<string, unknown>) =>
      answer({ operation: 'options', headers: keys, query });
    expect(options({})).toEqual(refused(400, 'currency should not be empty'));
    expect(options({ currency: 'UGX' })).toEqual(refused(400, 'transaction_type should not be empty'));
    const told = options({ currency: 'ugx', transaction_type: 'payout' });
    expect(told).toMatchObject({ status: 200, merchant: 'acme-ug' });
    expect(told.records).toHaveLength(2);
  });
});

describe('overrides', () => {
  const live = [
    { currency: 'UGX', walletType: 'P', available: '5', actual: '8', uncleared: '1', reserve: '2' },
  ] as unknown as readonly ScenarioWallet[];
  const wallet = { currency: 'UGX', walletType: 'P' };
  const amount = (text: string) => text as ScenarioWallet['available'];

  test('of a wallet replace what is set, and what is actual follows unless it is set too', () => {
    const { setWallet, wallets, clearWallet } = createOverrides();
    expect(wallets('acme', live)).toBe(live);
    setWallet('acme', wallet, { available: amount('10') });
    expect(wallets('acme', live)).toEqual([{ ...live[0], available: '10', actual: '13' }]);
    setWallet('acme', wallet, { actual: amount('1') });
    expect(wallets('acme', live)).toEqual([{ ...live[0], actual: '1' }]);
    expect(wallets('other', live)).toBe(live);
    setWallet('acme', wallet, { vanished: true });
    expect(wallets('acme', live)).toEqual([]);
    clearWallet('acme', wallet);
    clearWallet('other', wallet);
    expect(wallets('acme', live)).toBe(live);
  });

  test('add a wallet that is not known, of zeros, beside the others', () => {
    const { setWallet, wallets } = createOverrides();
    setWallet('acme', wallet, {});
    setWallet('acme', { currency: 'KES', walletType: 'P' }, { reserve: amount('3') });
    expect(wallets('acme', live)).toEqual([
      live[0],
      { currency: 'KES', walletType: 'P', available: '0', actual: '3', uncleared: '0', reserve: '3' },
    ]);
  });
});

test('simulated time goes to the last date that there is, and no further', () => {
  const last = 8.64e15;
  for (const frozen of [false, true]) {
    const clock = createSimulatedClock({ wall: () => 1_000 });
    if (frozen) clock.freeze();
    expect(() => clock.advance(last - 999)).toThrow(new RangeError('there is no date so far ahead'));
    clock.advance(last - 1_000);
    expect(clock.now()).toBe(last);
    expect(clock.frozen).toBe(frozen);
  }
  expect(() => createSimulatedClock({ wall: () => 0 }).advance(Number.NaN)).toThrow(
    'time only moves on: NaN ms',
  );
});

test('simulated time runs faster from its start on, and goes on from where it stood', () => {
  let wall = 5_000;
  const clock = createSimulatedClock({ wall: () => wall, speed: 60, start: 5_000 });
  expect(clock.speed).toBe(60);
  wall += 10;
  expect(clock.now()).toBe(5_600);
  clock.freeze();
  wall += 10;
  clock.freeze(); // it stands already
  clock.advance(100);
  expect([clock.now(), clock.frozen]).toEqual([5_700, true]);
  clock.resume();
  clock.resume();
  expect([clock.now(), clock.frozen]).toEqual([5_700, false]);
  wall += 1;
  expect(clock.now()).toBe(5_760);
});

test('who and what there is not', () => {
  const scenario = createScenario({ seed: 'test', merchants: MERCHANTS });
  expect(() => scenario.at('nobody', 0)).toThrow(new RangeError('the sandbox has no merchant called nobody'));
  expect(() => currencyOf('JPY')).toThrow(
    new RangeError(
      'the sandbox has no trade in JPY; it has UGX, KES, TZS, USD, RWF, ZMW, GHS, NGN, XOF, XAF, MWK, ZAR, EUR, GBP',
    ),
  );
  expect(() => generateMerchants(1, 0)).toThrow(
    new RangeError('a generated merchant has 1 to 42 wallets, not 0'),
  );
});
