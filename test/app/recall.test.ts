// What was known before a restart comes back, however often the database fails while it is asked.
import { expect, test } from 'vitest';
import type { Configured } from '../../src/app/configured.ts';
import { createForgetting, type ForgettingOptions } from '../../src/app/forgetting.ts';
import { createForgotten } from '../../src/app/forgotten.ts';
import { type RecallOptions, recall, recallDecided, recallReloaded } from '../../src/app/recall.ts';
import { amountOf } from '../../src/domain/money.ts';
import { createAlertMemory } from '../../src/monitor/alerts/alert-memory.ts';
import type { AlertLog, PastValue, SavedAlert } from '../../src/monitor/alerts/ports.ts';
import { createWorld } from '../store/writer/simulated.ts';
import { optionPoll } from '../support/options.ts';
import { lowRule, MINUTE, payout, START, watching } from '../support/watching.ts';

/** A rule that looks back. */
const DROP = lowRule({
  condition: { kind: 'drops_by', field: 'available', by: amountOf('5'), percent: false, withinMs: 3_600_000 },
});

/** A database of which each part fails so often before it answers. */
function failing(failures: { states: number; balances: number; options: number; windows?: number }) {
  const world = createWorld();
  const left = { windows: 0, ...failures };
  const taken: string[] = [];
  const ask = (part: keyof typeof left) => {
    if (left[part]-- > 0) throw new Error('canceling statement due to statement timeout');
  };
  const configured = { config: { alerts: { rules: [DROP] } }, accounts: new Map([['acme', {}]]) };
  const options = {
    clock: world.clock,
    after: world.after,
    log: { warn() {}, debug() {}, info() {} },
    configured: () => configured,
    forgotten: createForgotten(() => configured as unknown as Configured, world.clock),
    storage: {
      migrated: Promise.resolve(),
      async readPast() {
        ask('windows');
        return [];
      },
      ledger: {
        async latest() {
          ask('balances');
          return [{ account: 'acme', wallets: [], unreadable: [] }];
        },
      },
      alertMemory: {
        async recall() {
          const complete = left.states-- <= 0;
          return { states: complete ? [{ account: 'acme', fingerprint: 'acme low' }] : [], complete };
        },
        remembered: () => [],
      },
    },
    board: { accounts: [], remember() {}, account() {}, forget: () => taken.push('forgotten') },
    evaluator: { lookBack: () => taken.push('windows'), told: () => [] },
    alerting: {
      resume(saved: unknown[], observations: unknown[], seen: unknown[] = []) {
        taken.push(...saved.map(() => 'states'), ...observations.map(() => 'balances'));
        taken.push(...seen.map(() => 'options'));
      },
      forget() {},
      tellAll() {},
    },
    paymentOptions: {
      board: { accounts: ['acme'], account() {} },
      async resume() {
        ask('options');
        return [{ account: 'acme', wallets: [], unreadable: [] }];
      },
    },
  };
  return { world, taken, options: options as unknown as RecallOptions };
}

const before = (fingerprint: string) => ({
  at: 0,
  fingerprints: new Set([fingerprint]),
  accounts: new Set(['acme']),
  optionAccounts: new Set(['acme']),
});

test.each([
  { states: 3, balances: 0, options: 0 },
  { states: 0, balances: 1, options: 0 },
  { states: 0, balances: 0, options: 2 },
  { states: 2, balances: 4, options: 1 },
])('each part is asked until it has answered once: failures %o', async (failures) => {
  const { world, taken, options } = failing(failures);
  const recalled = recall(options, new AbortController().signal);
  await world.advance(0);
  if (failures.states < 2) expect(taken).toContain('states');
  await world.advance(60_000);
  await recalled;
  expect(taken.toSorted()).toEqual(['balances', 'options', 'states', 'windows']);
});

