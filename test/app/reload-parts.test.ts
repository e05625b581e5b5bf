// What a reload does, part by part, and what it has recalled; with all parts at work it is in reload-rules.test.ts and others.
import { describe, expect, test } from 'vitest';
import { type Configured, readConfigured } from '../../src/app/configured.ts';
import { inForce } from '../../src/app/in-force.ts';
import { createReload, type ReloadOptions } from '../../src/app/reload.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { Config } from '../../src/config/resolve/resolve.ts';
import type { Secret } from '../../src/config/secret.ts';
import { handClock } from '../support/clock.ts';

interface Wanted {
  /** Names of accounts; their payment options are polled too. */
  readonly accounts: readonly string[];
  /** What the rule `Low` looks for. */
  readonly below?: string;
  readonly shards?: Readonly<Record<string, number>>;
}

function configOf({ accounts, below = '100', shards = { shard: 0, total: 1 } }: Wanted): Config {
  const all = accounts.map((name) => ({
    ...{ name, base_url: 'https://pay.example.com', public_key: `p-${name}`, secret_key: `s-${name}` },
    payment_options: {},
  }));
  const rules = [
    { name: 'Low', severity: 'warning', below },
    { name: 'Lower', severity: 'warning', below: '10' },
  ];
  const text = JSON.stringify({ accounts: all, alerts: { rules } });
  const { config } = parseConfig(text, { env: {}, file: 'a' });
  return { ...config, shards: { ...config.shards, ...shards } };
}

/** A process with these accounts, of which a reload replaces the parts; `steps` are what it does to them, in order. */
function running(first: Wanted, { started = true, stop = async () => {}, removed = '' } = {}) {
  const steps: string[] = [];
  const recalls: { accounts?: readonly string[]; options?: readonly string[]; states?: string[] }[] = [];
  const away = { is: false };
  const note = (step: string) => () => void steps.push(step);
  const stopping = new AbortController();
  const start = Promise.withResolvers<void>();
  if (started) start.resolve();
  const replaced = <T>(part: T, name: string) => {
    const it = inForce(part);
    const replace = (next: T) => {
      steps.push(name);
      return it.replace(next);
    };
    return Object.assign(() => it(), { replace });
  };
  const configured = replaced<Configured>(readConfigured(configOf(first)), 'configured');
  const receivers = (name: string) => ({
    readSilences: note(`${name}: silences`),
    stop(graceMs?: number) {
      steps.push(`${name}: stop ${graceMs}`);
      return stop();
    },
  });
  const board = { accounts: [], account() {}, remember() {} };
  const optionBoard = { accounts: [...first.accounts], account() {} };
  const options = {
    ...{ clock: handClock(0), after: () => () => {}, log: { warn() {} }, signal: stopping.signal },
    ...{ world: { hostname: 'here' }, recalled: start.promise, configured },
    scrub: {
      add: (secrets: readonly Secret[]) =>
        void steps.push(`secrets ${secrets.map((secret) => secret.reveal()).join(' ')}`),
    },
    board: {
      ...board,
      reconfigure: (all: readonly { readonly name: string }[]) =>
        void steps.push(`board ${all.map(({ name }) => name).join(' ')}`),
    },
    paymentOptions: {
      board: {
        ...optionBoard,
        reconfigure(all: readonly { readonly name: string }[]) {
          const names = all.map(({ name }) => name);
          steps.push(`options ${names.join(' ')}`);
          optionBoard.accounts.splice(0, Number.POSITIVE_INFINITY, ...names);
        },
      },
      async resume(names: readonly string[]) {
        recalls.push({ options: names });
        return [];
      },
    },
    alerting: {
      reload: ({ rules }: { readonly rules: readonly unknown[] }) =>
        void steps.push(`alerts by ${rules.length}`),
      tellAll: note('tell all'),
      resume(states: readonly { readonly fingerprint: string }[]) {
        if (states.length > 0) recalls.push({ states: states.map(({ fingerprint }) => fingerprint) });
      },
    },
    evaluator: {
      told: () => [],
      alerts: () =>
        ['Low', 'Lower'].map((rule) => ({
          ...{ rule, account: 'a', fingerprint: `a ${rule}` },
          reason: rule === removed ? 'removed' : 'cleared',
        })),
    },
    forgotten: { without: (states: unknown) => states, unseen: (seen: unknown) => seen },
    storage: {
      ...{ migrated: Promise.resolve(), runways: { of() {} } },
      alertMemory: {
        recall: async () => ({
          states: ['a Low', 'a Lower'].map((fingerprint) => ({ account: 'a', fingerprint })),
          complete: true,
        }),
        remembered: () => [],
      },
      ledger: {
        async latest(names: readonly string[]) {
          if (away.is) throw new Error('away');
          recalls.push({ accounts: names });
          return [];
        },
      },
    },
    planner: { of() {} },
    otlp: { prepare: () => note('push anew') },
    receivers: replaced(receivers('old'), 'receivers'),
    polling: replaced({ is: 'old' }, 'polling'),
    receiversOf: () => receivers('new'),
    pollingOf: () => ({
      succeed: (last: { readonly is: string }) => void steps.push(`polls after ${last.is}`),
    }),
  };
  const apply = createReload(options as unknown as ReloadOptions);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...{ steps, recalls, away, stopping, apply, start, settled, configured },
    /** Reloads, and tells what was recalled of it. */
    async reload(next: Wanted) {
      await settled();
      recalls.length = 0;
      apply(configOf(next));
      await settled();
      return Object.assign({}, ...recalls);
    },
  };
}

