// What the board of payment options must say in each case: what it shows of whom, what is lost, and what it lets go.
import { describe, expect, test } from 'vitest';
import {
  type KnownOptions,
  type PaymentOptionBoard,
  pollsOf,
} from '../../src/monitor/board/payment-option-board.ts';
import { failedOptionPoll, option, optionPoll } from '../support/options.ts';
import { account, KIWI, LIME, lost, MANGO, MINUTE, NOON, record, setUp } from './option-board.ts';

const MOST_LOST = 2_000;
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => option({ providerCode: `P${from + i}` }));

test('of an account that was never polled it says when the next poll is', () => {
  const { board } = setUp(account(), account({ name: 'rare', expression: '0 0 29 2 1' }));
  const nothing = { last: null, seen: null, lost: [], options: [] };
  expect(board.account('acme-ug')).toEqual({ account: 'acme-ug', nextSlot: NOON + MINUTE, ...nothing });
  expect(board.accounts).toEqual(['acme-ug', 'rare']);
  expect(board.account('rare')?.nextSlot).toBeNull(); // no such day within four years
  expect(board.staleAt()).toBeNull();
});

test('of an account that is not configured it knows nothing, and takes nothing in', () => {
  const { board } = setUp(account({ name: 'other' }));
  const before = board.version();
  expect(board.observe(optionPoll(NOON, [MANGO]))).toBe(false);
  board.remember(['acme-ug'], [{ seen: optionPoll(NOON, [MANGO]), lost: [] }]);
  expect(board.account('acme-ug')).toBeUndefined();
  expect([board.mayHaveOptions('acme-ug'), board.version()]).toEqual([false, before]);
});

test('what is shown of an option is what was last seen of it, and when', () => {
  const { board } = setUp();
  board.observe(optionPoll(NOON - MINUTE, [MANGO, KIWI, LIME]));
  board.observe(
    optionPoll(NOON, [MANGO], { outcome: 'partial', unreadable: [record({ providerCode: 'KIWI_UG' })] }),
  );
  const { options, lost: gone } = board.account('acme-ug')!;
  const then = NOON - MINUTE + 350;
  const shown = { account: 'acme-ug' };
  const kiwi = lost(KIWI, false, then);
  const lime = lost(LIME, true, then);
  expect(gone).toEqual([kiwi, lime]);
  expect(options).toEqual([
    { ...shown, option: MANGO, state: 'fresh', observedAt: NOON + 350 },
    { ...shown, option: kiwi, state: 'stale', observedAt: then },
    { ...shown, option: lime, state: 'missing', observedAt: then },
  ]);
});

test('an option that is named again is not lost any more, and one that stays away stays missing', () => {
  const { board, states } = setUp();
  board.observe(optionPoll(NOON - 2 * MINUTE, [MANGO, KIWI, LIME]));
  board.observe(optionPoll(NOON - MINUTE, [MANGO]));
  board.observe(optionPoll(NOON, [KIWI]));
  expect(states()).toEqual({ KIWI_UG: 'fresh', MANGO_UG: 'missing', LIME_UG: 'missing' });
  expect(board.account('acme-ug')?.lost.map(({ lastSeen }) => lastSeen - NOON - 350)).toEqual([
    -2 * MINUTE,
    -MINUTE,
  ]);
});

test('an option that was missing does not come back by a record that cannot be believed', () => {
  const { board, states } = setUp();
  board.observe(optionPoll(NOON - 2 * MINUTE, [MANGO, KIWI]));
  board.observe(optionPoll(NOON - MINUTE, [MANGO]));
  const unreadable = [record({ providerCode: 'KIWI_UG' })];
  board.observe(optionPoll(NOON, [MANGO], { outcome: 'partial', unreadable }));
  expect(states()).toEqual({ MANGO_UG: 'fresh', KIWI_UG: 'missing' });
});

