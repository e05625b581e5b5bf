// One table of tests for the simulated database and the real one, so that the simulation isn't built on a kinder one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import type { Episode } from '../../src/domain/past.ts';
import { episodeOf, episodeOfSaved } from '../../src/monitor/alerts/episode.ts';
import { NOTHING_SENT, type Outbox, type OutboxMessage } from '../../src/monitor/alerts/outbox.ts';
import type { AlertLog, SavedAlert } from '../../src/monitor/alerts/ports.ts';
import { createAlertLog } from '../../src/store/alerts/alert-log.ts';
import { createOutbox } from '../../src/store/alerts/outbox.ts';
import type { PostgresLedger } from '../../src/store/ledger/ledger.ts';
import { failure, ledgerOf, observation, wallet } from '../support/ledger.ts';
import { execute, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { createChance } from './chance.ts';
import { createClockwork } from './clockwork.ts';
import { createDatabase } from './database.ts';

/** What a replica uses of a database. */
interface Replica {
  readonly ledger: PostgresLedger;
  readonly alertLog: AlertLog;
  readonly outbox: Outbox;
}

type Told = Pick<Episode, 'firingAt' | 'resolvedAt' | 'value'>;

interface Side {
  now(): number;
  /** What is stored of episodes, the oldest first. */
  episodes(): Promise<readonly Told[]>;
  /** `aheadMs` says by how much its clock is ahead. */
  replica(name: string, aheadMs?: number): Replica;
  clear(): Promise<void>;
}

function real(): Side {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db[Symbol.asyncDispose]());
  return {
    now: Date.now,
    async episodes() {
      const all = await createAlertLog({ pool: db.pool, schema: '"floatwatch"' }).episodes();
      return all.map(({ firingAt, resolvedAt, value }) => ({ firingAt, resolvedAt, value })).toReversed();
    },
    replica: (name, aheadMs = 0) => ({
      ledger: ledgerOf(db.pool, name, {
        clock: { now: () => Date.now() + aheadMs, monotonic: () => performance.now() },
      }),
      alertLog: createAlertLog({ pool: db.pool, schema: '"floatwatch"' }),
      outbox: createOutbox({ pool: db.pool, schema: '"floatwatch"' }),
    }),
    async clear() {
      await execute(
        db.url,
        `TRUNCATE floatwatch.poll, floatwatch.snapshot, floatwatch.snapshot_conflict, floatwatch.outbox,
           floatwatch.alert_state, floatwatch.alert_episode`,
      );
    },
  };
}

/** Time passes only while something is asked. */
function simulated(): Side {
  let made = make();
  return {
    now: () => made.clockwork.now(),
    async episodes() {
      const all = [...made.database.episodes.values()].map(({ state }) => state);
      const told = all.map(({ firingAt, resolvedAt, value }) => ({ firingAt: firingAt!, resolvedAt, value }));
      return told.sort((a, b) => a.firingAt - b.firingAt);
    },
    replica: (name, aheadMs = 0) => made.replica(name, aheadMs),
    async clear() {
      made = make();
    },
  };

  function make() {
    const clockwork = createClockwork();
    clockwork[Symbol.dispose](); // nothing here needs the timers of this thread
    const chance = createChance(1);
    const database = createDatabase(clockwork, chance);
    return {
      clockwork,
      database,
      replica(name: string, aheadMs: number): Replica {
        const process = clockwork.spawn(name);
        process.offsetMs = aheadMs;
        const opened = database.connections('floatwatch');
        const timely = <Methods extends object>(methods: Methods): Methods =>
          Object.fromEntries(
            Object.entries(methods).map(([method, run]) => [
              method,
              async (...args: unknown[]) => {
                const answer = clockwork.runAs(process, () => run(...args) as Promise<unknown>);
                await clockwork.advance(1_000);
                return await answer;
              },
            ]),
          ) as Methods;
        return {
          ledger: timely(opened.ledger),
          alertLog: timely(opened.alertLog),
          outbox: timely(opened.outbox),
        };
      },
    };
  }
}

const alert = (at: number, state: Partial<SavedAlert['state']>): SavedAlert => ({
  fingerprint: 'account="acme-ug",alertname="Low"',
  rule: 'Low',
  severity: 'critical',
  account: 'acme-ug',
  currency: 'UGX',
  walletType: 'MERCHANT_PAYOUT',
  labels: { account: 'acme-ug', alertname: 'Low' },
  state: {
    phase: 'firing',
    held: false,
    pendingAt: at,
    firingAt: at,
    resolvedAt: null,
    clearSince: null,
    value: '1',
    threshold: '2',
    at,
    ...state,
  },
});

const message = (key: string, about: string, createdAt: number): OutboxMessage => ({
  receiver: 'ops',
  key,
  alert: about,
  kind: 'fire',
  episode: about,
  body: '{}',
  createdAt,
});

