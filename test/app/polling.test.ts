// The polls of a configuration: how they are begun, take the place of others, and end. What a poll asks is in test/upstream.
import { describe, expect, test } from 'vitest';
import { readConfigured } from '../../src/app/configured.ts';
import { type PollingOptions, pollingFactory } from '../../src/app/polling.ts';
import { parseConfig } from '../../src/config/load.ts';
import { handClock } from '../support/clock.ts';
import { fakeLedger } from '../support/fakes.ts';
import { serviceOf, serviceWallet } from './service.ts';

const START = Date.parse('2026-03-02T12:01:00Z');
const account = { name: 'acme', base_url: 'https://pay.example.com', public_key: 'p', secret_key: 's' };
const { config } = parseConfig(JSON.stringify({ accounts: [{ ...account, schedule: '*/5 * * * *' }] }), {
  ...{ env: {}, file: 'a' },
});

/** Pollings of one account, of whose payment options the schedulers are made up; `done` is what was done, in order. */
function polling({ dropped = 0, ignored = 0 } = {}) {
  const clock = handClock(START);
  const done: unknown[] = [];
  const note =
    (name: string) =>
    (...of: readonly unknown[]) =>
      void done.push([name, ...of.filter((each) => typeof each !== 'object')]);
  const answers = {
    tick: (): Promise<unknown> | undefined => undefined,
    stop: async () => {},
    idleUntil: START + 1_000,
    send: serviceOf(() => [serviceWallet('MERCHANT_PAYOUT', '1')])({} as never).send,
  };
  let made = 0;
  const options = {
    world: {
      ...{ clock, random: () => 0 },
      network: {
        connect: () => ({
          ...{ phase: 'waiting', address: null },
          send: (...of: Parameters<typeof answers.send>) => answers.send(...of),
          destroy: () => void done.push(['cut']),
        }),
      },
    },
    log: { error: ({ reason }: { readonly reason: string }, said: string) => void done.push([said, reason]) },
    logEvents: {
      ...{ observed: note('log observed'), kept: note('log kept'), missed() {}, ledgerFailed() {} },
      ...{ walletsDropped: note('dropped'), walletsIgnored: note('ignored'), deviated: note('log deviated') },
    },
    scrub: (text: string) => text,
    storage: { ledger: fakeLedger().replica('a'), results: fakeLedger().replica('a') },
    board: { observe: note('board'), mayHaveWallets: () => false, droppedWallets: () => dropped },
    paymentOptions: {
      schedule(sources: readonly unknown[]) {
        const name = `options ${++made}`;
        done.push([name, sources.length]);
        return {
          tick: () => answers.tick(),
          idleUntil: () => answers.idleUntil,
          handOver: () => name,
          takeOver: (from: string) => void done.push([name, 'after', from]),
          async stop(graceMs: number) {
            done.push([name, 'stop', graceMs]);
            await answers.stop();
          },
        };
      },
    },
    metrics: {
      events: { observed: note('metrics observed'), kept() {}, missed() {}, ledgerFailed() {} },
      instruments: { deviated: note('deviated') },
    },
    alerting: { observe: note('alerts'), ignoredWallets: () => ignored },
  };
  const make = pollingFactory(options as unknown as PollingOptions);
  return {
    ...{ clock, answers, make: () => make(readConfigured(config)) },
    /** What was done since the last call. */
    async next() {
      await new Promise((resolve) => setImmediate(resolve));
      return done.splice(0);
    },
  };
}

/** A polling that has polled the last slot. */
async function idle() {
  const it = polling();
  const polls = it.make();
  for (let minute = 0; minute < 2; minute++) {
    void polls.tick();
    await it.next();
    it.clock.advance(60_000);
  }
  return { ...it, polls, now: it.clock.now() };
}

describe('a tick', () => {
  test('begins nothing where nothing is due, and is needed again when either half has something to do', async () => {
    const { polls, answers } = await idle();
    expect(polls.tick()).toBeUndefined();
    expect(polls.idleUntil()).toBe(START + 1_000);
    answers.idleUntil = START + 3_600_000;
    expect(polls.idleUntil()).toBe(START + 4 * 60_000);
  });

  test('ends when what it has begun has', async () => {
    const { polls, answers, next } = await idle();
    const begun = Promise.withResolvers<void>();
    answers.tick = () => begun.promise;
    let ended = false;
    const tick = polls.tick()!.then(() => {
      ended = true;
    });
    await next();
    expect(ended).toBe(false);
    begun.resolve();
    await tick;
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('odd');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('odd');
      },
    ],
  ])('of which one half %s is told, and the other half goes on', async (how, fail) => {
    const { polls, answers, next, now } = await idle();
    answers.tick = fail;
    const tick = polls.tick();
    expect(tick === undefined).toBe(how === 'throws');
    await tick;
    expect(await next()).toEqual([['a tick failed', 'odd']]);
    expect(polls.lastTick()).toBe(1_000_000 + now - START);
  });
});