test.each([
  ['the very option', record({}), 'stale'],
  ['some option of the currency', record({ providerCode: '', transactionMethod: '' }), 'stale'],
  ['another option', record({ providerCode: 'KIWI_UG' }), 'missing'],
  ['some option of another currency', record({ currency: 'KES', providerCode: '' }), 'missing'],
])(
  'where a record names %s but cannot be believed, an option that is not brought: %o %s',
  (_, one, state) => {
    const { board, states } = setUp();
    board.observe(optionPoll(NOON - MINUTE, [MANGO]));
    board.observe(optionPoll(NOON, [], { outcome: 'partial', unreadable: [one] }));
    expect(states()).toEqual({ MANGO_UG: state });
  },
);

describe('the version', () => {
  const earlier: KnownOptions = { seen: optionPoll(NOON - MINUTE, [LIME]), lost: [] };
  test.each<[string, (board: PaymentOptionBoard) => unknown, boolean]>([
    ['a newer poll', (board) => board.observe(optionPoll(NOON + MINUTE, [MANGO])), true],
    ['a newer poll that failed', (board) => board.observe(failedOptionPoll(NOON + MINUTE)), true],
    ['an older poll', (board) => board.observe(earlier.seen), false],
    ['an older poll that is remembered', (board) => board.remember(['acme-ug'], [earlier]), true],
    ['nothing to remember', (board) => board.remember(['acme-ug'], []), false],
    ['another configuration', (board) => board.reconfigure([account()]), true],
  ])('after %s: grows %#', (_, change, grows) => {
    const { board } = setUp();
    board.observe(optionPoll(NOON, [MANGO]));
    const before = board.version();
    change(board);
    expect(board.version() > before).toBe(grows);
    expect(board.version()).toBeGreaterThanOrEqual(before);
  });
});

describe('of what was known before a start', () => {
  test('the newest good poll is taken in, with what it did not bring', () => {
    const { board, states } = setUp();
    const seen = optionPoll(NOON, [MANGO]);
    board.remember(['acme-ug'], [{ seen, lost: [lost(KIWI, true), lost(LIME, false)] }]);
    expect(states()).toEqual({ MANGO_UG: 'fresh', KIWI_UG: 'missing', LIME_UG: 'stale' });
    expect(board.account('acme-ug')).toMatchObject({ last: seen, seen });
  });

  test('what a newer good poll names, or has lost, stays as it is; what it does not name is missing', () => {
    const { board, states } = setUp();
    board.observe(optionPoll(NOON - MINUTE, [MANGO, KIWI]));
    const unreadable = [record({ providerCode: 'KIWI_UG' })];
    board.observe(optionPoll(NOON, [MANGO], { outcome: 'partial', unreadable }));
    const seen = optionPoll(NOON - 2 * MINUTE, [KIWI]);
    board.remember(['acme-ug'], [{ seen, lost: [lost(MANGO, true), lost(LIME, false), lost(KIWI, true)] }]);
    expect(states()).toEqual({ MANGO_UG: 'fresh', KIWI_UG: 'stale', LIME_UG: 'missing' });
    expect(board.account('acme-ug')?.lost[0]?.lastSeen).toBe(NOON - MINUTE + 350);
  });

  test('an option that was missing before stays missing where the newer poll may have named it', () => {
    const { board, states } = setUp();
    const unreadable = [record({ providerCode: '' })];
    board.observe(optionPoll(NOON, [MANGO], { outcome: 'partial', unreadable }));
    const seen = optionPoll(NOON - MINUTE, []);
    board.remember(['acme-ug'], [{ seen, lost: [lost(KIWI, true), lost(LIME, false)] }]);
    expect(states()).toEqual({ MANGO_UG: 'fresh', KIWI_UG: 'missing', LIME_UG: 'stale' });
  });

  test('two polls of one slot, by different schedules, say nothing about each other', () => {
    const { board, states } = setUp();
    board.observe(optionPoll(NOON, [MANGO]));
    board.reconfigure([account({ expression: '*/10 * * * *' })]);
    board.remember(['acme-ug'], [{ seen: optionPoll(NOON, [KIWI], { observedAt: NOON }), lost: [] }]);
    expect(states()).toEqual({ MANGO_UG: 'fresh', KIWI_UG: 'stale' });
  });

  test('a good poll is what was seen last, though a newer one failed', () => {
    const { board, states } = setUp();
    const failed = failedOptionPoll(NOON);
    board.observe(failed);
    const seen = optionPoll(NOON - MINUTE, [MANGO]);
    board.remember(['acme-ug'], [{ seen, lost: [lost(KIWI, true)] }]);
    expect(states()).toEqual({ MANGO_UG: 'fresh', KIWI_UG: 'missing' });
    expect(board.account('acme-ug')).toMatchObject({ last: failed, seen });
    const older = optionPoll(NOON - 2 * MINUTE, [LIME]);
    board.remember(['acme-ug'], [{ seen: older, lost: [] }]);
    expect(board.account('acme-ug')?.seen).toBe(seen);
    expect(states()).toMatchObject({ MANGO_UG: 'fresh', LIME_UG: 'missing' });
  });

  test('a poll that failed brings nothing but what it had lost', () => {
    const { board, states } = setUp();
    board.observe(failedOptionPoll(NOON));
    board.remember(['acme-ug'], [{ seen: failedOptionPoll(NOON - MINUTE), lost: [lost(LIME, false)] }]);
    expect([states(), board.account('acme-ug')?.seen]).toEqual([{ LIME_UG: 'stale' }, null]);
  });

  test.each([
    ['nothing', [], [], false],
    ['an option', [MANGO], [], true],
    ['one that has vanished', [], [lost(KIWI, true)], false],
    ['one whose record could not be read', [], [lost(KIWI, true), lost(LIME, false)], true],
  ])('%s: the account may have options: %#', (_, options, gone, expected) => {
    const { board } = setUp();
    expect(board.mayHaveOptions('acme-ug')).toBe(true);
    board.remember(['acme-ug'], [{ seen: optionPoll(NOON, options), lost: gone }]);
    expect(board.mayHaveOptions('acme-ug')).toBe(expected);
  });
});

