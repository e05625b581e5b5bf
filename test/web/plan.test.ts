// The page of the plan and its twin: what to send, from where, by when.
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { PLAN_COLUMNS } from '../../src/cli/commands/plan-table.ts';
import { layOut } from '../../src/cli/terminal/table.ts';
import { type Amount, amountOf, compareAmounts, formatAmount, netAmount } from '../../src/domain/money.ts';
import { asOneList, isPlanned, orderedPlans } from '../../src/monitor/forecast/plan-order.ts';
import type { PlanRow } from '../../src/monitor/forecast/plans.ts';
import { planOverview, plansAskedFor, readPlanQuestion } from '../../src/web/views/plan.ts';
import { NOON, wallet } from '../metrics/house.ts';
import { PAST_EPISODE, startFull, WALLET_PAGE } from './desk.ts';
import { createPlanning } from './planning.ts';
import { startWeb, type Web } from './start.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface ApiPlan {
  readonly account: string;
  readonly currency: string;
  readonly wallet_type: string;
  readonly unplanned?: string;
  readonly needed: string;
  readonly shortfall: string | null;
  readonly by: string | null;
  readonly late: boolean;
  readonly then_lasts_until: string | null;
}

async function get(web: Web, path: string): Promise<{ statusCode: number; text: string; type: string }> {
  const { statusCode, body, headers } = await request(`${web.url}${path}`);
  return { statusCode, text: await body.text(), type: String(headers['content-type']) };
}

async function page(web: Web, path: string): Promise<string> {
  const { statusCode, text } = await get(web, path);
  expect(statusCode).toBe(200);
  return wordsOf(text);
}

/** What is read of a page, without its markup. */
function wordsOf(markup: string): string {
  const main = markup.slice(markup.indexOf('<main'), markup.indexOf('</main>'));
  return main
    .replace(/<wbr>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,:])/g, '$1')
    .replaceAll('_ ', '_');
}

async function plansOf(web: Web, query = ''): Promise<readonly ApiPlan[]> {
  return (JSON.parse((await get(web, `/api/v1/plan${query}`)).text) as { plan: ApiPlan[] }).plan;
}

describe('the page, its JSON and its CSV tell the same', () => {
  test.each([
    '',
    '?cover=14d',
    '?date=2026-12-24',
    '?confidence=0.8',
    '?currency=KES&cover=3d&confidence=0.99',
  ])('of /plan%s', async (query) => {
    await using web = await startFull();
    const shown = await page(web, `/plan${query}`);
    const plans = await plansOf(web, query);
    const csv = (await get(web, `/api/v1/plan${query}${query === '' ? '?' : '&'}format=csv`)).text;
    const lines = csv.trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(plans.length);
    expect(plans.length).toBeGreaterThan(0);
    for (const [i, plan] of plans.entries()) {
      expect(lines[i]).toContain(`${plan.account},${plan.currency},${plan.wallet_type},Africa/Kampala,`);
      if (plan.unplanned !== undefined) {
        expect(shown).toContain(
          `${plan.currency} ${plan.wallet_type} acme: less than seven days of history.`,
        );
        continue;
      }
      expect(lines[i]).toContain(`,${plan.needed},`);
      expect(shown).toContain(`Send ${formatAmount(plan.needed as Amount)} ${plan.currency}`);
      expect(plan.then_lasts_until).not.toBeNull();
      const list = await get(web, `/plan${query}${query === '' ? '?' : '&'}view=list`);
      expect(list.text).toContain(`datetime="${plan.by}`);
      expect(list.text).toContain(`datetime="${plan.then_lasts_until}`);
    }
  });

  test('by Accept, and any other format is refused', async () => {
    await using web = await startFull();
    const { headers } = await request(`${web.url}/api/v1/plan`, { headers: { accept: 'text/csv' } });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="plan.csv"');
    expect((await get(web, '/api/v1/plan?format=xml')).statusCode).toBe(400);
  });
});

