// Messages that are changed instead of followed by others: what a chat shows when several replicas know of one.
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { Outbox } from '../../src/monitor/alerts/outbox.ts';
import type { Poster } from '../../src/receivers/delivery/post.ts';
import type { Receiver, ReceiverContext } from '../../src/receivers/delivery/receiver.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { updatesOf } from '../../src/receivers/outbox/updates.ts';
import { slackBot } from '../../src/receivers/slack-bot/slack-bot.ts';
import { telegram } from '../../src/receivers/telegram/telegram.ts';
import { handClock } from '../support/clock.ts';
import {
  endedAlert,
  firingAlert,
  memoryShelf,
  realClock,
  receiverContext,
  until,
} from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

interface Kind {
  readonly create: (context: ReceiverContext) => Receiver;
  /** The number of the message that a request changes; `undefined` for a new one. */
  readonly changes: (body: Readonly<Record<string, unknown>>) => number | undefined;
  readonly answer: (number: number) => object;
}

const reveal = () => 'canary';
const KINDS: Readonly<Record<string, Kind>> = {
  slack: {
    create: (context) =>
      slackBot.create({ token: { reveal }, channel: '#float', url: 'https://slack.example.com' }, context),
    changes: ({ ts }) => (ts === undefined ? undefined : Number(ts)),
    answer: (number) => ({ ok: true, channel: 'C1', ts: String(number) }),
  },
  telegram: {
    create: (context) =>
      telegram.create(
        {
          ...{ token: { reveal }, chat_id: '-100', message_thread_id: null },
          url: 'https://telegram.example.com',
        },
        context,
      ),
    changes: ({ message_id }) => message_id as number | undefined,
    answer: (number) => ({ ok: true, result: { message_id: number } }),
  },
};

/** A chat with what each of its messages says now, and replicas that tell it of one alert. */
function chatOf({ create, changes, answer }: Kind) {
  const outbox = sharedOutbox();
  const shown = new Map<number, string>();
  const it = { outbox, shown, replica, asked: 0, alert: firingAlert('Low', { value: '900' }) as Alert };
  const post: Poster['post'] = async (_, said) => {
    const body = JSON.parse(String(said)) as Readonly<Record<string, unknown>>;
    const number = changes(body) ?? shown.size + 1;
    shown.set(
      number,
      `${/FIRING|RESOLVED/.exec(String(said))![0]} ${/Value: (\d+)/.exec(String(said))?.[1]}`,
    );
    return {
      ...{ outcome: 'ok', status: 200, detail: null, sent: true, headers: {} },
      body: JSON.stringify(answer(number)),
    };
  };
  return it;

  /** One that sees these alerts, and finds on this shelf what another left there. */
  function replica(alerts = () => [it.alert], shelf = memoryShelf(), change: Partial<Outbox> = {}) {
    const local = createLocalOutbox(shelf, realClock);
    const receiver = create(
      receiverContext({
        local,
        outbox: {
          ...outbox,
          add(messages) {
            it.asked++;
            return outbox.add(messages);
          },
          ...change,
        },
        alerts,
        poster: () => ({ post, get: post as never, close: async () => {} }),
        times: { firstRetryMs: 20, updateEveryMs: 30, spacingMs: 0, lookEveryMs: 10, leaseMs: 100 },
      }),
    );
    return {
      shelf,
      tell: () => receiver.tell(alerts()),
      /** Resolves when Postgres knows what became of all that it was told. */
      told: () =>
        until(() =>
          expect([...local.unshared('ops'), ...local.shared('ops'), ...local.concluded('ops')]).toEqual([]),
        ),
      [Symbol.asyncDispose]: () => receiver.stop(),
    };
  }
}

/** Two that know of its alert; the first has sent the message. */
async function replicasThatKnow(it: ReturnType<typeof chatOf>) {
  const start = async () => {
    const replica = it.replica();
    replica.tell();
    await replica.told();
    return replica;
  };
  await using stack = new AsyncDisposableStack();
  const first = stack.use(await start());
  const second = stack.use(await start());
  const both = stack.move();
  return { first, second, [Symbol.asyncDispose]: () => both.disposeAsync() };
}

