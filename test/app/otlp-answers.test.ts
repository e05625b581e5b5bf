// What an answer to pushed metrics is taken for, without a network: by cases.
import { expect, test } from 'vitest';
import { readConfigured } from '../../src/app/configured.ts';
import { createOtlp } from '../../src/app/otlp.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { Delivery } from '../../src/receivers/delivery/post.ts';
import { createHouse, wallet } from '../metrics/house.ts';
import { handClock } from '../support/clock.ts';
import { until } from '../support/delivering.ts';
import { linesOf } from './lines-of.ts';

const OK: Delivery = { outcome: 'ok', status: 200, detail: null, sent: true, body: '{}', headers: {} };

/** A push every minute to somebody who answers by `answer`; `timers` are those that run, by their milliseconds. */
function pushing(answer: () => Delivery) {
  const clock = handClock();
  const house = createHouse(['acme-ug']);
  house.observe('acme-ug', [wallet('UGX', 'MERCHANT_PAYOUT', '1500.50')]);
  const account = { name: 'a', base_url: 'https://pay.example.com', public_key: 'pk', secret_key: 'sk' };
  const otlp = { url: 'https://otel.example.com/v1/metrics', interval: '1m' };
  const text = JSON.stringify({ accounts: [account], otlp });
  const configured = readConfigured(parseConfig(text, { env: {}, file: 'a' }).config);
  const timers = new Map<number, () => void>();
  const sent: { readonly url: string; readonly headers: Record<string, string> }[] = [];
  let closed = 0;
  const poster = {
    async post(url: URL, _: Uint8Array, headers: Record<string, string>) {
      sent.push({ url: url.href, headers });
      return answer();
    },
    close: async () => void closed++,
  };
  let it: ReturnType<typeof createOtlp> | undefined;
  const lines = linesOf((log) => {
    it = createOtlp({
      world: {
        ...{ clock, hostname: 'float-0', network: { poster: () => poster } },
        after(ms: number, run: () => void) {
          timers.set(ms, run);
          return () => timers.delete(ms);
        },
      } as never,
      ...{ log, scrub: (line: string) => line.replaceAll('secret', '[secret]') },
      metrics: () => house.metrics,
    });
    it.prepare(configured)();
  });
  const push = async () => {
    const before = sent.length;
    timers.get(0)!();
    await until(() => expect(sent.length).toBeGreaterThan(before));
    for (let i = 0; i < 20; i++) await new Promise(setImmediate);
    return it!.state();
  };
  return { it: it!, clock, lines, timers, sent, push, closed: () => closed };
}

const partly = (partialSuccess: unknown): Delivery => ({ ...OK, body: JSON.stringify({ partialSuccess }) });

test.each<[string, Delivery, string | null]>([
  ['nothing', { ...OK, body: '' }, null],
  ['what is no JSON', { ...OK, body: '<html>' }, null],
  ['an empty answer', OK, null],
  ['that nothing was refused', partly({ rejectedDataPoints: '0', errorMessage: '' }), null],
  ['nothing about a part', partly(null), null],
  ['how many were refused', partly({ rejectedDataPoints: 2 }), '2 data points were rejected: '],
  ['that one was refused', partly({ rejectedDataPoints: '1' }), '1 data point was rejected: '],
  ['a warning alone', partly({ errorMessage: 'old' }), '0 data points were rejected: old'],
  [
    'a secret, and much',
    partly({ rejectedDataPoints: '3', errorMessage: `secret${'x'.repeat(300)}` }),
    `3 data points were rejected: [secret]${'x'.repeat(192)}`,
  ],
  [
    'that it can never take it',
    { ...OK, outcome: 'rejected', status: 400, detail: '400: no' },
    'rejected: 400: no',
  ],
  [
    'that it can’t take it now',
    { ...OK, outcome: 'server_error', status: 503, detail: '503' },
    'server_error: 503',
  ],
])('a receiver that answers %s has taken it all, unless there is a reason', async (_, delivery, reason) => {
  const on = pushing(() => delivery);
  expect(on.it.state()).toBeNull();
  const state = await on.push();
  const successful = reason === null;
  expect(state).toEqual({ successful, succeededAt: successful ? on.clock.now() : null });
  expect(on.lines).toEqual(successful ? [] : [{ level: 'warn', reason, msg: 'metrics could not be pushed' }]);
});

test('trouble that is over is told, once', async () => {
  let answer: Delivery = { ...OK, outcome: 'rejected', status: 400, detail: 'no' };
  const on = pushing(() => answer);
  await on.push();
  answer = OK;
  await on.push();
  await on.push();
  expect(on.lines.slice(1)).toEqual([{ level: 'info', msg: 'metrics are pushed again' }]);
});

test('nothing is sent before the time that the receiver asked for has passed', async () => {
  const headers = { 'retry-after': '5' };
  const on = pushing(() => ({ ...OK, outcome: 'rate_limited', status: 429, detail: '429', headers }));
  await on.push();
  on.clock.advance(4_999);
  on.timers.get(0)!();
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
  expect(on.sent).toHaveLength(1);
  on.clock.advance(1);
  await on.push();
  expect(on.sent).toHaveLength(2);
});

test('it is sent at once and each minute, as JSON in gzip, to where it is configured, until that ends', async () => {
  const on = pushing(() => OK);
  expect([...on.timers.keys()]).toEqual([0, 60_000]);
  await on.push();
  expect(on.sent[0]).toEqual({
    url: 'https://otel.example.com/v1/metrics',
    headers: { 'user-agent': expect.stringMatching(/^floatwatch\/\d/), 'content-encoding': 'gzip' },
  });
  await on.it[Symbol.asyncDispose]();
  expect(on.timers.size).toBe(0);
  expect(on.closed()).toBe(1);
});
