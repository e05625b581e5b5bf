import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { episodePath, fingerprintOf } from '../../src/monitor/alerts/episode.ts';
import {
  type AlertmanagerOptions,
  createAlertmanager,
} from '../../src/receivers/alertmanager/alertmanager.ts';
import { createSkewMeter } from '../../src/receivers/alertmanager/clock-skew.ts';
import type { DeliveryOutcome } from '../../src/receivers/delivery/post.ts';
import type { ReceiverContext, ReceiverStatus } from '../../src/receivers/delivery/receiver.ts';
import { fakeReceiver, realAlertmanager } from '../support/alertmanager.ts';
import { handClock } from '../support/clock.ts';
import { endedAlert, firingAlert, outcomeOf, receiverContext, until } from '../support/delivering.ts';
import { createTcpProxy } from '../support/tcp-proxy.ts';
import { describeBeside, describeWith, tool } from '../support/tools.ts';

/** A sender to this address, the alerts it looks at, and what became of its requests. */
function sending(
  url: string,
  change: Partial<ReceiverContext> = {},
  options: Partial<AlertmanagerOptions> = {},
) {
  const told: string[] = [];
  const world = { alerts: [] as Alert[] };
  const sender = createAlertmanager(
    { url, basic_auth: null, bearer_token: null, tls: null, ...options },
    receiverContext({
      name: 'am',
      alerts: () => world.alerts,
      onDelivery: (...delivery) => void told.push(outcomeOf(...delivery)),
      ...change,
    }),
  );
  return {
    world,
    told,
    sender,
    show(...alerts: Alert[]) {
      world.alerts = alerts;
      sender.tell(alerts);
    },
    [Symbol.asyncDispose]: () => sender.stop(),
  };
}

/** Of alerts that are told every second it ends none before four seconds are over, however busy the machine is meanwhile. */
const ALIVE = { resendMs: 1_000 };

