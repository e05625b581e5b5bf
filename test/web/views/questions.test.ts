// How addresses of pages are read, case by case: what is taken, where it ends, and what is refused.
import { describe, expect, test } from 'vitest';
import { dayOf } from '../../../src/domain/forecast/day.ts';
import type { AccountInfo } from '../../../src/web/sources.ts';
import { texts } from '../../../src/web/texts/texts.ts';
import { readAtQuestion } from '../../../src/web/views/at.ts';
import { readOptionsQuestion } from '../../../src/web/views/options.ts';
import { readPlanQuestion } from '../../../src/web/views/plan.ts';
import { allValues, isAskedFor, singleValues, zoneOfQuestion } from '../../../src/web/views/question.ts';
import { lastWeek, readStatementQuestion, writeCursor } from '../../../src/web/views/statement.ts';
import { readListQuestion } from '../../../src/web/views/wallet-list.ts';
import { readWalletRange } from '../../../src/web/views/wallet-range.ts';

const NOW = Date.parse('2026-11-21T22:30:00Z'); // already the 22nd in Kampala
const MINUTE = 60_000;
const DAY = 86_400_000;
const iso = (at: number) => new Date(at).toISOString();

const account = (name: string, timezone: string): AccountInfo => {
  return { account: name, timezone, schedule: '* * * * *', staleAfter: 2 };
};
const [KAMPALA, NAIROBI, LAGOS] = [
  account('kla', 'Africa/Kampala'),
  account('kla2', 'Africa/Kampala'),
  account('los', 'Africa/Lagos'),
];

test('of a name that stands several times the last value counts, and an empty one is none', () => {
  const query = { a: ' x ', b: ['1', ' 2 '], c: '', d: ' ', e: ['x', ''], f: [], g: undefined };
  expect(singleValues(query)).toEqual({ a: 'x', b: '2' });
});

test.each([
  [undefined, []],
  ['', []],
  [' a ', ['a']],
  [
    ['b', ' a', 'b', ' ', 'a '],
    ['b', 'a'],
  ],
])('all values of %j are %j', (value, all) => {
  expect(allValues({ name: value }, 'name')).toEqual(all);
});

test.each<[string, string | undefined, AccountInfo[], string[], string | undefined]>([
  ['the one that is named', 'Asia/Tokyo', [KAMPALA], ['kla'], 'Asia/Tokyo'],
  ['none, if there is none of that name', 'Mars/Base', [KAMPALA], [], undefined],
  ['that of the account that is asked for', undefined, [KAMPALA, LAGOS], ['los'], 'Africa/Lagos'],
  [
    'that of accounts that share one',
    undefined,
    [KAMPALA, NAIROBI, LAGOS],
    ['kla', 'kla2'],
    'Africa/Kampala',
  ],
  ['UTC for accounts of several', undefined, [KAMPALA, LAGOS], ['kla', 'los'], 'UTC'],
  ['that of all accounts, if they share one', undefined, [KAMPALA, NAIROBI], [], 'Africa/Kampala'],
  ['UTC, if they don’t', undefined, [KAMPALA, LAGOS], [], 'UTC'],
  ['UTC for an account that isn’t known', undefined, [KAMPALA], ['none'], 'UTC'],
  ['UTC without any account', undefined, [], [], 'UTC'],
])('the zone of a question is %s', (_title, zone, accounts, asked, told) => {
  expect(zoneOfQuestion(zone, accounts, asked)).toBe(told);
});

test.each([
  [{}, true],
  [{ a: undefined }, true],
  [{ a: '1' }, true],
  [{ a: '1', b: '2' }, true],
  [{ a: '1', b: '1' }, false],
  [{ a: '2', b: undefined }, false],
])('what is a 1 and b 2 is asked for by %o: %s', (asked, is) => {
  expect(isAskedFor<'a' | 'b'>({ a: undefined, b: undefined, ...asked }, { a: '1', b: '2' })).toBe(is);
});

describe('of an instant', () => {
  const { mistake } = texts.at;
  test.each([
    [{}, { at: NOW, timezone: 'UTC', accounts: [] }],
    [{ account: 'kla' }, { at: NOW, timezone: 'Africa/Kampala', accounts: ['kla'] }],
    [
      { account: 'kla', zone: 'UTC' },
      { at: NOW, timezone: 'UTC', accounts: ['kla'] },
    ],
    [{ time: iso(NOW) }, { at: NOW, timezone: 'UTC', accounts: [] }],
    [{ time: iso(NOW + 1) }, mistake.ahead],
    [
      { time: '2026-11-22T01:30', account: 'kla' },
      { at: NOW, timezone: 'Africa/Kampala', accounts: ['kla'] },
    ],
    [{ time: 'yesterday' }, mistake.time],
    [{ zone: 'Mars/Base' }, mistake.zone],
  ])('%o is %o', (query, asked) => {
    expect(readAtQuestion(query, [KAMPALA, LAGOS], NOW)).toEqual(asked);
  });
});

