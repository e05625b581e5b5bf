// Pages, API and SQL are asked for the same instants of one past: over gaps, over a night in which clocks are set back,
// over days that were rolled up, and over those that were not.
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAmounts,
  amountOf,
  compareAmounts,
  formatAmount,
  subtractAmounts,
} from '../../src/domain/money.ts';
import { rollUp } from '../../src/store/maintenance/rollups.ts';
import { createQueries } from '../../src/store/queries/queries.ts';
import { wallet as boardWallet, createHouse } from '../metrics/house.ts';
import { eventually } from '../support/eventually.ts';
import { failure, ledgerOf, observation, wallet } from '../support/ledger.ts';
import { execute, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { startWeb, type Web } from './start.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ZONE = 'Europe/Berlin'; // on 2026-10-25 its clocks are set back, from 03:00 to 02:00
const START = Date.parse('2026-10-23T22:00Z'); // midnight there
const NOW = Date.parse('2026-10-27T11:00Z');
const PATH = '/wallets/acme-ug/UGX/MERCHANT_PAYOUT';
const BLIND = [Date.parse('2026-10-25T04:10Z'), Date.parse('2026-10-25T09:40Z')] as const; // nothing polled
const STALE_MS = 20 * MINUTE + 30_000; // as the schedule has it, two slots missed
const ROLLED_TO = Date.parse('2026-10-26T02:00Z');
const FAILED = [Date.parse('2026-10-26T12:00Z'), Date.parse('2026-10-26T12:30Z')] as const;

let db: TestDatabase;
let web: Web;

/** Falls all day, and is topped up at 08:00. */
const amountAt = (slot: number) =>
  `${9_000_000 - ((slot - START) / MINUTE) * 700 + 1_000_000 * Math.floor((slot - START + 16 * HOUR) / (24 * HOUR))}.25`;

beforeAll(async () => {
  db = await testDatabase();
  const slots = Array.from({ length: (NOW - START) / (10 * MINUTE) + 1 }, (_, i) => START + i * 10 * MINUTE);
  const clock = { now: () => NOW, monotonic: () => 0 };
  const staleAt = (_: string, slot: number) => slot + STALE_MS;
  const ledger = ledgerOf(db.pool, 'a', { timezone: () => ZONE, staleAt, clock });
  const polls = slots
    .filter((slot) => slot <= BLIND[0] || slot >= BLIND[1])
    .map((slot) =>
      slot >= FAILED[0] && slot < FAILED[1]
        ? failure(slot)
        : observation(slot, { wallets: [wallet(amountAt(slot))] }),
    );
  const rolled = polls.filter(({ slot }) => slot < ROLLED_TO);
  await ledger.complete(rolled);
  await rollUp(db.pool, '"floatwatch"');
  // As of then: what comes later is not rolled up yet.
  await execute(db.url, 'UPDATE floatwatch.wallet SET rolled_to = $1', [new Date(ROLLED_TO)]);
  await ledger.complete(polls.slice(rolled.length));
  const house = createHouse(['acme-ug']);
  house.observe('acme-ug', [boardWallet('UGX', 'MERCHANT_PAYOUT', amountAt(NOW))]);
  const accounts = () => [{ account: 'acme-ug', schedule: '*/10 * * * *', timezone: ZONE, staleAfter: 2 }];
  const queries = createQueries({ pool: db.pool, schema: '"floatwatch"', clock });
  const board = () => house.board;
  const { optionChanges: _, ...sources } = queries;
  web = await startWeb({}, {}, { ...sources, clock, accounts, board });
});
afterAll(async () => {
  await web?.[Symbol.asyncDispose]();
  await db?.[Symbol.asyncDispose]();
});

// What takes longer than a second is left out: a busy machine is asked again.
const page = (path: string) =>
  eventually(async () => {
    const text = await (await request(`${web.url}${path}`)).body.text();
    expect(text).not.toMatch(/can’t be read now/i);
    return text;
  });
const json = (path: string) =>
  eventually(async () => {
    const { statusCode, body } = await request(`${web.url}${path}`);
    const answer = (await body.json()) as Record<string, never>;
    expect(statusCode).toBe(200);
    return answer;
  });
const sql = (text: string, values: unknown[] = []) => execute(db.url, text, values);
const iso = (at: number) => new Date(at).toISOString();

/** What SQL says that the wallet held. */
async function heldAt(at: number): Promise<{ available: string; observed_at: Date } | undefined> {
  const [row] = await sql('SELECT available, observed_at FROM floatwatch.balances_at($1)', [iso(at)]);
  return row as { available: string; observed_at: Date } | undefined;
}

/** The points of a page's chart, as its script reads them. */
function chartOf(text: string): { at: number; available: string }[] {
  const [, data = ''] = /data-chart="([^"]*)"/.exec(text) ?? [];
  return data.split('\n').map((line) => {
    const [at = '', available = ''] = line.split(',');
    return { at: Number(at), available };
  });
}