describeWith(['prometheus-alertmanager'], 'with a real Alertmanager', () => {
  test('an alert fires there with its labels, is kept alive, and resolves', async () => {
    await using am = await realAlertmanager();
    await using it = sending(am.url, { ...ALIVE, externalUrl: 'http://localhost:14217' });
    const alert = firingAlert();
    it.show(alert);
    const shown = {
      labels: alert.labels,
      annotations: { summary: 'low' },
      startsAt: new Date(alert.firingAt!).toISOString(),
      generatorURL: `http://localhost:14217${episodePath(alert)}`,
    };
    await until(async () => expect(await am.active()).toMatchObject([shown]));
    const posts = it.told.length;
    await until(() => expect(it.told.length).toBeGreaterThan(posts + 5)); // longer than endsAt was ahead
    expect(am.notified.map(({ status }) => status)).toEqual(['firing']);
    it.show(endedAlert(alert));
    await until(() => expect(am.notified.map(({ status }) => status)).toEqual(['firing', 'resolved']));
    expect(await am.active()).toEqual([]);
  });

  test('a silence made there is told with its maker, comment and end, and the alert that it covers', async () => {
    await using am = await realAlertmanager();
    await using it = sending(am.url);
    const alert = firingAlert();
    it.show(alert);
    await until(async () => expect(await am.active()).toHaveLength(1));
    expect(await it.sender.readSilences!()).toEqual([]);
    const endsAt = new Date(Date.now() + 3_600_000).toISOString();
    const silence = {
      matchers: [{ name: 'alertname', value: 'Payout.*', isRegex: true, isEqual: true }],
      ...{ startsAt: new Date().toISOString(), endsAt, createdBy: 'anna', comment: 'topping up' },
    };
    const { statusCode } = await request(`${am.url}/api/v2/silences`, {
      ...{ method: 'POST', body: JSON.stringify(silence) },
      headers: { 'content-type': 'application/json' },
    });
    expect(statusCode).toBe(200);
    await until(async () =>
      expect(await it.sender.readSilences!()).toEqual([
        {
          ...{ id: expect.any(String), alertmanager: am.url, createdBy: 'anna', comment: 'topping up' },
          ...{ endsAt: Date.parse(endsAt), alerts: [fingerprintOf(alert.labels)] },
        },
      ]),
    );
    await am.kill();
    await expect(it.sender.readSilences!()).rejects.toThrow('connect');
  });

  test('A1 what fired while it was away is delivered when it is back', async () => {
    await using am = await realAlertmanager();
    await using it = sending(am.url);
    await am.kill();
    it.show(firingAlert());
    await until(() => expect(it.told).toContain('connect'));
    expect(it.sender.status().failingSince).not.toBeNull();
    await am.start();
    await until(() => expect(am.notified.map(({ status }) => status)).toEqual(['firing']));
    expect(it.sender.status().failingSince).toBeNull();
  });

  test('A2 one of three behind a black hole delays neither of the others, and hears of it when it is back', async () => {
    await using stack = new AsyncDisposableStack();
    const [one, gone, two] = await Promise.all([realAlertmanager(), realAlertmanager(), realAlertmanager()]);
    for (const am of [one, gone, two]) stack.use(am);
    const hole = stack.use(await createTcpProxy({ port: Number(new URL(gone.url).port) }));
    hole.inject({ up: { kind: 'stall' } });
    const urls = [one.url, `http://127.0.0.1:${hole.port}`, two.url];
    const senders = urls.map((url) => stack.use(sending(url, ALIVE, { timeoutMs: 10_000 })));
    const alert = firingAlert();
    for (const it of senders) it.show(alert);
    await until(() => expect([...one.notified, ...two.notified]).toHaveLength(2));
    expect(senders[1]!.told).toEqual([]);
    await until(() => expect(senders[1]!.told).toContain('deadline'));
    expect(new Set(senders[0]!.told)).toEqual(new Set(['ok']));
    expect(gone.notified).toEqual([]);
    hole.inject();
    await until(() => expect(gone.notified.map(({ status }) => status)).toEqual(['firing']));
  });

  test('A3 one that was restarted hears of it again, and nobody is told that it resolved', async () => {
    await using am = await realAlertmanager();
    await using it = sending(am.url, ALIVE);
    it.show(firingAlert());
    await until(async () => expect(await am.active()).toHaveLength(1));
    await am.restart();
    await until(async () => expect(await am.active()).toHaveLength(1));
    expect(am.notified.map(({ status }) => status)).not.toContain('resolved');
  });

  test('A11 two replicas that tell the same make one alert', async () => {
    await using am = await realAlertmanager();
    const alert = firingAlert();
    await using one = sending(am.url, ALIVE);
    await using two = sending(am.url, ALIVE);
    one.show(alert);
    two.show(alert);
    await until(() => expect(Math.min(one.told.length, two.told.length)).toBeGreaterThan(3));
    await until(async () => expect(await am.active()).toHaveLength(1));
    one.show(endedAlert(alert));
    two.show(endedAlert(alert));
    await until(() => expect(am.notified.map(({ status }) => status)).toEqual(['firing', 'resolved']));
  });

  test('A14 stopping resolves nothing: the alert lives on for a successor', async () => {
    await using am = await realAlertmanager();
    const it = sending(am.url, { resendMs: 60_000 });
    it.show(firingAlert());
    await until(async () => expect(await am.active()).toHaveLength(1));
    const posts = it.told.length;
    await it.sender.stop();
    expect(it.told.length).toBe(posts + 1);
    const [shown] = await am.active();
    expect(Date.parse(shown!.endsAt) - Date.now()).toBeGreaterThan(230_000);
    expect(am.notified.map(({ status }) => status)).not.toContain('resolved');
  });

  test('A15 braces, HTML and a megabyte arrive as they are', async () => {
    await using am = await realAlertmanager();
    await using it = sending(am.url);
    const summary = '{{ .Labels }} <script>alert(1)</script> {{template "x"}}';
    it.show(firingAlert('Odd', { annotations: { summary, long: 'x'.repeat(1_000_000) } }));
    await until(async () =>
      expect((await am.active()).map(({ annotations }) => annotations['summary'])).toEqual([summary]),
    );
  });
});

