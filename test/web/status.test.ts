import { setImmediate } from 'node:timers/promises';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { kindOfWalletCondition, type WalletCondition } from '../../src/conditions/wallet/conditions.ts';
import type { Alert } from '../../src/domain/alert.ts';
import { amountOf } from '../../src/domain/money.ts';
import { fingerprintOf } from '../../src/monitor/alerts/episode.ts';
import type { Board } from '../../src/monitor/board/board.ts';
import { createStatus, type Status } from '../../src/web/status.ts';
import { reachVerdict } from '../../src/web/verdict.ts';
import { createHouse, MINUTE, wallet } from '../metrics/house.ts';
import { startWeb } from './start.ts';

const alertOn = (walletType: string, more: Partial<Alert> = {}): Alert =>
  ({
    ...{
      fingerprint: walletType,
      rule: 'PayoutFloatLow',
      severity: 'warning',
      account: 'acme',
      currency: 'UGX',
      walletType,
    },
    ...{
      reason: 'lasting',
      labels: {},
      annotations: {},
      held: false,
      phase: 'firing',
      value: '10',
      threshold: '100',
    },
    ...{ pendingAt: 0, firingAt: 0, resolvedAt: null, level: { of: 'available', bad: 'below' } },
    ...more,
  }) as Alert;

describe('the worst wallets come first', () => {
  const verdictOf = (available: Readonly<Record<string, string>>, alerts: readonly Alert[]) => {
    const house = createHouse(['acme']);
    house.observe(
      'acme',
      Object.entries(available).map(([name, amount]) => wallet('UGX', name, amount)),
    );
    const judged = alerts.map((alert) => ({ ...alert, value: available[alert.walletType] ?? null }));
    return reachVerdict([house.board.account('acme')!], judged).rows.map((row) => row.wallet.walletType);
  };

  test('F7 within a level by severity', () => {
    const alerts = [alertOn('A'), alertOn('B', { severity: 'critical' }), alertOn('C', { severity: 'info' })];
    expect(verdictOf({ A: '10', B: '90', C: '1' }, alerts)).toEqual(['B', 'A', 'C']);
  });

  test('F7 what nobody is to act upon, of the severity none, after all others', () => {
    const alerts = [alertOn('A', { severity: 'none' }), alertOn('B', { severity: 'info' })];
    expect(verdictOf({ A: '1', B: '90' }, alerts)).toEqual(['B', 'A']);
  });

  test('F7 by the severest of its alerts, whichever rule stands first', () => {
    const house = createHouse(['acme']);
    house.observe('acme', [wallet('UGX', 'A', '90'), wallet('UGX', 'B', '10')]);
    const alerts = [
      alertOn('A', { rule: 'Low', threshold: '5000', value: '90' }),
      alertOn('A', { rule: 'VeryLow', severity: 'critical', threshold: '100', value: '90' }),
      alertOn('B', { rule: 'Low', threshold: '5000', value: '10' }),
    ];
    const { rows } = reachVerdict([house.board.account('acme')!], alerts);
    expect(rows.map((row) => [row.wallet.walletType, row.alerts[0]?.rule, row.threshold])).toEqual([
      ['A', 'VeryLow', '100'],
      ['B', 'Low', '5000'],
    ]);
  });

  test('F7 then by how much of the threshold is left, exactly', () => {
    const of = (name: string, threshold: string) => alertOn(name, { threshold });
    const alerts = [of('A', '100'), of('B', '1000'), of('C', '100'), of('D', '30000000000000000000000')];
    // 50 %, 4 %, -1 %, 50 % less a cent of thirty digits
    const available = { A: '50', B: '40', C: '-1', D: '14999999999999999999999.99' };
    expect(verdictOf(available, alerts)).toEqual(['C', 'B', 'D', 'A']);
  });

  test('F7 of those without an alert the one that is nearest to its threshold', () => {
    const alerts = ['A', 'B', 'C'].map((name) => alertOn(name, { phase: 'inactive', firingAt: null }));
    expect(verdictOf({ A: '900', B: '101', C: '300', D: '5' }, alerts)).toEqual(['B', 'C', 'A', 'D']);
  });

  test('F7 of those that are unknown the one that was seen longest ago', () => {
    const house = createHouse(['acme']);
    house.observe('acme', [wallet('UGX', 'A', '1'), wallet('UGX', 'B', '1')]);
    house.clock.advance(MINUTE);
    house.observe('acme', [wallet('UGX', 'A', '1')]);
    house.clock.advance(MINUTE);
    house.observe('acme', [wallet('UGX', 'C', '1')]);
    const { rows } = reachVerdict([house.board.account('acme')!], []);
    expect(rows.map((row) => row.wallet.walletType)).toEqual(['B', 'A', 'C']);
  });
});

