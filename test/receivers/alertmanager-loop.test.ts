// How one Alertmanager is kept up to date, request by request, with no network and by faked timers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import {
  type AlertmanagerOptions,
  createAlertmanager,
} from '../../src/receivers/alertmanager/alertmanager.ts';
import type { Delivery, PosterOptions } from '../../src/receivers/delivery/post.ts';
import { endedAlert, firingAlert, receiverContext } from '../support/delivering.ts';

const START = Date.parse('2026-03-02T12:00:00Z');
const RESEND_MS = 60_000;
afterEach(() => void vi.useRealTimers());

const OK: Delivery = { outcome: 'ok', status: 200, sent: true, detail: null, body: '', headers: {} };
const AWAY: Delivery = { ...OK, outcome: 'connect', status: null, sent: false, detail: 'ECONNREFUSED' };
const REFUSED: Delivery = { ...OK, outcome: 'rejected', status: 400, detail: null };
const dated = (aheadMs = 0) => ({ date: new Date(Date.now() + aheadMs).toUTCString() });
const low = () => firingAlert('Low', { firingAt: START - 60_000 });

/** An Alertmanager that answers as told: `answer` is given how many alerts a request has. */
function keeping(
  alerts: readonly Alert[],
  answer: (count: number) => Delivery,
  options: Partial<AlertmanagerOptions> = {},
) {
  vi.useFakeTimers({ now: START, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const it = {
    alerts,
    answer,
    /** Seconds since the start, and the alerts of each request by their names. */
    sent: [] as string[],
    bodies: [] as (readonly { startsAt: string; endsAt: string }[])[],
    asked: [] as { readonly url: string; readonly headers: unknown }[],
    noted: [] as unknown[],
    posters: [] as PosterOptions[],
    closed: 0,
  };
  const receiver = createAlertmanager(
    { url: 'http://am.example/prefix//', basic_auth: null, bearer_token: null, tls: null, ...options },
    receiverContext({
      clock: { now: Date.now, monotonic: Date.now },
      poster(given) {
        it.posters.push(given);
        return {
          async post(url, text, headers) {
            const body = JSON.parse(String(text)) as {
              labels: { alertname: string };
              startsAt: string;
              endsAt: string;
            }[];
            const names = body.map(({ labels }) => labels.alertname).join(' ');
            it.sent.push(`${(Date.now() - START) / 1_000}: ${names}`.trim());
            it.bodies.push(body);
            it.asked.push({ url: url.href, headers });
            return it.answer(body.length);
          },
          get: async () => it.answer(0),
          close: async () => void it.closed++,
        };
      },
      resendMs: RESEND_MS,
      alerts: () => it.alerts,
      onDelivery: (...of) => it.noted.push(of),
    }),
  );
  return Object.assign(it, {
    receiver,
    /** Time passes; returns what was sent meanwhile. */
    async passes(seconds: number) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
      return it.sent.splice(0);
    },
    async stops(withinMs?: number) {
      const stopped = receiver.stop(withinMs);
      await vi.advanceTimersByTimeAsync(5_000);
      await stopped;
      return it.sent.splice(0);
    },
  });
}

test('first it is asked for its time, then told, and told again when that is due', async () => {
  const it = keeping([low()], () => OK);
  expect(it.receiver.status()).toMatchObject({ failingSince: null, trouble: undefined });
  expect(await it.passes(59)).toEqual(['0:', '0: Low']);
  expect(await it.passes(1)).toEqual(['60: Low']);
  expect(new Set(it.asked.map(({ url }) => url))).toEqual(
    new Set(['http://am.example/prefix/api/v2/alerts']),
  );
  expect(it.noted).toEqual(Array(2).fill(['ops', 'delivered', null])); // to ask for the time delivers nothing
  expect(it.receiver.status()).toMatchObject({ failingSince: null, trouble: null });
  expect(it.posters).toEqual([{ timeoutMs: undefined, connect: {}, maxAnswerBytes: 4 * 1024 * 1024 }]);
  await it.stops();
});

test('news is told at once, and without any nothing is asked', async () => {
  const it = keeping([], () => OK);
  expect(await it.passes(600)).toEqual([]);
  expect(it.receiver.status().trouble).toBeUndefined();
  it.alerts = [low()];
  it.receiver.tell(it.alerts);
  expect(await it.passes(0)).toEqual(['600:', '600: Low']);
  it.alerts = [{ ...endedAlert(low()), resolvedAt: Date.now() }];
  it.receiver.tell(it.alerts);
  expect(await it.passes(0)).toEqual(['600: Low']);
  expect(await it.stops()).toEqual([]); // nothing fires
  expect(it.closed).toBe(1);
});

test('that it can not be reached is known since the first request that failed, until one is answered', async () => {
  const it = keeping([low()], () => AWAY);
  await it.passes(5);
  expect(it.receiver.status()).toMatchObject({ failingSince: START, trouble: 'it can not be reached' });
  expect(new Set(it.noted.map(String))).toEqual(new Set(['ops,failed,connect: ECONNREFUSED']));
  it.answer = () => OK;
  await it.passes(60);
  expect(it.receiver.status()).toMatchObject({ failingSince: null, trouble: null });
  it.answer = () => AWAY;
  await it.passes(60);
  expect(it.receiver.status().failingSince).toBeGreaterThan(START + 60_000);
  await it.stops();
});

test('what it refuses is said, and is no sign that it can not be reached', async () => {
  const it = keeping([low()], (count) => (count === 0 ? OK : REFUSED));
  await it.passes(0);
  expect(it.receiver.status()).toMatchObject({ failingSince: null, trouble: 'it refuses 1 of our alerts' });
  expect(it.noted).toEqual([['ops', 'failed', 'rejected: ']]);
  it.alerts = [];
  it.receiver.tell([]);
  await it.passes(0);
  expect(it.receiver.status().trouble).toBeNull(); // it is gone
  await it.stops();
});

test.each<readonly [string, () => Delivery, boolean]>([
  ['takes it without saying the time', () => OK, true],
  ['refuses it', () => REFUSED, true],
  ['fails, and says the time', () => ({ ...AWAY, outcome: 'server_error', headers: dated() }), true],
  ['fails', () => ({ ...AWAY, outcome: 'server_error' }), false],
  ['can not be reached', () => AWAY, false],
])('whoever is asked for the time is told of alerts, or not, if it %s', async (_, answer, isTold) => {
  const it = keeping([low()], (count) => (count === 0 ? answer() : OK));
  expect(await it.passes(0.1)).toEqual(isTold ? ['0:', '0: Low'] : ['0:']);
  await it.stops();
});

test('who says another time only once it was told is told again a second later, by that time, and once', async () => {
  const aheadMs = 10 * 60_000;
  const it = keeping([low()], (count) => (count === 0 ? OK : { ...OK, headers: dated(aheadMs) }));
  expect(await it.passes(0.9)).toEqual(['0:', '0: Low']);
  expect(await it.passes(0.2)).toEqual(['1: Low']);
  const [first, then] = it.bodies.slice(1).map(([alert]) => Date.parse(alert!.endsAt));
  expect(first).toBe(START + 4 * RESEND_MS);
  expect(Math.abs(then! - first! - aheadMs - 1_000)).toBeLessThanOrEqual(1_000);
  expect(await it.passes(50)).toEqual([]);
  expect(it.receiver.status().clockSkew).toMatchObject({ exceeded: true });
  await it.stops();
});

test('who says another time when asked for it is told by that at once', async () => {
  const it = keeping([low()], () => ({ ...OK, headers: dated(10 * 60_000) }));
  expect(await it.passes(59)).toEqual(['0:', '0: Low']);
  expect(Date.parse(it.bodies[1]![0]!.endsAt)).toBeGreaterThan(START + 10 * 60_000);
  await it.stops();
});

test('at the end what fires is told once more, and nothing later', async () => {
  const it = keeping([low(), { ...endedAlert(firingAlert('Over')), resolvedAt: START }], () => OK);
  expect(await it.passes(30)).toHaveLength(2);
  it.alerts = [...it.alerts, firingAlert('Next', { firingAt: START })];
  expect(await it.stops()).toEqual(['30: Low Next']); // as it stands
  it.receiver.tell([low()]);
  expect(await it.passes(120)).toEqual([]);
});

test('the end waits for a request under way as long as is said, and no longer', async () => {
  const it = keeping([low()], () => OK);
  await it.passes(1);
  it.answer = () => new Promise(() => {}) as unknown as Delivery;
  let isOver = false;
  const stopped = it.receiver.stop().then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(2_999);
  expect([isOver, it.closed]).toEqual([false, 0]);
  await vi.advanceTimersByTimeAsync(1);
  await stopped;
  expect(it.closed).toBe(1);
});

test('a test asks for the time, too, and sends an alert that ends by itself within a minute', async () => {
  const it = keeping([], (count) => (count === 0 ? OK : { ...REFUSED, detail: '400: no' }));
  const verdict = it.receiver.test();
  expect(await it.passes(0)).toEqual(['0:', '0: FloatwatchTest']);
  expect(await verdict).toEqual({ kind: 'permanent', detail: 'rejected: 400: no' });
  expect(Date.parse(it.bodies[1]![0]!.endsAt)).toBe(START + 60_000);
  await it.stops();
});

test('silences are read, and can not be while it does not answer', async () => {
  const it = keeping([], () => AWAY);
  await expect(it.receiver.readSilences!()).rejects.toThrow('ops: connect');
  it.answer = () => ({ ...OK, body: '[]' });
  expect(await it.receiver.readSilences!()).toEqual([]);
  expect(await it.stops()).toEqual([]); // nothing fires: it is not asked for the time either
});

test('when a TLS file has changed the next request goes by a new connection, and the former one is closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-am-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ca_file = join(folder, 'ca');
  writeFileSync(ca_file, 'one');
  const tls = { ca_file, cert_file: null, key_file: null, server_name: null };
  const it = keeping([low()], () => OK, { tls, timeoutMs: 7 });
  await it.passes(1);
  expect([it.posters.length, it.closed]).toEqual([1, 0]);
  writeFileSync(ca_file, 'another');
  await it.passes(60);
  await it.passes(60);
  expect(it.posters.map(({ connect, timeoutMs }) => [String(connect!.ca), timeoutMs])).toEqual([
    ['one', 7],
    ['another', 7],
  ]);
  expect(it.closed).toBe(1);
  await it.stops();
});
