// What the receivers of a configuration tell of themselves: their addresses, clocks and silences.
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ReceiverFactoryOptions, receiverFactory } from '../../src/app/alerts/receiver-factory.ts';
import { createReceivers, receiverNames } from '../../src/app/alerts/receivers.ts';
import type { Configured } from '../../src/app/configured.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { PosterOptions } from '../../src/receivers/delivery/post.ts';
import { firingAlert, memoryShelf, realClock, receiverContext, until } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const clock = { now: () => NOW, monotonic: () => 0 };

function configOf(receivers: object) {
  const account = { name: 'a', base_url: 'https://pay.example.com', public_key: 'p', secret_key: 's' };
  const text = JSON.stringify({
    ...{ accounts: [account], web: { external_url: 'https://float.example.com//' } },
    alerts: receivers,
  });
  return parseConfig(text, { env: {}, file: 'a' }).config;
}

const SILENCED = [{ labels: { alertname: 'Low' }, status: { silencedBy: ['s1'] } }];
const SILENCE = { createdBy: 'ada', comment: 'known', endsAt: '2026-03-02T13:00:00Z' };

/** Receivers whose Alertmanagers answer by their host; `aheadMs` absent: without the time. */
function receiving(
  receivers: object,
  answers: Record<string, { aheadMs?: number; silences?: boolean }> = {},
) {
  const sent: { readonly host: string; readonly body: string }[] = [];
  const closed: string[] = [];
  const scrubs: unknown[] = [];
  const answer = ({ host, pathname }: URL) => {
    const { aheadMs, silences = true } = answers[host] ?? {};
    const headers = aheadMs === undefined ? {} : { date: new Date(NOW + aheadMs).toUTCString() };
    const body = JSON.stringify(pathname.includes('/silence/') ? SILENCE : SILENCED);
    return { outcome: silences ? 'ok' : 'auth', status: 200, detail: null, sent: true, body, headers };
  };
  const context = receiverContext({
    ...{ clock, scrub: (text: string) => text, alerts: () => [firingAlert('Low', { firingAt: NOW - 1 })] },
    poster: (options: PosterOptions) => {
      scrubs.push(options.scrub);
      return {
        async post(url: URL, body: string) {
          sent.push({ host: url.host, body });
          return answer(url);
        },
        get: async (url: URL) => answer(url),
        close: async () => void closed.push('closed'),
      } as never;
    },
  });
  const config = configOf(receivers);
  const made = createReceivers(config, context);
  onTestFinished(() => made.stop(0));
  return { made, config, sent, closed, scrubs, context };
}

const TWO = {
  alertmanagers: ['https://one.example.com', 'https://two.example.com/am//'],
  webhooks: [{ name: 'ops', url: 'https://hooks.example.com/float' }],
};
const [ONE, OTHER] = ['one.example.com', 'two.example.com'];
/** By name, the receivers of which something holds. */
const those = (states: readonly { readonly name: string; readonly tellsSilences: boolean }[]) =>
  states.filter(({ tellsSilences }) => tellsSilences).map(({ name }) => name);

test('each is told by its name and kind, an Alertmanager with the address of its page', () => {
  const { made, config } = receiving(TWO);
  const names = receiverNames(config.alerts);
  expect(names).toHaveLength(3);
  expect(made.states().map(({ name, kind, url, tellsSilences }) => [name, kind, url, tellsSilences])).toEqual(
    names.map((name, i) => {
      const { kind } = config.alerts.receivers[i]!;
      const urls = { [ONE]: 'https://one.example.com', [OTHER]: 'https://two.example.com/am' };
      return [name, kind, urls[Object.keys(urls).find((host) => name.includes(host)) ?? ''] ?? null, false];
    }),
  );
  expect(
    made
      .states()
      .map(({ url }) => url)
      .filter(Boolean),
  ).toHaveLength(2);
  expect(made.queues).toEqual(expect.arrayContaining(['ops']));
});

