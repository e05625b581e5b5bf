// The statement as page, JSON and CSV, and what a wallet's days come to together.
import fc from 'fast-check';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import {
  type Amount,
  addAmounts,
  amountOf,
  compareAmounts,
  netAsWritten,
  subtractAmounts,
} from '../../src/domain/money.ts';
import { type StatementQuery, statementCsvTitle } from '../../src/domain/statement.ts';
import type { PageSources } from '../../src/web/sources.ts';
import { periodsOf, readStatementQuestion } from '../../src/web/views/statement.ts';
import { startFull, statementDay } from './desk.ts';

const get = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: sent, body } = await request(url, { headers });
  return {
    statusCode,
    type: sent['content-type'],
    disposition: sent['content-disposition'],
    text: await body.text(),
  };
};

describe('CSV', () => {
  test.each([
    ['?format=csv', {}],
    ['', { accept: 'text/csv' }],
    ['', { accept: 'text/csv, application/json;q=0.5' }],
  ])('comes with %s %o', async (query, headers) => {
    await using web = await startFull();
    const { type, text, disposition } = await get(`${web.url}/api/v1/statement${query}`, headers);
    expect(type).toBe('text/csv; charset=utf-8');
    expect(disposition).toBe('attachment; filename="statement-2026-11-21-2026-11-21.csv"');
    const [title, ...lines] = text.split('\r\n');
    expect(`${title}\r\n`).toBe(statementCsvTitle());
    expect(lines).toEqual([
      '2026-11-20,acme,UGX,MERCHANT_PAYOUT,4133000.50,4120500.50,4000000.00,4633000.50,-12500,4133000.50,4120500.50,4000000.00,4633000.50,-12500,0.00,0.00,500000,512500,288',
      expect.stringMatching(/^2026-11-21,acme,/),
      '',
    ]);
  });

  test('does not come to who takes anything, or JSON before', async () => {
    await using web = await startFull();
    for (const accept of ['*/*', 'application/json, text/csv'])
      expect((await get(`${web.url}/api/v1/statement`, { accept })).type).toMatch('application/json');
    expect((await get(`${web.url}/api/v1/statement?format=json`, { accept: 'text/csv' })).type).toMatch(
      'json',
    );
    expect((await get(`${web.url}/api/v1/statement?format=xls`)).statusCode).toBe(400);
  });

  test('has its titles when nothing was seen', async () => {
    await using web = await startFull({ async *statement() {} });
    expect((await get(`${web.url}/api/v1/statement?format=csv`)).text).toBe(statementCsvTitle());
  });
});

test('days that are none are refused; an untouched form asks for the usual ones', () => {
  const usual = { from: '2026-11-14', to: '2026-11-21' };
  expect(readStatementQuestion({ from: '', to: '', account: '', currency: '' }, usual)).toEqual({
    ...usual,
    ...{ accounts: [], currencies: [], walletTypes: [] },
  });
  expect(readStatementQuestion({ account: ['a', 'b'] }, usual)).toMatchObject({ accounts: ['a', 'b'] });
  expect(readStatementQuestion({ from: '2026-02-30' }, usual)).toMatch(/are days/);
  expect(readStatementQuestion({ from: '2026-11-22' }, usual)).toMatch(/are days/);
  expect(readStatementQuestion({ from: '2020-01-01' }, usual)).toBe('At most 400 days at once.');
});

test('the page has lines, sums, coverage, the version and the way to CSV', async () => {
  await using web = await startFull();
  const { text } = await get(`${web.url}/statement?from=2026-11-20&to=2026-11-21&account=acme`);
  expect(text).toMatch(/<tfoot.*Together.*1,012,500/s);
  expect(text).toContain('not seen for 1 h 15 min in 1 gap');
  expect(text).toContain('Made by floatwatch 0.1.0 at 2026-11-21 12:00:00 UTC');
  expect(text).toContain(
    'href="/api/v1/statement?from=2026-11-20&amp;to=2026-11-21&amp;account=acme&amp;format=csv"',
  );
});

test('of an account that is not configured here the page names no time zone: its days are of the one that it had', async () => {
  await using web = await startFull({ accounts: () => [] });
  const { text } = await get(`${web.url}/statement?from=2026-11-20&to=2026-11-21&account=acme`);
  expect(text).toContain('acme, not configured here: days of its own time zone');
  expect(text).not.toContain('days of UTC');
});

