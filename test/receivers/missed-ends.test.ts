// A replica says that what it reports of itself lasts, before anybody looks what nobody reports any more.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { createAlertEvaluator } from '../../src/monitor/alerts/alert-evaluator.ts';
import { createMissedEnds } from '../../src/receivers/delivery/missed-ends.ts';
import { handClock } from '../support/clock.ts';
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
    return createMissedEnds({ name: 'ops', outbox, clock, alerts: () => alerts });
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
