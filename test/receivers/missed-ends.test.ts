// A replica says that what it reports of itself lasts, before anybody looks what nobody reports any more.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { createAlertEvaluator } from '../../src/monitor/alerts/alert-evaluator.ts';
import type { MissedEnd, OutboxMessage } from '../../src/monitor/alerts/outbox.ts';
import { createMissedEnds } from '../../src/receivers/delivery/missed-ends.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const HOUR_S = 3_600;
const LOOP_S = 29; // half a minute at most, and no part of an hour

function replicas() {
  const clock = handClock();
  const reporting = (replica: string, met: boolean) => {
    const evaluator = createAlertEvaluator({ accounts: [], rules: [], replica }, clock);
    const report = { labels: { receiver: 'chat' }, met, value: null, threshold: null };
    evaluator.tick([{ alert: 'ReceiverCreditExhausted', ...report }]);
    return evaluator.told();
  };
  const database = { away: false };
  const asked: string[] = [];
  const ask = async (what: string) => {
    if (database.away) throw new Error('away');
    asked.push(what);
  };
  const replica = (called: string, alerts: readonly Alert[]) => {
    const outbox = {
      ...sharedOutbox(),
      keep: () => ask(`${called} keeps`),
      missedEnds: async () => {
        await ask(`${called} looks`);
        return [];
      },
    };
    return createMissedEnds({ onTold: async () => {}, name: 'ops', outbox, clock, alerts: () => alerts });
  };
  const both = [
    replica('other', reporting('pod-b:14217', false)),
    replica('ours', reporting('pod-a:14217', true)),
  ];
  return {
    clock,
    database,
    asked,
    /** As their loops do while nothing happens. */
    async pass(seconds: number) {
      for (let s = 0; s < seconds; s += LOOP_S) {
        for (const each of both) await each.bring();
        clock.advance(LOOP_S * 1_000);
      }
    },
  };
}

test('also when Postgres comes back that was away for days', async () => {
  const { database, asked, pass } = replicas();
  await pass(HOUR_S);
  database.away = true;
  await pass(HOUR_S + 300);
  asked.splice(0);
  database.away = false;
  await pass(HOUR_S / 4);
  expect(asked).toEqual(expect.arrayContaining(['other looks', 'ours looks']));
  expect(asked.findIndex((what) => what.endsWith('looks'))).toBeGreaterThan(asked.indexOf('ours keeps'));
});

test('also when its machine has slept for days', async () => {
  const { clock, asked, pass } = replicas();
  await pass(HOUR_S - 300);
  asked.splice(0);
  clock.step(48 * HOUR_S * 1_000);
  await pass(HOUR_S);
  expect(asked).toContain('ours looks');
  expect(asked.indexOf('ours looks')).toBeGreaterThan(asked.indexOf('ours keeps'));
});

const MINUTE = 60_000;
const account = alertsSince(Date.parse('2026-03-02T11:00:00Z')).alertOf(1);
const REPORT = 'alertname="ReceiverCreditExhausted",replica="pod-b:14217"';

/** One receiver's; `missed` are the alerts whose ends nobody told, `own` what this process reports. */
function looking({ own = [] as Alert[] } = {}) {
  const clock = handClock();
  const world = { missed: [] as Alert[], own, away: false };
  const asked: (readonly [string, ...unknown[]])[] = [];
  const ask = async <T>(what: readonly [string, ...unknown[]], answer: T): Promise<T> => {
    asked.push(what);
    if (world.away) throw new Error('away');
    return answer;
  };
  const outbox = {
    ...sharedOutbox(),
    keep: (_: string, episodes: readonly string[]) => ask(['keep', episodes.length], undefined),
    missedEnds: (_: string, since: number) => {
      const ends = world.missed.map((alert) => ({ body: JSON.stringify({ alert }), resolvedAt: since }));
      return ask(['look', clock.now() - since], ends as readonly MissedEnd[]);
    },
    add: (messages: readonly OutboxMessage[]) => ask(['tell', messages], undefined),
  };
  const ends = createMissedEnds({
    onTold: async () => {},
    name: 'ops',
    outbox,
    clock,
    alerts: () => world.own,
  });
  /** What it asks in so many minutes, each with its minute, where it may ask every second. */
  const during = async (minutes: number) => {
    const found: string[] = [];
    for (let s = 0; s < minutes * 60; s++) {
      asked.length = 0;
      await ends.bring();
      for (const [what] of asked) found.push(`${s / 60} ${what}`);
      clock.advance(1_000);
    }
    return found;
  };
  return { ...ends, clock, world, asked, during };
}

