// Which alerts are ended or taken over because their process is gone, or nobody asks for them.
import { expect, test } from 'vitest';
import { createEndAbandoned, type EndAbandonedOptions } from '../../src/app/alerts/abandoned.ts';
import type { WalletId } from '../../src/domain/wallet.ts';
import type { SavedAlert } from '../../src/monitor/alerts/ports.ts';
import { linesOf } from './lines-of.ts';

/** A process that asks for alerts as they stand; `done` is what it told Postgres and ended. It knows the wallet PAYOUT. */
function abandoning({
  away = false,
  unasked = [{ account: 'gone' }, { account: 'zeta' }] as readonly object[],
  forgotten = '',
} = {}) {
  const done: unknown[] = [];
  const recalled = Promise.withResolvers<void>();
  const fail = async () => {
    if (away) throw new Error('connection refused');
  };
  const found = unasked.map((alert) => ({ walletType: '', currency: '', fingerprint: 'a', ...alert }));
  let look = async () => {};
  const lines = linesOf((log) => {
    look = createEndAbandoned({
      log,
      configured: () => ({ accounts: new Map([['acme', {}]]), elsewhere: new Set(['zeta']) }),
      alerts: () => [
        { phase: 'firing', account: 'acme', currency: 'UGX', walletType: 'OURS' },
        { phase: 'pending', account: 'acme' },
        { phase: 'inactive', account: 'acme' },
        { phase: 'firing', account: '' },
      ],
      board: {
        has: (account: string, { walletType }: WalletId) => `${account} ${walletType}` === 'acme PAYOUT',
      },
      forgotten: {
        without: (states: readonly SavedAlert[]) =>
          states.filter(({ walletType }) => walletType !== forgotten),
      },
      alerting: {
        resume: (states: readonly object[]) => done.push(['resume', ...states.map(nameOf)]),
        takeOver: (states: readonly object[]) => {
          if (states.length > 0) done.push(['take over', ...states.map(nameOf)]);
        },
        forget: (account: string, wallet: WalletId, why: string) =>
          done.push(['forget', nameOf({ account, ...wallet }), why]),
      },
      storage: {
        postgres: {
          alertLog: {
            keep: async (alerts: readonly { phase: string }[]) => {
              done.push(['keep', alerts.map(({ phase }) => phase)]);
              await fail();
            },
            abandoned: async (accounts: readonly string[]) => {
              done.push(['abandoned', accounts]);
              return found;
            },
          },
        },
      },
      recalled: recalled.promise,
    } as unknown as EndAbandonedOptions);
  }, 'debug');
  const start = async () => {
    recalled.resolve();
    for (let i = 0; i < 10; i++) await Promise.resolve();
    return done.splice(0);
  };
  return { done, found, lines, start, look: () => look() };
}

function nameOf({ account, walletType }: { account?: string; walletType?: string }): string {
  return `${account} ${walletType}`.trim();
}

const KEPT = ['keep', ['firing', 'pending']];

test('which alerts of accounts last is noted once it is known what there was, and at each look', async () => {
  const { done, start, look } = abandoning();
  await look();
  expect(done).toEqual([]);
  expect(await start()).toEqual([KEPT]);
  await look();
  expect(done).toEqual([KEPT, ['abandoned', ['acme']], ['resume', 'gone']]);
});

test('where nobody’s alerts are found nothing is ended', async () => {
  const { done, start, look } = abandoning({ unasked: [{ account: 'zeta' }] });
  await start();
  await look();
  expect(done).toEqual([KEPT, ['abandoned', ['acme']]]);
});

const LEFT = { account: 'acme', currency: 'UGX', elsewhere: true };
test.each<readonly [string, Parameters<typeof abandoning>[0], readonly unknown[]]>([
  ['of an account', { unasked: [LEFT] }, [['take over', 'acme']]],
  ['of a wallet', { unasked: [{ ...LEFT, walletType: 'PAYOUT' }] }, [['take over', 'acme PAYOUT']]],
  [
    'of one that only an alert here knows',
    { unasked: [{ ...LEFT, walletType: 'OURS' }] },
    [['take over', 'acme OURS']],
  ],
  ['of one that nobody here expects or has seen', { unasked: [{ ...LEFT, walletType: 'TYPO' }] }, []],
  [
    '… for a day',
    { unasked: [{ account: 'acme', currency: 'UGX', walletType: 'TYPO' }] },
    [
      ['resume', 'acme TYPO'],
      ['forget', 'acme TYPO', 'removed'],
    ],
  ],
  [
    'of one that was forgotten since',
    { unasked: [{ ...LEFT, walletType: 'CLOSED' }], forgotten: 'CLOSED' },
    [
      ['resume', 'acme CLOSED'],
      ['forget', 'acme CLOSED', 'forgotten'],
    ],
  ],
  [
    '… and is there again',
    { unasked: [{ ...LEFT, walletType: 'PAYOUT' }], forgotten: 'PAYOUT' },
    [['take over', 'acme PAYOUT']],
  ],
])('what is left of a process that is gone: an alert %s', async (_of, options, expected) => {
  const { done, start, look } = abandoning(options);
  await start();
  await look();
  done.length = 0;
  await look();
  expect(done.slice(2)).toEqual(expected);
});

test('… if it was left at the look before, too: after an outage others have yet to say what they ask for', async () => {
  const { done, found, start, look } = abandoning({ unasked: [{ ...LEFT, fingerprint: 'theirs' }] });
  await start();
  const taken = async () => {
    await look();
    return done.splice(0).slice(2);
  };
  expect(await taken()).toEqual([]);
  Object.assign(found[0]!, { fingerprint: 'gone' });
  expect(await taken()).toEqual([]);
  expect(await taken()).toEqual([['take over', 'acme']]);
});

test('while Postgres is away nothing is ended, and who looks for a fault is told', async () => {
  const { done, lines, start, look } = abandoning({ away: true });
  const line = {
    ...{ level: 'debug', reason: 'connection refused' },
    msg: 'alerts that nobody asks for could not be read',
  };
  await start();
  expect(lines).toEqual([line]);
  await look();
  expect(done).toEqual([KEPT]);
  expect(lines).toEqual([line, line]);
});