test('A7 what is recalled late is judged in the same step by the polls that were made meanwhile', async () => {
  const { world, options } = failing({ states: 1, balances: 0, options: 0 });
  const [poll, seen] = [{ account: 'acme', outcome: 'ok' }, optionPoll(START, [])];
  const steps: unknown[][] = [];
  const own = {
    ...options,
    board: { ...options.board, accounts: ['acme'], account: () => ({ last: poll }) },
    paymentOptions: {
      ...options.paymentOptions,
      board: { accounts: ['acme'], account: () => ({ seen, lost: [] }) },
    },
    alerting: { ...options.alerting, resume: (...step: unknown[]) => void steps.push(step) },
  } as unknown as RecallOptions;
  void recall(own, new AbortController().signal);
  await world.advance(30_000);
  const [states, ...others] = steps.filter(([saved]) => (saved as unknown[]).length > 0);
  expect(states).toEqual([[{ account: 'acme', fingerprint: 'acme low' }], [poll], [seen]]);
  expect(others).toEqual([]);
});

test.each([
  { states: 1, again: ['balances', 'states', 'windows'] },
  { states: 0, again: [] },
])(
  'what others hand over after an outage is taken in a minute after it, if it lasted at the start: %o',
  async ({ states, again }) => {
    const { world, taken, options } = failing({ states, balances: 0, options: 0 });
    await Promise.all([recall(options, new AbortController().signal), world.advance(10_000)]);
    taken.length = 0;
    await world.advance(49_000);
    expect(taken).toEqual([]);
    await world.advance(2_000);
    expect(taken.toSorted()).toEqual(again);
  },
);

test('unless the process stops before', async () => {
  const { world, taken, options } = failing({ states: 1, balances: 0, options: 0 });
  const stopping = new AbortController();
  await Promise.all([recall(options, stopping.signal), world.advance(10_000)]);
  taken.length = 0;
  stopping.abort();
  await world.advance(120_000);
  expect(taken).toEqual([]);
});

test('what rules look back on is asked until it was read; the last balances do not wait for it', async () => {
  const { world, taken, options } = failing({ states: 0, balances: 0, options: 0, windows: 3 });
  const recalled = recall(options, new AbortController().signal);
  await world.advance(500);
  expect(taken).toContain('balances');
  expect(taken).not.toContain('windows');
  await world.advance(120_000);
  await recalled;
  expect(taken.filter((part) => part === 'windows')).toHaveLength(1);
});

test('what the rules of a reload look back on is asked until it was read, or until the next reload', async () => {
  const { world, taken, options } = failing({ states: 0, balances: 0, options: 0, windows: 2 });
  const stopping = new AbortController();
  void recallReloaded(options, before('acme low'), stopping.signal);
  await world.advance(120_000);
  expect(taken).toEqual(['windows']);

  const next = failing({ states: 0, balances: 0, options: 0, windows: 99 });
  let configured = next.options.configured();
  const ended = recallReloaded(
    { ...next.options, configured: () => configured },
    before('acme low'),
    stopping.signal,
  );
  await next.world.advance(500);
  configured = { ...configured };
  await next.world.advance(60_000);
  await ended;
  expect(next.taken).toEqual([]);
});

test('D3 what was known of alerts that a reload adds is gone on with, the others are not touched', async () => {
  const { world, taken, options } = failing({ states: 2, balances: 0, options: 0 });
  void recallReloaded(options, before('other low'), new AbortController().signal);
  await world.advance(120_000);
  expect(taken.toSorted()).toEqual(['states', 'windows']);

  const other = failing({ states: 0, balances: 0, options: 0 });
  void recallReloaded(other.options, before('acme low'), new AbortController().signal);
  await other.world.advance(120_000);
  expect(other.taken).toEqual(['windows']);
});

test('the last balances of accounts that a reload adds are asked for until they were read, and of no others', async () => {
  const { world, taken, options } = failing({ states: 0, balances: 2, options: 0 });
  void recallReloaded(options, { ...before('acme low'), accounts: new Set() }, new AbortController().signal);
  await world.advance(120_000);
  expect(taken.toSorted()).toEqual(['balances', 'windows']);
});