describe('what is asked', () => {
  test.each([
    ['date=2026-12-24&cover=7d', 'Ask for a date or for a cover, not for both.'],
    ['date=2026-11-20', 'date is a day, such as 2026-12-31, that isn’t over and is within a year.'],
    ['date=2028-01-01', 'date is a day, such as 2026-12-31, that isn’t over and is within a year.'],
    ['date=tomorrow', 'date is a day, such as 2026-12-31, that isn’t over and is within a year.'],
    ['cover=long', 'cover is a duration, such as 7d, of a year at the most.'],
    ['cover=2y', 'cover is a duration, such as 7d, of a year at the most.'],
    ['confidence=1', 'confidence is a number from 0.5 to 0.99, such as 0.95.'],
  ])('%s is refused by page and API alike', async (query, sentence) => {
    await using web = await startFull();
    const shown = await get(web, `/plan?${query}`);
    expect(shown.statusCode).toBe(400);
    expect(wordsOf(shown.text)).toContain(sentence);
    const answer = await get(web, `/api/v1/plan?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(JSON.parse(answer.text)).toEqual({ error: sentence });
  });

  test('more is asked for a longer cover, and for more confidence', async () => {
    await using web = await startFull();
    const needed = async (query: string) =>
      (await plansOf(web, `?currency=UGX&${query}`)).map((plan) => Number(plan.needed))[0]!;
    expect(await needed('cover=14d')).toBeGreaterThan(await needed('cover=7d'));
    expect(await needed('cover=7d&confidence=0.99')).toBeGreaterThanOrEqual(
      await needed('cover=7d&confidence=0.5'),
    );
    expect(await needed('confidence=0.95')).toBe(await needed(''));
  });

  test('a wallet alone shows how its plan was reckoned', async () => {
    await using web = await startFull();
    const { text } = await get(web, '/plan?account=acme&currency=KES&wallet_type=MERCHANT_PAYOUT');
    expect(text).toMatch(/<details id="reckoned-acme%2FKES%2FMERCHANT_PAYOUT" open>/);
    expect(wordsOf(text)).toContain('What it has \u2212 901,233.75');
    expect(wordsOf(text)).not.toContain('UGX MERCHANT_PAYOUT');
    const [reckoned = ''] = /<dl class="sum">.*?<\/dl>/s.exec(text.slice(text.indexOf('id="reckoned'))) ?? [];
    const lines = [...reckoned.matchAll(/<dt>(.*?)<\/dt><dd class="num">(.*?)<\/dd>/gs)];
    expect(lines.map(([, name = '']) => name.replace(/<[^>]+>/g, ''))).toEqual([
      expect.stringMatching(/^What goes out until money can be there, .*, at the most in 95 % of cases$/),
      'What is expected to go out in the 7 d after that',
      'What it has',
      'So it lacks',
      'Rounded up to whole 10,000',
    ]);
    const [most, expected, has, lacks, needed] = lines.map(([, , sum = '']) =>
      amountOf(wordsOf(`<main>${sum}</main>`).replace(/[^\d.]/g, '')),
    );
    expect(netAmount([most!, expected!], [has!])).toBe(lacks);
    expect(compareAmounts(needed!, lacks!)).toBeGreaterThanOrEqual(0);
    expect(wordsOf(text)).toContain('Of the wallet’s last 40 forecasts 40 held');
  });

  test('a wallet of which nothing was foretold yet says so', async () => {
    const young = (row: PlanRow): PlanRow =>
      isPlanned(row) ? { ...row, topUp: { ...row.topUp, record: { held: 0, of: 0 } } } : row;
    await using web = await startFull({
      plan: async (question) => (await planner.all(question)).map(young),
    });
    const planner = createPlanning(web.house, { 'acme/KES/MERCHANT_PAYOUT': 200_000 });
    expect(await page(web, '/plan')).toContain('The wallet has no record of forecasts yet.');
  });
});

test('blind comes first, then what may be too late, then what is needed', async () => {
  await using web = await startFull();
  expect(await page(web, '/plan')).toMatch(
    /1 of 3 wallets may run out.*2 of 3 wallets need money\. 1 wallet has no plan yet\./,
  );
  web.house.clock.advance(3 * HOUR);
  expect(await page(web, '/plan')).toMatch(/^ ?No plan for 3 of 3 wallets: what they hold is not known/);
});

test('without a wallet, or without one like that, there is a way on', async () => {
  await using web = await startWeb({}, {}, { plan: async () => [] });
  expect(await page(web, '/plan')).toContain('There is nothing to plan yet Wallets are planned once');
  await using full = await startFull();
  expect(await page(full, '/plan?currency=XOF')).toContain('No wallet is like that');
});

test('an account of which no wallet was ever seen is no account with enough', async () => {
  await using web = await startFull();
  web.house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '999999999')]);
  const enough = 'The one wallet has enough';
  expect(await page(web, '/plan?currency=UGX')).toMatch(
    new RegExp(`^ ?No wallet seen yet of zeta ${enough}\\.`),
  );
  expect(await page(web, '/plan?currency=UGX&account=acme')).toMatch(new RegExp(`^ ?${enough}`));
});

test('what is enough needs nothing, and what was requested counts', async () => {
  await using web = await startWeb({}, {}, { plan: (question) => planner.all(question) });
  const requests = {
    revision: 1,
    comingTo: ({ walletType }: { walletType: string }) => ({
      coming: amountOf(walletType === 'SERVICE' ? '5000000' : '0'),
      expired: walletType === 'SERVICE' ? [{ at: NOON - 5 * DAY, amount: amountOf('700.50') }] : [],
    }),
  };
  const daily = {
    'acme/UGX/SERVICE': 100_000,
    'acme/UGX/MERCHANT_PAYOUT': 100_000,
    'acme/UGX/OTHER': 100_000,
  };
  const planner = createPlanning(web.house, daily, { requests });
  web.house.observe('acme', [
    wallet('UGX', 'SERVICE', '100000'),
    wallet('UGX', 'MERCHANT_PAYOUT', '90000000'),
    wallet('UGX', 'OTHER', '300000'),
    wallet('UGX', 'MERCHANT_COLLECTION', '250000'),
  ]);
  const shown = await page(web, '/plan');
  expect(shown).toContain('UGX MERCHANT_PAYOUT acme lasts for more than 60 days.');
  expect(shown).toContain('5,000,000 UGX was requested and is on its way.');
  expect(shown).toContain(
    '700.50 UGX was requested Mon, 16 Nov 2026, 15:00 UTC+03:00 and has not arrived: ask after it.',
  );
  const other = (await plansOf(web)).find((each) => each.wallet_type === 'OTHER');
  expect(shown).toContain(`which lacks ${formatAmount(other!.shortfall as Amount)} UGX: deposit that first`);
  expect(shown).toContain(
    `To be deposited ${formatAmount(other!.shortfall as Amount)} UGX into UGX MERCHANT_COLLECTION`,
  );
});

describe('a wallet’s page says why nothing is to be sent: because it is on its way', () => {
  const told = async (query: string, change: object = {}) => {
    const acme = { account: 'acme', schedule: '* * * * *', timezone: 'Africa/Kampala', staleAfter: 2 };
    const planOf = (of: Parameters<typeof planner.of>[0]) => ({ ...planner.of(of)!, ...change });
    await using web = await startWeb({}, {}, { accounts: () => [acme], planOf });
    const requested = [{ at: NOON - 5 * DAY, amount: amountOf('700.50') }];
    const comingTo = () => ({ coming: amountOf('5000000'), expired: requested });
    const requests = { revision: 1, comingTo };
    const planner = createPlanning(web.house, { 'acme/UGX/MERCHANT_PAYOUT': 100_000 }, { requests });
    web.house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '1000')]);
    return await page(web, `${WALLET_PAGE}${query}`);
  };

  test('with what was asked for and what has not arrived', async () => {
    expect(await told('')).toContain(
      'What to do: Enough: nothing is to be sent. 5,000,000 UGX was requested and is on its way. 700.50 UGX was requested Mon, 16 Nov 2026, 15:00 UTC+03:00 and has not arrived: ask after it.',
    );
  });

  test('with what is only assumed to have been asked for', async () => {
    expect(await told('', { isAssumed: true })).toContain(
      'Enough: nothing is to be sent. 5,000,000 UGX counts as requested: ask for it if nobody has. 700.50',
    );
  });

  test('by the clocks that its address asks for', async () => {
    expect(await told('?zone=UTC')).toContain('16 Nov 2026, 12:00 UTC and has not arrived');
  });
});

test('a wallet’s page and an alert’s page lead to its card', async () => {
  await using web = await startFull();
  const link = '/plan?account=acme&amp;currency=UGX&amp;wallet_type=MERCHANT_PAYOUT';
  const [plan] = await plansOf(web, '?currency=UGX');
  const [alert] = web.alerts;
  const { text: alerts } = await get(web, '/alerts');
  const [episode = ''] = /\/alerts\/[0-9a-f]{16}/.exec(alerts.slice(alerts.indexOf(alert!.rule) - 200)) ?? [];
  for (const path of [WALLET_PAGE, episode]) {
    const { text } = await get(web, path);
    expect(text).toContain(`<a href="${link}">What to do</a>`);
    expect(wordsOf(text)).toContain(`What to do: Send ${formatAmount(plan!.needed as Amount)} UGX`);
  }
  const { text: past } = await get(web, `/alerts/${PAST_EPISODE.episode.slice(0, 16)}`);
  expect(past).not.toContain(link); // it is over
});

describe('the overview', () => {
  const PLAN = {
    ...{
      needed: amountOf('100'),
      by: NOON + DAY,
      late: false,
      open: true,
      requestable: NOON,
      arrives: NOON + DAY,
    },
    ...{
      lastsUntil: NOON + 2 * DAY,
      thenLastsUntil: NOON + 9 * DAY,
      confidence: 0.95,
      coming: amountOf('0'),
    },
    ...{ expired: [], doubts: [], jump: undefined, record: { held: 0, of: 0 } },
    ...{ given: amountOf('40'), shortfall: amountOf('60') },
    reckoning: {
      ...{ available: amountOf('0'), most: amountOf('60'), expected: amountOf('40') },
      ...{ target: { coverMs: 7 * DAY }, roundTo: amountOf('1'), minimum: amountOf('0') },
    },
  };
  const row = (walletType: string, topUp: object = {}, more: Partial<PlanRow> = {}): PlanRow => ({
    ...{ account: 'acme', currency: 'UGX', walletType, timezone: 'UTC', available: null },
    ...{ source: 'acme/UGX/MERCHANT_COLLECTION', ...more },
    topUp: { ...PLAN, ...topUp } as PlanRow['topUp'],
  });

  test('orders by what is late, by when it is due, by how long it lasts, and by name', async () => {
    const { send } = await orderedPlans([
      row('FAR', { by: undefined }),
      row('B'),
      row('A'),
      row('SOON', { by: NOON + HOUR }),
      row('C', { lastsUntil: NOON + 2 * DAY - 1 }),
      row('LATE', { by: NOON + 2 * DAY, late: true }),
    ]);
    expect(send.map(({ walletType }) => walletType)).toEqual(['LATE', 'SOON', 'C', 'A', 'B', 'FAR']);
  });

  test('of what is late the one that lasts the shortest comes first, whichever account was planned last', async () => {
    const late = (walletType: string, plannedAt: number, lastsUntil: number) =>
      row(walletType, { late: true, open: true, by: plannedAt, requestable: plannedAt, lastsUntil });
    const { send } = await orderedPlans([
      row('CLOSED', { late: true, open: false, by: NOON + 12 * HOUR, lastsUntil: NOON }),
      late('LASTS', NOON, NOON + 3 * HOUR),
      late('EMPTY', NOON + 40_000, NOON + 40_000),
      late('SOON_EMPTY', NOON + 20_000, NOON + HOUR),
    ]);
    expect(send.map(({ walletType }) => walletType)).toEqual(['EMPTY', 'SOON_EMPTY', 'LASTS', 'CLOSED']);
  });

  test('what needs nothing stands last, the shortest lasting first, everywhere', async () => {
    const enough = (walletType: string, lastsUntil: number) =>
      row(walletType, { needed: amountOf('0'), lastsUntil });
    const rows: PlanRow[] = [
      enough('A', NOON + 9 * DAY),
      { ...row('B'), topUp: { unplanned: 'no_history' } },
      enough('C', NOON + 8 * DAY),
      { ...row('D'), topUp: { unplanned: 'balance_unknown' } },
      row('E'),
      row('F', { late: true }),
    ];
    const expected = ['F', 'E', 'D', 'B', 'C', 'A'];
    const all = asOneList(await plansAskedFor(rows, {}));
    expect(all.map(({ walletType }) => walletType)).toEqual(expected);
    const { text } = layOut(PLAN_COLUMNS, all, {
      width: Number.POSITIVE_INFINITY,
      colour: false,
    });
    expect(text.match(/(?<=UGX\/)[A-F]\b/g)).toEqual(expected);
    expect(text.split('\n').slice(-3)).toEqual([
      expect.stringMatching(/^acme +UGX\/C +nothing +\w{3} \d\d-\d\d 12:00 +UTC +95%$/),
      expect.stringMatching(/^acme +UGX\/A +nothing +\w{3} \d\d-\d\d 12:00 +UTC +95%$/),
      '',
    ]);
    const ofNoSource = row('G', { needed: amountOf('7') }, { source: undefined });
    const wide = { width: Number.POSITIVE_INFINITY, colour: false };
    expect(layOut(PLAN_COLUMNS, [ofNoSource], wide).text.split('\n')[1]).toMatch(
      /^acme +UGX\/G +7 +\w{3} \d\d-\d\d \d\d:\d\d +\w{3} \d\d-\d\d/,
    );
    const coloured = layOut(PLAN_COLUMNS, all, { width: Number.POSITIVE_INFINITY, colour: true });
    expect(coloured.text).toContain('\u001b[2mnothing\u001b[22m');
  });

  test('adds up what 200,000 wallets need', async () => {
    const send = Array.from({ length: 200_000 }, () => row('A') as never);
    expect((await planOverview({ send, unplanned: [], enough: [] })).totals).toEqual([
      { currency: 'UGX', amount: '20000000', wallets: 200_000 },
    ]);
  });

  test('adds up what a source lacks, never across currencies or sources', async () => {
    const plans = await orderedPlans([
      row('A'),
      row('B', { by: NOON + HOUR, shortfall: amountOf('0.50') }),
      row('K', {}, { currency: 'KES', source: undefined }),
      row('FULL', { shortfall: amountOf('0') }),
      row('BLIND', { shortfall: undefined }),
      row('OTHER', { by: NOON + 2 * DAY }, { source: 'acme/UGX/SERVICE_PAYMENTS' }),
    ]);
    const { deposits, totals } = await planOverview(plans);
    expect(deposits.map(({ source, currency, amount, by }) => [source, currency, amount, by])).toEqual([
      ['acme/UGX/MERCHANT_COLLECTION', 'UGX', '60.50', NOON + HOUR],
      [undefined, 'KES', '100', NOON + DAY],
      ['acme/UGX/SERVICE_PAYMENTS', 'UGX', '60', NOON + 2 * DAY],
    ]);
    expect(totals).toEqual([
      { currency: 'KES', amount: '100', wallets: 1 },
      { currency: 'UGX', amount: '500', wallets: 5 },
    ]);
  });
});

test('a date is over by the days of the account that is asked for', () => {
  const accounts = ['Africa/Kampala', 'America/Lima'].map((timezone) => ({
    ...{ account: timezone, timezone, schedule: '* * * * *', staleAfter: 2 },
  }));
  const midnight = Date.parse('2026-11-21T22:00:00Z'); // the 22nd in Kampala
  const isTaken = (date: string, account: string) =>
    typeof readPlanQuestion({ date, account }, accounts, midnight) !== 'string';
  expect(isTaken('2026-11-22', 'Africa/Kampala')).toBe(true);
  expect(isTaken('2026-11-21', 'Africa/Kampala')).toBe(false);
  expect(isTaken('2026-11-21', 'America/Lima')).toBe(true);
});
