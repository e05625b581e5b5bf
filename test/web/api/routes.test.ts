// What the API's routes ask of their sources and answer, case by case; in this process, without a server.
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { amountOf } from '../../../src/domain/money.ts';
import type { StatementQuery } from '../../../src/domain/statement.ts';
import { withoutSchemas } from '../../../src/net/without-schemas.ts';
import { registerApi } from '../../../src/web/api/api.ts';
import { registerRequested } from '../../../src/web/api/requested.ts';
import type { Episode, HistoryPoint, PageSources } from '../../../src/web/sources.ts';
import { createStatus } from '../../../src/web/status.ts';
import { texts } from '../../../src/web/texts/texts.ts';
import { writeCursor } from '../../../src/web/views/statement.ts';
import { createHouse, MINUTE, NOON, wallet } from '../../metrics/house.ts';
import { option } from '../../support/options.ts';
import { alertOfDesk, fillDesk, PAST_EPISODE, PAYOUT, sourcesOfDesk, statementDay } from '../desk.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const WALLET = 'account=acme&currency=UGX&wallet_type=MERCHANT_PAYOUT';
const away = () => Promise.reject(new Error('away'));
const iso = (at: number) => new Date(at).toISOString();

async function* inParts<T>(...parts: readonly (readonly T[])[]): AsyncGenerator<readonly T[]> {
  yield* parts;
}

/** The API over the desk, or over an empty house with these sources alone. */
function open(more: Partial<PageSources> = {}, { isEmpty = false } = {}) {
  const house = createHouse(['acme', 'zeta']);
  const alerts: ReturnType<typeof alertOfDesk>[] = [];
  const sources: PageSources = {
    ...{
      clock: house.clock,
      board: () => house.board,
      alerts: () => alerts,
      accounts: () => [],
      version: '1',
    },
    ...(isEmpty ? {} : sourcesOfDesk(() => house)),
    ...more,
  };
  if (!isEmpty) fillDesk({ house, alerts });
  const app = Fastify(withoutSchemas);
  registerApi(app, sources, createStatus(sources));
  const get = async (path: string, headers = {}) => {
    const {
      statusCode: status,
      body: text,
      headers: sent,
    } = await app.inject({ url: `/api/v1/${path}`, headers });
    return { status, text, sent };
  };
  const json = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
    const { status, text } = await get(path);
    return { status, ...(JSON.parse(text) as Record<string, unknown>) };
  };
  return { house, alerts, app, get, json };
}

describe('/balances', () => {
  test('of a wallet that is too old has no amount but those that were last seen', async () => {
    const { house, json } = open({}, { isEmpty: true });
    house.observe('acme', [wallet('UGX', 'A', '1.50', { uncleared: null })]);
    house.clock.advance(3 * MINUTE);
    const { balances } = (await json('balances')) as unknown as { balances: unknown[] };
    const seen = { available: '1.50', actual: '1.50', uncleared: null, reserve: '0.00' };
    expect(balances).toEqual([
      {
        ...{ account: 'acme', currency: 'UGX', wallet_type: 'A', state: 'stale', level: 'unknown' },
        ...{ words: 'Unknown: too old', threshold: null, difference: null, last_seen: seen },
        ...{ available: null, actual: null, uncleared: null, reserve: null },
        ...{ observed_at: iso(NOON), slot: iso(NOON), runway_seconds: {}, alerts: [] },
      },
    ]);
  });

  test('is made once for a status, and anew with the next', async () => {
    let asked = 0;
    const runway = () => {
      asked++;
      return [{ confidence: '0.5', seconds: asked }];
    };
    const { house, get } = open({ runway });
    const first = await get('balances');
    expect((await get('balances')).text).toBe(first.text);
    expect(asked).toBe(4);
    house.clock.advance(MINUTE);
    expect((await get('balances')).text).not.toBe(first.text);
  });
});

test('/accounts of one that isn’t configured, and was never polled', async () => {
  expect(await open({}, { isEmpty: true }).json('accounts')).toMatchObject({
    accounts: [
      {
        ...{ account: 'acme', schedule: null, timezone: null, wallets: 0, last: null, last_success_at: null },
        ...{ consecutive_failures: 0, next_slot: iso(NOON + MINUTE) },
      },
      { account: 'zeta' },
    ],
  });
});