test('so are payment options of accounts whose options a reload adds', async () => {
  const { world, taken, options } = failing({ states: 0, balances: 0, options: 2 });
  const added = { ...before('acme low'), optionAccounts: new Set<string>() };
  void recallReloaded(options, added, new AbortController().signal);
  await world.advance(120_000);
  expect(taken.toSorted()).toEqual(['options', 'windows']);
});

test('A7 an alert that a reload brings here, and another process ended long ago, is over', async () => {
  const { world, options } = failing({ states: 0, balances: 0, options: 0 });
  const other = watching();
  other.see(0, [payout('1')]);
  const fired = other.watch.unsaved().map((alert) => ({ ...alert, elsewhere: true }) as const);
  other.see(1, [payout('9000000')]);
  const [ended] = other.watch.unsaved();
  const ours = watching({ rules: [lowRule({ name: 'Another' })] });
  ours.watch.resume(fired, []);
  ours.watch.reload({ ...ours.options, rules: [lowRule()] });
  expect(ours.alert()).toMatchObject({ phase: 'firing' });

  const log: Pick<AlertLog, 'load'> = {
    load: async (_, remembered = []) =>
      remembered.some(({ fingerprint }) => fingerprint === ended!.fingerprint) ? [ended!] : [],
  };
  const alertMemory = createAlertMemory({ log: log as AlertLog, clock: world.clock });
  const process = {
    evaluator: ours.watch,
    alerting: { ...options.alerting, resume: ours.watch.resume },
    storage: { ...options.storage, alertMemory },
  };
  void recallReloaded({ ...options, ...process }, before('another'), new AbortController().signal);
  await world.advance(1_000);
  expect(ours.alert()).toMatchObject({ phase: 'inactive', resolvedAt: ended!.state.resolvedAt });
});

test('D11 nothing is forgotten while what was known before could not be read', async () => {
  const { world, taken, options } = failing({ states: 3, balances: 0, options: 0 });
  const row = { account: 'acme', currency: 'UGX', walletType: 'CLOSED', forgottenAt: 0 };
  const recalled = recall(options, new AbortController().signal);
  const look = createForgetting({
    ...options,
    readForgotten: async () => [row],
    recalled,
  } as unknown as ForgettingOptions);
  await world.advance(500);
  await look();
  expect(taken).not.toContain('forgotten');
  await world.advance(120_000);
  await look();
  expect(taken).toContain('forgotten');
});

test('D11 what is forgotten does not wait for what rules look back on, which may be more than is ever read in time', async () => {
  const { world, taken, options } = failing({ states: 1, balances: 1, options: 1, windows: Infinity });
  const row = { account: 'acme', currency: 'UGX', walletType: 'CLOSED', forgottenAt: 0 };
  const stopping = new AbortController();
  const look = createForgetting({
    ...options,
    readForgotten: async () => [row],
    recalled: recall(options, stopping.signal),
  } as unknown as ForgettingOptions);
  await world.advance(500);
  await look();
  expect(taken).not.toContain('forgotten');
  await world.advance(120_000);
  await look();
  stopping.abort();
  expect(taken).toContain('forgotten');
});

/** For a replica that stood still, what others decided meanwhile and what they saw. */
function recallingFor(
  { clock, watch }: ReturnType<typeof watching>,
  options: RecallOptions,
  {
    decided,
    readPast,
  }: { readonly decided: readonly SavedAlert[]; readonly readPast: () => Promise<readonly PastValue[]> },
): RecallOptions {
  const storage = {
    ...options.storage,
    readPast,
    ledger: { latest: async () => [] },
    alertMemory: { recall: async () => ({ states: decided, complete: true }) },
  } as unknown as RecallOptions['storage'];
  const alerting = { ...options.alerting, resume: watch.resume };
  return { ...options, clock, evaluator: watch, alerting, storage };
}

