// The pages of an instant and of business days, as a whole in each of their states; and what they show of very many.
import { describe, expect, test } from 'vitest';
import { type Amount, amountOf } from '../../../src/domain/money.ts';
import type { StatementLine, StatementQuery } from '../../../src/domain/statement.ts';
import type { PageSources, PastKnowledge } from '../../../src/web/sources.ts';
import { MINUTE, NOON } from '../../metrics/house.ts';
import { PAYOUT, statementDay } from '../desk.ts';
import { openDesk, openEmpty } from './open.ts';
import { away, DAY, expectTold, HOUR } from './samples.ts';

async function* inParts<T>(...parts: readonly (readonly T[])[]): AsyncGenerator<readonly T[]> {
  yield* parts;
}
const amount = (text: string | null): Amount | null => (text === null ? null : amountOf(text));

describe('what wallets held', () => {
  const seen = (available: string | null, ageMs: number, staleInMs: number | null) => ({
    ...{
      observedAt: NOON - ageMs,
      slot: NOON - ageMs,
      staleAt: staleInMs === null ? null : NOON + staleInMs,
    },
    balance: { available: amount(available), actual: amountOf('2'), uncleared: null, reserve: amountOf('0') },
  });
  const wallet = (walletType: string, known: ReturnType<typeof seen> | null, account = 'acme') => ({
    ...{ ...PAYOUT, account, walletType, seen: known },
  });
  const KNOWN: PastKnowledge = {
    wallets: [
      wallet('FRESH', seen('4120500.50', 1_000, 1)),
      wallet('AT_THAT_SECOND', seen('1', 999, MINUTE)),
      wallet('UNREADABLE', seen(null, MINUTE, MINUTE)),
      wallet('STALE', seen('3', HOUR, 0)),
      wallet('UNTOLD', seen('4', MINUTE, null)),
      wallet('NEVER', null),
      wallet('MISSING', seen('5', HOUR, MINUTE), 'zeta'),
      wallet('NOT_YET', null, 'none'),
      { ...PAYOUT, seen: seen('6', 1_000, 1) }, // the only one that the board has, and so a page
    ],
    accounts: [
      { account: 'acme', good: null, last: { slot: NOON - MINUTE, outcome: 'deadline', detail: null } },
      { account: 'zeta', good: { slot: NOON - MINUTE, unreadable: [] }, last: null },
    ],
  };

  test('at an instant, what isn’t known first', async () => {
    const pages = openDesk({ at: async () => KNOWN });
    await expectTold('at', pages, '/at?time=2026-11-21T15:00&zone=Africa/Kampala');
  });

  test('now, of one account', async () => {
    const one = { ...KNOWN, wallets: KNOWN.wallets.slice(0, 1) };
    await expectTold('at-now', openDesk({ at: async () => one }), '/at?account=zeta');
  });

  test('while the database is away', async () => {
    await expectTold('at-away', openDesk({ at: away }), '/at?time=2026-11-20T10:00:00Z');
  });

  test('of a question that isn’t understood', async () => {
    await expectTold('at-mistake', openDesk(), '/at?time=tomorrow&account=acme');
  });

  test('where there is none', async () => {
    const at = async () => ({ wallets: [], accounts: [] });
    const text = await openEmpty(() => ({ at })).ask('/at');
    expect(text).toContain('<p class="card">No wallet has been seen yet, or none of that account.</p>');
    expect(text).not.toContain('<select'); // there is nothing to choose
  });

  test('is asked of the account, and by the clocks that are named', async () => {
    const asked: unknown[] = [];
    const at: NonNullable<PageSources['at']> = async ({ at: instant, accounts }) => {
      asked.push([new Date(instant).toISOString(), accounts]);
      return KNOWN;
    };
    const pages = openDesk({ at });
    for (const query of ['time=2026-11-20T10:00&account=acme', 'time=2026-11-20T10:00', 'zone=UTC'])
      await pages.ask(`/at?${query}`);
    expect(asked).toEqual([
      ['2026-11-20T07:00:00.000Z', ['acme']],
      ['2026-11-20T10:00:00.000Z', []], // accounts of several zones
      ['2026-11-21T12:00:00.000Z', []],
    ]);
  });

  test.each([
    [100, '', 100, 'All 100 wallets were known'],
    [101, '', 100, 'All 101 wallets were known: 100 on page 1 of 2'],
    [101, '?page=2', 1, 'All 101 wallets were known: 1 on page 2 of 2'],
  ])('of %d on /at%s %d are shown: %s', async (count, query, shown, caption) => {
    const wallets = Array.from({ length: count }, (_, i) => wallet(`W${i}`, seen('1', 0, MINUTE)));
    const text = await openDesk({ at: async () => ({ ...KNOWN, wallets }) }).ask(`/at${query}`);
    expect(text.match(/<tr class="fine">/g)).toHaveLength(shown);
    expect(text).toContain(`<caption>${caption}</caption>`);
    // The next page is of the same instant.
    const next = '<a href="/at?time=2026-11-21T12%3A00%3A00.000Z&amp;page=2"';
    expect(text.includes(next)).toBe(count > 100);
  });
});

