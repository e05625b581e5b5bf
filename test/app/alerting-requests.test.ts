// What alerting does for `top_up.assume_requested`: a change and a tick reach it.
import { expect, test } from 'vitest';
import { createAlerting } from '../../src/app/alerts/alerting.ts';
import { handClock } from '../support/clock.ts';

const WALLET = { account: 'acme', currency: 'UGX', walletType: 'PAYOUT' };

test('a runway alert that fires is a request, which is tried again at a later tick while Postgres is away', async () => {
  const clock = handClock();
  const alert = { ...WALLET, rule: 'Short', firingAt: clock.now() };
  const tried: unknown[] = [];
  let changes: readonly object[] = [{ transition: 'fired', reason: 'condition', at: clock.now(), alert }];
  const topUp = { timezone: 'UTC', window: null, isClosed: () => false };
  const config = { top_up: { assume_requested: true } };
  const it = createAlerting({
    clock,
    evaluator: { observe: () => changes, tick: () => [], unsaved: () => [] },
    storage: {
      alertMemory: { remember() {}, async flush() {} },
      async addRequest(request: unknown) {
        tried.push(request);
        throw new Error('away');
      },
      ...{ spoolStats: () => ({ bytes: 0, maxBytes: 1 }), databaseClockSkewMs: () => null },
      maintenanceStatus: () => [],
    },
    receivers: () => ({ tell() {}, reports: () => [] }),
    logEvents: { changed() {} },
    log: { info() {}, warn() {} },
    configured: () => ({
      config: { alerts: { rules: [{ name: 'Short', wallets: {}, condition: { kind: 'runway_below' } }] } },
      accounts: new Map([['acme', { topUpLeadMs: 3_600_000, topUp, config }]]),
    }),
    planner: { of: () => ({ topUp: { needed: '500' } }) },
  } as unknown as Parameters<typeof createAlerting>[0]);
  const tick = async () => {
    clock.advance(30_000);
    it.tick();
    await new Promise(setImmediate);
  };
  it.observe({} as never);
  changes = [];
  await new Promise(setImmediate);
  const request = { ...WALLET, amount: '500', by: 'alert Short', at: alert.firingAt };
  expect(tried).toEqual([request]);
  await tick();
  await tick();
  expect(tried).toEqual([request, request, request]);
});