describeBeside(['prometheus-alertmanager'], 'what an Alertmanager refuses', (program) => {
  test('A4 K3 one bad alert is found and set aside; the others go on', async () => {
    await using am = await realAlertmanager(program('prometheus-alertmanager'));
    await using it = sending(am.url, ALIVE);
    const bad = firingAlert('Bad', { labels: { alertname: 'Bad', '': 'a label without a name' } });
    const good = Array.from({ length: 20 }, (_, i) => firingAlert(`Good${i}`));
    it.show(...good.slice(0, 7), bad, ...good.slice(7));
    await until(async () => expect(await am.active()).toHaveLength(20));
    await until(() => expect(it.sender.status().trouble).toBe('it refuses 1 of our alerts'));
    const rejected = it.told.filter((outcome) => outcome === 'rejected').length;
    expect(rejected).toBeLessThanOrEqual(6); // 21, 11, 6, 3, 2, 1
    const posts = it.told.length;
    await until(() => expect(it.told.length).toBeGreaterThan(posts + 4));
    expect(it.told.filter((outcome) => outcome === 'rejected')).toHaveLength(rejected);
    expect(am.notified.filter(({ status }) => status === 'resolved')).toEqual([]);
  });

  test('K3 a label name with a hyphen fires where UTF-8 names are taken, and is set aside where they are not', async () => {
    await using am = await realAlertmanager(program('prometheus-alertmanager'));
    await using it = sending(am.url);
    it.show(firingAlert('Good'), firingAlert('Odd', { labels: { alertname: 'Odd', 'cost-centre': 'x' } }));
    await until(async () => {
      const active = (await am.active()).map(({ labels }) => labels['alertname']);
      const refused = it.sender.status().trouble === 'it refuses 1 of our alerts';
      expect(active.sort()).toEqual(refused ? ['Good'] : ['Good', 'Odd']);
      expect(refused || active.includes('Odd')).toBe(true);
    });
  });
});