describe('a statement', () => {
  const none = { opening: null, closing: null, lowest: null, highest: null, netChange: null };
  const LINES: readonly StatementLine[] = [
    statementDay('2026-11-19', { available: none, inflow: null, outflow: null, samples: 0 }),
    statementDay('2026-11-20'),
    statementDay('2026-11-21', {
      available: {
        ...{
          opening: amountOf('4000000.50'),
          closing: amountOf('5000000'),
          netChange: amountOf('999999.50'),
        },
        ...{ lowest: amountOf('-1.5'), highest: amountOf('5000000') },
      },
      ...{ inflow: amountOf('999999.5'), outflow: amountOf('0'), samples: 2 },
    }),
    statementDay('2026-11-20', { account: 'gone', outflow: null }),
  ];
  const gaps: PageSources['gaps'] = async (account) =>
    account === 'acme'
      ? {
          first: NOON - 100 * DAY,
          gaps: [{ since: NOON - DAY, until: NOON - DAY + HOUR, failed: 0, outcomes: {} }],
        }
      : { first: NOON - HOUR, gaps: [] };

  test('of the last week', async () => {
    const pages = openDesk({ statement: () => inParts(LINES.slice(0, 2), LINES.slice(2)), gaps });
    await expectTold('statement', pages, '/statement');
  });

  test('of what is asked for, of which nothing was seen', async () => {
    const asked =
      'from=2026-11-01&to=2026-11-02&account=acme&account=zeta&currency=UGX&wallet_type=MERCHANT_PAYOUT';
    await expectTold('statement-asked', openDesk({ statement: () => inParts() }), `/statement?${asked}`);
  });

  test('while the database is away', async () => {
    const statement = async function* () {
      yield* [];
      await away();
    };
    await expectTold('statement-away', openDesk({ statement }), '/statement?account=acme');
  });

  test('of a question that isn’t understood', async () => {
    await expectTold('statement-mistake', openDesk(), '/statement?from=2026-11-02&to=2026-11-01');
  });

  test('asks for the last week by the days of the accounts, or for what is named', async () => {
    const asked: StatementQuery[] = [];
    const pages = openDesk({
      statement: (query) => {
        asked.push(query);
        return inParts();
      },
    });
    const all = { accounts: [], currencies: [], walletTypes: [] };
    for (const query of ['', 'account=acme&currency=UGX&currency=KES', 'from=2026-11-01&to=2026-11-01'])
      await pages.ask(`/statement?${query}`);
    expect(asked).toEqual([
      { ...all, from: '2026-11-14', to: '2026-11-21' },
      { ...all, from: '2026-11-14', to: '2026-11-21', accounts: ['acme'], currencies: ['UGX', 'KES'] },
      { ...all, from: '2026-11-01', to: '2026-11-01' },
    ]);
  });

  const linesOf = (wallets: number, days: number) =>
    Array.from({ length: wallets }, (_, wallet) =>
      Array.from({ length: days }, (_, day) =>
        statementDay(new Date(NOON + day * DAY).toISOString().slice(0, 10), { walletType: `W${wallet}` }),
      ),
    ).flat();

  test.each([
    ['150 lines', linesOf(150, 1), '', 150, false],
    ['151 lines', linesOf(151, 1), '', 150, true],
    ['whole wallets alone', linesOf(4, 50), '', 150, true],
    ['whole wallets alone, if one more would not fit', linesOf(3, 60), '', 120, true],
    ['one wallet, however long it is', linesOf(2, 200), '?from=2026-01-01&to=2026-12-31', 200, true],
  ])('shows %s', async (_title, lines, query, shown, more) => {
    const parts = Array.from({ length: Math.ceil(lines.length / 7) }, (_, i) =>
      lines.slice(i * 7, i * 7 + 7),
    );
    const text = await openDesk({ statement: () => inParts(...parts), gaps }).ask(`/statement${query}`);
    const bodies = text
      .split('<tbody>')
      .slice(1)
      .map((each) => each.slice(0, each.indexOf('</tbody>')));
    expect(bodies.join('').match(/<tr>/g)).toHaveLength(shown);
    expect(text.includes('There are more wallets:')).toBe(more);
    expect(/<a href="\/statement\?[^"]*after=[\w-]+">the next ones<\/a>/.test(text)).toBe(more);
  });

  test.each([
    [12, false],
    [13, true],
  ])('of %d accounts says how each was seen, or that they are too many: %s', async (count, many) => {
    const lines = Array.from({ length: count }, (_, i) => statementDay('2026-11-20', { account: `a${i}` }));
    const text = await openDesk({ statement: () => inParts(lines), gaps }).ask('/statement');
    expect(text.includes('Coverage is shown for up to 12 accounts: choose one.')).toBe(many);
    expect(text.match(/<li><b>a\d+<\/b>: no gap/g) ?? []).toHaveLength(many ? 0 : count);
  });

  test('says so where coverage can’t be read, and nothing where none is kept', async () => {
    const statement = () => inParts(LINES.slice(1, 2));
    expect(await openDesk({ statement, gaps: away }).ask('/statement')).toContain(
      '<li><b>acme</b>: coverage can’t be read now.</li>',
    );
    expect(await openEmpty(() => ({ statement })).ask('/statement')).not.toContain('id="coverage"');
  });

  test.each([
    ['12.5', '+12.5'],
    ['0', '0'],
    ['-0.5', '−0.5'],
  ])('tells a net change of %s with its sign, zero without one', async (net, cell) => {
    const line = statementDay('2026-11-20', { available: { ...none, netChange: amountOf(net) } });
    const text = await openDesk({ statement: () => inParts([line]), gaps }).ask('/statement');
    expect(text).toContain(`data-name="Net">${cell}<`);
  });

  test('tells since when polls are known only where that is after its first day has begun', async () => {
    const first = Date.parse('2026-11-14T00:00:00Z');
    const text = async (at: number) =>
      await openDesk({
        statement: () => inParts(LINES.slice(1, 2)),
        gaps: async () => ({ first: at, gaps: [] }),
        accounts: () => [{ account: 'acme', timezone: 'UTC' }] as never,
      }).ask('/statement?from=2026-11-14&to=2026-11-20');
    expect(await text(first)).not.toContain('polls are known since');
    expect(await text(first + 1)).toContain('polls are known since');
  });

  test('asks for no more of the past than it shows', async () => {
    let read = 0;
    const statement = async function* () {
      for (const line of linesOf(400, 1)) {
        read++;
        yield [line];
      }
    };
    await openDesk({ statement, gaps }).ask('/statement');
    expect(read).toBe(151);
  });
});
