// What wallets held at an instant: the question, the answer in words, the page and its twin.
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import type { PastAccount } from '../../src/web/sources.ts';
import { readAtQuestion, walletsAt } from '../../src/web/views/at.ts';
import { NOON } from '../metrics/house.ts';
import { PAYOUT, startFull } from './desk.ts';

const KAMPALA = { account: 'acme', schedule: '* * * * *', timezone: 'Africa/Kampala', staleAfter: 2 };
const BERLIN = { account: 'zeta', schedule: '* * * * *', timezone: 'Europe/Berlin', staleAfter: 2 };
const asked = (query: Record<string, string>, accounts = [KAMPALA]) => {
  const question = readAtQuestion(query, accounts, NOON);
  return typeof question === 'string' ? question : new Date(question.at).toISOString();
};

describe('a time', () => {
  test.each([
    ['2026-11-17T14:05', {}, '2026-11-17T11:05:00.000Z'], // in the account's zone
    ['2026-11-17 14:05:30', {}, '2026-11-17T11:05:30.000Z'],
    ['2026-11-17T14:05', { zone: 'UTC' }, '2026-11-17T14:05:00.000Z'],
    ['2026-11-17T14:05Z', {}, '2026-11-17T14:05:00.000Z'],
    ['2026-11-17T14:05-05:00', {}, '2026-11-17T19:05:00.000Z'],
    ['2026-11-17', {}, '2026-11-16T21:00:00.000Z'],
  ])('%s %o', (time, more, instant) => {
    expect(asked({ time, ...more })).toBe(instant);
  });

  test('is UTC where accounts have different clocks, unless one account is asked for', () => {
    expect(asked({ time: '2026-10-25T02:30' }, [KAMPALA, BERLIN])).toBe('2026-10-25T02:30:00.000Z');
    expect(asked({ time: '2026-10-25T02:30', account: 'zeta' }, [KAMPALA, BERLIN])).toBe(
      '2026-10-25T00:30:00.000Z', // comes twice: the first
    );
  });

  test('is now when none is given', () => expect(asked({})).toBe(new Date(NOON).toISOString()));

  test.each([
    [{ time: 'yesterday' }, /^time is an instant, such as/],
    [{ time: '2026-02-30T10:00' }, /^time is an instant/],
    [{ time: '2027-01-01T00:00' }, /still to come/],
    [{ zone: 'Kampala/Africa' }, /^zone is a time zone by its IANA name/],
  ])('%o is refused with a sentence', (query, sentence) => {
    expect(asked(query)).toMatch(sentence);
  });
});

describe('why a wallet was not known', () => {
  const zero = amountOf('0');
  const balance = { available: amountOf('5'), actual: zero, uncleared: zero, reserve: zero };
  const seen = { balance, observedAt: NOON - 60_000, slot: NOON - 60_000, staleAt: NOON + 1 };
  const stateOf = (more: object, account: object = {}) =>
    walletsAt(
      {
        wallets: [{ ...PAYOUT, seen: { ...seen, ...more } }],
        accounts: [{ account: 'acme', good: null, last: null, ...account }],
      },
      NOON,
    ).next().value;
  const good = (unreadable: object[] = []) => ({ good: { slot: NOON, unreadable: unreadable as never } });

  test('fresh until the instant at which it turned stale, and not at it', () => {
    expect(stateOf({})).toMatchObject({ state: 'fresh', why: null, ageMs: 60_000 });
    expect(stateOf({ staleAt: NOON })).toMatchObject({ state: 'stale' });
    expect(stateOf({ staleAt: null })).toMatchObject({ state: 'stale' });
  });

  test('missing when a later good answer did not name it; not when that could not be read', () => {
    expect(stateOf({}, good())).toMatchObject({ state: 'missing', why: /didn’t name it/ });
    expect(stateOf({}, good([{ ...PAYOUT, reason: 'malformed' }]))).toMatchObject({ state: 'fresh' });
    expect(stateOf({}, good([{ currency: '', walletType: '', reason: 'malformed' }]))).toMatchObject({
      state: 'fresh',
    });
  });

  test('its available amount could not be read, however fresh the answer is', () => {
    expect(stateOf({ balance: { ...balance, available: null } })).toMatchObject({
      state: 'fresh',
      why: 'What was available in it could not be read.',
    });
  });

  test('stale tells what the last poll said', () => {
    const last = { last: { slot: NOON, outcome: 'deadline', detail: null } };
    expect(stateOf({ staleAt: 0 }, last)).toMatchObject({
      why: 'The last poll before then failed: The service did not answer in time.',
    });
    expect(stateOf({ staleAt: 0 })).toMatchObject({ why: 'No poll had ended since it was seen.' });
  });
});