describe('/alerts', () => {
  const lasting: Episode = { ...PAST_EPISODE, resolvedAt: null };

  test('has no episodes where none are kept, and null while they can’t be read', async () => {
    expect(await open({}, { isEmpty: true }).json('alerts')).toEqual({ status: 200, alerts: [] });
    const told = await open({ episodes: away }).json('alerts');
    expect([told['status'], told['episodes'], (told['alerts'] as unknown[]).length]).toEqual([200, null, 3]);
  });

  test('asks for episodes without those that last, and hides one that fires here under another name', async () => {
    const asked: unknown[] = [];
    const episodes: PageSources['episodes'] = async ({ signal: _, ...question }) => {
      asked.push(question);
      return [lasting, { ...lasting, labels: { a: 'b' } }, PAST_EPISODE];
    };
    const told = await open({ episodes }).json('alerts');
    expect((told['episodes'] as Episode[]).map((each) => Object(each)['resolved_at'])).toEqual([
      ...[null, iso(NOON - 28 * HOUR)],
    ]);
    expect(asked).toEqual([{ most: 100, without: [expect.any(String), expect.any(String)] }]);
  });

  test('leaves out what is inactive, and of a pending one when the last time fired', async () => {
    const { alerts, json } = open();
    alerts.splice(0);
    alerts.push(alertOfDesk({ phase: 'inactive' }), alertOfDesk({ phase: 'pending', rule: 'P' }));
    expect((await json('alerts'))['alerts']).toMatchObject([
      { rule: 'P', firing_at: null, pending_at: iso(NOON - HOUR) },
    ]);
  });
});