describe('of the plan', () => {
  const { mistake } = texts.plan;
  const day = (text: string) => dayOf(text)!;
  const planned = (question: object) => ({
    question: { coverMs: undefined, date: undefined, confidence: undefined, ...question },
  });
  const confidence = mistake.confidence('a number from 0.5 to 0.99, such as 0.95');

  test.each([
    [{}, {}],
    [
      { account: 'kla', currency: 'UGX', wallet_type: 'A' },
      { account: 'kla', currency: 'UGX', walletType: 'A' },
    ],
    [{ cover: '7d' }, planned({ coverMs: 7 * DAY })],
    [{ cover: '366d' }, planned({ coverMs: 366 * DAY })],
    [{ cover: '367d' }, mistake.cover],
    [{ cover: '0s' }, mistake.cover],
    [{ cover: 'long' }, mistake.cover],
    [{ cover: '7d', date: '2026-11-30' }, mistake.both],
    [{ date: '2026-11-21' }, planned({ date: day('2026-11-21') })], // accounts of several zones: by UTC
    [{ date: '2026-11-20' }, mistake.date],
    [{ date: '2026-11-21', account: 'kla' }, mistake.date],
    [
      { date: '2026-11-22', account: 'kla' },
      { ...planned({ date: day('2026-11-22') }), account: 'kla' },
    ],
    [{ date: '2027-11-22' }, planned({ date: day('2027-11-22') })], // in 366 days
    [{ date: '2027-11-23' }, mistake.date],
    [{ date: '2026-02-30' }, mistake.date],
    [{ confidence: '0.5' }, planned({ confidence: 0.5 })],
    [{ confidence: '0.99' }, planned({ confidence: 0.99 })],
    [{ confidence: '0.49' }, confidence],
    [{ confidence: '0.991' }, confidence],
    [{ confidence: 'much' }, confidence],
  ])('%o is %o', (query, asked) => {
    expect(readPlanQuestion(query, [KAMPALA, LAGOS], NOW)).toEqual(asked);
  });
});

describe('of the statement', () => {
  const usual = { from: '2026-11-14', to: '2026-11-21' };
  const all = { accounts: [], currencies: [], walletTypes: [] };
  const position = { account: 'a/b', currency: 'ü', walletType: 'C,"', day: '2026-11-20' };
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { mistake } = texts.statement;

  test.each([
    [{}, { ...usual, ...all }],
    [{ from: '2026-11-21' }, { from: '2026-11-21', to: '2026-11-21', ...all }],
    [{ from: '2026-11-22' }, mistake.days],
    [{ from: 'x' }, mistake.days],
    [{ to: '2026-11-31' }, mistake.days],
    [
      { from: '2025-10-18', to: '2026-11-21' },
      { from: '2025-10-18', to: '2026-11-21', ...all },
    ], // 400 days
    [{ from: '2025-10-17', to: '2026-11-21' }, mistake.most(400)],
    [
      { account: ['a', 'b'], currency: 'UGX', wallet_type: ['T', 'T'] },
      { ...usual, accounts: ['a', 'b'], currencies: ['UGX'], walletTypes: ['T'] },
    ],
    [{ after: writeCursor(position) }, { ...usual, ...all, after: position }],
    [{ after: 'nothing' }, mistake.after],
    [{ after: cursor({ length: 4 }) }, mistake.after],
    [{ after: cursor(['a', 'b', 'c']) }, mistake.after],
    [{ after: cursor(['a', 'b', 'c', '2026-11-20', 'e']) }, mistake.after],
    [{ after: cursor(['a', 'b', 3, '2026-11-20']) }, mistake.after],
    [{ after: cursor(['a', 'b', 'c', 'yesterday']) }, mistake.after],
    [{ after: cursor(['a', 'b\0', 'c', '2026-11-20']) }, mistake.after],
  ])('%o is %o', (query, asked) => {
    expect(readStatementQuestion(query, usual)).toEqual(asked);
  });

  test.each([
    [{}, [KAMPALA], { from: '2026-11-15', to: '2026-11-22', timezone: 'Africa/Kampala' }],
    [{}, [KAMPALA, LAGOS], { from: '2026-11-14', to: '2026-11-21', timezone: 'UTC' }],
    [
      { account: 'kla' },
      [KAMPALA, LAGOS],
      { from: '2026-11-15', to: '2026-11-22', timezone: 'Africa/Kampala' },
    ],
  ])('without days %o is the last week of %o', (query, accounts, week) => {
    expect(lastWeek(query, accounts, NOW)).toEqual(week);
  });
});