test('while an alert pends the headline says so, and the icon with it', () => {
  const house = createHouse(['acme']);
  house.observe('acme', [wallet('UGX', 'A', '10'), wallet('UGX', 'B', '900')]);
  const verdict = (alerts: readonly Alert[]) => reachVerdict([house.board.account('acme')!], alerts);
  const pending = alertOn('A', { phase: 'pending', firingAt: null });
  expect(verdict([pending])).toMatchObject({
    ...{ level: 'pending', headline: '1 of 2 wallets has an alert pending', also: [] },
  });
  expect(verdict([pending, alertOn('B', { value: '900', threshold: '1000' })])).toMatchObject({
    ...{ level: 'firing', headline: '1 of 2 wallets is below threshold' },
    also: ['1 of 2 wallets has an alert pending.'],
  });
});

test('what fires about a wallet that nothing has shown since a start is in the headline', () => {
  const house = createHouse(['acme']);
  house.observe('acme', [wallet('UGX', 'OTHER', '900')]);
  const verdict = reachVerdict([house.board.account('acme')!], [alertOn('A', { held: true })]);
  expect(verdict).toMatchObject({ level: 'firing', headline: 'Also firing: PayoutFloatLow' });
});

test('a wallet whose available amount can not be read is not fine', () => {
  const house = createHouse(['acme']);
  const unreadable = { ...wallet('UGX', 'A', '10'), available: null };
  house.observe('acme', [unreadable, wallet('UGX', 'B', '900')], { outcome: 'partial' });
  const verdict = (alerts: readonly Alert[]) => reachVerdict([house.board.account('acme')!], alerts);
  expect(verdict([])).toMatchObject({ level: 'unknown', headline: 'Blind on 1 of 2 wallets' });
  expect(verdict([]).rows[0]).toMatchObject({ level: 'unknown', words: 'Unknown: not readable' });
  const told = alertOn('A', { rule: 'WalletUnreadable', level: undefined, threshold: null, value: null });
  expect(verdict([told]).rows[0]).toMatchObject({ level: 'firing', words: 'WalletUnreadable' });
});

test('only what nobody can judge now is told as of when the wallet was last seen', () => {
  const house = createHouse(['acme']);
  const [unreadable, gone] = ['A', 'GONE'].map((name) => wallet('UGX', name, '10'));
  house.observe('acme', [unreadable!, gone!]);
  house.clock.advance(MINUTE);
  house.observe('acme', [{ ...unreadable!, available: null }], { outcome: 'partial' });
  const words = (alert: Alert) => {
    const { rows } = reachVerdict([house.board.account('acme')!], [alert]);
    return rows.find((row) => row.wallet.walletType === alert.walletType)?.words;
  };
  const missing = { rule: 'ExpectedWalletMissing', level: undefined, threshold: null, value: null };
  expect(words(alertOn('GONE', missing))).toBe('ExpectedWalletMissing');
  expect(words(alertOn('GONE', { held: true }))).toBe('Below threshold when last seen');
  expect(words(alertOn('A', { held: true }))).toBe('Below threshold when last seen');
});

describe('without any fresh balance', () => {
  test('F8 the headline says that all are unknown, and what fires comes after', async () => {
    const house = createHouse(['acme']);
    house.observe('acme', [wallet('UGX', 'A', '10'), wallet('UGX', 'B', '10')]);
    house.clock.advance(60 * MINUTE);
    const alerts = [alertOn('A', { rule: 'BalanceUnknown', value: null, threshold: null })];
    const verdict = reachVerdict([house.board.account('acme')!], alerts);
    expect(verdict.headline).toBe('Blind on all 2 wallets');
    expect(verdict.also).toEqual(['1 of 2 wallets has an alert firing.']);
    expect(verdict.level).toBe('firing'); // the worst of what is said
  });
});