describe('/at', () => {
  test.each([
    ['at?time=tomorrow', 400, texts.at.mistake.time],
    ['at?zone=Mars', 400, texts.at.mistake.zone],
    ['at', 503, texts.at.away],
  ])('%s is refused with %d', async (path, status, error) => {
    expect(await open({ at: away }).json(path)).toEqual({ status, error });
  });

  test('tells the age in whole seconds, and what an unknown wallet was last seen with', async () => {
    const balance = { available: amountOf('7'), actual: null, uncleared: null, reserve: null };
    const seen = { balance, observedAt: NOON - 1_999, slot: NOON - MINUTE, staleAt: NOON };
    const wallets = [
      { ...PAYOUT, seen },
      { ...PAYOUT, walletType: 'B', seen: null },
    ];
    const told = await open({ at: async () => ({ wallets, accounts: [] }) }).json('at?zone=Africa/Kampala');
    expect(told).toMatchObject({ time: iso(NOON), zone: 'Africa/Kampala' });
    expect(told['balances']).toEqual([
      {
        ...{ account: 'acme', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT', state: 'stale' },
        ...{ why: texts.at.why.noPoll, available: null, actual: null, uncleared: null, reserve: null },
        ...{ last_seen: balance, observed_at: iso(NOON - 1_999), age_seconds: 1 },
      },
      {
        ...{ account: 'acme', currency: 'UGX', wallet_type: 'B', state: 'never_seen' },
        ...{ why: texts.at.why.nothingPolled, available: null, actual: null, uncleared: null, reserve: null },
        ...{ last_seen: null, observed_at: null, age_seconds: null },
      },
    ]);
  });
});

describe('/options', () => {
  test('has no changes where none are kept, and null while they can’t be read', async () => {
    const without = await open({ optionChanges: undefined as never }).json('options');
    expect(Object.keys(without)).toEqual(['status', 'options']);
    expect(await open({ optionChanges: away }).json('options?currency=NONE')).toEqual({
      ...{ status: 200, options: [], changes: null },
    });
    expect(await open().json('options?from=x')).toEqual({ status: 400, error: texts.options.mistake });
  });

  test('has what is asked for alone', async () => {
    const change = {
      ...option(),
      account: 'acme-ug',
      seenAt: NOON,
      field: 'active',
      before: null,
      after: 'true',
    } as const;
    const asked: unknown[] = [];
    const { json } = open({
      optionChanges: async (question) => {
        asked.push(question);
        return [change];
      },
    });
    const told = await json('options?provider_code=PAPAYA_UG&account=acme-ug');
    expect((told['options'] as Record<string, unknown>[]).map((each) => each['provider_code'])).toEqual([
      'PAPAYA_UG',
    ]);
    expect(told['changes']).toMatchObject([
      { field: 'active', old_value: null, new_value: 'true', seen_at: iso(NOON) },
    ]);
    expect(asked).toEqual([{ account: 'acme-ug', providerCode: 'PAPAYA_UG', since: NOON - 30 * DAY }]);
  });
});

describe('/balances/history', () => {
  const point = (minutesAgo: number, more: Partial<HistoryPoint> = {}): HistoryPoint => {
    const at = NOON - minutesAgo * MINUTE;
    const [one, none] = [amountOf('1'), null];
    return {
      ...{ at, since: null, slot: at - 500, available: one, actual: one, uncleared: none, reserve: none },
      ...{ lowest: one, highest: one, samples: 1, ...more },
    };
  };
  const asked = async (query: string) => {
    const questions: unknown[] = [];
    const { get } = open({
      history: async (_wallet, range, step, signal) => {
        questions.push([iso(range.from), iso(range.to), step, signal instanceof AbortSignal]);
        return inParts();
      },
    });
    const { status } = await get(`balances/history?${WALLET}&${query}`);
    expect(status).toBe(200);
    return questions[0];
  };

  test.each([
    ['', ['2026-11-20T12:00:00.000Z', iso(NOON), undefined, true]],
    ['range=90m&step=raw', ['2026-11-21T10:30:00.000Z', iso(NOON), 'raw', true]],
    [
      'range=1d&to=2026-11-10&step=hour',
      ['2026-11-09T00:00:00.000Z', '2026-11-10T00:00:00.000Z', 'hour', true],
    ],
    [
      'from=2026-11-01T10:00&to=2026-11-02T10:00%2B03:00&step=day&range=7d',
      ['2026-11-01T10:00:00.000Z', '2026-11-02T07:00:00.000Z', 'day', true],
    ],
    [
      'from=2026-11-01T10:00:00.123456Z&to=2026-11-01T10:00:01Z',
      ['2026-11-01T10:00:00.123Z', '2026-11-01T10:00:01.000Z', undefined, true],
    ],
  ])('with %s asks for %o', async (query, question) => {
    expect(await asked(query)).toEqual(question);
  });

  const INSTANTS = 'from and to are instants (ISO 8601), range a duration (24h, 7d).';
  test.each(['range=long', 'from=x', 'to=x', 'from=0001-01-01&to=2026-11-01', 'to=9999-12-31T00:00:00Z'])(
    'with %s is refused',
    async (query) => {
      expect(await open().json(`balances/history?${WALLET}&${query}`)).toEqual({
        status: 400,
        error: INSTANTS,
      });
    },
  );

  test('tells snapshots, and hours by when they begin, and where the next page begins', async () => {
    const hour = point(20, { since: NOON - 80 * MINUTE, slot: null, samples: 60 });
    const { json } = open({ history: async () => inParts([hour], [point(10), point(5)], [point(1)]) });
    const figures = {
      available: '1',
      actual: '1',
      uncleared: null,
      reserve: null,
      lowest: '1',
      highest: '1',
    };
    const points = [
      { since: iso(hour.since!), at: iso(hour.at), ...figures, samples: 60 },
      { at: iso(NOON - 10 * MINUTE), ...figures, samples: 1 },
    ];
    const head = {
      ...{ status: 200, account: 'acme', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' },
      ...{ from: iso(NOON - DAY), to: iso(NOON) },
    };
    const next = (at: number | null) => (at === null ? null : iso(at));
    for (const [limit, shown, from] of [
      [1, 1, hour.at + 1],
      [2, 2, NOON - 10 * MINUTE - 499],
    ] as const)
      expect(await json(`balances/history?${WALLET}&limit=${limit}`)).toEqual({
        ...{ ...head, points: points.slice(0, shown), next: next(from) },
      });
    expect(await json(`balances/history?${WALLET}&limit=3`)).toMatchObject({
      next: iso(NOON - 5 * MINUTE - 499),
    });
    expect(await json(`balances/history?${WALLET}&limit=4`)).toMatchObject({ next: null });
  });

  test.each<[string, NonNullable<PageSources['history']>, number, string]>([
    ['of a wallet that was never seen', async () => undefined, 404, 'No such wallet was ever seen.'],
    ['while the database is away', away, 503, texts.common.pastAway],
    [
      'while the first read fails',
      async () =>
        (async function* () {
          yield* [];
          await away();
        })(),
      503,
      texts.common.pastAway,
    ],
  ])('%s is refused', async (_title, history, status, error) => {
    expect(await open({ history }).json(`balances/history?${WALLET}`)).toEqual({ status, error });
  });

  test('without any point has none', async () => {
    const { json } = open({ history: async () => inParts() });
    expect(await json(`balances/history?${WALLET}`)).toMatchObject({ points: [], next: null });
  });
});

describe('/statement', () => {
  const lines = ['18', '19', '20'].map((day) => statementDay(`2026-11-${day}`));
  const { account, currency, walletType } = PAYOUT;
  const cursor = (day: string) => writeCursor({ account, currency, walletType, day: `2026-11-${day}` });
  const openLines = () => {
    const asked: StatementQuery[] = [];
    const statement: PageSources['statement'] = (query) => {
      asked.push(query);
      return inParts(lines.slice(0, 1), lines.slice(1));
    };
    return { asked, ...open({ statement }) };
  };

  test('of no day is of today, by the clocks of the account', async () => {
    const { asked, house, json } = openLines();
    house.clock.advance(10 * HOUR); // already the 22nd in Kampala
    await json('statement');
    await json('statement?account=acme');
    expect(asked.map(({ from, to }) => [from, to])).toEqual([
      ['2026-11-21', '2026-11-21'],
      ['2026-11-22', '2026-11-22'],
    ]);
  });

  test.each([
    [1, 1, cursor('18')],
    [2, 2, cursor('19')],
    [3, 3, null],
    [4, 3, null],
  ])('in pages of %d has %d lines', async (limit, shown, next) => {
    const told = await openLines().json(`statement?from=2026-11-18&to=2026-11-20&limit=${limit}`);
    expect(told).toMatchObject({ from: '2026-11-18', to: '2026-11-20', next });
    expect((told['lines'] as { day: string }[]).map(({ day }) => day)).toEqual(
      lines.slice(0, shown).map(({ day }) => day),
    );
    expect((told['lines'] as object[])[0]).toMatchObject({
      ...{ wallet_type: walletType, closing_reserve: '0.00', available: { net_change: '-12500' } },
    });
  });

  test('goes on after a page, and as CSV has all', async () => {
    const { asked, get } = openLines();
    const query = `statement?from=2026-11-18&to=2026-11-20&after=${cursor('18')}`;
    await get(query);
    const { text, sent } = await get(`${query}&format=csv`);
    expect(asked.map(({ after }) => after?.day)).toEqual(['2026-11-18', undefined]);
    expect(text.trim().split('\r\n')).toHaveLength(4);
    expect(sent['content-disposition']).toBe('attachment; filename="statement-2026-11-18-2026-11-20.csv"');
  });

  test.each(['statement', 'statement?format=csv'])(
    '%s is refused while the database is away',
    async (path) => {
      const statement = async function* () {
        yield* [];
        await away();
      };
      expect(await open({ statement }).json(path)).toEqual({ status: 503, error: texts.common.pastAway });
    },
  );
});

describe('/plan/requested', () => {
  const post = async (
    body: string,
    answer: () => Promise<string | undefined> = async () => undefined,
    hasUsers = true,
  ) => {
    const app = Fastify(withoutSchemas);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    const asked: unknown[] = [];
    const requestTopUp: PageSources['requestTopUp'] = (...what) => {
      asked.push(what);
      return answer();
    };
    registerRequested(app, requestTopUp!, () => hasUsers);
    const authorization = `basic  ${Buffer.from('an:na:secret').toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const { statusCode, body: text } = await app.inject({
      method: 'POST',
      url: '/api/v1/plan/requested',
      body,
      headers,
    });
    return { asked, statusCode, ...(JSON.parse(text) as object) };
  };
  const good = JSON.stringify({ wallet: 'acme/UGX/A_B', amount: '5.50' });

  test('is kept with the name before the first colon', async () => {
    const named = { account: 'acme', currency: 'UGX', walletType: 'A_B' };
    expect(await post(good)).toEqual({
      ...{ statusCode: 201, requested: '5.50', asked: [[named, { amount: '5.50', by: 'api an' }]] },
    });
  });

  test.each([
    ['{'],
    ['null'],
    ['{"wallet": "acme/UGX/A", "amount": 5}'],
    ['{"wallet": 5, "amount": "5"}'],
    ['{"wallet": "/UGX/A", "amount": "5"}'],
    ['{"wallet": "acme/UGX", "amount": "5"}'],
    ['{"wallet": "acme/UGX/A", "amount": "0"}'],
    ['{"wallet": "acme/UGX/A", "amount": "-1"}'],
    ['{"wallet": "acme/UGX/A", "amount": "much"}'],
  ])('%s is not understood', async (body) => {
    const told = await post(body);
    expect(told).toMatchObject({
      statusCode: 400,
      asked: [],
      error: expect.stringMatching(/^the body must be \{"wallet"/),
    });
  });

  test('is refused without users, for a wallet that can’t be, and while the database is away', async () => {
    expect(await post(good, undefined, false)).toEqual({
      ...{ statusCode: 403, asked: [], error: 'this needs basic_auth_users in web.config_file' },
    });
    expect(await post(good, async () => 'No such wallet.')).toMatchObject({
      statusCode: 400,
      error: 'No such wallet.',
    });
    expect(await post(good, away)).toMatchObject({
      ...{
        statusCode: 503,
        error: expect.stringMatching(/^the database is away: whether this was kept is not known/),
      },
    });
  });
});