const reportOf = (phase: 'firing' | 'inactive'): Alert => ({
  ...account,
  ...{ fingerprint: REPORT.replace('pod-b', 'pod-a'), phase, resolvedAt: phase === 'firing' ? null : 1 },
});

test('who reports nothing looks once an hour', async () => {
  expect(await looking().during(125)).toEqual(['0 look', '60 look', '120 look']);
});

test('who reports says every ten minutes and before each look that it lasts', async () => {
  const { during } = looking({ own: [reportOf('firing')] });
  expect(await during(31)).toEqual(['0 keep', '0 look', '10 keep', '20 keep', '30 keep']);
});

test('only what fires lasts; that nothing does is said, too', async () => {
  const { asked, bring } = looking({ own: [account, reportOf('inactive')] });
  await bring();
  expect(asked).toEqual([
    ['keep', 0],
    ['look', 1],
  ]);
  const firing = looking({ own: [account, reportOf('firing')] });
  await firing.bring();
  expect(firing.asked[0]).toEqual(['keep', 1]);
});

test.each([
  [
    'while Postgres is away, each minute; it says first that its reports last',
    { own: [reportOf('firing')] },
    [...['0 keep', '1 keep', '2 keep']],
  ],
  ['without reports, too', {}, ['0 look', '1 look', '2 look']],
])('it tries again %s', async (_what, options, tries) => {
  const { world, during } = looking(options);
  world.away = true;
  const found = await during(3);
  expect([...new Set(found)].filter((each) => !each.includes('.'))).toEqual(tries);
});

test('a minute after Postgres was away it looks, and at once says that its reports last', async () => {
  const { away, during } = looking({ own: [reportOf('firing')] });
  await during(5);
  away();
  expect(await during(5)).toEqual(['0 keep', '1 keep', '1 look']);
});

test('the end of an alert is told as cleared, without a value, under the time of the last look', async () => {
  const { bring, clock, asked, world } = looking();
  await bring();
  clock.advance(60 * MINUTE);
  world.missed = [{ ...account, held: true }];
  asked.length = 0;
  await bring();
  expect(asked[0]).toEqual(['look', 60 * MINUTE + 1]);
  const [, messages] = asked[1]! as [string, OutboxMessage[]];
  expect(messages).toMatchObject([
    { receiver: 'ops', kind: 'resolve', createdAt: clock.now() - 60 * MINUTE - 1 },
  ]);
  expect(JSON.parse(messages[0]!.body)).toMatchObject({
    alert: {
      ...{ fingerprint: account.fingerprint, firingAt: account.firingAt, phase: 'inactive' },
      ...{ reason: 'cleared', held: false, value: null, resolvedAt: messages[0]!.createdAt },
    },
  });
  clock.advance(60 * MINUTE);
  asked.length = 0;
  await bring();
  expect(asked[0]).toEqual(['look', 60 * MINUTE + 1]);
});

test.each([
  ['nobody renews, as of a replica that is gone, is told as removed', [reportOf('firing')], ['removed'], 60],
  ['may be about to be renewed waits, and is looked for each minute', [], [], 1],
])('the end of a report that %s', async (_what, own, reasons, nextLook) => {
  const { asked, during, world, bring, clock } = looking({ own });
  world.missed = [{ ...account, fingerprint: REPORT }];
  await bring();
  const told = asked.flatMap(([what, messages]) => (what === 'tell' ? (messages as OutboxMessage[]) : []));
  expect(told.map(({ body }) => (JSON.parse(body) as { alert: Alert }).alert.reason)).toEqual(reasons);
  clock.advance(1_000);
  const looks = (await during(61)).filter((each) => each.endsWith('look'));
  expect(Math.round(Number(looks[0]!.split(' ')[0]))).toBe(nextLook);
});

test('beside it, the ends of other alerts are told', async () => {
  const { asked, bring, world } = looking();
  world.missed = [account, { ...account, fingerprint: REPORT }];
  await bring();
  expect(asked.find(([what]) => what === 'tell')?.[1]).toMatchObject([{ alert: account.fingerprint }]);
});