test('E20 what is known is put together once for a revision of the board, however many ask', async () => {
  let views = 0;
  const names = Array.from({ length: 50 }, (_, i) => `account-${i}`);
  const house = createHouse(names);
  for (const name of names) house.observe(name, [wallet('UGX', 'A', '10')]);
  const counted: Board = Object.create(house.board, {
    account: {
      value: (name: string) => {
        views++;
        return house.board.account(name);
      },
    },
  });
  await using web = await startWeb({}, {}, { clock: house.clock, board: () => counted });
  const ask = async () =>
    (await (await request(`${web.url}/api/v1/balances`)).body.json()) as {
      balances: { available: string | null }[];
    };
  for (let i = 0; i < 10; i++) await ask();
  await Promise.all(Array.from({ length: 10 }, ask));
  expect(views).toBeLessThanOrEqual(names.length);

  house.observe('account-7', [wallet('UGX', 'A', '20')]);
  expect((await ask()).balances.map(({ available }) => available)).toContain('20');
  house.clock.advance(60 * MINUTE); // nothing is seen any more
  expect(new Set((await ask()).balances.map(({ available }) => available))).toEqual(new Set([null]));
});

test('E7 the list of accounts is written once until something changes', async () => {
  let times = 0;
  const accounts = () => {
    times++;
    return [{ account: 'acme', schedule: '* * * * *', timezone: 'UTC', staleAfter: 2 }];
  };
  await using web = await startWeb({}, {}, { accounts });
  const ask = async () => {
    const { body } = await request(`${web.url}/api/v1/accounts`);
    return ((await body.json()) as { accounts: { wallets: number; schedule: string | null }[] }).accounts;
  };
  const first = await ask();
  expect(first.map(({ schedule }) => schedule)).toEqual(['* * * * *', null]);
  const before = times;
  expect(await Promise.all([ask(), ask()])).toEqual([first, first]);
  expect(times).toBe(before);
  web.house.observe('zeta', [wallet('UGX', 'A', '20')]);
  expect((await ask()).map(({ wallets }) => wallets)).toEqual([0, 1]);
});

test('what changes while the status of many wallets is put together is told to who asks afterwards', async () => {
  const names = Array.from({ length: 2_000 }, (_, i) => `account-${i}`);
  const house = createHouse(names);
  for (const name of names) house.observe(name, [wallet('UGX', 'A', '10'), wallet('UGX', 'B', '10')]);
  const statusNow = createStatus({ clock: house.clock, board: () => house.board, alerts: () => [] } as never);
  const first = statusNow();
  await setImmediate();
  house.observe('account-0', [wallet('UGX', 'A', '20'), wallet('UGX', 'B', '10')]); // it was looked at first
  const [asked, askedToo] = await Promise.all([statusNow(), statusNow()]);
  const available = ({ verdict }: Status) =>
    verdict.rows.find(({ wallet: { account, walletType } }) => account === 'account-0' && walletType === 'A')
      ?.wallet.balance?.available;
  expect(available(await first)).toBe('10');
  expect(available(asked)).toBe('20');
  expect(askedToo).toBe(asked);
  expect(await statusNow()).toBe(asked);
});

test('E7 small charts are read of the wallets that are shown, however many there are', async () => {
  const asked: unknown[][] = [];
  const sparklines = async (...names: unknown[]) => {
    asked.push(names);
    return new Map();
  };
  await using web = await startWeb({}, {}, { sparklines });
  web.house.observe(
    'acme',
    Array.from({ length: 700 }, (_, i) => wallet('UGX', `W${String(i).padStart(3, '0')}`, '10')),
  );
  await (await request(web.url)).body.dump();
  expect(asked).toHaveLength(1);
  expect(asked[0]![0]).toHaveLength(50);
  expect((asked[0]![0] as object[])[0]).toMatchObject({
    account: 'acme',
    currency: 'UGX',
    walletType: 'W000',
  });
});