describe('the polls of what is known are', () => {
  const seen = optionPoll(NOON, [MANGO], { outcome: 'partial', unreadable: [record({})] });
  test.each([
    ['the newest alone, where nothing is lost', [], []],
    ['the newest alone, where all that is lost has vanished', [lost(KIWI, true)], []],
    [
      'the newest, and one just before it with what could not be read',
      [lost(KIWI, true), lost(LIME, false)],
      [
        {
          ...seen,
          ...{ slot: NOON - 1, observedAt: NOON + 349, options: [lost(LIME, false)], unreadable: [] },
        },
      ],
    ],
  ])('%s', (_, gone, more) => {
    expect(pollsOf({ seen, lost: gone })).toEqual([seen, ...more]);
  });
});

describe('of more than two thousand options that are lost', () => {
  const first = ({ board }: ReturnType<typeof setUp>) => board.account('acme-ug')?.lost[0]?.providerCode;
  test.each([
    [MOST_LOST, 'P0'],
    [MOST_LOST + 1, 'P1'],
  ])('%i: the oldest that is kept is %s, whether they were seen or are remembered', (many, oldest) => {
    const seen = setUp();
    seen.board.observe(optionPoll(NOON - MINUTE, numbered(0, many)));
    seen.board.observe(optionPoll(NOON, []));
    expect([first(seen), seen.board.account('acme-ug')?.lost.length]).toEqual([oldest, MOST_LOST]);
    const remembered = setUp();
    const gone = numbered(0, many).map((each) => lost(each, true));
    remembered.board.remember(['acme-ug'], [{ seen: optionPoll(NOON, []), lost: gone }]);
    expect([first(remembered), remembered.board.account('acme-ug')?.lost.length]).toEqual([
      oldest,
      MOST_LOST,
    ]);
  });
});