test('the log learns the secrets first, then boards, receivers, alerts and polls change, and the old receivers end', async () => {
  const it = running({ accounts: ['a'] });
  it.apply(configOf({ accounts: ['a', 'b'] }));
  expect(it.steps).toEqual([
    'secrets p-a s-a p-b s-b',
    ...['configured', 'board a b', 'options a b', 'receivers', 'new: silences', 'alerts by 2', 'tell all'],
    ...['polling', 'polls after old', 'old: stop 60000', 'push anew'],
  ]);
  expect([...it.configured().accounts.keys()]).toEqual(['a', 'b']);
});

test('what needs a restart stays as it was: links lead to the page that is there, and a replica keeps its name', () => {
  const it = running({ accounts: ['a'] });
  const { web, database, data_dir, retention, log, shards } = it.configured().config;
  const next = configOf({ accounts: ['a', 'b'], below: '50' });
  const elsewhere = { ...web, listen: [{ host: '', port: 9000 }], external_url: 'https://other.example.com' };
  it.apply({ ...next, web: elsewhere, data_dir: './other', database: { ...database, schema: 'other' } });
  const { accounts, alerts, ...rest } = it.configured().config;
  expect(accounts).toEqual(next.accounts);
  expect(alerts).toEqual(next.alerts);
  expect(rest).toMatchObject({ web, database, data_dir, retention, log, shards });
});

describe('the old receivers', () => {
  test('are stopped at once where the program stops before they have ended', async () => {
    const it = running({ accounts: ['a'] }, { stop: () => new Promise(() => {}) });
    await it.reload({ accounts: ['a'] });
    it.steps.length = 0;
    it.stopping.abort();
    expect(it.steps).toEqual(['old: stop undefined']);
  });

  test('are left alone once they have ended', async () => {
    const it = running({ accounts: ['a'] });
    await it.reload({ accounts: ['a'] });
    it.steps.length = 0;
    it.stopping.abort();
    expect(it.steps).toEqual([]);
  });
});

describe('a reload is refused, and nothing changes,', () => {
  test('once the program is about to end', () => {
    const it = running({ accounts: ['a'] });
    it.stopping.abort();
    expect(() => it.apply(configOf({ accounts: ['a'] }))).toThrow('it is about to end');
    expect(it.steps).toEqual([]);
  });

  test.each([
    ['another shard', { shard: 1, total: 1 }],
    ['one of more shards', { shard: 0, total: 2 }],
  ])('where it would make the process %s', (_what, shards) => {
    const it = running({ accounts: ['a'] });
    expect(() => it.apply(configOf({ accounts: ['a'], shards }))).toThrow(
      'shards: a process stays what it is: start it again to make it another shard',
    );
    expect(it.steps).toEqual([]);
  });
});

describe('what is recalled', () => {
  const BOTH = ['a Low', 'a Lower'];

  test('is what the reload added, once the start is over', async () => {
    const it = running({ accounts: ['a'] });
    expect(await it.reload({ accounts: ['a'] })).toEqual({});
    expect(await it.reload({ accounts: ['a', 'b'] })).toEqual({ accounts: ['b'], options: ['b'] });
    expect(await it.reload({ accounts: ['a', 'b', 'c'] })).toEqual({ accounts: ['c'], options: ['c'] });
  });

  test('is what is known of the alerts whose rule the reload changed', async () => {
    const it = running({ accounts: ['a'] });
    expect(await it.reload({ accounts: ['a'], below: '50' })).toEqual({ states: ['a Low'] });
    expect(await it.reload({ accounts: ['a'], below: '50' })).toEqual({});
  });

  test('is what is known of alerts that have ended here as their account was taken out', async () => {
    const it = running({ accounts: ['b'] });
    const all = { states: BOTH, accounts: ['a'], options: ['a'] };
    expect(await it.reload({ accounts: ['a', 'b'] })).toEqual(all);
  });

  test('is what is known of alerts that have ended here because nothing asked for them', async () => {
    const it = running({ accounts: ['a'] }, { removed: 'Lower' });
    expect(await it.reload({ accounts: ['a'] })).toEqual({ states: ['a Lower'] });
  });

  test('is everything while the start is not over', async () => {
    const it = running({ accounts: ['a'] }, { started: false });
    const all = { states: BOTH, accounts: ['a'], options: ['a'] };
    expect(await it.reload({ accounts: ['a'] })).toEqual(all);
    expect(await it.reload({ accounts: ['a'] })).toEqual({}); // that reload has recalled it
    const other = running({ accounts: ['a'] }, { started: false });
    other.away.is = true;
    await other.reload({ accounts: ['a'] });
    other.start.resolve(); // of what this reload still lacks, the start says nothing
    await other.settled();
    other.away.is = false;
    expect(await other.reload({ accounts: ['a'] })).toEqual(all);
  });

  test('is also what earlier reloads added, while the database has not told of it', async () => {
    const it = running({ accounts: ['a'] });
    it.away.is = true;
    await it.reload({ accounts: ['a', 'b'], below: '50' });
    it.away.is = false;
    const next = { accounts: ['a', 'b', 'c'], below: '50' };
    const [added, states] = [['b', 'c'], ['a Low']];
    expect(await it.reload(next)).toEqual({ states, accounts: added, options: added });
    expect(await it.reload(next)).toEqual({});
  });

  test('is what was there before, too, where a reload before this one took it away', async () => {
    const it = running({ accounts: ['a', 'b'] });
    it.away.is = true;
    await it.reload({ accounts: ['a', 'c'] });
    it.away.is = false;
    const added = ['b', 'c'];
    expect(await it.reload({ accounts: ['a', 'b', 'c'] })).toEqual({ accounts: added, options: added });
  });
});