describe('alerts that fire', () => {
  const labels = { alertname: 'PayoutFloatLow', wallet_type: 'A' };
  const episode = {
    ...{ episode: '', labels, pendingAt: null, severity: 'warning' },
    ...{ account: 'acme', currency: 'UGX', value: '10', threshold: '100' },
  };
  const episodes = async () => [
    { ...episode, rule: 'PayoutFloatLow', walletType: 'A', firingAt: 2, resolvedAt: null },
    { ...episode, rule: 'PayoutFloatLow', walletType: 'A', firingAt: 0, resolvedAt: 1 },
  ];

  test('F6 stand under what is now, and not among the past ones as well', async () => {
    await using web = await startWeb({}, {}, { episodes });
    web.alerts.push(alertOn('A', { labels, fingerprint: fingerprintOf(labels) }));
    const page = await (await request(`${web.url}/alerts`)).body.text();
    expect(page).not.toContain('still firing');
    const answer = (await (await request(`${web.url}/api/v1/alerts`)).body.json()) as {
      alerts: object[];
      episodes: { resolved_at: string | null }[];
    };
    expect(answer.alerts).toHaveLength(1);
    expect(answer.episodes.map(({ resolved_at }) => resolved_at)).toEqual(['1970-01-01T00:00:00.001Z']);
  });

  test('F6 one that only the database knows of is told as still firing', async () => {
    await using web = await startWeb({}, {}, { episodes });
    expect(await (await request(`${web.url}/alerts`)).body.text()).toContain('still firing');
  });
});

describe('a reload that fails', () => {
  test('F11 answers with the reason, which is not logged a second time', async () => {
    const logged: unknown[] = [];
    const reason = 'floatwatch.yaml:9:15: accounts[0].schedule: is not a cron schedule';
    const lifecycle = {
      async reload() {
        throw new Error(reason);
      },
      quit() {},
    };
    await using web = await startWeb({ lifecycle }, { onError: (error) => logged.push(error) });
    const { statusCode, body } = await request(`${web.url}/-/reload`, { method: 'POST' });
    expect(statusCode).toBe(500);
    expect(await body.text()).toBe(
      `The configuration was not reloaded, the old one stays in force:\n${reason}\n`,
    );
    expect(logged).toEqual([]);
  });
});

test('what fails by our fault is reported, and told to the client as no more than that', async () => {
  const logged: unknown[] = [];
  const failure = new Error('the reason, with a secret in it');
  const fail = () => {
    throw failure;
  };
  await using web = await startWeb({}, { onError: (error) => logged.push(error) }, { accounts: fail });
  const { statusCode, body } = await request(`${web.url}/api/v1/accounts`);
  expect(statusCode).toBe(500);
  expect(await body.text()).toBe('Something went wrong here; the log has it.\n');
  expect(logged).toEqual([failure]);
  expect((await request(`${web.url}/%zz`)).statusCode).toBe(400);
  expect(logged).toHaveLength(1); // a mistake of the client's is not our fault
});

test('the description has what is served, and nothing else', async () => {
  const paths = async (pages: Parameters<typeof startWeb>[2]) => {
    await using web = await startWeb({}, {}, pages);
    const { body } = await request(`${web.url}/api/openapi.json`);
    return Object.keys(((await body.json()) as { paths: object }).paths);
  };
  const always = ['/api/v1/balances', '/api/v1/accounts', '/api/v1/alerts'];
  async function* none() {}
  expect(await paths({})).toEqual(always);
  expect(await paths({ statement: none })).toEqual([...always, '/api/v1/statement']);
  expect(await paths({ plan: async () => [] })).toEqual([...always, '/api/v1/plan']);
  expect(await paths({ history: async () => none() })).toEqual([...always, '/api/v1/balances/history']);
});

