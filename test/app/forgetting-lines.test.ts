// What is done and said when wallets are forgotten, and how often it is looked for.
import { expect, test } from 'vitest';
import { createForgetAfter, type ForgetAfterOptions } from '../../src/app/forget-after.ts';
import { createForgetting, type ForgettingOptions, startForgetting } from '../../src/app/forgetting.ts';
import type { Logger } from '../../src/app/log/logger.ts';
import { linesOf } from './lines-of.ts';

const NOW = Date.parse('2026-03-02T04:00:00Z');
const CLOSED = { account: 'acme', currency: 'UGX', walletType: 'CLOSED', forgottenAt: NOW };
const ready = Promise.resolve();

async function linesAfter(run: (log: Logger) => () => Promise<void>) {
  let look = async () => {};
  let log: Logger | undefined;
  const lines = linesOf((made) => {
    log = made;
  }, 'debug');
  look = run(log!);
  await Promise.resolve();
  await look();
  return lines;
}

/** A look for wallets that somebody wants forgotten; `done` is what was done to which part. */
function forgetting(wallets: readonly object[] | Error, known: readonly object[] = []) {
  const done: unknown[] = [];
  const options = {
    clock: { now: () => NOW },
    async readForgotten() {
      if (wallets instanceof Error) throw wallets;
      return wallets;
    },
    board: {
      account: (name: string) => (name === 'acme' ? { wallets: known } : undefined),
      forget: (account: string, wallet: object) => done.push(['board', account, wallet]),
    },
    alerting: { forget: (account: string, wallet: object) => done.push(['alerts', account, wallet]) },
    forgotten: { add: (wallet: object) => done.push(['memory', wallet]) },
    recalled: ready,
  };
  const lines = linesAfter((log) => createForgetting({ ...options, log } as unknown as ForgettingOptions));
  return { done, lines };
}

test('a wallet that somebody wants forgotten leaves the board and the alerts, is remembered as forgotten, and it is said', async () => {
  const { done, lines } = forgetting([CLOSED]);
  expect(await lines).toEqual([
    {
      level: 'info',
      account: 'acme',
      wallet: 'UGX/CLOSED',
      msg: 'a wallet is forgotten, as somebody wanted',
    },
  ]);
  const wallet = { currency: 'UGX', walletType: 'CLOSED' };
  expect(done).toEqual([
    ['memory', CLOSED],
    ['board', 'acme', wallet],
    ['alerts', 'acme', wallet],
  ]);
});

const named = (observedAt: number | null, walletType = 'CLOSED') => ({
  currency: 'UGX',
  walletType,
  observedAt,
});

test.each([
  ['was never named', null, true],
  ['was named just then', NOW, true],
  ['was named since', NOW + 1, false],
])('one that %s is forgotten: %s', async (_, observedAt, isForgotten) => {
  const { done, lines } = forgetting([CLOSED], [named(observedAt)]);
  await lines;
  expect(done).toHaveLength(isForgotten ? 3 : 0);
});

test('that another wallet was named since keeps none, and one that is kept doesn’t keep those after it', async () => {
  const [kept, gone] = [{ ...CLOSED, walletType: 'KEPT' }, CLOSED];
  const { done, lines } = forgetting([kept, gone], [named(NOW + 1, 'KEPT'), named(NOW - 1)]);
  await lines;
  expect(done[0]).toEqual(['memory', gone]);
  expect(done).toHaveLength(3);
});

test('while it can’t be read what is to be forgotten, nothing is, and who looks for a fault is told', async () => {
  const { done, lines } = forgetting(new Error('connection refused'));
  expect(await lines).toEqual([
    {
      ...{ level: 'debug', reason: 'connection refused' },
      msg: 'which wallets are to be forgotten could not be read',
    },
  ]);
  expect(done).toEqual([]);
});

const HOUR = 3_600_000;