test('H2 a replica that stood still ends no alert upon a past of which it knows less than the others', async () => {
  const rules = [{ ...DROP, condition: { ...DROP.condition, by: amountOf('4000000') } }];
  const [ours, other] = [watching({ rules }), watching({ rules })];
  const { world, options } = failing({ states: 0, balances: 0, options: 0 });
  const decided: SavedAlert[] = [];
  const seen: PastValue[] = [];
  const sees = (minute: number, available: string) => {
    const wallet = payout(available);
    other.see(minute, [wallet]);
    decided.push(...other.watch.unsaved());
    seen.push({ ...wallet, account: 'acme-ug', slot: START + minute * MINUTE, amount: amountOf(available) });
  };
  const recalling = recallingFor(ours, options, { decided, readPast: async () => seen });
  sees(0, '5000000');
  ours.see(0, [payout('5000000')]);
  // While ours stands still: a top-up, most of which goes out at once.
  sees(2, '10000000');
  sees(4, '5500000');
  ours.clock.advance(5 * MINUTE);
  void recallDecided(recalling, new AbortController().signal);
  await world.advance(0);
  expect(ours.alert()).toMatchObject({ phase: 'firing' });
  ours.see(6, [payout('5500000')]);
  expect(ours.alert()).toMatchObject({ phase: 'firing', held: false });
});

test('H2 a replica that stood still begins no alert anew that another began meanwhile, however long the past takes to read', async () => {
  const [ours, other] = [watching(), watching()];
  const { world, options } = failing({ states: 0, balances: 0, options: 0 });
  const decided: SavedAlert[] = [];
  const recalling = recallingFor(ours, options, { decided, readPast: () => new Promise(() => {}) });
  ours.see(0, [payout('9000000')]);
  other.see(2, [payout('1')]); // while ours stands still
  decided.push(...other.watch.unsaved());
  ours.clock.advance(5 * MINUTE);
  void recallDecided(recalling, new AbortController().signal);
  await world.advance(0);
  ours.see(6, [payout('1')]);
  expect(ours.alert()).toMatchObject({ phase: 'firing', firingAt: START + 2 * MINUTE });
});

test('A7 what others decided by a rule that a reload brings is known before the past is read, which may take minutes', async () => {
  const { world, taken, options } = failing({ states: 0, balances: 0, options: 0 });
  const past = Promise.withResolvers<readonly PastValue[]>();
  const storage = { ...options.storage, readPast: () => past.promise };
  const recalled = recallReloaded({ ...options, storage }, before('other'), new AbortController().signal);
  await world.advance(0);
  expect(taken).toEqual(['states']);
  past.resolve([]);
  await recalled;
});

test.each([
  ['never answers', undefined, ['own']],
  ['answers later that it cannot', { states: ['own', 'others'], complete: false }, ['own']],
  ['answers later', { states: ['own', 'others'], complete: true }, ['own', 'own', 'others']],
])(
  'A7 what this machine remembers is known before the first polls, if the database %s',
  async (_, late, known) => {
    const { world, options } = failing({ states: 99, balances: 99, options: 99, windows: 99 });
    const taken: string[] = [];
    const answer = Promise.withResolvers<unknown>();
    const alertMemory = {
      recall: () => answer.promise,
      remembered: (accounts: string[]) => (accounts.includes('acme') ? ['own'] : []),
    };
    const forgotten = { ...options.forgotten, without: (states: unknown) => states };
    const alerting = { ...options.alerting, resume: (states: string[]) => void taken.push(...states) };
    const stopping = new AbortController();
    const all = { ...options, forgotten, alerting, storage: { ...options.storage, alertMemory } };
    void recall(all as unknown as RecallOptions, stopping.signal);
    await world.advance(4_900); // the first polls wait for five seconds
    expect(taken).toEqual(['own']);
    if (late) answer.resolve(late);
    await world.advance(500);
    expect(taken).toEqual(known);
    stopping.abort();
  },
);

test('a stop ends the attempts', async () => {
  const { world, taken, options } = failing({ states: 99, balances: 99, options: 99, windows: 99 });
  const stopping = new AbortController();
  const recalled = recall(options, stopping.signal);
  await world.advance(5_000);
  stopping.abort();
  await recalled;
  expect(taken).toEqual([]);
});
