// What is stored of a plan, when it follows another replica's, and which rise of a balance is looked at as its top-up.
import { expect, test } from 'vitest';
import type { TopUpOutcome } from '../../src/domain/forecast/top-up-outcome.ts';
import { amountOf } from '../../src/domain/money.ts';
import {
  DAY,
  IDS,
  LEAD,
  MINUTE,
  type Newest,
  OUTCOME,
  PAYOUT,
  recording,
  START,
  stored,
} from './recorded-plans.ts';

test('of a plan all is stored by which it can be judged and shown; what is beyond 60 days is null', async () => {
  const { note, state } = recording(null);
  const plan = {
    ...{
      needed: amountOf('700'),
      coming: amountOf('5'),
      late: true,
      confidence: 0.9,
      given: amountOf('600'),
    },
    ...{ shortfall: amountOf('100'), thenLastsUntil: START + 9 * DAY, doubts: ['young', 'lumpy'] },
  };
  await note({ plan, source: 'acme/UGX/MERCHANT_COLLECTION' });
  expect(state.added).toEqual([
    {
      ...{ ...IDS, account: 'acme', number: 1, at: START, topUp: null, historyUntil: 100 },
      ...{ available: '500', coming: '5', needed: '700', by: START + DAY, late: true, confidence: 0.9 },
      ...{ source: 'acme/UGX/MERCHANT_COLLECTION', shortfall: '100', given: '600', doubts: 'young lumpy' },
      ...{ arrives: START + LEAD, lastsUntil: START + 3 * DAY, thenLastsUntil: START + 9 * DAY },
    },
  ]);
  const other = recording(null);
  await other.note({ plan: { by: undefined, lastsUntil: undefined } });
  expect(other.state.added[0]).toMatchObject({
    ...{ by: null, lastsUntil: null, thenLastsUntil: null, given: null, source: null, shortfall: null },
  });
});

test('after a start it goes on with what is stored: the same plan is no news, and the next number is taken', async () => {
  const { note, record } = recording(stored(), OUTCOME);
  expect(await note()).toEqual([]);
  expect(record.lastTopUp(PAYOUT)).toEqual(OUTCOME);
  expect(await note({ plan: { needed: amountOf('1400') } })).toEqual([8]);
  expect(await note({ plan: { needed: amountOf('1400') } })).toEqual([8]);
  expect(record.lastTopUp(PAYOUT)).toEqual(OUTCOME); // no other has come since
});

test('another replica’s plan is followed at the third look in a row at which ours differs', async () => {
  const { note } = recording(stored({ replica: 'b' }));
  const other = { plan: { needed: amountOf('1400') } };
  for (const told of [other, other, {}, other, other]) expect(await note(told)).toEqual([]);
  expect(await note(other)).toEqual([8]);
  expect(await note({ plan: { needed: amountOf('2000') } })).toEqual([8, 9]); // now the record is ours
});

test('so is the top-up of another replica’s plan: it is asked for until it is stored', async () => {
  const { note, state, record } = recording(stored({ replica: 'b' }));
  state.seen = {
    ...{ at: START, amount: amountOf('1000'), leftBefore: amountOf('20'), emptySince: null },
    told: [],
  };
  const numbers: number[][] = [];
  for (let look = 1; look <= 4; look++) numbers.push(await note({ available: '1500' }));
  expect(numbers).toEqual([[], [], [8], [8]]);
  expect(state.asked).toHaveLength(3);
  expect(state.added[0]!.topUp).toMatchObject({ amount: '1000' });
  expect(record.lastTopUp(PAYOUT)).toMatchObject({ amount: '1000' });
});

test('what was planned with a newer history stands, however much it differs', async () => {
  const { note } = recording(stored({ historyUntil: 101 }));
  expect(await note({ plan: { needed: amountOf('9000') } })).toEqual([]);
  const same = recording(stored({ historyUntil: 100 }));
  expect(await same.note({ plan: { needed: amountOf('9000') } })).toEqual([8]);
});