describe('of the range of a wallet', () => {
  const { mistake } = texts.wallet.range;
  const names = mistake.name('24h, 7d, 30d, 1y');
  const between = (from: number, to: number) => ({ name: null, from, to });

  test.each([
    [{}, { name: '24h', from: NOW - DAY, to: NOW }],
    [{ range: '7d' }, { name: '7d', from: NOW - 7 * DAY, to: NOW }],
    [{ range: '30d' }, { name: '30d', from: NOW - 30 * DAY, to: NOW }],
    [{ range: '1y' }, { name: '1y', from: NOW - 365 * DAY, to: NOW }],
    [{ range: '2w' }, names],
    [{ range: 'toString' }, names],
    [{ from: iso(NOW - DAY) }, between(NOW - DAY, NOW)],
    [{ from: iso(NOW - 2 * DAY), to: iso(NOW - DAY), range: '7d' }, between(NOW - 2 * DAY, NOW - DAY)],
    [
      { from: '2026-11-20T03:00', to: '2026-11-20T04:00' },
      between(Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 20, 1)),
    ],
    [{ from: iso(NOW - DAY), to: iso(NOW + DAY) }, between(NOW - DAY, NOW)], // what is to come isn’t seen yet
    [{ from: iso(NOW - MINUTE) }, between(NOW - 5 * MINUTE, NOW)], // at least five minutes
    [{ to: iso(NOW) }, mistake.instants],
    [{ from: 'x' }, mistake.instants],
    [{ from: iso(NOW - DAY), to: 'x' }, mistake.instants],
    [{ from: iso(NOW - DAY), to: iso(NOW - DAY) }, mistake.order],
    [{ from: iso(NOW - DAY), to: iso(NOW - 2 * DAY) }, mistake.order],
    [{ from: iso(NOW), to: iso(NOW + DAY) }, mistake.ahead],
    [{ from: iso(NOW - 800 * DAY) }, between(NOW - 800 * DAY, NOW)],
    [{ from: iso(NOW - 800 * DAY - 1_000) }, mistake.long],
  ])('%o is %o', (query, range) => {
    expect(readWalletRange(query, 'Africa/Kampala', NOW)).toEqual(range);
  });
});

describe('of the list of wallets', () => {
  const all = { order: 'urgency', page: 1 };
  test.each([
    [{}, all],
    [
      { q: 'acme pay', account: 'a', currency: 'UGX', type: 'T' },
      { ...all, q: 'acme pay', account: 'a', currency: 'UGX', type: 'T' },
    ],
    [{ q: 'x'.repeat(101) }, { ...all, q: 'x'.repeat(100) }],
    [
      { state: 'unknown', order: 'share', page: '12' },
      { state: 'unknown', order: 'share', page: 12 },
    ],
    [
      { state: 'dead', order: 'chaos', page: '0' },
      { ...all, state: 'dead' },
    ],
    [{ page: '-1' }, all],
    [{ page: '1e3' }, all],
    [{ page: '999999' }, { ...all, page: 999_999 }],
    [{ page: '1000000' }, all],
  ])('%o is %o', (query, asked) => {
    expect(readListQuestion(query)).toEqual(asked);
  });
});

describe('of payment options', () => {
  const since = (at: string) => Date.parse(at);
  const { mistake } = texts.options;
  test.each([
    [{}, { since: NOW - 30 * DAY }],
    [{ from: '2026-11-20' }, { since: since('2026-11-20T00:00:00Z') }],
    [
      { from: '2026-11-20', account: 'kla' },
      { since: since('2026-11-19T21:00:00Z'), account: 'kla' },
    ],
    [{ to: '2026-11-20' }, { since: since('2026-10-22T00:00:00Z'), until: since('2026-11-21T00:00:00Z') }],
    [{ from: '2026-11-20', to: '2026-11-19' }, mistake],
    [{ from: 'x' }, mistake],
    [{ to: 'x' }, mistake],
    [
      { currency: 'UGX', provider_code: 'P' },
      { since: NOW - 30 * DAY, currency: 'UGX', providerCode: 'P' },
    ],
  ])('%o is %o', (query, asked) => {
    expect(readOptionsQuestion(query, [KAMPALA, LAGOS], NOW)).toEqual(asked);
  });
});
