import { expect, test } from 'vitest';
import { createApproval } from '../../../src/domain/forecast/approval.ts';
import { countsUntil, onItsWay, rememberedSince } from '../../../src/domain/forecast/requested.ts';
import { zoneOf } from '../../../src/domain/forecast/zone.ts';
import { amountOf } from '../../../src/domain/money.ts';

const DAY = 86_400_000;
const LEAD = {
  ...{ leadMs: 2 * DAY, approval: createApproval(zoneOf('UTC'), undefined) },
  usuallyGone: (since: number, until: number) => amountOf(String((100 * (until - since)) / DAY)),
};
const asked = (at: number, amount: string) => ({ at, amount: amountOf(amount) });
const rose = (at: number, amount: string, days = 0) => ({ since: at - days * DAY, ...asked(at, amount) });

test('what was requested is on its way until it arrives', () => {
  const requests = [asked(0, '1000')];
  expect(onItsWay(requests, [], DAY, LEAD).coming).toBe('1000');
  expect(onItsWay(requests, [rose(DAY, '1000')], DAY, LEAD).coming).toBe('0');
});

test('a part that arrived is no longer on its way, and nine tenths are the whole', () => {
  const requests = [asked(0, '1000')];
  expect(onItsWay(requests, [rose(DAY, '400')], DAY, LEAD).coming).toBe('600');
  expect(onItsWay(requests, [rose(DAY, '400'), rose(DAY + 1, '510')], 2 * DAY, LEAD).coming).toBe('0');
});

test('the rest that is on its way has as many decimals as the request', () => {
  expect(onItsWay([asked(0, '1000.50')], [rose(DAY, '400')], DAY, LEAD).coming).toBe('600.50');
  const { expired } = onItsWay([asked(0, '1000.50')], [], 9 * DAY, LEAD);
  expect(expired).toEqual([asked(0, '1000.50')]);
});

test('a rise from before the request is another one', () => {
  expect(onItsWay([asked(DAY, '1000')], [rose(0, '1000')], DAY, LEAD).coming).toBe('1000');
});

test('two requests arrive one after the other, the older first', () => {
  const requests = [asked(DAY, '500'), asked(0, '1000')];
  expect(onItsWay(requests, [rose(DAY, '1000')], DAY, LEAD).coming).toBe('500');
  expect(onItsWay(requests, [rose(DAY, '1500')], DAY, LEAD).coming).toBe('0');
});

test('after twice the lead time a request no longer counts, and that is said', () => {
  const requests = [asked(0, '1000')];
  expect(onItsWay(requests, [], 4 * DAY, LEAD)).toEqual({ coming: '1000', expired: [] });
  expect(onItsWay(requests, [], 4 * DAY + 1, LEAD)).toEqual({ coming: '0', expired: requests });
  expect(onItsWay(requests, [rose(DAY, '1000')], 9 * DAY, LEAD)).toEqual({ coming: '0', expired: [] });
});

test('what comes later than that has come, and nobody is told to ask after it', () => {
  const requests = [asked(0, '1000')];
  const late = rose(5 * DAY, '1000');
  expect(onItsWay(requests, [late], 5 * DAY, LEAD)).toEqual({ coming: '0', expired: [] });
  const again = asked(4 * DAY + 1, '1000');
  // Which of the two it was nobody knows: the one that counts, or money would be sent twice.
  expect(onItsWay([...requests, again], [late], 5 * DAY, LEAD)).toEqual({ coming: '0', expired: requests });
  expect(onItsWay([...requests, again], [late, late], 5 * DAY, LEAD)).toEqual({ coming: '0', expired: [] });
});

test('of what came in part the rest is to be asked after', () => {
  const requests = [asked(0, '1000')];
  const part = [rose(DAY, '400')];
  const rest = { coming: '0', expired: [asked(0, '600')] };
  expect(onItsWay(requests, part, 4 * DAY + 1, LEAD)).toEqual(rest);
});

test('what went out again from one look to the next has come', () => {
  const requests = [asked(0, '1000'), asked(1, '500')];
  expect(onItsWay(requests, [rose(DAY, '780', 1)], DAY, LEAD).coming).toBe('720');
  expect(onItsWay(requests, [rose(DAY, '810', 1)], DAY, LEAD).coming).toBe('500');
  expect(onItsWay(requests, [rose(DAY, '1400', 1)], DAY, LEAD).coming).toBe('0');
  expect(onItsWay(requests, [rose(DAY, '400', 1), rose(2 * DAY, '300', 1)], 2 * DAY, LEAD).coming).toBe(
    '500',
  );
});

test.each([
  ['somebody takes it', 20 * DAY, 20 * DAY],
  ['itself, where nobody ever takes it', undefined, 0],
])('a request counts for twice the lead time after %s', (_, next, taken) => {
  const approval = { next: () => next, last: () => undefined };
  expect(countsUntil(0, { approval, leadMs: 2 * DAY })).toBe(taken + 4 * DAY);
});

test.each([
  ['four lead times, where that is longer than two and three days', 2 * DAY, undefined, 100 * DAY - 8 * DAY],
  ['two lead times and three days', DAY, undefined, 100 * DAY - 5 * DAY],
  ['exactly as long either way', 1.5 * DAY, undefined, 100 * DAY - 6 * DAY],
  ['since somebody was there before that', DAY, 93 * DAY, 93 * DAY],
])('a request is shown for %s', (_, leadMs, last, since) => {
  const asked: number[] = [];
  const approval = {
    next: () => undefined,
    last: (at: number) => {
      asked.push(at);
      return last;
    },
  };
  expect(rememberedSince(100 * DAY, { approval, leadMs })).toBe(since);
  if (last === undefined) expect(asked).toEqual([since]);
});

test('rises count in the order in which they came, however they are told', () => {
  const requests = [asked(2 * DAY, '500'), asked(0, '500')];
  const rises = [rose(3 * DAY, '500'), rose(DAY, '500')];
  expect(onItsWay(requests, rises, 3 * DAY, LEAD).coming).toBe('0');
  expect(onItsWay(requests, rises.slice(1), 3 * DAY, LEAD).coming).toBe('500');
});

test('a rise at the moment of the request is its money; at the last moment that it counts, it is in time', () => {
  expect(onItsWay([asked(DAY, '1000')], [rose(DAY, '1000')], DAY, LEAD).coming).toBe('0');
  const requests = [asked(0, '1000'), asked(DAY, '1000')];
  const atTheEnd = onItsWay(requests, [rose(4 * DAY, '1000')], 4 * DAY, LEAD);
  expect(atTheEnd).toEqual({ coming: '1000', expired: [] });
  const after = onItsWay(requests, [rose(4 * DAY + 1, '1000')], 4 * DAY + 1, LEAD);
  expect(after).toEqual({ coming: '0', expired: [asked(0, '1000')] }); // the one that counts comes first
});

test('of a rise that was spent on an older request nothing is left for a younger, nor is outflow counted twice', () => {
  const requests = [asked(0, '1000'), asked(1, '1000')];
  expect(onItsWay(requests, [rose(DAY, '500', 6)], DAY, LEAD).coming).toBe('1000'); // 500 and 600 spent since
  expect(onItsWay(requests, [rose(DAY, '1000', 12)], DAY, LEAD).coming).toBe('1000');
});
