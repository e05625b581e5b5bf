// What is asked of the database after a start, a reload and a standstill, and what of its answers is taken in, step by step.
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  type KnownBefore,
  type RecallOptions,
  recall,
  recallDecided,
  recallReloaded,
} from '../../src/app/recall.ts';
import { amountOf } from '../../src/domain/money.ts';
import { handClock } from '../support/clock.ts';
import { lowRule } from '../support/watching.ts';

const DROP = lowRule({
  condition: { kind: 'drops_by', field: 'available', by: amountOf('5'), percent: false, withinMs: 3_600_000 },
});
const saved = (account: string, fingerprint: string) => ({ account, fingerprint });

/** A process with two accounts, of which a reload added the second; `steps` are what is asked and taken in, in order. */
function recalling(hooks: { readonly when?: Record<string, () => unknown> } = {}) {
  const steps: unknown[][] = [];
  const step = async (name: string, ...of: unknown[]) => {
    steps.push([name, ...of]);
    await hooks.when?.[name]?.();
  };
  const migrated = Promise.withResolvers<void>();
  const configured = {
    config: { alerts: { rules: [DROP] } },
    accounts: new Map([
      ['old', 0],
      ['new', 0],
    ]),
  };
  const force = { configured };
  const last = (account: string, outcome: string) => ({ account, outcome });
  const polls: Record<string, object> = { old: last('old', 'ok'), new: last('new', 'timeout') };
  const timers: (() => void)[] = [];
  const options = {
    clock: handClock(7_200_000),
    after(_ms: number, run: () => void) {
      timers.push(run);
      return () => {};
    },
    log: { warn: ({ reason }: { readonly reason: string }) => void steps.push(['warn', reason]) },
    configured: () => force.configured,
    forgotten: {
      without: (states: readonly { readonly fingerprint: string }[]) =>
        states.filter(({ fingerprint }) => fingerprint !== 'forgotten'),
      unseen: (seen: unknown) => seen,
      seenSince: (seen: unknown) => seen,
    },
    storage: {
      migrated: migrated.promise,
      async readPast(accounts: unknown, { since }: { readonly since: number }) {
        await step('past', accounts, since);
        return ['value'];
      },
      ledger: {
        async latest(accounts: unknown) {
          await step('latest', accounts);
          return ['poll'];
        },
      },
      alertMemory: {
        async recall(accounts: unknown, lasting: unknown) {
          await step('states', accounts, lasting);
          return {
            states: [saved('', 'self'), saved('old', 'known'), saved('new', 'added')],
            complete: true,
          };
        },
        remembered: (accounts: unknown) => {
          steps.push(['remembered', accounts]);
          return ['known', 'here', 'forgotten'].map((name) => saved('new', name));
        },
      },
    },
    board: {
      accounts: ['old', 'new', 'gone'],
      account: (name: string) => polls[name] && { last: polls[name] },
      remember: (...of: unknown[]) => void steps.push(['remember', ...of]),
    },
    evaluator: {
      told: () => ['firing', 'inactive', 'pending'].map((phase) => ({ phase })),
      lookBack: (_: unknown, values: unknown) => void steps.push(['look back', values]),
    },
    alerting: {
      resume: (...of: unknown[]) => void steps.push(['resume', ...of]),
      tellAll: () => void steps.push(['tell']),
    },
    paymentOptions: {
      board: {
        accounts: ['old', 'new', 'gone'],
        account: (name: string) =>
          name === 'gone' ? undefined : { seen: name === 'old' ? { name } : null, lost: [] },
      },
      async resume(names: unknown, at: unknown) {
        await step('options', names, at);
        return ['seen'];
      },
    },
  } as unknown as RecallOptions;
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...{ options, timers, settled, migrated: () => migrated.resolve() },
    /** The next reload. */
    reload() {
      force.configured = { ...configured };
    },
    /** The steps since the last call. */
    async next() {
      await settled();
      return steps.splice(0);
    },
  };
}

const BEFORE: KnownBefore = {
  at: 5,
  fingerprints: new Set(['known']),
  accounts: new Set(['old']),
  optionAccounts: new Set(['old', 'gone']),
};
const LASTING = [{ phase: 'firing' }, { phase: 'pending' }];
const ASKED = ['states', ['old', 'new'], LASTING];
const PAST = [
  ['past', ['old', 'new'], 3_600_000],
  ['look back', ['value']],
];
const signal = () => new AbortController().signal;