test('all alerts carry the address of our page, without slashes at its end, and answers are scrubbed', async () => {
  const { sent, scrubs, context } = receiving(TWO);
  await until(() => expect(sent.filter(({ body }) => body.includes('Low')).length).toBeGreaterThanOrEqual(2));
  const bodies = sent.filter(({ host, body }) => host !== 'hooks.example.com' && body.includes('Low'));
  for (const { body } of bodies) expect(body).toMatch(/"generatorURL":"https:\/\/float\.example\.com\/[^/]/);
  expect(new Set(scrubs)).toEqual(new Set([context.scrub]));
});

test('clocks are told in seconds, half a second more than a header says, of those that have said the time', async () => {
  const { made, sent } = receiving(TWO, { [ONE]: { aheadMs: 90_000 } });
  expect(made.clockSkew()).toEqual([]);
  await until(() => expect(new Set(sent.map(({ host }) => host))).toContain(OTHER));
  await until(() => expect(made.clockSkew()).toHaveLength(1));
  const [[name, seconds]] = made.clockSkew() as [readonly [string, number]];
  expect([name.includes(ONE), seconds]).toEqual([true, 90.5]);
});

describe('silences', () => {
  test('are those of every Alertmanager, of which each tells them; other receivers tell none', async () => {
    const { made } = receiving(TWO);
    expect([made.silences(), those(made.states())]).toEqual([[], []]);
    await made.readSilences();
    expect(made.silences().map(({ alertmanager, comment }) => [alertmanager, comment])).toEqual([
      ['https://one.example.com', 'known'],
      ['https://two.example.com/am', 'known'],
    ]);
    expect(those(made.states())).toHaveLength(2);
  });

  test('stay known where they can’t be read again, and that is told of that one alone', async () => {
    const answers = { [ONE]: { silences: true }, [OTHER]: { silences: true } };
    const { made } = receiving(TWO, answers);
    await made.readSilences();
    answers[OTHER] = { silences: false };
    await made.readSilences();
    expect(made.silences()).toHaveLength(2);
    expect(those(made.states()).map((name) => name.includes(ONE))).toEqual([true]);
    answers[OTHER] = { silences: true };
    await made.readSilences();
    expect(those(made.states())).toHaveLength(2);
  });
});

test('a stop ends when each has stopped', async () => {
  const { made, closed } = receiving(TWO);
  await made.stop(0);
  expect(closed).toHaveLength(3);
});

test('of a configuration’s receivers metrics know the names, and hear of each delivery, as the log does', async () => {
  const heard: unknown[] = [];
  const config = configOf(TWO);
  const made = receiverFactory({
    world: {
      ...{ clock: realClock, random: () => 0.5 },
      network: {
        poster: () => ({
          post: async () => ({
            ...{ outcome: 'ok', status: 200, detail: null, sent: true },
            ...{ body: '', headers: {} },
          }),
          close: async () => {},
        }),
      },
    },
    scrub: (text: string) => text,
    storage: { postgres: { outbox: sharedOutbox() }, keyValues: memoryShelf() },
    instruments: {
      notified: (...of: unknown[]) => void heard.push(['metrics', ...of]),
      expectReceivers: (names: unknown) => void heard.push(['names', names]),
    },
    logEvents: { notified: (...of: unknown[]) => void heard.push(['log', ...of]), notificationNotKept() {} },
    alerts: () => [firingAlert()],
  } as unknown as ReceiverFactoryOptions)({ config } as unknown as Configured);
  onTestFinished(() => made.stop(0));
  const names = receiverNames(config.alerts);
  expect(heard[0]).toEqual(['names', names]);
  await until(() =>
    expect(heard).toEqual(
      expect.arrayContaining([
        ['metrics', names[0], 'delivered'],
        ['log', names[0], 'delivered', null],
      ]),
    ),
  );
});