const INSTANTS = [
  ...Array.from({ length: 24 }, (_, i) => START + i * (3 * HOUR + 13 * MINUTE) + 351),
  ...[BLIND[0] + 350, BLIND[0] + STALE_MS - 1, BLIND[0] + STALE_MS, BLIND[1] + 349, BLIND[1] + 350],
  ...[FAILED[0] + 20 * MINUTE, Date.parse('2026-10-25T00:30Z'), Date.parse('2026-10-25T01:30Z'), NOW],
];

test('F3 at an instant page and API tell what SQL tells, and unknown where it was not to be believed', async () => {
  for (const at of INSTANTS) {
    const held = await heldAt(at);
    const { balances } = (await json(`/api/v1/at?time=${iso(at)}`)) as unknown as {
      balances: { available: string | null; last_seen: { available: string }; observed_at: string }[];
    };
    const [known] = balances;
    expect([iso(at), known!.last_seen.available]).toEqual([iso(at), held!.available]);
    expect(known!.observed_at).toBe(iso(held!.observed_at.getTime()));
    const slot = held!.observed_at.getTime() - 350;
    expect([iso(at), known!.available]).toEqual([iso(at), at < slot + STALE_MS ? held!.available : null]);
    expect(await page(`/at?time=${iso(at)}`)).toContain(formatAmount(amountOf(held!.available)));
  }
});

test.each(['24h', '7d', '30d'])(
  'F3 a point of the chart of %s stands where SQL has it',
  async (range) => {
    const points = chartOf(await page(`${PATH}?range=${range}`)).filter(({ available }) => available !== '');
    expect(points.length).toBeGreaterThan(10);
    for (const { at, available } of points.filter((_, i) => i % 5 === 0))
      expect([iso(at), available]).toEqual([iso(at), (await heldAt(at))!.available]);
  },
  60_000,
);

test('F2 the line is broken where nothing was seen, and the gap is marked from where to where', async () => {
  const text = await page(`${PATH}?range=7d`);
  const breaks = chartOf(text).filter(({ available }) => available === '');
  expect(breaks.some(({ at }) => at >= BLIND[0] && at <= BLIND[1])).toBe(true);
  const [, marks = ''] = /data-marks="([^"]*)"/.exec(text) ?? [];
  const { gaps } = JSON.parse(marks.replaceAll('&quot;', '"'));
  expect(gaps).toEqual([
    [BLIND[0] + 350, BLIND[1] + 350],
    [FAILED[0] - 10 * MINUTE + 350, FAILED[1] + 350],
  ]);
});

test('F5 the gaps of a page are those of SQL, with the same length', async () => {
  const rows = await sql(
    `SELECT since, until, failed, extract(epoch FROM lasted) * 1000 AS ms FROM floatwatch.gaps WHERE until IS NOT NULL ORDER BY since`,
  );
  const { gaps } = await createQueries({
    ...{ pool: db.pool, schema: '"floatwatch"' },
    clock: { now: () => NOW, monotonic: () => 0 },
  }).gaps('acme-ug', { from: START, to: NOW });
  expect(
    gaps.map(({ since, until, failed }) => ({ since: new Date(since), until: new Date(until!), failed })),
  ).toEqual(rows.map(({ since, until, failed }) => ({ since, until, failed })));
  const text = await page('/accounts/acme-ug');
  expect(text).toContain('<b>5 h 30 min</b> from');
  expect(text).toContain('No poll took place');
  expect(text).toContain('<b>40 min</b> from');
  expect(text).toContain('3 polls failed: The service can’t be reached.');
  // Of the 33 slots of the gap none is passed over in silence.
  expect(await page(`${PATH}?from=${iso(BLIND[0])}&to=${iso(BLIND[1])}`)).toContain(
    'slots went by without a poll',
  );
});

