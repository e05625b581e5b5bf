// What waits in Postgres when it comes back, and another replica may have told of meanwhile.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { ClaimedMessage, Outbox } from '../../src/monitor/alerts/outbox.ts';
import { createPatientOutbox } from '../../src/receivers/delivery/after-outage.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
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

const SECOND_MS = 1_000;
const LEASE_MS = 30 * SECOND_MS;

/** What a process sees of Postgres, as this clock goes: which alerts it is given, and what it is told when Postgres is away. */
function seen() {
  const clock = handClock();
  const waiting: (ClaimedMessage & { dueAt: number })[] = [];
  const it = { clock, away: false, renewed: 0, put, given, pass };
  const leased = (messages: readonly ClaimedMessage[], ms: number) => {
    const keys = new Set(messages.map(({ key }) => key));
    for (const one of waiting) if (keys.has(one.key)) one.dueAt = clock.monotonic() + ms;
  };
  const here = () => {
    if (it.away) throw new Error('away');
  };
  const inner: Pick<Outbox, 'claim' | 'renew' | 'due'> = {
    async claim(_, most, leaseMs) {
      here();
      const due = waiting.filter(({ dueAt }) => dueAt <= clock.monotonic()).slice(0, most);
      leased(due, leaseMs);
      return due;
    },
    async renew(messages, ms) {
      here();
      it.renewed++;
      leased(messages, ms);
    },
    async due() {
      here();
      return new Set();
    },
  };
  const outbox = createPatientOutbox({ ...sharedOutbox(), ...inner }, clock);
  return it;

  /** Put there by a clock that is so far ahead. */
  function put(rule: string, phase: Alert['phase'] = 'firing', aheadMs = 0): void {
    const kind = phase === 'firing' ? 'fire' : 'resolve';
    const message = messageOf(firingAlert(rule, { phase }), kind, 'ops', clock.now() + aheadMs);
    waiting.push({ ...message, attempts: 0, messageId: null, dueAt: clock.monotonic() });
  }

  /** Which rules' messages it is given now, in the order in which they came; they wait no more. */
  async function given(most = 10): Promise<string[]> {
    const claimed = await outbox.claim('ops', most, LEASE_MS);
    for (const { key } of claimed)
      waiting.splice(
        waiting.findIndex((one) => one.key === key),
        1,
      );
    return claimed.map(({ alert }) => alert);
  }

  /** Time passes while it looks each five seconds. */
  async function pass(seconds: number): Promise<void> {
    for (let at = 0; at < seconds; at += 5) {
      clock.advance(5 * SECOND_MS);
      await outbox.due(['ops']).catch(() => {});
    }
  }
}

/** It was away for so many seconds, and an alert had begun before. */
async function backAfter(seconds: number) {
  const it = seen();
  it.put('Old');
  it.put('Over', 'inactive');
  it.away = true;
  await it.pass(seconds);
  it.away = false;
  it.clock.advance(SECOND_MS);
  return it;
}

test('P1 what had begun before an outage is given twenty seconds after it, and all else at once', async () => {
  const it = await backAfter(60);
  it.put('New');
  expect(await it.given()).toEqual(['Over', 'New']);
  await it.pass(15);
  expect(await it.given()).toEqual([]);
  await it.pass(5);
  expect(await it.given()).toEqual(['Old']);
});

test('P1 what began before an outage by a clock that was ahead is given twenty seconds after it, too', async () => {
  const it = seen();
  it.put('Ahead', 'firing', 72 * 60 * SECOND_MS);
  it.away = true;
  await it.pass(60);
  it.away = false;
  it.clock.advance(SECOND_MS);
  expect(await it.given()).toEqual([]);
  await it.pass(20);
  expect(await it.given()).toEqual(['Ahead']);
});

test('whoever waits behind what is kept back is given though there are more than are asked for at once', async () => {
  const it = await backAfter(60);
  it.put('New');
  expect(await it.given(1)).toEqual(['Over']);
  expect(await it.given(1)).toEqual(['New']);
});

test('nothing is kept back where Postgres was not away, or for a moment', async () => {
  for (const seconds of [0, 5, 10]) expect(await (await backAfter(seconds)).given()).toEqual(['Old', 'Over']);
  expect(await (await backAfter(15)).given()).toEqual(['Over']);
});

test('a Postgres that comes and goes keeps nothing back for longer', async () => {
  const it = await backAfter(30);
  expect(await it.given()).toEqual(['Over']);
  for (let round = 0; round < 2; round++) {
    it.away = true;
    await it.pass(15);
    it.away = false;
    expect(await it.given()).toEqual(round === 0 ? [] : ['Old']);
  }
  it.put('Next');
  it.away = true;
  await it.pass(15);
  it.away = false;
  expect(await it.given()).toEqual(['Next']);
});

test('a later outage keeps back again', async () => {
  const it = await backAfter(30);
  await it.given();
  await it.pass(80);
  expect(await it.given()).toEqual(['Old']);
  it.put('Next');
  it.away = true;
  await it.pass(30);
  it.away = false;
  expect(await it.given()).toEqual([]);
});

test('P5 what one replica told and ended meanwhile is not begun by another that asks first', async () => {
  const shared = sharedOutbox();
  const alert = firingAlert('Old');
  const sent: string[] = [];
  /** Sees Postgres come back so many milliseconds after it has. */
  const replica = (name: string, lateMs: number) => {
    let awayUntil = Number.NEGATIVE_INFINITY;
    const late =
      <Asked extends unknown[], Told>(ask: (...asked: Asked) => Promise<Told>) =>
      async (...asked: Asked): Promise<Told> => {
        if (shared.away) awayUntil = performance.now() + lateMs;
        if (performance.now() < awayUntil) throw new Error('away');
        return await ask(...asked);
      };
    const outbox = {
      ...shared,
      ...{ add: late(shared.add), conclude: late(shared.conclude), claim: late(shared.claim) },
    };
    return createOutboxReceiver(
      {
        async send({ kind, alert: { rule } }) {
          sent.push(`${name} ${kind} ${rule}`);
          return { kind: 'done' };
        },
        async close() {},
      },
      receiverContext({
        outbox: createPatientOutbox(outbox, realClock, { forMs: 4_000, shortMs: 100 }),
        local: createLocalOutbox(memoryShelf(), realClock),
        times: { firstRetryMs: 20, lookEveryMs: 20, leaseMs: 200 },
      }),
    );
  };
  await shared.add([messageOf(alert, 'fire', 'ops', Date.now())]); // as the first one did
  shared.away = true;
  const first = replica('first', 1_000);
  const second = replica('second', 0);
  first.tell([alert]);
  first.tell([endedAlert(alert)]);
  await until(() => expect(sent).toEqual(['first fire Old', 'first resolve Old']));
  await new Promise((resolve) => setTimeout(resolve, 500));
  shared.away = false;
  await until(async () => expect(await shared.count('ops')).toEqual({ waiting: 0, dead: 0 }));
  second.tell([firingAlert('Other')]);
  await until(() => expect(sent).toContain('second fire Other'));
  await Promise.all([first.stop(), second.stop()]);
  expect(sent).toEqual(['first fire Old', 'first resolve Old', 'second fire Other']);
});

test('P1 what came just as the last request failed is not kept back, and nothing is renewed for nothing', async () => {
  const it = seen();
  it.away = true;
  await it.pass(60);
  it.put('Then');
  it.away = false;
  const before = it.renewed;
  expect(await it.given()).toEqual(['Then']);
  expect(it.renewed).toBe(before);
});