/** A look for wallets that weren't named for long, of accounts that forget after so many hours; `asked` is what was asked for. */
function forgettingAfter(hours: Readonly<Record<string, number | null>>, missing: readonly object[] | Error) {
  const asked: unknown[] = [];
  const options = {
    configured: () => ({
      accounts: new Map(
        Object.entries(hours).map(([name, forget]) => [
          name,
          { name, expect: [], config: { forget_after: forget && forget * HOUR } },
        ]),
      ),
    }),
    alerts: () => [{ account: 'acme', currency: 'UGX', walletType: '', rule: 'Low', phase: 'firing' }],
    wallets: {
      async read(accounts: readonly string[]) {
        asked.push(['missing', ...accounts]);
        if (missing instanceof Error) throw missing;
        return missing;
      },
      async unnamedFor(of: { account: string; forMs: number; missing: readonly object[] }) {
        asked.push(['unnamed', of]);
        return of.missing.slice(0, 1);
      },
      forget: async (...of: unknown[]) => void asked.push(['forget', ...of]),
    },
    recalled: ready,
  };
  const lines = linesAfter((log) => createForgetAfter({ ...options, log } as unknown as ForgetAfterOptions));
  return { asked, lines };
}

const [one, two, others] = [
  { account: 'acme', currency: 'UGX', walletType: 'CLOSED' },
  { account: 'acme', currency: 'UGX', walletType: 'CLOSING' },
  { account: 'zeta', currency: 'UGX', walletType: 'CLOSED' },
];

test('of wallets that are missing those are forgotten that were not named for so long, by the name of the setting, and it is said', async () => {
  const { asked, lines } = forgettingAfter({ acme: 2, zeta: null }, [one, two]);
  expect(await lines).toEqual([
    {
      ...{ level: 'info', account: 'acme', wallet: 'UGX/CLOSED', reason: 'not named for 2h' },
      msg: 'a wallet is forgotten by forget_after',
    },
  ]);
  expect(asked).toEqual([
    ['missing', 'acme'],
    ['unnamed', { account: 'acme', forMs: 2 * HOUR, missing: [one, two] }],
    ['forget', one, 'forget_after', 'not named for 2h'],
  ]);
});

test('accounts of which no wallet is missing are not asked about, nor is any where none forgets', async () => {
  const some = forgettingAfter({ acme: 2, zeta: 3 }, [others]);
  await some.lines;
  expect(some.asked.slice(1)).toEqual([
    ['unnamed', { account: 'zeta', forMs: 3 * HOUR, missing: [others] }],
    ['forget', others, 'forget_after', 'not named for 3h'],
  ]);
  const none = forgettingAfter({ acme: null }, [one]);
  await none.lines;
  expect(none.asked).toEqual([]);
});

test('while it can’t be read which wallets are missing, none is forgotten, and who looks for a fault is told', async () => {
  const { asked, lines } = forgettingAfter({ acme: 2 }, new Error('connection refused'));
  expect(await lines).toEqual([
    {
      ...{ level: 'debug', reason: 'connection refused' },
      msg: 'which wallets are not named any more could not be read',
    },
  ]);
  expect(asked).toEqual([['missing', 'acme']]);
});

test('it is looked every five seconds, and every ten minutes for those not named, until it is ended', async () => {
  const timers = new Map<number, () => void>();
  const looks: string[] = [];
  const end = startForgetting({
    after(ms: number, run: () => void) {
      timers.set(ms, run);
      return () => timers.delete(ms);
    },
    configured: () => ({ accounts: new Map([['acme', { name: 'acme', config: { forget_after: HOUR } }]]) }),
    alerts: () => [],
    recalled: ready,
    log: { debug() {} },
    storage: {
      postgres: {
        readForgotten: async () => {
          looks.push('forgotten');
          return [];
        },
        missingWallets: {
          async read() {
            looks.push('missing');
            throw new Error('away');
          },
        },
      },
    },
  } as unknown as Parameters<typeof startForgetting>[0]);
  await Promise.resolve();
  expect([...timers.keys()].toSorted((a, b) => a - b)).toEqual([5_000, 600_000]);
  timers.get(5_000)!();
  timers.get(600_000)!();
  expect(looks).toEqual(['forgotten', 'missing']);
  end();
  expect(timers.size).toBe(0);
});