describe.each(Object.entries(KINDS))('%s', (_, kind) => {
  test('while Postgres is away who does not know the message posts no second one for each change', async () => {
    const it = chatOf(kind);
    await using both = await replicasThatKnow(it);
    const { first, second } = both;
    it.outbox.away = true;
    it.alert = { ...it.alert, value: '500' };
    const { asked } = it;
    await until(() => expect(it.asked >= asked + 5 || it.shown.size > 1).toBe(true));
    await until(() => expect([...it.shown.values()]).toEqual(['FIRING 500']));
    it.outbox.away = false;
    it.alert = endedAlert(it.alert);
    first.tell();
    second.tell();
    await until(() => expect([...it.shown.values()]).toEqual(['RESOLVED 500']));
  });

  test('nor does such a change hold back the end', async () => {
    const it = chatOf(kind);
    await using both = await replicasThatKnow(it);
    const { first, second } = both;
    await first[Symbol.asyncDispose]();
    it.outbox.away = true;
    it.alert = { ...it.alert, value: '500' };
    const { asked } = it;
    await until(() => expect(it.asked).toBeGreaterThan(asked + 3));
    it.alert = endedAlert(it.alert);
    second.tell();
    await until(() => expect([...it.shown.values()]).toEqual(['RESOLVED 500']));
  });

  test('P5 the end of what another has sent is told by its message while Postgres is away', async () => {
    const it = chatOf(kind);
    await using both = await replicasThatKnow(it);
    it.outbox.away = true;
    it.alert = endedAlert(it.alert);
    both.second.tell();
    await until(() => expect([...it.shown.values()]).toContain('RESOLVED 900'));
    expect([...it.shown.values()]).toEqual(['RESOLVED 900']);
  });

  test('P5 so it is by whoever was restarted meanwhile', async () => {
    const it = chatOf(kind);
    await using both = await replicasThatKnow(it);
    it.outbox.away = true;
    await both.second[Symbol.asyncDispose]();
    it.alert = endedAlert(it.alert);
    await using successor = it.replica(undefined, both.second.shelf);
    successor.tell();
    await until(() => expect([...it.shown.values()]).toContain('RESOLVED 900'));
    expect([...it.shown.values()]).toEqual(['RESOLVED 900']);
  });

  test('P5 while Postgres is away no change by another that sees no end takes one back', async () => {
    const it = chatOf(kind);
    await using both = await replicasThatKnow(it);
    const seen = { alert: it.alert };
    await using third = it.replica(() => [seen.alert]);
    third.tell();
    await third.told();
    it.outbox.away = true;
    it.alert = endedAlert(it.alert);
    both.first.tell();
    await until(() => expect([...it.shown.values()]).toEqual(['RESOLVED 900']));
    seen.alert = { ...seen.alert, value: '500' };
    const { asked } = it;
    await until(() => expect(it.asked).toBeGreaterThan(asked + 5));
    expect([...it.shown.values()]).toEqual(['RESOLVED 900']);
  });

  test('P5 an end that another takes back, which has not seen it, is told once more when Postgres is back', async () => {
    const it = chatOf(kind);
    const late = { alert: it.alert };
    await using first = it.replica(() => [late.alert]);
    first.tell();
    await first.told();
    await using second = it.replica();
    second.tell();
    await second.told();
    it.outbox.away = true;
    it.alert = endedAlert(it.alert);
    second.tell();
    await until(() => expect([...it.shown.values()]).toEqual(['RESOLVED 900']));
    late.alert = { ...late.alert, value: '500' };
    await until(() => expect([...it.shown.values()]).toEqual(['FIRING 500']));
    it.outbox.away = false;
    await second.told();
    late.alert = endedAlert(late.alert);
    first.tell();
    await until(() => expect([...it.shown.values()]).toEqual(['RESOLVED 500']));
  });

  test('P5 so is one that is taken back when Postgres is back, but has not been told of it yet', async () => {
    const it = chatOf(kind);
    const late = { alert: it.alert };
    let isLate = true;
    await using second = it.replica(undefined, undefined, {
      async conclude(messages) {
        if (isLate) throw new Error('it does not answer');
        await it.outbox.conclude(messages);
      },
    });
    second.tell();
    await second.told();
    await using first = it.replica(() => [late.alert]);
    first.tell();
    await first.told();
    it.outbox.away = true;
    late.alert = { ...late.alert, value: '500' }; // waits for Postgres: another has sent the message
    it.alert = endedAlert(it.alert);
    second.tell();
    const { asked } = it;
    await until(() => expect([...it.shown.values()]).toEqual(['RESOLVED 900']));
    await until(() => expect(it.asked).toBeGreaterThan(asked + 5));
    it.outbox.away = false;
    await until(() => expect([...it.shown.values()]).toEqual(['FIRING 500']));
    isLate = false;
    await second.told();
    late.alert = endedAlert(late.alert);
    first.tell();
    await until(() => expect([...it.shown.values()]).toEqual(['RESOLVED 500']));
  });

  test('of two messages, since Postgres was away when it fired, both are changed, and end', async () => {
    const it = chatOf(kind);
    it.outbox.away = true;
    await using first = it.replica();
    await using second = it.replica();
    first.tell();
    second.tell();
    await until(() => expect([...it.shown.values()]).toEqual(['FIRING 900', 'FIRING 900']));
    it.outbox.away = false;
    await first.told();
    await second.told();
    it.alert = { ...it.alert, value: '500' };
    await until(() => expect([...it.shown.values()]).toEqual(['FIRING 500', 'FIRING 500']));
    it.alert = endedAlert(it.alert);
    first.tell();
    second.tell();
    await until(() => expect([...it.shown.values()]).toEqual(['RESOLVED 500', 'RESOLVED 500']));
  });
});

test('two replicas that began at different times tell of a change as often as one', () => {
  const clock = handClock('2026-03-02T12:10:00Z');
  const start = () => updatesOf({ sendsUpdates: true, updateEveryMs: 60 * 60_000 }, { clock })!;
  const first = start();
  clock.advance(20 * 60_000);
  const replicas = [first, start()];
  const alert = firingAlert();
  for (const replica of replicas) replica.told([alert]);
  let told = 0;
  for (let minute = 0; minute < 6 * 60; minute++) {
    clock.advance(60_000);
    const now = { ...alert, value: String(minute) };
    if (replicas.filter((replica) => replica.due(() => [now]).length > 0).length > 0) told++;
  }
  expect(told).toBe(6);
});