test('Together: what came in less what went out is the net change, whatever happened between days', () => {
  const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((n) => amountOf(`${n}.5`));
  const dayOf = fc.tuple(cents, cents, fc.bigInt({ min: 0n, max: 10n ** 9n }));
  fc.assert(
    fc.property(fc.array(dayOf, { minLength: 1, maxLength: 9 }), (days) => {
      const lines = days.map(([opening, closing, more], i) => {
        const netChange = subtractAmounts(closing, opening);
        const least =
          compareAmounts(netChange, '0' as Amount) < 0 ? subtractAmounts(opening, closing) : amountOf('0');
        const outflow = addAmounts(least, amountOf(String(more)));
        const [lowest, highest] = [opening, closing].sort(compareAmounts) as [Amount, Amount];
        return statementDay(`2026-11-0${i + 1}`, {
          ...{ available: { opening, closing, lowest, highest, netChange }, outflow },
          inflow: addAmounts(netChange, outflow),
        });
      });
      const [period] = periodsOf(lines);
      expect(period!.net).toBe(netAsWritten([days.at(-1)![1]], [days[0]![0]]));
      expect(netAsWritten([period!.inflow!], [period!.outflow!])).toBe(period!.net);
      for (const line of lines) {
        expect(compareAmounts(period!.lowest!, line.available.lowest!)).toBeLessThanOrEqual(0);
        expect(compareAmounts(period!.highest!, line.available.highest!)).toBeGreaterThanOrEqual(0);
      }
    }),
    { seed: 4217 },
  );
});

test('a day whose flow is not kept leaves the sum unknown, not too small', () => {
  const [period] = periodsOf([
    statementDay('2026-11-01', { outflow: null, inflow: null }),
    statementDay('2026-11-02'),
  ]);
  expect(period).toMatchObject({ outflow: null, inflow: null, opening: '4133000.50', samples: 576 });
});

test('the CSV that a page leads to is of all accounts that the page is of', async () => {
  await using web = await startFull();
  const text = await (await request(`${web.url}/statement?account=acme&account=zeta`)).body.text();
  expect(text).toContain('account=acme&amp;account=zeta&amp;format=csv');
});

test('today is the day by the clocks of the accounts asked for', async () => {
  const asked: StatementQuery[] = [];
  const statement: PageSources['statement'] = async function* (query) {
    asked.push(query);
    yield [];
  };
  const clock = { now: () => Date.parse('2026-11-20T22:30:00Z'), monotonic: () => 0 };
  await using web = await startFull({ statement, clock });
  await get(`${web.url}/api/v1/statement`); // of accounts in two zones
  await get(`${web.url}/api/v1/statement?account=acme`);
  expect(asked.map(({ from, to }) => [from, to])).toEqual([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-21', '2026-11-21'],
  ]);
});

test('several accounts and currencies are asked for alike by page, JSON and CSV, and stay ticked', async () => {
  const asked: StatementQuery[] = [];
  const statement: PageSources['statement'] = async function* (query) {
    if (query.accounts) asked.push(query); // else it is asked whether any wallet has the type X
    yield [statementDay('2026-11-20')];
  };
  await using web = await startFull({ statement });
  const query =
    'from=2026-11-20&to=2026-11-21&account=acme&account=zeta&currency=UGX&currency=KES&wallet_type=X';
  const { text } = await get(`${web.url}/statement?${query}`);
  await get(`${web.url}/api/v1/statement?${query}`);
  await get(`${web.url}/api/v1/statement?${query}&format=csv`);
  expect(asked).toHaveLength(3);
  for (const each of asked)
    expect(each).toMatchObject({
      ...{ from: '2026-11-20', to: '2026-11-21', accounts: ['acme', 'zeta'] },
      ...{ currencies: ['UGX', 'KES'], walletTypes: ['X'] },
    });
  expect(text).toContain(`href="/api/v1/statement?${query.replaceAll('&', '&amp;')}&amp;format=csv"`);
  const ticked = [...text.matchAll(/name="(\w+)" value="(\w+)" checked/g)].map(([, ...pair]) => pair.join());
  expect(ticked).toEqual([
    'account,acme',
    'account,zeta',
    'currency,KES',
    'currency,UGX',
    'wallet_type,X', // whoever comes from a wallet can untick it
  ]);
  expect(text.replace(/<[^>]+>/g, '')).toContain(', accounts acme, zeta, currencies UGX, KES, type X.');
});
