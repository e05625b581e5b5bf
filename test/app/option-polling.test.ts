// What is known of payment options after a start or a reload.
import { expect, test } from 'vitest';
import { readConfigured } from '../../src/app/configured.ts';
import { createPaymentOptionPolling } from '../../src/app/payment-options.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { LatestOptions } from '../../src/monitor/storage/ports.ts';
import { handClock } from '../support/clock.ts';
import { option, optionPoll } from '../support/options.ts';

const clock = handClock();
const START = clock.now();

/** Payment options of two accounts of which the ledger knows these; `asked` is what it was asked for. */
function polling(latest: readonly LatestOptions[], earlier: readonly LatestOptions[] = []) {
  const accounts = ['acme-ug', 'zeta'].map((name) => ({
    ...{ name, base_url: 'https://pay.example.com', public_key: 'p', secret_key: 's', payment_options: {} },
  }));
  const { config } = parseConfig(JSON.stringify({ accounts }), { env: {}, file: 'a' });
  const asked: unknown[] = [];
  const it = createPaymentOptionPolling({
    configured: () => readConfigured(config),
    ledger: {
      async latest(names: readonly string[], before?: number) {
        asked.push(before === undefined ? [...names] : [...names, before]);
        return before === undefined ? latest : earlier;
      },
    },
    ...{ clock, results: {}, log: {}, observe() {} },
  } as unknown as Parameters<typeof createPaymentOptionPolling>[0]);
  return { it, asked };
}

const NAMES = ['acme-ug', 'zeta'];
const seen = (observedAt: number, account = 'acme-ug', code = 'MANGO_UG'): LatestOptions => ({
  seen: optionPoll(observedAt - 100, [option({ providerCode: code })], { account, observedAt }),
  lost: [],
});
const codes = (all: readonly { readonly options: readonly { readonly providerCode: string }[] }[]) =>
  all.map(({ options }) => options.map(({ providerCode }) => providerCode).join());

test('the last good polls are remembered, and told', async () => {
  const { it, asked } = polling([seen(START - 1)]);
  expect(it.board.accounts).toEqual(NAMES);
  const told = await it.resume(NAMES, START);
  expect(asked).toEqual([NAMES]);
  expect(codes(told)).toEqual(['MANGO_UG']);
  expect(it.board.account('acme-ug')?.seen?.observedAt).toBe(START - 1);
  expect(it.board.account('zeta')?.seen ?? null).toBeNull();
});

test('of accounts that were polled since the start, what was offered before it is told first', async () => {
  const { it, asked } = polling(
    [seen(START, 'acme-ug', 'NEW'), seen(START - 1, 'zeta', 'OTHER')],
    [seen(START - 9, 'acme-ug', 'OLD')],
  );
  const told = await it.resume(NAMES, START);
  expect(asked).toEqual([NAMES, ['acme-ug', START]]);
  expect(codes(told)).toEqual(['OLD', 'NEW', 'OTHER']);
});

test('where nothing is known nothing more is asked for', async () => {
  const { it, asked } = polling([]);
  expect(await it.resume(NAMES, START)).toEqual([]);
  expect(asked).toEqual([NAMES]);
});