// Ours is shifted, not Alertmanager's: Go reads the clock past libc, where libfaketime doesn't reach, and a time
// namespace shifts every clock but the wall's. To both sides only the difference matters.
describeWith(['prometheus-alertmanager', 'faketime'], 'A6 with our clock off by ten minutes', () => {
  test.each([
    ['+10m', -600_000],
    ['-10m', 600_000],
  ])('%s: it still notifies, it resolves, and we say so', async (shift, ahead) => {
    await using am = await realAlertmanager();
    const program = fileURLToPath(new URL('../support/shifted-sender.ts', import.meta.url));
    const env = { ...process.env, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
    const argv = ['-f', shift, process.execPath, program, am.url];
    const child = spawn(tool('faketime'), argv, { env, detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      let status: ReceiverStatus | undefined;
      createInterface({ input: child.stdout }).on('line', (line) => {
        status = JSON.parse(line);
      });
      await until(() => expect(am.notified.map(({ status }) => status)).toEqual(['firing']));
      await until(() => expect(status?.clockSkew?.exceeded).toBe(true));
      expect(Math.abs(status!.clockSkew!.ms! - ahead)).toBeLessThan(2_000);
      child.stdin.end();
      await until(() => expect(am.notified.map(({ status }) => status)).toEqual(['firing', 'resolved']));
    } finally {
      process.kill(-child.pid!, 'SIGKILL');
      // Killed, faketime can't take back what it shares with the programs that it starts.
      for (const name of ['faketime_shm_', 'sem.faketime_sem_'])
        rmSync(`/dev/shm/${name}${child.pid}`, { force: true });
    }
  });
});

test.each<[string, number, DeliveryOutcome]>([
  ['415', 415, 'unsupported'],
  ['429', 429, 'rate_limited'],
  ['503', 503, 'server_error'],
  ['401', 401, 'auth'],
  ['404', 404, 'other'],
])('A5 %s is told as such, and sending goes on', async (_, status, outcome) => {
  await using am = await fakeReceiver(() => status);
  await using it = sending(am.url);
  it.show(firingAlert());
  await until(() => expect(it.told.length).toBeGreaterThan(2));
  expect(new Set(it.told)).toEqual(new Set([outcome]));
});

test('A5 a redirect is not followed', async () => {
  await using elsewhere = await fakeReceiver(() => 200);
  await using am = await fakeReceiver((_, __, response) => {
    response.writeHead(307, { location: `${elsewhere.url}/api/v2/alerts` }).end();
    return undefined;
  });
  await using it = sending(am.url, {}, { bearer_token: { reveal: () => 'canary' } });
  it.show(firingAlert());
  await until(() => expect(it.told).toContain('redirect'));
  expect(elsewhere.requests).toEqual([]);
});

test('A5 a server that refuses everything is not asked a thousand times', async () => {
  await using am = await fakeReceiver(() => 400);
  await using it = sending(am.url, { resendMs: 60_000, random: () => 0.999 });
  it.show(...Array.from({ length: 5_000 }, (_, i) => firingAlert(`R${i}`)));
  await until(() => expect(am.requests.length).toBeGreaterThan(20));
  await it.sender.stop();
  expect(am.requests.length).toBeLessThan(200);
});

test('A13 ten thousand alerts go in batches of at most 256, the newest first, none twice', async () => {
  const sizes: number[] = [];
  const names = new Set<string>();
  await using am = await fakeReceiver((_, body) => {
    const alerts = JSON.parse(body) as { labels: { alertname: string } }[];
    sizes.push(alerts.length);
    for (const { labels } of alerts) names.add(labels.alertname);
    return 200;
  });
  await using it = sending(am.url, { resendMs: 600_000 });
  const old = Array.from({ length: 10_000 }, (_, i) => firingAlert(`R${i}`));
  it.show(...old, firingAlert('Newest', { firingAt: Date.now() }));
  await until(() => expect(names.size).toBe(10_001));
  expect(Math.max(...sizes)).toBe(256);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(10_001);
  expect(JSON.parse(am.requests[0]!.body)[0].labels.alertname).toBe('Newest');
});

test('D19 413 halves the batch, and one alert that is too large by itself is set aside', async () => {
  const names = new Set<string>();
  await using am = await fakeReceiver((_, body) => {
    if (body.length > 10_000) return 413;
    for (const { labels } of JSON.parse(body)) names.add(labels.alertname);
    return 200;
  });
  await using it = sending(am.url, { resendMs: 600_000 });
  const large = (name: string, size: number) =>
    firingAlert(name, { annotations: { text: 'x'.repeat(size) } });
  it.show(...Array.from({ length: 40 }, (_, i) => large(`R${i}`, 1_000)), large('Huge', 20_000));
  await until(() => expect(names.size).toBe(40));
  await until(() => expect(it.sender.status().trouble).toBe('it refuses 1 of our alerts'));
});

test('a change is sent at once, what is known there is not sent again with it', async () => {
  await using am = await fakeReceiver(() => 200);
  await using it = sending(am.url, { resendMs: 600_000 });
  const first = firingAlert('First');
  it.show(first);
  await until(() => expect(am.requests).toHaveLength(1));
  it.show(first, firingAlert('Second'));
  await until(() => expect(am.requests).toHaveLength(2));
  const [second] = JSON.parse(am.requests[1]!.body);
  expect(JSON.parse(am.requests[1]!.body)).toHaveLength(1);
  expect(second.labels.alertname).toBe('Second');
});

test('an end that it could not be told of is told when it is back, however long that took', async () => {
  let up = true;
  await using am = await fakeReceiver(() => (up ? 200 : 503));
  await using it = sending(am.url);
  const alert = firingAlert();
  it.show(alert);
  await until(() => expect(it.told).toContain('ok'));
  up = false;
  const longAgo = Date.now() - 60 * 60_000;
  it.show({ ...alert, phase: 'inactive', firingAt: longAgo - 1_000, resolvedAt: longAgo });
  await until(() => expect(it.told).toContain('server_error'));
  up = true;
  const before = am.requests.length;
  await until(() => expect(am.requests.length).toBeGreaterThan(before));
  await until(() =>
    expect(JSON.parse(am.requests.at(-1)!.body)[0].endsAt).toBe(new Date(longAgo).toISOString()),
  );
  // Once is enough, after a quarter of an hour: later rounds tell of others alone.
  const told = am.requests.length;
  it.show(...it.world.alerts, firingAlert('Other'));
  await until(() => expect(am.requests.length).toBeGreaterThan(told + 2));
  const names = am.requests
    .slice(told)
    .flatMap(({ body }) =>
      (JSON.parse(body) as { labels: { alertname: string } }[]).map(({ labels }) => labels.alertname),
    );
  expect(new Set(names)).toEqual(new Set(['Other']));
});

describe('an Alertmanager whose clock is ahead of ours', () => {
  const AHEAD_MS = 3_600_000;

  /** It keeps, of every alert that it was told fires, whether it took it for ended already. */
  async function ahead(aheadMs: () => number) {
    const ended: boolean[] = [];
    const am = await fakeReceiver((_, body, response) => {
      const now = Date.now() + aheadMs();
      for (const { endsAt } of JSON.parse(body)) ended.push(Date.parse(endsAt) < now);
      response.setHeader('date', new Date(now).toUTCString());
      return 200;
    });
    return { ...am, ended };
  }

  test('is asked for the time before it is told of anything: nothing ends there at a start', async () => {
    await using am = await ahead(() => AHEAD_MS);
    await using it = sending(am.url);
    it.show(firingAlert());
    await until(() => expect(am.ended.length).toBeGreaterThan(3));
    expect(new Set(am.ended)).toEqual(new Set([false]));
  });

  test('nor if who answered first, in its place, did not say the time', async () => {
    let isDown = true;
    const ended: boolean[] = [];
    await using am = await fakeReceiver((_, body, response) => {
      const now = Date.now() + AHEAD_MS;
      response.sendDate = false;
      if (isDown) return 502;
      for (const { endsAt } of JSON.parse(body)) ended.push(Date.parse(endsAt) < now);
      response.setHeader('date', new Date(now).toUTCString());
      return 200;
    });
    await using it = sending(am.url);
    it.show(firingAlert());
    await until(() => expect(it.told).toContain('server_error'));
    isDown = false;
    await until(() => expect(ended.length).toBeGreaterThan(1));
    expect(new Set(ended)).toEqual(new Set([false]));
  });

  test('because ours was set back: nothing ends there', async () => {
    let backMs = 0;
    const clock = { now: () => Date.now() - backMs, monotonic: () => performance.now() };
    await using am = await ahead(() => 0);
    await using it = sending(am.url, { clock });
    it.show(firingAlert());
    await until(() => expect(am.ended.length).toBeGreaterThan(1));
    backMs = AHEAD_MS;
    const told = am.ended.length;
    await until(() => expect(am.ended.length).toBeGreaterThan(told + 2));
    expect(new Set(am.ended)).toEqual(new Set([false]));
  });

  test('by just as much as is too much: told anew once, not each time that it is measured', () => {
    const clock = handClock();
    const meter = createSkewMeter(60_000, clock);
    const measure = (ms: number) =>
      meter.measure(new Date(clock.now() + ms).toUTCString(), clock.monotonic(), clock.monotonic());
    expect(measure(59_000)).toBe(false);
    expect(measure(61_000)).toBe(true);
    for (const ms of [59_000, 60_000, 59_000, 60_000, 61_000]) {
      expect(measure(ms)).toBe(false);
      expect(meter.status().exceeded).toBe(true);
    }
    expect(measure(40_000)).toBe(true);
    expect(meter.status().exceeded).toBe(false);
  });
});

test('how far its clock is from ours is told to half a second, and what it may have taken to answer', () => {
  const ms = (max: number) => fc.integer({ min: 0, max });
  fc.assert(
    fc.property(
      fc.integer({ min: -600_000, max: 600_000 }),
      ms(999),
      ms(4_000),
      ms(4_000),
      (off, part, there, back) => {
        const clock = handClock();
        const meter = createSkewMeter(60_000, clock);
        clock.advance(part);
        const sentAt = clock.monotonic();
        clock.advance(there);
        const date = new Date(clock.now() + off).toUTCString(); // of whole seconds
        clock.advance(back);
        meter.measure(date, sentAt, clock.monotonic());
        expect(Math.abs(meter.status().ms! - off)).toBeLessThanOrEqual(501 + (there + back) / 2);
      },
    ),
  );
});

test('a Date that is none says nothing: neither that their clock is off, nor that something is to be told anew', () => {
  const clock = handClock();
  const meter = createSkewMeter(60_000, clock);
  const measure = (date: string) => meter.measure(date, clock.monotonic(), clock.monotonic());
  expect(measure('soon')).toBe(false);
  expect(meter.status().ms).toBeNull();
  measure(new Date(clock.now() + 90_000).toUTCString());
  const known = meter.status();
  expect(measure('')).toBe(false);
  expect(meter.status()).toEqual(known);
});

test('what fires while ten thousand are told again is told next', async () => {
  const names: string[] = [];
  const newestFires = Promise.withResolvers<void>();
  await using am = await fakeReceiver(async (_, body) => {
    if (names.length > 0) await newestFires.promise; // the others wait until there is something newer
    for (const { labels } of JSON.parse(body)) names.push(labels.alertname);
    return 200;
  });
  await using it = sending(am.url, { resendMs: 600_000 });
  const old = Array.from({ length: 10_000 }, (_, i) => firingAlert(`R${i}`));
  it.show(...old);
  await until(() => expect(names).not.toEqual([]));
  it.show(...old, firingAlert('Newest', { firingAt: Date.now() }));
  const before = am.requests.length;
  newestFires.resolve();
  await until(() => expect(new Set(names).size).toBe(10_001));
  expect(names).toHaveLength(10_001);
  expect(am.requests.findIndex(({ body }) => body.includes('"Newest"'))).toBeLessThan(before + 3);
});

test('credentials go along, asked for each time', async () => {
  await using am = await fakeReceiver(() => 200);
  let turn = 0;
  await using it = sending(am.url, {}, { bearer_token: { reveal: () => `${++turn}` } });
  it.show(firingAlert());
  await until(() => expect(am.requests.length).toBeGreaterThan(1));
  expect(am.requests[0]!.headers.authorization).toBe('Bearer 2'); // the first asked for the time
  expect(am.requests[1]!.headers.authorization).toBe('Bearer 3');
});