describe('what a row says of an alert', () => {
  const of = { field: 'available', threshold: amountOf('100'), clear: amountOf('100') } as const;
  const drop: WalletCondition = {
    ...{ kind: 'drops_by', field: 'available', by: amountOf('100'), percent: false, withinMs: 3_600_000 },
  };

  /** The status, and its one wallet, while the alert of such a rule on it fires. */
  async function whileFiring(condition: WalletCondition, available: string, more: Partial<Alert> = {}) {
    await using web = await startWeb();
    web.house.observe('acme', [wallet('UGX', 'A', available)]);
    web.house.observe('zeta', [wallet('UGX', 'B', '5')]);
    const level = kindOfWalletCondition(condition).level?.(condition);
    web.alerts.push(alertOn('A', { rule: 'Odd', value: available, level, ...more }));
    const { verdict, balances } = (await (await request(`${web.url}/api/v1/balances`)).body.json()) as {
      verdict: { headline: string };
      balances: { words: string; threshold: string | null }[];
    };
    return { headline: verdict.headline, ...balances[0]! };
  }

  test('a level of what is available is its threshold', async () => {
    expect(await whileFiring({ kind: 'below', ...of }, '90')).toMatchObject({
      ...{ headline: '1 of 2 wallets is below threshold', words: 'Below threshold', threshold: '100' },
    });
    expect(await whileFiring({ kind: 'above', ...of }, '190')).toMatchObject({
      ...{ headline: '1 of 2 wallets has an alert firing', words: 'Above threshold', threshold: '100' },
    });
  });

  test('what a balance has dropped by is no threshold of it', async () => {
    expect(await whileFiring(drop, '90')).toMatchObject({
      ...{ headline: '1 of 2 wallets has an alert firing', words: 'Odd', threshold: null },
    });
  });

  test('the threshold of another amount, or of the difference, is none of what is available', async () => {
    const reserve = { ...of, kind: 'above', field: 'reserve' } as const;
    const more = { value: '190' };
    expect(await whileFiring(reserve, '90', more)).toMatchObject({ words: 'Odd', threshold: null });
    const difference = { kind: 'difference_above', threshold: amountOf('100') } as const;
    expect(await whileFiring(difference, '90', more)).toMatchObject({ words: 'Odd', threshold: null });
  });

  test('an alert that is about to end is not told as one of the other side', async () => {
    expect(await whileFiring({ kind: 'below', ...of }, '150')).toMatchObject({
      words: 'No longer below threshold',
    });
    expect(await whileFiring({ kind: 'above', ...of }, '50')).toMatchObject({
      ...{ headline: '1 of 2 wallets has an alert firing', words: 'No longer above threshold' },
    });
  });

  test('a limit of floatwatch itself is no threshold of wallets', async () => {
    await using web = await startWeb({}, {}, {});
    web.house.observe('acme', [wallet('UGX', 'A', '5')]);
    web.house.observe('zeta', [wallet('UGX', 'A', '5')]);
    const spool = { rule: 'SpoolFilling', account: '', currency: '', value: null, threshold: '256 MiB' };
    web.alerts.push(alertOn('', { ...spool, phase: 'inactive', firingAt: null }));
    const { body } = await request(web.url);
    expect(await body.text()).toContain('All 2 wallets are seen and fresh');
  });
});

test('the Watchdog, which always fires, makes no page look as if something were amiss', async () => {
  await using web = await startWeb();
  web.house.observe('acme', [wallet('UGX', 'A', '5')]);
  web.house.observe('zeta', [wallet('UGX', 'A', '5')]);
  const watchdog = { rule: 'Watchdog', severity: 'none', account: '', currency: '', level: undefined };
  web.alerts.push(alertOn('', { ...watchdog, value: null, threshold: null }));
  for (const path of ['/', '/alerts']) {
    const text = await (await request(`${web.url}${path}`)).body.text();
    expect(text, path).toContain('<section class="verdict fine"');
    expect(text, path).toContain('/favicon-fine.svg');
  }
});

test('before the first poll the page says that there was none, and afterwards when the last one was', async () => {
  await using web = await startWeb();
  const page = async () => (await request(web.url, { headers: { accept: 'text/html' } })).body.text();
  expect(await page()).toContain('No poll has finished yet');
  web.house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '5')]);
  const told = await page();
  expect(told).not.toContain('No poll has finished yet');
  expect(told).toContain('Last poll ');
});
