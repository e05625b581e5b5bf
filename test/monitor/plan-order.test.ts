// In which order plans are shown: first who must act first.
import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { walletName } from '../../src/domain/wallet.ts';
import { asOneList, orderedPlans } from '../../src/monitor/forecast/plan-order.ts';
import type { PlanRow } from '../../src/monitor/forecast/plans.ts';

interface Told {
  readonly needed?: string;
  readonly late?: boolean;
  readonly open?: boolean;
  readonly by?: number | undefined;
  readonly lastsUntil?: number | undefined;
  readonly unplanned?: string;
}

function row(name: string, { needed = '5', unplanned, ...told }: Told): PlanRow {
  const [account = '', currency = 'UGX', walletType = 'PAYOUT'] = name.split('/');
  const plan = { late: false, open: true, by: 100, lastsUntil: 200, ...told, needed: amountOf(needed) };
  const topUp = (unplanned === undefined ? plan : { unplanned }) as unknown as PlanRow['topUp'];
  return { account, currency, walletType, timezone: 'UTC', available: null, source: undefined, topUp };
}

const order = async (rows: Readonly<Record<string, Told>>) => {
  const made = Object.entries(rows).map(([name, told]) => row(name, told));
  const lists = await Promise.all([made, made.toReversed()].map(orderedPlans));
  const names = lists.map((list) => asOneList(list).map(({ account }) => account));
  expect(names[0], 'in whatever order they come').toEqual(names[1]);
  return names[0];
};

test('who needs money comes first, then who has no plan, then who has enough', async () => {
  const rows = {
    d: { needed: '0' },
    b: { unplanned: 'no_history' },
    c: { unplanned: 'nobody_approves' },
    a: {},
  };
  expect(await order(rows)).toEqual(['a', 'b', 'c', 'd']);
  const { send, unplanned, enough } = await orderedPlans(
    Object.entries(rows).map(([name, told]) => row(name, told)),
  );
  const names = [send, unplanned, enough].map((list) => list.map(({ account }) => account));
  expect(names).toEqual([['a'], ['b', 'c'], ['d']]);
});

test.each<[string, Told, Told]>([
  ['late', { late: true, by: 900 }, { by: 1 }],
  ['to be requested sooner', { by: 99 }, { by: 100 }],
  ['to be requested within 60 days', { by: 100 }, { by: undefined }],
  ['late, and can be requested now', { late: true, by: 150 }, { late: true, open: false, by: 120 }],
  [
    'late, and can be requested sooner',
    { late: true, open: false, by: 120 },
    { late: true, open: false, by: 150 },
  ],
  ['empty sooner', { lastsUntil: 199 }, { lastsUntil: 200 }],
  ['empty within 60 days', { lastsUntil: 200 }, { lastsUntil: undefined }],
  [
    'late, open, planned later, but empty sooner',
    { late: true, by: 150, lastsUntil: 1 },
    { late: true, by: 120, lastsUntil: 2 },
  ],
  ['first by name, where both can be requested beyond 60 days', { by: undefined }, { by: undefined }],
  ['first by name, where both last beyond 60 days', { lastsUntil: undefined }, { lastsUntil: undefined }],
])('of those that need money first comes who is %s', async (_, first, second) => {
  expect(await order({ a: first, b: second })).toEqual(['a', 'b']);
  if (JSON.stringify(first) !== JSON.stringify(second))
    expect(await order({ a: second, b: first })).toEqual(['b', 'a']);
});

test.each<[string, Told, Told]>([
  ['lasts less long', { lastsUntil: 199 }, { lastsUntil: 200, by: 1, late: true }],
  ['lasts less than 60 days', { lastsUntil: 200 }, { lastsUntil: undefined }],
])('of those that have enough first comes who %s', async (_, first, second) => {
  const enough = (told: Told) => ({ ...told, needed: '0' });
  expect(await order({ a: enough(first), b: enough(second) })).toEqual(['a', 'b']);
  expect(await order({ a: enough(second), b: enough(first) })).toEqual(['b', 'a']);
});

test('of those without a plan first come those whose balance is not known', async () => {
  const [unknown, other] = [{ unplanned: 'balance_unknown' }, { unplanned: 'no_history' }];
  expect(await order({ a: other, b: unknown, c: other, d: unknown })).toEqual(['b', 'd', 'a', 'c']);
});

test('what is equally urgent is ordered by account, currency and type', async () => {
  const names = ['a/KES/B', 'a/UGX/A', 'a/UGX/B', 'b/KES/A'];
  for (const told of [{}, { needed: '0' }, { unplanned: 'no_history' }]) {
    const list = asOneList(await orderedPlans(names.toReversed().map((name) => row(name, told))));
    expect(list.map(walletName)).toEqual(names);
  }
});
