// What is read while a wallet is forgotten does not bring it back.
import { expect, test } from 'vitest';
import type { Configured } from '../../src/app/configured.ts';
import { createForgetting, type ForgettingOptions } from '../../src/app/forgetting.ts';
import { createForgotten } from '../../src/app/forgotten.ts';
import { type RecallOptions, recallDecided } from '../../src/app/recall.ts';
import type { Observation } from '../../src/domain/observation.ts';
import type { WalletId } from '../../src/domain/wallet.ts';
import type { SavedAlert } from '../../src/monitor/alerts/ports.ts';
import { createBoard } from '../../src/monitor/board/board.ts';
import { createWorld } from '../store/writer/simulated.ts';
import { account, MINUTE, payout, polled, START, watching } from '../support/watching.ts';

const GUEST: WalletId = payout('1', 'GUEST');

/** A replica that knows of a guest which the service does not name any more, as it awakes in minute 15. */
async function awaking({ expect: expected = [] }: { readonly expect?: readonly WalletId[] } = {}) {
  const accounts = [account('acme-ug', { expect: expected })];
  const [ours, other] = [watching({ accounts, builtin: true }), watching({ accounts, builtin: true })];
  const board = createBoard(accounts, ours.clock);
  const seen = [polled(0, [payout('9000000'), payout('1', 'GUEST')]), polled(1, [payout('9000000')])];
  for (const poll of seen) {
    board.observe(poll);
    ours.see(poll === seen[0] ? 0 : 1, poll.wallets);
    other.see(poll === seen[0] ? 0 : 1, poll.wallets);
  }
  for (let minute = 2; minute < 15; minute++) other.see(minute, [payout('9000000')]); // while ours stands still
  other.wait(14);
  const decided = other.watch.unsaved().map((alert): SavedAlert => ({ ...alert, elsewhere: true }));
  ours.clock.advance(14 * MINUTE);
  const { world, ...asked } = asking();
  const configured = {
    config: { alerts: { rules: [] } },
    accounts: new Map(accounts.map((each) => [each.name, each])),
  };
  const options = {
    ...{ clock: ours.clock, after: world.after, board, evaluator: ours.watch },
    log: { warn() {}, debug() {}, info() {} },
    configured: () => configured,
    forgotten: createForgotten(() => configured as unknown as Configured, ours.clock),
    alerting: { resume: ours.watch.resume, forget: ours.watch.forget, tellAll() {} },
    storage: {
      migrated: Promise.resolve(),
      readPast: async () => [],
      ledger: { latest: () => asked.latest.promise },
      alertMemory: { recall: () => asked.states.promise },
    },
  } as unknown as RecallOptions;
  const row = { account: 'acme-ug', ...GUEST, forgottenAt: START + 14.9 * MINUTE };
  const forgetting = { ...options, readForgotten: async () => [row], recalled: Promise.resolve() };
  const look = createForgetting(forgetting as unknown as ForgettingOptions);
  await Promise.resolve(); // what was known before the start is known
  const unknown = () =>
    ours.watch.alerts().filter(({ rule, phase }) => rule === 'BalanceUnknown' && phase !== 'inactive');
  return {
    ...{ ours, board, seen, world, look },
    recalled: recallDecided(options, new AbortController().signal),
    saw: (latest: readonly Observation[]) => asked.latest.resolve(latest),
    decided: () => asked.states.resolve({ states: decided, complete: true }),
    /** Of which the balance is said to be unknown some minutes later. */
    unknown() {
      ours.see(16, [payout('9000000')]);
      ours.wait(18);
      return unknown().map(({ walletType }) => walletType);
    },
    shown: () => board.account('acme-ug')?.wallets.map(({ walletType }) => walletType),
  };
}

function asking() {
  return {
    world: createWorld(),
    states: Promise.withResolvers<{ states: readonly SavedAlert[]; complete: boolean }>(),
    latest: Promise.withResolvers<readonly Observation[]>(),
  };
}

test('D11 a wallet that is forgotten while its alerts are read stays forgotten', async () => {
  const { decided, saw, look, recalled, unknown, shown } = await awaking();
  decided();
  await look();
  saw([]);
  await recalled;
  expect(unknown()).toEqual([]);
  expect(shown()).toEqual(['MERCHANT_PAYOUT']);
});

test('D11 so does one that is forgotten before another replica has ended its alerts', async () => {
  const { decided, saw, look, recalled, unknown } = await awaking();
  await look();
  decided();
  saw([]);
  await recalled;
  expect(unknown()).toEqual([]);
});

test('D11 so does one that the latest polls showed, when these were read before it was forgotten', async () => {
  const { decided, saw, seen, look, recalled, unknown, shown } = await awaking();
  decided();
  await look();
  saw(seen.toReversed());
  await recalled;
  expect(unknown()).toEqual([]);
  expect(shown()).toEqual(['MERCHANT_PAYOUT']);
});

test('D11 so does one that a poll showed during which our clock was set ahead: that poll lies in the future', async () => {
  const { decided, saw, seen, look, recalled, unknown, shown } = await awaking();
  decided();
  await look();
  saw([seen[1]!, { ...seen[0]!, observedAt: START + 70 * MINUTE }]);
  await recalled;
  expect(unknown()).toEqual([]);
  expect(shown()).toEqual(['MERCHANT_PAYOUT']);
});

test('D11 one that is expected is never forgotten, and what others decided of it is taken in', async () => {
  const { decided, saw, look, recalled, unknown } = await awaking({ expect: [GUEST] });
  await look();
  decided();
  saw([]);
  await recalled;
  expect(unknown()).toEqual(['GUEST']);
});