test('after a start what this machine knows is taken in at once; the database is asked once it is migrated', async () => {
  const it = recalling();
  const recalled = recall(it.options, signal());
  const states = [saved('', 'self'), saved('old', 'known'), saved('new', 'added')];
  expect(await it.next()).toEqual([ASKED, ['resume', states, []]]);
  it.migrated();
  await recalled;
  const asked = await it.next();
  expect(asked.at(-1)).toEqual(['tell']);
  expect(asked.slice(0, -1).toSorted()).toEqual(
    [
      ...PAST,
      ['options', ['old', 'new', 'gone'], 7_200_000],
      ...[
        ['resume', [], [], ['seen']],
        ['latest', ['old', 'new']],
      ],
      ['remember', ['old', 'new'], ['poll']],
      ['resume', [], ['poll']],
    ].toSorted(),
  );
});

/** What this machine remembers of what a reload added. */
const HERE = [
  ['remembered', ['old', 'new']],
  ['resume', [saved('new', 'here')], []],
];

test('after a reload the states of what it added come first; then its balances and options, and what polls saw last', async () => {
  const it = recalling();
  const recalled = recallReloaded(it.options, BEFORE, signal());
  expect(await it.next()).toEqual(HERE);
  it.migrated();
  await recalled;
  expect(await it.next()).toEqual([
    ASKED,
    ['resume', [saved('new', 'added')], []],
    ...PAST,
    ...[
      ['options', ['new'], 5],
      ['resume', [], [], ['seen']],
    ],
    ...[
      ['latest', ['new']],
      ['remember', ['new'], ['poll']],
      ['resume', [], ['poll']],
    ],
    ['resume', [], [{ account: 'old', outcome: 'ok' }], [{ name: 'old' }]],
    ['tell'],
  ]);
});

test('after a standstill states and balances are taken in together, before what rules look back on', async () => {
  const it = recalling();
  it.migrated();
  await recallDecided(it.options, signal());
  const states = [saved('', 'self'), saved('old', 'known'), saved('new', 'added')];
  expect(await it.next()).toEqual([
    ...[ASKED, ['latest', ['old', 'new']], ['remember', ['old', 'new'], ['poll']]],
    ...[['resume', states, ['poll']], ...PAST, ['tell']],
  ]);
});

describe('when the next reload comes, or a stop,', () => {
  const ends = [['states'], ['past'], ['options'], ['latest']].flatMap(([part]) => [
    [part!, 'reload'] as const,
    [part!, 'stop'] as const,
  ]);

  test.each(ends)(
    'while a reload reads %s (%s), that is not taken in, and nothing more is asked',
    async (part, end) => {
      const stopping = new AbortController();
      const it = recalling({ when: { [part]: () => (end === 'stop' ? stopping.abort() : it.reload()) } });
      it.migrated();
      await recallReloaded(it.options, BEFORE, stopping.signal);
      const steps = await it.next();
      const at = steps.findIndex(([name]) => name === part);
      expect(steps.slice(at + 1).filter(([name]) => name !== 'look back')).toEqual([]);
    },
  );

  test.each(ends)('that %s can’t be read any more (%s) is not told', async (part, end) => {
    const stopping = new AbortController();
    const fail = () => {
      if (end === 'stop') stopping.abort();
      else it.reload();
      throw new Error('the pool is closed');
    };
    const it = recalling({ when: { [part]: fail } });
    it.migrated();
    await recallReloaded(it.options, BEFORE, stopping.signal);
    expect((await it.next()).at(-1)![0]).toBe(part);
  });

  test('before it is migrated, the database isn’t asked', async () => {
    const it = recalling();
    const recalled = recallReloaded(it.options, BEFORE, signal());
    it.reload();
    it.migrated();
    await recalled;
    expect(await it.next()).toEqual(HERE);
  });
});

test('a stop ends a pause at once, and pauses leave nothing behind at the signal', async () => {
  const stopping = new AbortController();
  const fail = () => {
    throw new Error('away');
  };
  const it = recalling({ when: { past: fail } });
  it.migrated();
  const recalled = recallDecided(it.options, stopping.signal);
  await it.settled();
  const waiting = () => getEventListeners(stopping.signal, 'abort').length;
  for (let pause = 0; pause < 3; pause++) {
    expect(waiting()).toBe(1);
    it.timers.shift()!();
    await it.settled();
  }
  expect(waiting()).toBe(1);
  stopping.abort();
  await recalled;
  expect(waiting()).toBe(0);
});
