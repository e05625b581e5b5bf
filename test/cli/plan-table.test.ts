// The table of plans, cell by cell.
import { expect, test } from 'vitest';
import { PLAN_COLUMNS } from '../../src/cli/commands/plan-table.ts';
import { layOut } from '../../src/cli/terminal/table.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { PlanRow } from '../../src/monitor/forecast/plans.ts';

const at = (text: string) => Date.parse(text);
const PLAN = {
  ...{ needed: amountOf('1200000'), by: at('2026-05-08T14:00:00Z'), late: false, open: true },
  ...{ requestable: at('2026-05-08T09:00:00Z'), arrives: at('2026-05-10T09:00:00Z') },
  ...{ lastsUntil: at('2026-05-10T14:00:00Z'), thenLastsUntil: at('2026-05-18T06:00:00Z') },
  ...{ confidence: 0.975, coming: amountOf('0'), expired: [], doubts: [], jump: undefined },
  ...{ record: { held: 38, of: 40 }, given: amountOf('1200000'), shortfall: amountOf('0') },
} as const;
function row(topUp: object = {}, change: Partial<PlanRow> = {}): PlanRow {
  return {
    ...{ account: 'acme-ug', currency: 'UGX', walletType: 'PAYOUT', timezone: 'Africa/Kampala' },
    ...{ available: amountOf('800000'), source: 'acme-ug/UGX/COLLECTION' },
    ...change,
    topUp: { ...PLAN, ...topUp } as unknown as PlanRow['topUp'],
  };
}
const NO_PLAN = (why: string) => ({ ...row(), topUp: { unplanned: why } as PlanRow['topUp'] });

/** The cells of a row by the titles of their columns; without the empty ones. */
function cells(of: PlanRow): Record<string, string> {
  const all = PLAN_COLUMNS.map(({ title, cell }) => [title, cell(of)] as const);
  return Object.fromEntries(all.filter(([, text]) => text !== ''));
}
const WALLET = { ACCOUNT: 'acme-ug', WALLET: 'UGX/PAYOUT' };
const SENT = {
  ...{ ...WALLET, SEND: '1,200,000', BY: 'Fri 05-08 17:00', FROM: 'UGX/COLLECTION', 'SHORT OF': '0' },
  ...{
    'LASTS UNTIL': 'Sun 05-10 17:00',
    'THEN UNTIL': 'Mon 05-18 09:00',
    ZONE: 'UTC+3',
    SURE: '97.5%',
    HELD: '38/40',
  },
};
const ENOUGH = {
  ...WALLET,
  SEND: 'nothing',
  'LASTS UNTIL': 'Sun 05-10 17:00',
  ZONE: 'UTC+3',
  SURE: '97.5%',
  HELD: '38/40',
};
const NEEDS_NOTHING = { needed: amountOf('0') };
const topUp = (verdict: string) => ({
  lastTopUp: { at: 0, amount: amountOf('1'), leftBefore: amountOf('1'), emptySince: null, verdict } as never,
});

test.each<[string, PlanRow, Record<string, string>]>([
  ['money to send', row(), SENT],
  [
    'by nobody knows when',
    row({ by: undefined, lastsUntil: undefined, thenLastsUntil: undefined }),
    { ...SENT, BY: 'beyond 60d', 'LASTS UNTIL': 'beyond 60d', 'THEN UNTIL': 'beyond 60d' },
  ],
  ['a source that lacks some', row({ shortfall: amountOf('300000') }), { ...SENT, 'SHORT OF': '300,000' }],
  ['a source whose balance is not known', row({ shortfall: undefined }), { ...SENT, 'SHORT OF': '?' }],
  ['no source', row({}, { source: undefined }), (({ FROM: _, 'SHORT OF': __, ...rest }) => rest)(SENT)],
  [
    'no forecast that was judged',
    row({ record: { held: 0, of: 0 } }),
    (({ HELD: _, ...rest }) => rest)(SENT),
  ],
  ['a late one', row({ late: true }), { ...SENT, NOTE: 'late' }],
  ['nothing to send', row(NEEDS_NOTHING), ENOUGH],
  [
    'nothing, as some is coming',
    row({ ...NEEDS_NOTHING, coming: amountOf('5000') }),
    { ...ENOUGH, NOTE: '5,000 on its way' },
  ],
  [
    'nothing, as some is assumed to come',
    row({ ...NEEDS_NOTHING, coming: amountOf('5000') }, { isAssumed: true }),
    { ...ENOUGH, NOTE: '5,000 counts as requested' },
  ],
  [
    'no plan',
    NO_PLAN('no_history'),
    { ...WALLET, SEND: '?', NOTE: 'no plan: less than seven days of history' },
  ],
  ['a last one in time', row({}, topUp('in_time')), { ...SENT, NOTE: 'last top-up in time' }],
  [
    'a last one that was not followed',
    row({}, topUp('not_followed')),
    { ...SENT, NOTE: 'last top-up too late, though told in time' },
  ],
  [
    'a last one that was told late',
    row({}, topUp('told_too_late')),
    { ...SENT, NOTE: 'last top-up too late' },
  ],
  [
    'all that can be noted',
    row(
      {
        late: true,
        coming: amountOf('5000'),
        doubts: ['young', 'lumpy'],
        expired: [{ at: at('2026-05-07T10:00:00Z'), amount: amountOf('1000') }],
      },
      topUp('in_time'),
    ),
    {
      ...SENT,
      NOTE: 'late, 5,000 on its way, 1,000 requested on Thu 2026-05-07 13:00 UTC+3 has not arrived: ask, young history, pays out on few days, last top-up in time',
    },
  ],
])('%s', (_, of, expected) => {
  expect(cells(of)).toEqual(expected);
});

test('what is late is red, what needs nothing is dim, and nothing else has a colour', () => {
  const tones = (of: PlanRow) =>
    Object.fromEntries(PLAN_COLUMNS.map(({ title, tone }) => [title, tone?.(of)]));
  const none = Object.fromEntries(PLAN_COLUMNS.map(({ title }) => [title, undefined]));
  expect(tones(row())).toEqual(none);
  expect(tones(row({ late: true }))).toEqual({ ...none, BY: 'bad' });
  expect(tones(NO_PLAN('no_history'))).toEqual(none);
  expect(tones(row(NEEDS_NOTHING))).toEqual(
    Object.fromEntries(Object.keys(none).map((title) => [title, 'dim'])),
  );
});

test('columns go in the order of what is least needed', () => {
  const order = layOut(PLAN_COLUMNS, [row()], { width: 20, colour: false }).dropped;
  expect(order).toEqual(['ZONE', 'HELD', 'THEN UNTIL', 'FROM', 'SHORT OF', 'SURE', 'LASTS UNTIL', 'NOTE']);
});