describe('a poll', () => {
  test('is told to metrics and log, and seen by the board before the alerts', async () => {
    const it = polling();
    await it.make().pollNow(['acme']);
    const names = (await it.next()).map((each) => (each as readonly string[])[0]);
    expect(names).toEqual(['options 1', 'metrics observed', 'log observed', 'board', 'alerts', 'log kept']);
  });

  test.each([
    [0, 0, []],
    [1, 0, [['dropped', 'acme']]],
    [0, 1, [['ignored', 'acme', 1]]],
    [
      2,
      3,
      [
        ['dropped', 'acme'],
        ['ignored', 'acme', 3],
      ],
    ],
  ])(
    'with %i wallets that were dropped and %i that have no alerts tells of both',
    async (dropped, ignored, told) => {
      const it = polling({ dropped, ignored });
      await it.make().pollNow(['acme']);
      expect((await it.next()).filter((each) => /dropped|ignored/.test((each as string[])[0]!))).toEqual(
        told,
      );
    },
  );

  test('of which the answer is not as documented is counted, and told', async () => {
    const it = polling();
    it.answers.send = serviceOf(() => [serviceWallet('PAYOUT', '1')])({} as never).send;
    await it.make().pollNow(['acme']);
    expect((await it.next()).slice(1, 3)).toEqual([
      ['deviated', 'acme', 'unknown_wallet_type'],
      ['log deviated', 'acme', 'unknown_wallet_type', 'PAYOUT'],
    ]);
  });
});

describe('an end', () => {
  test('gives running polls two seconds, and cuts connections then, once', async () => {
    const it = polling();
    const ended = Promise.withResolvers<void>();
    it.answers.stop = () => ended.promise;
    const polls = it.make();
    await polls.pollNow(['acme']);
    await it.next();
    const stopped = polls.stop();
    expect(await it.next()).toEqual([['options 1', 'stop', 2_000]]);
    ended.resolve();
    await stopped;
    expect(await it.next()).toEqual([['cut']]);
    await polls.stop();
    expect(await it.next()).toEqual([['options 1', 'stop', 2_000]]);
  });

  test('by itself gives them longer than any deadline', async () => {
    const it = polling();
    await it.make().retire();
    expect((await it.next()).slice(1)).toEqual([['options 1', 'stop', 3_600_000]]);
  });
});

describe('a polling that takes the place of another', () => {
  test('goes on with its schedules, and retires it', async () => {
    const it = polling();
    const [first, second] = [it.make(), it.make()];
    await it.next();
    second.succeed(first);
    expect(await it.next()).toEqual([
      ['options 2', 'after', 'options 1'],
      ['options 1', 'stop', 3_600_000],
    ]);
    expect(second.handOver().options).toBe('options 2');
    expect(first.tick()).toBeUndefined();
  });

  test('polls no slot that the other has polled', async () => {
    const { polls, make, next } = await idle();
    const second = make();
    second.succeed(polls);
    await next();
    expect(second.tick()).toBeUndefined();
    expect(make().tick()).toBeDefined(); // one that takes nobody's place begins with the last slot
  });

  test.each([
    ['stop', 2_000],
    ['retire', 3_600_000],
  ] as const)(
    'at its %s ends the other too while that is not over, and leaves it alone then',
    async (end, ms) => {
      const it = polling();
      const [first, second] = [it.make(), it.make()];
      const over = Promise.withResolvers<void>();
      it.answers.stop = () => over.promise;
      second.succeed(first);
      await it.next();
      const ended = second[end]();
      expect((await it.next()).toSorted()).toEqual([
        ['options 1', 'stop', ms],
        ['options 2', 'stop', ms],
      ]);
      over.resolve();
      await ended;
      await it.next();
      await second[end]();
      expect(await it.next()).toEqual([['options 2', 'stop', ms]]);
    },
  );
});