describe.each([
  ['the real one', real],
  ['the simulated one', simulated],
])('%s', (_, make) => {
  const side = make();
  let slot: number;
  let seen: (change?: Partial<Observation>) => Observation;
  const due = () => ({ account: 'acme-ug', slot });
  const keys = (messages: readonly { readonly key: string }[]) => messages.map(({ key }) => key);

  beforeEach(async () => {
    await side.clear();
    slot = Math.floor(side.now() / 60_000) * 60_000;
    seen = (change = {}) => ({
      ...observation(slot),
      account: 'acme-ug',
      wallets: [wallet('1.50')],
      ...change,
    });
  });

  test('a slot is given to one', async () => {
    expect(await side.replica('a').ledger.claim([due()])).toEqual([due()]);
    expect(await side.replica('b').ledger.claim([due()])).toEqual([]);
  });

  test('the first result of a slot is stored, the same one again too, and another is a conflict', async () => {
    const [a, b] = [side.replica('a').ledger, side.replica('b').ledger];
    await a.claim([due()]);
    expect(await a.complete([seen()])).toEqual(['stored']);
    expect(await a.complete([seen()])).toEqual(['stored']);
    expect(await b.complete([seen({ startedAt: slot + 9_000, wallets: [wallet('7.00')] })])).toEqual([
      'conflict',
    ]);
    const [told] = await b.ended([due()]);
    expect(told?.wallets.map(({ available }) => available)).toEqual(['1.50']);
  });

  test('a result that nobody claimed is stored', async () => {
    expect(await side.replica('a').ledger.complete([seen()])).toEqual(['stored']);
  });

  test('E5 a slot far ahead of the database is not stored', async () => {
    const future = slot + 3_600_000;
    const a = side.replica('a', 3_600_000).ledger;
    expect(await a.complete([seen({ slot: future })])).toEqual(['future']);
    expect(await a.ended([{ account: 'acme-ug', slot: future }])).toEqual([]);
  });

  test('H5 beside another, one whose clock is ahead gets no slot of the future', async () => {
    const future = { account: 'acme-ug', slot: slot + 300_000 };
    await side.replica('steady').ledger.claim([due()]);
    expect(await side.replica('hasty', 300_000).ledger.claim([future])).toEqual([]);
  });

  test('beside another, one whose clock is behind polls for itself: what the other saw is old', async () => {
    const past = { account: 'acme-ug', slot: slot - 300_000 };
    await side.replica('steady').ledger.claim([past]);
    expect(await side.replica('behind', -300_000).ledger.claim([past])).toEqual([past]);
  });

  test('H5 alone, it polls all the same', async () => {
    const future = { account: 'acme-ug', slot: slot + 300_000 };
    expect(await side.replica('alone', 300_000).ledger.claim([future])).toEqual([future]);
  });

  test('a young claim is not taken over', async () => {
    await side.replica('a').ledger.claim([due()]);
    expect(await side.replica('b').ledger.takeOver([due()], 600_000)).toEqual([]);
  });

  test('a restart begins with the last good result, with the last one, and with what was missing already', async () => {
    const a = side.replica('a').ledger;
    const bad = { ...failure(slot), account: 'acme-ug' };
    const gone = wallet('5', { walletType: 'MERCHANT_COLLECTION' });
    await a.complete([
      seen({ slot: slot - 180_000, wallets: [wallet('1'), gone] }),
      seen({ slot: slot - 120_000 }),
      seen({ slot: slot - 60_000 }),
      bad,
    ]);
    const latest = await a.latest(['acme-ug', 'nobody']);
    expect(latest.map((each) => each.slot)).toEqual([slot - 60_000, slot, slot - 180_000]);
  });

  test('… and with the last balance of a wallet that the service names without it since', async () => {
    const a = side.replica('a').ledger;
    const blank = [{ ...wallet('1'), available: null }];
    await a.complete([
      seen({ slot: slot - 180_000 }),
      seen({ slot: slot - 120_000, wallets: blank, outcome: 'partial' }),
      seen({ slot: slot - 60_000, wallets: blank, outcome: 'partial' }),
    ]);
    const latest = await a.latest(['acme-ug']);
    expect(latest.map((each) => each.slot)).toEqual([slot - 60_000, slot - 180_000]);
  });

  test("an alert's state gives way only to later evidence", async () => {
    const { alertLog } = side.replica('a');
    const load = async () => (await alertLog.load(['acme-ug'])).map(({ state }) => state.phase);
    await alertLog.save([alert(slot, {})]);
    await alertLog.save([alert(slot - 60_000, { phase: 'inactive', resolvedAt: slot - 60_000 })]);
    expect(await load()).toEqual(['firing']);
    expect(await alertLog.load(['nobody'])).toEqual([]);
    expect(await alertLog.abandoned(['acme-ug'])).toEqual([]);
    expect(await alertLog.abandoned(['nobody'])).toHaveLength(1); // somebody has to end it: nobody polls the account
    const asked = async () => [...(await alertLog.askedAgo([alert(slot, {})])).values()];
    expect(await asked()).toEqual([expect.any(Number)]);
    await alertLog.save([alert(slot, { phase: 'inactive', resolvedAt: slot, firingAt: slot })]);
    expect(await load()).toEqual(['inactive']);
    expect(await asked()).toEqual([]);
    const withdrawn = alert(slot + 1, { phase: 'inactive', firingAt: null });
    await alertLog.save([withdrawn]); // by a replica that knows of no end
    expect(await alertLog.load(['acme-ug'])).toMatchObject([{ state: { firingAt: slot, resolvedAt: slot } }]);
  });

  test('what is handed over counts as asked for half a day ago, unless somebody has asked for it since', async () => {
    const { alertLog } = side.replica('a');
    const began = alert(slot, {});
    const hoursAgo = async () => [...(await alertLog.askedAgo([began])).values()].map((ms) => ms / 3_600_000);
    await alertLog.save([{ ...began, handedOver: true }]);
    expect(await hoursAgo()).toEqual([expect.closeTo(12, 1)]);
    await alertLog.save([began]);
    expect(await hoursAgo()).toEqual([expect.closeTo(0, 1)]);
    await alertLog.save([{ ...began, handedOver: true }]);
    expect(await hoursAgo()).toEqual([expect.closeTo(0, 1)]);
  });

  test('a state that does not know the episode does not take the place of one that fires, even if it is later', async () => {
    const at = side.now() - 5_000;
    const { alertLog } = side.replica('a');
    const firing = alert(at, { firingAt: at });
    const begun = (firingAt: number | null, resolvedAt: number | null, when = at) =>
      alert(when, { phase: 'pending', pendingAt: when, firingAt, resolvedAt });
    await alertLog.save([firing]);
    const withdrawn = alert(at + 2, { phase: 'inactive', firingAt: null });
    for (const unaware of [begun(null, null), begun(at - 2, at - 1), begun(null, null, at + 1), withdrawn])
      await alertLog.save([unaware]);
    expect(await alertLog.load(['acme-ug'])).toEqual([firing]);
    await alertLog.save([begun(at, at)]);
    expect(await alertLog.load(['acme-ug'])).toMatchObject([{ state: { phase: 'pending' } }]);
  });

  test('nor does it keep out one that fires, even if that began before it: the account was taken out and in again', async () => {
    const at = side.now() - 60_000;
    const save = (...alerts: SavedAlert[]) => side.replica('a').alertLog.save(alerts);
    const load = async () => (await side.replica('a').alertLog.load(['acme-ug'])).map(({ state }) => state);
    const pending = alert(at + 1, { phase: 'pending', pendingAt: at + 1, firingAt: null });
    const withdrawn = alert(at + 5_000, { phase: 'inactive', firingAt: null });
    const before = { firingAt: at - 60_000, resolvedAt: at - 30_000 };
    const fired = alert(at, { firingAt: at });
    for (const unaware of [pending, withdrawn, alert(at + 5_000, { phase: 'inactive', ...before })]) {
      await side.clear();
      await save(unaware);
      await save(fired);
      expect(await load()).toEqual([fired.state]);
    }
    await side.clear();
    await save(withdrawn, fired, withdrawn); // all at once
    expect(await load()).toEqual([fired.state]);
    await save(alert(at + 10_000, { phase: 'inactive', firingAt: at, resolvedAt: at + 10_000 }));
    await save(fired, alert(at + 5_000, { firingAt: at })); // it is over
    expect(await load()).toMatchObject([{ phase: 'inactive', resolvedAt: at + 10_000 }]);
  });

  test('what pends after an episode tells its end, if nothing else did: it ended while the database was away', async () => {
    const at = side.now() - 120_000;
    const { alertLog } = side.replica('a');
    const fired = alert(at, { value: '7' });
    const pending = alert(at + 60_000, {
      phase: 'pending',
      firingAt: at,
      resolvedAt: at + 30_000,
      value: '7',
    });
    const known = [{ firingAt: at, resolvedAt: at + 30_000, value: '7' }];
    await alertLog.save([fired]);
    await alertLog.save([pending]);
    expect(await side.episodes()).toEqual(known);
    await alertLog.save([{ ...fired, state: { ...fired.state, at: at + 20_000 } }]); // of a replica that has not seen it end
    expect(await side.episodes()).toEqual(known);
    await side.clear(); // the database never heard of its beginning, either
    await side.replica('a').alertLog.save([pending]);
    expect(await side.episodes()).toEqual(known);
  });

  test('an episode that another has followed is over for good: a machine that was away does not make it longer', async () => {
    const at = side.now() - 120_000;
    const { alertLog } = side.replica('a');
    const over = (firingAt: number, resolvedAt: number) =>
      alert(resolvedAt, { phase: 'inactive', firingAt, resolvedAt, value: '7' });
    await alertLog.save([over(at, at + 10_000)]);
    await alertLog.save([over(at, at + 20_000)]); // none has followed it yet
    await alertLog.save([alert(at + 30_000, { value: '7' })]);
    await alertLog.save([alert(at + 40_000, { firingAt: at })]);
    const [first, next] = [at, at + 30_000].map((firingAt) => ({ firingAt, value: '7' }));
    expect(await side.episodes()).toEqual([
      { ...first, resolvedAt: at + 20_000 },
      { ...next, resolvedAt: null },
    ]);
    await alertLog.save([over(at, at + 50_000)]); // the other is over with it all the same
    expect(await side.episodes()).toEqual([
      { ...first, resolvedAt: at + 20_000 },
      { ...next, resolvedAt: at + 50_000 },
    ]);
  });

  test('an end that a clock has dated ahead ends no other episode, which goes on now', async () => {
    const at = side.now() - 120_000;
    const { alertLog } = side.replica('a');
    const ahead = at + 3_600_000; // it began and ended in a slot of a clock that was ahead
    const over = { firingAt: ahead, resolvedAt: ahead, value: '7' };
    await alertLog.save([alert(ahead, { phase: 'inactive', ...over })]);
    await alertLog.save([alert(at, { value: '7' })]); // of a replica whose clock was right
    await alertLog.save([alert(ahead, { phase: 'pending', pendingAt: at + 60_000, ...over })]);
    const lasting = { firingAt: at, resolvedAt: null, value: '7' };
    expect(await side.episodes()).toEqual([lasting, over]);
    const seconds = at + 125_000; // as far as clocks differ
    await alertLog.save([
      alert(seconds, { phase: 'inactive', ...over, firingAt: at + 1, resolvedAt: seconds }),
    ]);
    expect(await side.episodes()).toMatchObject([{ firingAt: at, resolvedAt: seconds }, {}, over]);
  });

  test('told again when its time has come, such an end still ends no other episode', async () => {
    const at = side.now() - 7_200_000;
    const { alertLog } = side.replica('a');
    const over = { firingAt: at, resolvedAt: at + 3_600_000, value: '1' };
    const end = alert(at, { phase: 'inactive', ...over });
    await alertLog.save([end]); // by the rows, two hours ago: it was dated an hour ahead
    await alertLog.save([alert(at + 60_000, { value: '7' })]);
    await alertLog.save([
      alert(at, { phase: 'pending', ...over, pendingAt: at + 3_700_000, at: at + 3_700_000 }),
    ]);
    await alertLog.save([{ ...end, state: { ...end.state, at: over.resolvedAt } }]);
    expect(await side.episodes()).toEqual([over, { firingAt: at + 60_000, resolvedAt: null, value: '7' }]);
  });

  test('an end ends also the episodes that come to be known after it', async () => {
    const at = side.now() - 300_000;
    const { alertLog } = side.replica('a');
    const over = { firingAt: at, resolvedAt: at + 60_000, value: '1' };
    const end = alert(at + 60_000, { phase: 'inactive', ...over });
    await alertLog.save([end]);
    await alertLog.save([alert(at + 30_000, { value: '7' })]); // from the disk of a machine that was away
    await alertLog.save([alert(at + 90_000, { phase: 'pending', ...over, pendingAt: at + 90_000 })]);
    expect(await side.episodes()).toEqual([over, { ...over, firingAt: at + 30_000, value: '7' }]);
  });

  test('an episode that is over says when it ended, whatever the alert does since', async () => {
    const at = side.now() - 120_000;
    const { alertLog } = side.replica('a');
    const [first, next] = [alert(at, {}), alert(at + 60_000, {})];
    const end = { ...first, state: { ...first.state, phase: 'inactive', resolvedAt: at + 30_000 } } as const;
    await alertLog.save([first, { ...first, account: 'b' }]);
    await alertLog.save([{ ...end, state: { ...end.state, at: at + 30_000 } }, next]);
    const ends = async (...alerts: SavedAlert[]) => [...(await alertLog.endsOf(alerts))];
    expect(await ends(first)).toEqual([[episodeOfSaved(first), at + 30_000]]);
    for (const none of [[], [next], [{ ...first, account: 'b' }], [{ ...first, account: 'nobody' }]])
      expect(await ends(...none)).toEqual([]);
  });

  test('of two states of one episode at one time, the end is the later one, whoever saves it last', async () => {
    const at = side.now() - 5_000;
    const { alertLog } = side.replica('a');
    const over = alert(at, { phase: 'inactive', resolvedAt: at });
    await alertLog.save([over]);
    await alertLog.save([alert(at, {})]); // of a replica that has not seen it end
    expect(await alertLog.load(['acme-ug'])).toEqual([over]);
    await alertLog.save([alert(at, { firingAt: at + 1 })]);
    expect(await alertLog.load(['acme-ug'])).toEqual([alert(at, { firingAt: at + 1 })]);
  });

  test('an alert that was withdrawn is loaded where somebody remembers it', async () => {
    const { alertLog } = side.replica('a');
    const withdrawn = alert(slot, { phase: 'inactive', firingAt: null });
    await alertLog.save([withdrawn]);
    expect(await alertLog.load(['acme-ug'])).toEqual([]);
    expect(await alertLog.load(['acme-ug'], [withdrawn])).toHaveLength(1);
    expect(await alertLog.load(['nobody'], [withdrawn])).toEqual([]);
  });

  test('messages about an alert go out in their order, each to one', async () => {
    const [a, b] = [side.replica('a').outbox, side.replica('b').outbox];
    await a.add([message('end', 'x', slot + 1), message('begin', 'x', slot), message('other', 'y', slot)]);
    const first = await a.claim('ops', 10, 60_000);
    expect(keys(first).sort()).toEqual(['begin', 'other']);
    expect(await b.claim('ops', 10, 60_000)).toEqual([]);
    for (const each of first) await a.settle(each, { kind: 'done' });
    expect(keys(await b.claim('ops', 10, 60_000))).toEqual(['end']);
  });

  test('it tells for which of these receivers a message is due', async () => {
    const { outbox } = side.replica('a');
    const due = async () => [...(await outbox.due(['ops', 'desk']))];
    expect(await due()).toEqual([]);
    await outbox.add([message('begin', 'x', slot), { ...message('begin', 'x', slot), receiver: 'other' }]);
    expect(await due()).toEqual(['ops']);
    const [claimed] = await outbox.claim('ops', 10, 60_000);
    expect(await due()).toEqual([]);
    await outbox.settle(claimed!, { kind: 'release' });
    expect(await due()).toEqual(['ops']);
    await outbox.settle(claimed!, { kind: 'retry', afterMs: 60_000, detail: 'refused' });
    expect(await due()).toEqual([]);
    await outbox.settle(claimed!, { kind: 'done' });
    expect(await due()).toEqual([]);
  });

  test('a message that is known is not added again; one that was given up waits again', async () => {
    const { outbox } = side.replica('a');
    await outbox.add([message('begin', 'x', slot)]);
    const [claimed] = await outbox.claim('ops', 10, 60_000);
    await outbox.settle(claimed!, { kind: 'dead', detail: 'refused' });
    expect(await outbox.count('ops')).toEqual({ waiting: 0, dead: 1 });
    await outbox.add([message('begin', 'x', slot)]);
    expect(await outbox.count('ops')).toEqual({ waiting: 1, dead: 0 });
    await outbox.settle((await outbox.claim('ops', 10, 60_000))[0]!, { kind: 'done' });
    await outbox.add([message('begin', 'x', slot)]);
    expect(await outbox.claim('ops', 10, 60_000)).toEqual([]);
  });

  test('what was sent elsewhere is settled, and so is what waits of an episode whose end was sent', async () => {
    const { outbox } = side.replica('a');
    const [begin, end] = [
      message('begin', 'x', slot),
      { ...message('end', 'x', slot + 1), kind: 'resolve' },
    ] as const;
    await outbox.add([begin, message('other', 'y', slot)]);
    await outbox.conclude([{ ...end, conclusion: { kind: 'done' } }]);
    expect(await outbox.knownByKey('ops', ['begin', 'end', 'other', 'unknown'])).toEqual(
      new Map([
        ['begin', { state: 'done', messageId: null, takenMsAgo: null }],
        ['end', { state: 'done', messageId: null, takenMsAgo: expect.any(Number) }],
        ['other', { state: 'waiting', messageId: null, takenMsAgo: null }],
      ]),
    );
    expect(keys(await outbox.claim('ops', 10, 60_000))).toEqual(['other']);
    await outbox.conclude([{ ...message('late', 'z', slot), conclusion: { kind: 'dead', detail: '410' } }]);
    expect(await outbox.count('ops')).toEqual({ waiting: 1, dead: 1 });
    const known = async () => (await outbox.knownByKey('ops', ['late'])).get('late');
    expect(await known()).toEqual({ state: 'dead', messageId: null, takenMsAgo: null });
    await outbox.conclude([{ ...message('late', 'z', slot), conclusion: { kind: 'done', messageId: 'm1' } }]);
    expect(await outbox.count('ops')).toEqual({ waiting: 1, dead: 0 });
    expect(await known()).toMatchObject({ state: 'done', messageId: 'm1' });
    expect((await known())!.takenMsAgo).toBeGreaterThanOrEqual(0);
    const member = { kind: 'done', messageId: 'group/0/warning/Low', untaken: true } as const;
    await outbox.conclude([{ ...message('member', 'm', slot), conclusion: member }]);
    const [untaken] = (await outbox.knownByKey('ops', ['member'])).values();
    expect(untaken).toMatchObject({ state: 'done', takenMsAgo: null });
  });

  test.each([
    { by: 'a message that can be changed', messageId: 'C1/3' },
    { by: 'one that has no name', messageId: null },
  ])(
    'what went into a message about many there, and was told here by itself, by $by, ends by itself',
    async ({ messageId }) => {
      const { outbox } = side.replica('a');
      const begin = message('begin', 'x', slot);
      const mark = 'group/1/w/R';
      const many = { ...begin, conclusion: { kind: 'done', messageId: mark, untaken: true } } as const;
      const own = { ...begin, conclusion: { kind: 'done', ...(messageId && { messageId }) } } as const;
      await outbox.conclude([many]);
      await outbox.conclude([own]);
      await outbox.conclude([many]);
      expect((await outbox.membersOf('ops', mark)).lasting).toEqual([]);
      expect(await outbox.takenAgo('ops')).not.toBeNull();
      await outbox.add([{ ...message('end', 'x', slot + 1), kind: 'resolve' }]);
      expect(await outbox.claim('ops', 10, 60_000)).toMatchObject([{ key: 'end', messageId }]);
    },
  );

  test.each([
    ['first', ['a', 'b']],
    ['last', ['b', 'a']],
  ] as const)(
    'an end that was not worth telling is told, since another replica told the beginning (that brings it %s)',
    async (_, order) => {
      const begin = message('begin', 'x', slot);
      const end = { ...message('end', 'x', slot + 1), kind: 'resolve' } as const;
      const nothing = { kind: 'done', messageId: NOTHING_SENT, untaken: true } as const;
      const brought = {
        a: [{ ...begin, conclusion: { kind: 'done' } as const }],
        b: [begin, end].map((each) => ({ ...each, conclusion: nothing })),
      };
      for (const name of order) await side.replica(name).outbox.conclude(brought[name]);
      const { outbox } = side.replica('a');
      await outbox.add([end]);
      expect(await outbox.claim('ops', 10, 60_000)).toMatchObject([{ key: 'end', messageId: null }]);
    },
  );

  test('an end that was not worth telling to one receiver is told to it, though another has been told the end of that episode', async () => {
    const { outbox } = side.replica('a');
    const begin = message('begin', 'x', slot);
    const end = { ...message('end', 'x', slot + 1), kind: 'resolve' } as const;
    const nothing = { kind: 'done', messageId: NOTHING_SENT, untaken: true } as const;
    await outbox.conclude([begin, end].map((each) => ({ ...each, conclusion: nothing })));
    await outbox.conclude([
      { ...begin, conclusion: { kind: 'done' } },
      ...[begin, end].map((each) => ({ ...each, receiver: 'desk', conclusion: { kind: 'done' } as const })),
    ]);
    expect(await outbox.claim('ops', 10, 60_000)).toMatchObject([{ key: 'end' }]);
    expect(await outbox.claim('desk', 10, 60_000)).toEqual([]);
  });

  test('an end that was not worth telling stays untold while nobody told the beginning, or when both were told', async () => {
    const { outbox } = side.replica('a');
    const nothing = { kind: 'done', messageId: NOTHING_SENT, untaken: true } as const;
    for (const about of ['quiet', 'both']) {
      const begin = message(`begin ${about}`, about, slot);
      const end = { ...message(`end ${about}`, about, slot + 1), kind: 'resolve' } as const;
      await outbox.conclude([begin, end].map((each) => ({ ...each, conclusion: nothing })));
      if (about === 'both')
        await outbox.conclude([begin, end].map((each) => ({ ...each, conclusion: { kind: 'done' } })));
    }
    expect(await outbox.claim('ops', 10, 60_000)).toEqual([]);
  });

  test('an end that nobody has brought is known by the episode, unless the alert fires anew', async () => {
    const { outbox, alertLog } = side.replica('a');
    const [first, anew] = [alert(slot, {}), alert(slot + 2, {})];
    const { fingerprint } = first;
    const begun = ({ state: { firingAt } }: SavedAlert, key: string) => ({
      ...message(key, fingerprint, firingAt!),
      episode: episodeOf({ fingerprint, firingAt }),
      body: key,
    });
    const told = (key: string) => ({
      ...begun(key === 'anew' ? anew : first, key),
      conclusion: { kind: 'done' } as const,
    });
    await alertLog.save([first]);
    await outbox.conclude([told('first')]);
    expect(await outbox.missedEnds('ops', slot)).toEqual([]);
    await alertLog.save([alert(slot + 1, { firingAt: slot, phase: 'inactive', resolvedAt: slot + 1 }), anew]);
    expect(await outbox.missedEnds('ops', slot)).toEqual([{ body: 'first', resolvedAt: slot + 1 }]);
    expect(await outbox.missedEnds('other', slot)).toEqual([]);
    await outbox.add([begun(anew, 'anew')]);
    expect(await outbox.missedEnds('ops', slot)).toEqual([{ body: 'first', resolvedAt: slot + 1 }]);
    expect(await outbox.missedEnds('ops', slot + 2)).toEqual([]); // the later beginning may be told at any time
    await outbox.conclude([told('anew')]);
    expect(await outbox.missedEnds('ops', slot)).toEqual([]);
    await alertLog.save([alert(slot + 3, { firingAt: slot + 2, phase: 'inactive', resolvedAt: slot + 3 })]);
    expect(await outbox.missedEnds('ops', slot)).toMatchObject([{ body: 'first' }, { body: 'anew' }]);
    await outbox.add([{ ...begun(first, 'end'), kind: 'resolve' }]);
    expect(await outbox.missedEnds('ops', slot)).toEqual([{ body: 'anew', resolvedAt: slot + 3 }]);
  });

  test('a beginning that comes when its end was sent is settled', async () => {
    const { outbox } = side.replica('a');
    await outbox.add([{ ...message('end', 'x', slot + 1), kind: 'resolve' }]);
    const [end] = await outbox.claim('ops', 10, 60_000);
    await outbox.settle(end!, { kind: 'done' });
    await outbox.add([message('begin', 'x', slot)]);
    expect(await outbox.claim('ops', 10, 60_000)).toEqual([]);
  });

  test('when a receiver last took something, whoever sent it', async () => {
    const { outbox } = side.replica('a');
    const [begin, other] = [message('begin', 'x', slot), message('other', 'y', slot)];
    const end = { ...message('end', 'x', slot + 1), kind: 'resolve' } as const;
    await outbox.add([begin, other]);
    const claimed = await outbox.claim('ops', 10, 60_000);
    await outbox.settle(claimed[0]!, { kind: 'retry', afterMs: 0, detail: '500' });
    await outbox.settle(claimed[1]!, { kind: 'dead', detail: '410' });
    expect(await outbox.takenAgo('ops')).toBeNull();
    await outbox.add([message('again', 'u', slot)]);
    const [again] = await outbox.claim('ops', 10, 60_000);
    await outbox.settle(again!, { kind: 'retry', afterMs: 0, detail: '500' });
    await outbox.settle(again!, { kind: 'done', messageId: 'quiet', untaken: true });
    const many = { kind: 'done', messageId: 'group/1/w/R', untaken: true } as const;
    await outbox.conclude([{ ...message('member', 'v', slot), conclusion: many }]);
    expect(await outbox.takenAgo('ops')).toBeNull();
    const hourAgo = side.now() - 3_600_000;
    await outbox.conclude([{ ...end, conclusion: { kind: 'done' }, concludedAt: hourAgo }]); // settles its beginning too
    const ago = (await outbox.takenAgo('ops'))!;
    expect(ago).toBeGreaterThanOrEqual(3_600_000);
    expect(ago).toBeLessThan(3_700_000);
    const ahead = side.now() + 3_600_000; // by a clock that is wrong
    await outbox.conclude([
      { ...message('third', 'z', slot), conclusion: { kind: 'done' }, concludedAt: ahead },
    ]);
    expect(await side.replica('b').outbox.takenAgo('ops')).toBeGreaterThanOrEqual(0);
    expect(await side.replica('b').outbox.takenAgo('ops')).toBeLessThan(100_000);
    await outbox.add([message('fourth', 'w', slot)]);
    for (const each of await outbox.claim('ops', 10, 60_000)) await outbox.settle(each, { kind: 'done' });
    expect(await outbox.takenAgo('ops')).toBeLessThan(100_000);
    expect(await outbox.takenAgo('desk')).toBeNull();
  });

  test('an update of an episode whose end is known is dropped', async () => {
    const { outbox } = side.replica('a');
    const begin = message('begin', 'x', slot);
    await outbox.conclude([{ ...begin, conclusion: { kind: 'done' } }]);
    await outbox.conclude([{ ...begin, kind: 'resolve', key: 'end', conclusion: { kind: 'done' } }]);
    await outbox.add([{ ...begin, kind: 'update', key: 'update', createdAt: slot + 1 }]);
    expect(keys(await outbox.claim('ops', 10, 60_000))).toEqual([]);
  });

  test('an end waits for its beginning, though the clock of who brings it is behind', async () => {
    const { outbox } = side.replica('a');
    const begin = message('begin', 'x', slot);
    await outbox.add([begin]);
    const [claimed] = await outbox.claim('ops', 10, 60_000); // being sent
    await side.replica('b').outbox.add([{ ...begin, kind: 'resolve', key: 'end', createdAt: slot - 350 }]);
    expect(keys(await side.replica('b').outbox.claim('ops', 10, 60_000))).toEqual([]);
    await outbox.settle(claimed!, { kind: 'done' });
    expect(keys(await outbox.claim('ops', 10, 60_000))).toEqual(['end']);
  });

  test('nor does it go before a change that is being sent', async () => {
    const { outbox } = side.replica('a');
    const begin = message('begin', 'x', slot);
    await outbox.conclude([{ ...begin, conclusion: { kind: 'done' } }]);
    await outbox.add([{ ...begin, kind: 'update', key: 'update', createdAt: slot + 5_000 }]);
    const [claimed] = await outbox.claim('ops', 10, 60_000);
    await side.replica('b').outbox.add([{ ...begin, kind: 'resolve', key: 'end', createdAt: slot - 350 }]);
    expect(keys(await side.replica('b').outbox.claim('ops', 10, 60_000))).toEqual([]);
    await outbox.settle(claimed!, { kind: 'done' });
    expect(keys(await outbox.claim('ops', 10, 60_000))).toEqual(['end']);
  });

  test('nor behind the next beginning, because a clock that was ahead dated a change long ago', async () => {
    const { outbox } = side.replica('a');
    const begin = message('begin', 'x', slot);
    const change = { ...begin, kind: 'update', key: 'update', createdAt: slot + 3_600_000 } as const;
    await outbox.conclude([begin, change].map((one) => ({ ...one, conclusion: { kind: 'done' } })));
    await outbox.add([{ ...begin, kind: 'resolve', key: 'end', createdAt: slot + 60_000 }]);
    await outbox.add([{ ...message('anew', 'x', slot + 120_000), episode: 'next' }]);
    expect(keys(await outbox.claim('ops', 10, 60_000))).toEqual(['end']);
  });

  test('an update that is replaced while it is sent waits', async () => {
    const { outbox } = side.replica('a');
    const update = { ...message('update', 'x', slot), kind: 'update' } as const;
    await outbox.add([update]);
    const [claimed] = await outbox.claim('ops', 10, 60_000);
    await outbox.add([{ ...update, body: '[]', createdAt: slot + 1 }]);
    await outbox.settle(claimed!, { kind: 'done' });
    expect((await outbox.claim('ops', 10, 60_000)).map(({ body }) => body)).toEqual(['[]']);
  });

  test('ends of episodes that share a message are untold until they are noted as told, or their alert begins anew', async () => {
    const { outbox } = side.replica('a');
    const mark = 'group/60000/warning/Low';
    const taken = { kind: 'done', messageId: mark } as const;
    const begin = (about: string) => message(`begin ${about}`, about, slot);
    const end = (about: string) =>
      ({ ...begin(about), kind: 'resolve', key: `end ${about}`, body: about }) as const;
    const members = async () => {
      const { lasting, ended, untold } = await side.replica('b').outbox.membersOf('ops', mark);
      return { lasting: [...lasting].sort(), ended: [...ended].sort(), untold: [...untold.values()].sort() };
    };
    await outbox.conclude(['x', 'y', 'z', 'w'].map((about) => ({ ...begin(about), conclusion: taken })));
    expect(await members()).toEqual({ lasting: ['w', 'x', 'y', 'z'], ended: [], untold: [] });
    await outbox.conclude(['x', 'y', 'z'].map((about) => ({ ...end(about), conclusion: taken })));
    expect(await members()).toEqual({ lasting: ['w'], ended: ['x', 'y', 'z'], untold: ['x', 'y', 'z'] });
    await outbox.noteTold('desk', mark, ['x']);
    await outbox.noteTold('ops', 'another', ['x']);
    await outbox.noteTold('ops', mark, ['x']);
    expect((await members()).untold).toEqual(['y', 'z']);

    const anew = (about: string) => ({
      ...message(`anew ${about}`, about, slot + 1),
      episode: `anew ${about}`,
    });
    await outbox.add([anew('y')]);
    expect((await members()).untold, 'it waits').toEqual(['y', 'z']);
    await outbox.conclude([{ ...anew('y'), conclusion: { kind: 'done' } }]);
    await outbox.conclude([{ ...anew('z'), conclusion: { kind: 'done', messageId: NOTHING_SENT } }]);
    expect((await members()).untold).toEqual(['z']);
    expect((await members()).ended).toEqual(['x', 'y', 'z']);
  });

  test('an end that waits for a message about many can be made a message of its own', async () => {
    const { outbox } = side.replica('a');
    const [mark, other] = ['group/60000/warning/Low', 'group/120000/warning/Low'];
    const conclude = async (kind: 'fire' | 'resolve', about: string, messageId: string) => {
      const one = { ...message(`${kind} ${about}`, about, slot), kind, body: `"${kind} ${about}"` };
      await outbox.conclude([{ ...one, conclusion: { kind: 'done', messageId, untaken: true } }]);
    };
    for (const [about, id] of [
      ['x', mark],
      ['y', mark],
      ['z', other],
      ['w', '42.7'],
    ] as const)
      for (const kind of ['fire', 'resolve'] as const) await conclude(kind, about, id);
    expect(await outbox.awaited('ops')).toEqual([other, mark]);
    expect(await outbox.awaited('desk')).toEqual([]);
    await outbox.noteTold('ops', mark, ['y']);
    await outbox.tellAlone('desk', mark, ['x']);
    await outbox.tellAlone('ops', mark, ['x', 'y', 'z']);
    expect(await outbox.awaited('ops')).toEqual([other]);
    const claimed = await outbox.claim('ops', 10, 60_000);
    expect(claimed).toMatchObject([{ kind: 'resolve', body: '"resolve x"', messageId: null }]);
    await outbox.settle(claimed[0]!, { kind: 'done' });
    await outbox.tellAlone('ops', mark, ['x']);
    expect(await outbox.claim('ops', 10, 60_000)).toEqual([]);
  });

  test('an end is untold again once the later beginning of its alert is over, too', async () => {
    const { outbox } = side.replica('a');
    const mark = 'group/60000/warning/Low';
    const taken = { kind: 'done', messageId: mark } as const;
    const begin = message('begin', 'x', slot);
    const later = { ...message('later', 'x', slot + 1), episode: 'later' };
    const untold = async () => [...(await outbox.membersOf('ops', mark)).untold.values()];
    await outbox.conclude([{ ...begin, conclusion: taken }]);
    await outbox.conclude([{ ...later, conclusion: { kind: 'done' } }]);
    await outbox.conclude([
      { ...begin, kind: 'resolve', key: 'end', body: '"end"', createdAt: slot + 2, conclusion: taken },
    ]);
    expect(await untold()).toEqual([]);
    const over = { ...later, kind: 'resolve', key: 'later end', createdAt: slot + 3 } as const;
    await outbox.conclude([{ ...over, conclusion: { kind: 'done' } }]);
    expect(await untold()).toEqual(['"end"']);
  });

  test('of a beginning that two told by themselves both messages are known, and what has changed them is', async () => {
    const [{ outbox }, other] = [side.replica('a'), side.replica('b').outbox];
    const begin = message('begin', 'x', slot);
    const told = (messageId: string) => ({ ...begin, conclusion: { kind: 'done', messageId } as const });
    const claimed = async (key: string, kind: 'update' | 'resolve') => {
      await outbox.add([{ ...begin, kind, key, createdAt: slot + 1, body: key }]);
      const [one] = await outbox.claim('ops', 10, 60_000);
      expect(one).toMatchObject({ key });
      return one!;
    };
    await outbox.conclude([told('1')]);
    await other.conclude([told('2')]);
    await other.conclude([told('2')]);
    const update = await claimed('update', 'update');
    expect(update.messageId).toBe('1\n2');
    await outbox.settle(update, { kind: 'done', messageId: '3' });
    const second = await claimed('second', 'update');
    expect(second.messageId).toBe('3');
    await other.conclude([told('4')]); // came late
    await outbox.settle(second, { kind: 'done', messageId: '5' });
    expect((await claimed('end', 'resolve')).messageId).toBe('5\n4');
  });

  test('what is renewed stays ours', async () => {
    const { outbox } = side.replica('a');
    await outbox.add([message('begin', 'x', slot)]);
    const claimed = await outbox.claim('ops', 10, 60_000);
    await outbox.renew(claimed, 0);
    expect(keys(await outbox.claim('ops', 10, 60_000))).toEqual(['begin']);
    await outbox.renew(claimed, 60_000);
    expect(await outbox.claim('ops', 10, 60_000)).toEqual([]);
  });
});