test('a gap is found by a range that lies within it, and that begins before the first poll', async () => {
  const { gaps } = createQueries({
    ...{ pool: db.pool, schema: '"floatwatch"' },
    clock: { now: () => NOW, monotonic: () => 0 },
  });
  const within = await gaps('acme-ug', { from: BLIND[0] + HOUR, to: BLIND[0] + 2 * HOUR });
  expect(within.gaps).toMatchObject([{ since: BLIND[0] + 350, until: BLIND[1] + 350, failed: 0 }]);
  expect(await gaps('acme-ug', { from: START - 24 * HOUR, to: START + HOUR })).toEqual({
    gaps: [],
    first: START,
  });
  expect(await gaps('nobody', { from: START, to: NOW })).toEqual({ gaps: [], first: null });
});

test('a statement over the night of 25 hours is that of SQL, of CSV and of the snapshots themselves', async () => {
  const { lines } = (await json('/api/v1/statement?from=2026-10-24&to=2026-10-27')) as unknown as {
    lines: Record<string, Record<string, string>>[];
  };
  const days = await sql(
    `SELECT day::text AS day, opening_available, closing_available, lowest_available, highest_available,
       net_change_available, samples FROM floatwatch.balances_daily ORDER BY balances_daily.day`,
  );
  expect(days.map(({ day }) => day)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']);
  const csv = (await page('/api/v1/statement?from=2026-10-24&to=2026-10-27&format=csv'))
    .split('\r\n')
    .slice(1);
  for (const [i, row] of days.entries()) {
    const line = lines[i]!;
    const { opening, closing, lowest, highest, net_change } = line['available']!;
    expect(row).toEqual({
      ...{
        day: line['day'],
        opening_available: opening,
        closing_available: closing,
        samples: line['samples'],
      },
      ...{ lowest_available: lowest, highest_available: highest, net_change_available: net_change },
    });
    expect(csv[i]).toMatch(
      `${line['day']},acme-ug,UGX,MERCHANT_PAYOUT,${opening},${closing},${lowest},${highest},${net_change},`,
    );
    const { rises, falls } = await flowsOf(String(line['day']));
    const flows = [line['inflow'], line['outflow']].map((text) => addAmounts(amountOf(String(text))));
    expect([line['day'], ...flows]).toEqual([line['day'], rises, falls]);
  }
  expect(lines[1]!['samples']).toBe(25 * 6 - 32); // of the 25-hour day, less the slots of the gap
});

/** What the snapshots of a business day rose and fell by, one after the other. */
async function flowsOf(day: string): Promise<{ rises: string; falls: string }> {
  const rows = await sql(
    `SELECT available FROM floatwatch.balances WHERE (slot AT TIME ZONE $2)::date = $1::date ORDER BY slot`,
    [day, ZONE],
  );
  const amounts = rows.map(({ available }) => amountOf(String(available)));
  const steps = amounts.slice(1).map((amount, i) => subtractAmounts(amount, amounts[i]!));
  const zero = amountOf('0');
  const falls = steps
    .filter((step) => compareAmounts(step, zero) < 0)
    .map((step) => subtractAmounts(zero, step));
  return {
    rises: addAmounts(...steps.filter((step) => compareAmounts(step, zero) > 0)),
    falls: addAmounts(...falls),
  };
}

test('the largest rises are the top-ups, exactly', async () => {
  const text = await page(`${PATH}?range=7d`);
  const [, marks = ''] = /data-marks="([^"]*)"/.exec(text) ?? [];
  const { rises } = JSON.parse(marks.replaceAll('&quot;', '"'));
  // 7,000 went out between two polls, and over the gap 231,000: only what is above that is seen as a rise.
  expect(rises.map(([, by]: [number, string]) => by)).toEqual([
    '993000.00',
    '769000.00',
    '993000.00',
    '993000.00',
  ]);
});