test.each<[string, Partial<Newest>, before: string, after: string, asked: boolean]>([
  ['an eighth of what is needed', {}, '500', '625', true],
  ['less', {}, '500', '624.99', false],
  ['an eighth of that and what is on its way', { coming: amountOf('1000') }, '500', '750', true],
  ['an eighth of what is needed alone', { coming: amountOf('1000') }, '500', '749.99', false],
  ['an eighth of what is on its way', { needed: amountOf('0'), coming: amountOf('80') }, '500', '510', true],
  ['anything, where nothing is awaited', { needed: amountOf('0') }, '500', '9000', false],
  [
    'less than that since the last look, though it is more since the plan',
    { available: amountOf('200') },
    '500',
    '600',
    false,
  ],
])('whether a rise is looked at: %s', async (_, own, before, after, asked) => {
  const { note, state } = recording(stored(own));
  const { needed, coming } = stored(own);
  await note({ available: before, plan: { needed, coming } });
  state.asked = [];
  await note({ available: after, plan: { needed, coming } });
  expect(state.asked.length > 0).toBe(asked);
});

test('after a start the rise since the stored plan counts; it is asked for by the plan’s number and time', async () => {
  const { note, state } = recording(stored());
  await note({ available: '1500' });
  expect(state.asked).toEqual([expect.objectContaining({ ...IDS, number: 7, at: START - MINUTE })]);
});

test.each<[string, string, number | null, TopUpOutcome['verdict'] | undefined]>([
  ['a quarter of what was awaited', '250', null, 'in_time'],
  ['less', '249.99', null, undefined],
  [
    'all of it, after the wallet was empty, though the plan had said it early enough',
    '1000',
    START + 4 * DAY,
    'not_followed',
  ],
  [
    'all of it, after the wallet was empty, of which the plan had said too little',
    '1000',
    START + LEAD,
    'told_too_late',
  ],
])('what came is the top-up: %s', async (_, amount, emptySince, verdict) => {
  const { note, state, record } = recording(stored());
  state.seen = {
    ...{ at: START, amount: amountOf(amount), leftBefore: amountOf('20'), emptySince },
    told: [{ at: START - MINUTE, by: START + DAY }],
  };
  const numbers = await note({ available: '1500', plan: { needed: amountOf('1000') } });
  expect(numbers).toEqual(verdict ? [8] : []);
  expect(record.lastTopUp(PAYOUT)?.verdict).toBe(verdict);
  if (verdict) expect(state.added[0]!.topUp).toEqual({ ...OUTCOME, at: START, amount, emptySince, verdict });
});

test('a top-up that nobody saw is none', async () => {
  const { note, state, record } = recording(stored());
  expect(await note({ available: '1500' })).toEqual([]);
  expect(state.asked).toHaveLength(1);
  expect(record.lastTopUp(PAYOUT)).toBeUndefined();
});

test('whose number another replica has taken is read again, and goes on from there', async () => {
  const { note, state } = recording(stored());
  state.taken = false;
  await note({ plan: { needed: amountOf('1400') } });
  expect(state.reads).toBe(1);
  Object.assign(state, { taken: true, newest: stored({ number: 8, replica: 'b' }) });
  await note({ plan: { needed: amountOf('1400') } });
  expect(state.reads).toBe(2);
  await note({ plan: { needed: amountOf('1400') } });
  expect(await note({ plan: { needed: amountOf('1400') } })).toEqual([9]);
  expect(state.reads).toBe(2);
});

test('of an account that is no longer watched nothing is known; when it comes back it is read again', async () => {
  const { note, state, record, failures } = recording(stored(), OUTCOME);
  await note();
  state.accounts = [];
  await note({ plan: { needed: amountOf('1400') } });
  expect(record.lastTopUp(PAYOUT)).toBeUndefined();
  expect(state.added).toEqual([]);
  state.accounts = [PAYOUT.account];
  await note();
  expect(record.lastTopUp(PAYOUT)).toEqual(OUTCOME);
  expect([state.reads, failures]).toEqual([2, []]);
});

test.each(['newest', 'topUpSince', 'add'])(
  'where %s fails it is told, once, and what is news is stored when it works',
  async (fails) => {
    const { note, state, failures } = recording(stored());
    state.fails = fails;
    state.seen = {
      ...{ at: START, amount: amountOf('1000'), leftBefore: amountOf('500'), emptySince: null },
      told: [],
    };
    expect(await note({ available: '1500' })).toEqual([]);
    expect(failures).toEqual([new Error(fails)]);
    state.fails = '';
    expect(await note({ available: '1500' })).toEqual([8]);
    expect(state.added[0]!.topUp).toMatchObject({ amount: '1000', verdict: 'in_time' });
    expect(failures).toHaveLength(1);
  },
);