test('the page and its twin tell the same, and unknown is never an amount', async () => {
  await using web = await startFull();
  const path = '?time=2026-11-21T12:00Z&zone=Africa/Kampala';
  const page = await (await request(`${web.url}/at${path}`)).body.text();
  expect(page).toContain('2 of 3 wallets were not known');
  expect(page).toContain('Sat, 21 Nov 2026, 15:00 UTC+03:00');
  expect(page).toContain('was 90,000.10');
  expect(page).toContain('seen 1 min before');
  expect(page).not.toContain('<meta http-equiv="refresh"');
  const { body } = await request(`${web.url}/api/v1/at${path}`);
  expect(await body.json()).toMatchObject({
    time: '2026-11-21T12:00:00.000Z',
    zone: 'Africa/Kampala',
    balances: [
      { available: '4120500.50', state: 'fresh', age_seconds: 60, why: null },
      { available: null, last_seen: { available: '90000.10' }, state: 'stale' },
      { account: 'zeta', available: null, last_seen: null, state: 'never_seen', observed_at: null },
    ],
  });
});

test('an available amount that could not be read is not known, whatever else the answer said', async () => {
  const available = null;
  const balance = { available, actual: amountOf('7'), uncleared: amountOf('0'), reserve: amountOf('0') };
  const seen = { balance, observedAt: NOON - 60_000, slot: NOON - 60_000, staleAt: NOON + 60_000 };
  const at = async () => ({ wallets: [{ ...PAYOUT, seen }], accounts: [] });
  await using web = await startFull({ at });
  const page = await (await request(`${web.url}/at`)).body.text();
  expect(page).toContain('1 of 1 wallet was not known');
  expect(page).toContain('<tr role="row" class="unknown">');
  expect(page).toContain('<span class="gone">unknown</span></td>');
  const { body } = await request(`${web.url}/api/v1/at`);
  expect(await body.json()).toMatchObject({
    balances: [{ available: null, actual: '7', why: 'What was available in it could not be read.' }],
  });
});

test('of what was imported, or whose polls are kept no more, is said that nobody knows how long it held', async () => {
  const balance = { available: amountOf('7'), actual: null, uncleared: null, reserve: null };
  const seen = { balance, observedAt: NOON - 60_000, slot: NOON - 60_000, staleAt: null };
  const last = { slot: seen.slot, outcome: 'ok', detail: null } as const;
  const imported = { account: 'acme', good: { slot: seen.slot, unreadable: [] }, last };
  const why = 'For how long it held is not known: it was imported, or its polls are kept no more.';
  for (const accounts of [[imported], []] satisfies PastAccount[][]) {
    await using web = await startFull({ at: async () => ({ wallets: [{ ...PAYOUT, seen }], accounts }) });
    const { body } = await request(`${web.url}/api/v1/at`);
    expect(await body.json()).toMatchObject({
      balances: [{ state: 'stale', available: null, last_seen: { available: '7' }, why }],
    });
  }
});

test('a question that is not understood gets its form back, and the API a sentence', async () => {
  await using web = await startFull();
  const page = await request(`${web.url}/at?time=soon`);
  expect(page.statusCode).toBe(400);
  expect(await page.body.text()).toMatch(/role="alert">time is an instant.*<\/main>/s);
  const api = await request(`${web.url}/api/v1/at?time=soon`);
  expect(api.statusCode).toBe(400);
  expect(await api.body.json()).toMatchObject({ error: /^time is an instant/ });
});

test('what is read in parts is waited for while parts come', { tags: 'timed' }, async () => {
  await using web = await startFull({
    async at({ onPart }) {
      for (let part = 0; part < 3; part++) {
        await setTimeout(400);
        onPart!();
      }
      return { wallets: [{ ...PAYOUT, seen: null }], accounts: [] };
    },
  });
  const answers = await Promise.all(['at', 'api/v1/at'].map((path) => request(`${web.url}/${path}`)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await answers[0]!.body.text()).toContain(PAYOUT.account);
  expect(await answers[1]!.body.json()).toMatchObject({ balances: [{ account: PAYOUT.account }] });
});

test.each(['at', 'api/v1/at'])(
  'nothing more is read for /%s once its reader has gone',
  { timeout: 20_000 },
  async (path) => {
    const begun = Promise.withResolvers<void>();
    const cancelled = Promise.withResolvers<void>();
    await using web = await startFull({
      async at({ onPart, signal }) {
        begun.resolve();
        for (; !signal!.aborted; onPart!()) await setTimeout(50); // parts come all the time: it isn't given up for that
        cancelled.resolve();
        throw signal!.reason;
      },
    });
    const leaving = new AbortController();
    const left = request(`${web.url}/${path}`, { signal: leaving.signal });
    await begun.promise;
    leaving.abort();
    await expect(left).rejects.toThrow();
    await cancelled.promise;
  },
);

test('without the database the page says so, and the API answers 503', async () => {
  await using web = await startFull({ at: () => Promise.reject(new Error('away')) });
  expect(await (await request(`${web.url}/at`)).body.text()).toContain('the database is away');
  expect((await request(`${web.url}/api/v1/at`)).statusCode).toBe(503);
});
