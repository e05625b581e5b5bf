import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AlertState } from '../../../src/domain/alert.ts';
import { replaces } from '../../../src/domain/reconcile.ts';
import { createAlertMemory } from '../../../src/monitor/alerts/alert-memory.ts';
import { episodeOf, fingerprintOf } from '../../../src/monitor/alerts/episode.ts';
import { NOTHING_SENT, type OutboxMessage } from '../../../src/monitor/alerts/outbox.ts';
import type { SavedAlert } from '../../../src/monitor/alerts/ports.ts';
import { groupMark } from '../../../src/receivers/notification/group-identity.ts';
import { createAlertLog } from '../../../src/store/alerts/alert-log.ts';
import { createOutbox } from '../../../src/store/alerts/outbox.ts';
import { makePartitionsAhead } from '../../../src/store/postgres/partitions.ts';
import type { Pool, Queryable } from '../../../src/store/postgres/pool.ts';
import { handClock } from '../../support/clock.ts';
import { memoryShelf } from '../../support/delivering.ts';
import { execute, refusals, type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { account, lowRule, payout, START, watching } from '../../support/watching.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(() =>
  execute(db.url, 'TRUNCATE floatwatch.alert_state, floatwatch.alert_episode, floatwatch.poll'),
);

const log = () => createAlertLog({ pool: db.pool, schema: '"floatwatch"' });
const MINUTE = 60_000;
const NOW = Date.now() - (Date.now() % MINUTE);

function saved(change: Partial<AlertState>): SavedAlert {
  return {
    fingerprint: 'f',
    rule: 'PayoutFloatLow',
    severity: 'warning',
    account: 'acme-ug',
    currency: 'UGX',
    walletType: 'MERCHANT_PAYOUT',
    labels: { alertname: 'PayoutFloatLow' },
    state: {
      phase: 'firing',
      held: false,
      pendingAt: NOW - MINUTE,
      firingAt: NOW,
      resolvedAt: null,
      clearSince: null,
      value: '12345678901234567.89',
      threshold: '5000000',
      at: NOW,
      ...change,
    },
  };
}
const over = (at: number) => saved({ phase: 'inactive', resolvedAt: at, at });

test('A7 D22 states come back as they were saved, digit for digit', async () => {
  await log().save([saved({ clearSince: NOW + 1 })]);
  expect(await log().load(['acme-ug', 'never-polled'])).toEqual([saved({ clearSince: NOW + 1 })]);
  // Nobody asks for it any more: it is to be ended.
  expect(await log().abandoned(['other'])).toHaveLength(1);
  expect(await log().abandoned(['acme-ug'])).toEqual([]);
  await log().save([saved({ phase: 'inactive', resolvedAt: NOW, at: NOW + 1 })]);
  expect(await log().abandoned(['other'])).toEqual([]);
});

/** A poll of the account so long ago, by the database's clock. */
const polled = (account: string, ago: string) =>
  execute(
    db.url,
    `INSERT INTO floatwatch.poll (slot, claimed_at, claim, account_id, operation, replica, outcome)
     SELECT now() - interval '${ago}', now(), gen_random_uuid(), account_id, 'balances', 'other', 'ok'
     FROM floatwatch.account WHERE name = '${account}'`,
  );

test('D22 alerts of an account that another deployment polls are not ours to end', async () => {
  await log().save([saved({})]);
  await polled('acme-ug', '1 minute');
  expect(await log().load(['other'])).toEqual([]);
  expect(await log().abandoned(['other'])).toEqual([]);
});

test.each([
  [['23 hours'], false],
  [['25 hours'], true],
  [['30 hours', '54 hours', '78 hours'], false], // daily, and late
  [['50 hours', '74 hours', '98 hours'], true],
  [['60 hours', '84 hours', '156 hours'], false], // working days
  [['150 hours', '174 hours', '246 hours'], true],
])('D22 polled before %j: abandoned is %s', async (ago, abandoned) => {
  await log().save([saved({})]);
  await makePartitionsAhead(db.pool, '"floatwatch"');
  for (const each of ago) await polled('acme-ug', each);
  expect(await log().abandoned(['other'])).toHaveLength(abandoned ? 1 : 0);
});

test('D22 of an account of ours, what no process has asked for within a day is to be ended', async () => {
  const asked = (ago: string) =>
    execute(db.url, `UPDATE floatwatch.alert_state SET asked_at = now() - interval '${ago}'`);
  await log().save([saved({})]);
  expect(await log().abandoned(['acme-ug'])).toEqual([]);
  await asked('23 hours');
  expect(await log().abandoned(['acme-ug'])).toEqual([{ ...saved({}), elsewhere: true }]);
  await asked('25 hours');
  expect(await log().abandoned(['acme-ug'])).toEqual([saved({})]);
  await log().keep([saved({}), { account: 'never-polled', fingerprint: 'other' }]);
  expect(await log().abandoned(['acme-ug'])).toEqual([]);
  await asked('25 hours');
  await log().save([saved({ at: NOW + 1 })]);
  expect(await log().abandoned(['acme-ug'])).toEqual([]);
});

test('an alert of ours whose process is gone is to be taken over after twenty minutes', async () => {
  const asked = (ago: string) =>
    execute(db.url, `UPDATE floatwatch.alert_state SET asked_at = now() - interval '${ago}'`);
  await log().save([saved({})]);
  await asked('19 minutes');
  expect(await log().abandoned(['acme-ug'])).toEqual([]);
  await asked('21 minutes');
  expect(await log().abandoned(['acme-ug'])).toEqual([{ ...saved({}), elsewhere: true }]);
  await log().keep([saved({})]);
  expect(await log().abandoned(['acme-ug'])).toEqual([]);
  await log().save([over(NOW + 1)]);
  await asked('21 minutes');
  expect(await log().abandoned(['acme-ug'])).toEqual([]);
});

test('how long ago an alert that lasts was asked for', async () => {
  expect(await log().askedAgo([])).toEqual(new Map());
  const [lasting, ended] = [saved({}), { ...over(NOW), fingerprint: 'ended' }];
  await log().save([lasting, ended]);
  await execute(db.url, `UPDATE floatwatch.alert_state SET asked_at = now() - interval '90 seconds'`);
  const ago = await log().askedAgo([lasting, ended, { account: 'never-polled', fingerprint: 'other' }]);
  expect([...ago.keys()]).toEqual([lasting.fingerprint]);
  expect(ago.get(lasting.fingerprint)).toBeGreaterThanOrEqual(90_000);
  expect(ago.get(lasting.fingerprint)).toBeLessThan(150_000);
});

test('what a machine hands over, since its account is not configured there any more, was not asked for now', async () => {
  await log().save([saved({})]);
  await execute(db.url, `UPDATE floatwatch.alert_state SET asked_at = now() - interval '90 seconds'`);
  await log().save([{ ...saved({ at: NOW + 1 }), handedOver: true }]);
  expect(await log().load(['acme-ug'])).toEqual([saved({ at: NOW + 1 })]);
  const asked = async () => [...(await log().askedAgo([saved({})])).values()][0];
  expect(await asked()).toBeGreaterThanOrEqual(90_000);
  await log().save([saved({ at: NOW + 1 })]);
  expect(await asked()).toBeLessThan(60_000);
});

test('… nor was it where Postgres has not heard of it: its owner, which saw it end for want of a rule, knows better', async () => {
  const shelves = { owner: memoryShelf(), leaving: memoryShelf() };
  const at = (kind: keyof typeof shelves) =>
    createAlertMemory({ log: log(), shelf: shelves[kind], clock: handClock(NOW) });
  const began = { firingAt: NOW - 30 * MINUTE, at: NOW - 30 * MINUTE };
  const end = { phase: 'inactive', resolvedAt: NOW - 10 * MINUTE, at: NOW - 10 * MINUTE } as const;
  at('owner').remember([{ ...saved({ ...began, ...end }), unasked: true }]);
  at('leaving').remember([saved(began)]);
  const leaving = at('leaving');
  await leaving.recall(['other']);
  await leaving.flush(true);
  const owner = at('owner');
  expect((await owner.recall(['acme-ug'])).states).toMatchObject([{ state: { phase: 'inactive' } }]);
  await owner.flush(true);
  expect(await log().episodes()).toMatchObject([{ resolvedAt: NOW - 10 * MINUTE }]);
});

test('… and whoever has the rule has time to take it over, however long ago the row was asked for', async () => {
  await log().save([over(NOW)]);
  await execute(db.url, `UPDATE floatwatch.alert_state SET asked_at = now() - interval '3 days'`);
  await log().save([{ ...saved({ firingAt: NOW + 1, at: NOW + 1 }), handedOver: true }]);
  expect(await log().abandoned(['acme-ug'])).toMatchObject([
    { state: { firingAt: NOW + 1 }, elsewhere: true },
  ]);
});

test('which state replaces which is the same here as in the program', async () => {
  const times = [NOW - 3_000, NOW - 2_000, NOW - 1_000];
  const states = times.flatMap((at) => {
    const known = [null, ...times.filter((time) => time <= at)];
    const notFiring = known.flatMap((resolvedAt) =>
      (['pending', 'inactive'] as const).map((phase) =>
        saved({ phase, at, resolvedAt, firingAt: resolvedAt, pendingAt: phase === 'pending' ? at : null }),
      ),
    );
    const firing = known.flatMap((firingAt) => (firingAt === null ? [] : saved({ at, firingAt })));
    return [...firing, ...notFiring];
  });
  const pairs = states.flatMap((stored) => states.map((next) => ({ stored, next })));
  const named = (each: SavedAlert, i: number, value: string): SavedAlert => ({
    ...{ ...each, fingerprint: `f${i}` },
    state: { ...each.state, value },
  });
  await log().save(pairs.map(({ stored }, i) => named(stored, i, '1')));
  await log().save(pairs.map(({ next }, i) => named(next, i, '2')));
  const found = await db.pool.query<{ fingerprint: string; value: string }>(
    'SELECT fingerprint, value FROM floatwatch.alert_state',
  );
  const values = new Map(found.map(({ fingerprint, value }) => [fingerprint, value]));
  const wrong = pairs.filter(
    ({ stored, next }, i) => (values.get(`f${i}`) === '2') !== replaces(next.state, stored.state),
  );
  expect(pairs.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});

test('H3 H9 an end only ever gives way to later evidence', async () => {
  await log().save([over(NOW)]);
  await log().save([saved({ at: NOW - 5 * MINUTE })]);
  expect(await log().load(['acme-ug'])).toEqual([over(NOW)]);
});

test('H3 of two states of one episode at one time, the end is the later one, whoever saves it last', async () => {
  await log().save([over(NOW)]);
  await log().save([saved({})]); // of a replica that has not seen it end
  expect(await log().load(['acme-ug'])).toEqual([over(NOW)]);
  expect(await log().episodes()).toMatchObject([{ firingAt: NOW, resolvedAt: NOW }]);
  await log().save([saved({ firingAt: NOW + 1 })]);
  expect(await log().load(['acme-ug'])).toEqual([saved({ firingAt: NOW + 1 })]);
  expect(await log().episodes()).toMatchObject([{ resolvedAt: null }, { resolvedAt: NOW }]);
});

test('D9 evidence from a clock that is ahead keeps no later one out', async () => {
  await log().save([saved({ at: NOW + 60 * MINUTE })]);
  const later = over(Date.now());
  await log().save([later]);
  expect(await log().load(['acme-ug'])).toMatchObject([{ state: { phase: 'inactive' } }]);
});

test('text that Postgres can not hold, as a label with NUL, keeps no state out', async () => {
  const odd = { ...saved({}), walletType: 'A\0B', labels: { alertname: 'x', team: 'a\0b\uD800' } };
  await log().save([odd]);
  expect(await log().load(['acme-ug'])).toMatchObject([
    { walletType: 'A\uFFFDB', labels: { team: 'a\uFFFDb\uFFFD' } },
  ]);
});

test('the view has one row per episode, from pending to resolved, with the value at which it fired', async () => {
  const { watch, see } = watching({ rules: [lowRule({ forMs: MINUTE })] });
  for (const [minute, amount] of ['1.50', '1.25', '9000000', '1', '1', '1'].entries()) {
    see(minute, [payout(amount)]);
    await log().save(watch.unsaved());
  }
  const rows = await execute(db.url, 'SELECT * FROM floatwatch.alerts ORDER BY firing_at');
  expect(rows).toMatchObject([
    {
      rule: 'PayoutFloatLow',
      severity: 'warning',
      account: 'acme-ug',
      currency: 'UGX',
      wallet_type: 'MERCHANT_PAYOUT',
      pending_at: new Date(START),
      firing_at: new Date(START + MINUTE),
      resolved_at: new Date(START + 2 * MINUTE),
      value: '1.25',
      threshold: '5000000',
    },
    { pending_at: new Date(START + 3 * MINUTE), firing_at: new Date(START + 4 * MINUTE), resolved_at: null },
  ]);
  expect(await log().episodes({ since: START + 3 * MINUTE })).toMatchObject([
    { resolvedAt: null, value: '1' },
  ]);
  expect(await log().episodes({ account: 'other' })).toEqual([]);
});

test('P3 replicas that tell the same twice write one row; several episodes of one alert go in one batch', async () => {
  const { watch, see } = watching();
  const all: SavedAlert[] = [];
  for (const [minute, amount] of ['1', '9000000', '1', '9000000'].entries()) {
    see(minute, [payout(amount)]);
    all.push(...watch.unsaved());
  }
  await Promise.all([log().save(all), log().save(all)]);
  await log().save(all);
  const rows = await execute(db.url, 'SELECT resolved_at FROM floatwatch.alerts');
  expect(rows).toHaveLength(2);
  expect(rows.every(({ resolved_at }) => resolved_at !== null)).toBe(true);
});

test("P3 replicas that tell of the same alerts in another order do not stand in each other's way", async () => {
  const alerts = (at: number) =>
    Array.from({ length: 1_000 }, (_, i) => ({ ...saved({ at }), fingerprint: `f${i}` }));
  await log().save(alerts(NOW));
  for (let round = 1; round <= 3; round++) {
    const same = alerts(NOW + round);
    const saves = [log().save(same), log().save(same.toReversed())];
    expect(await refusals(saves)).not.toContain('40P01');
  }
});

test('P3 of two ends that are saved together, what began before the first ended with that', async () => {
  const began = NOW - 30 * MINUTE;
  await log().save([saved({ firingAt: began, at: began })]);
  const episode = (firingAt: number, resolvedAt: number) =>
    saved({ phase: 'inactive', firingAt, resolvedAt, at: resolvedAt });
  const ends = [
    episode(began + 4 * MINUTE, began + 5 * MINUTE),
    episode(began + 7 * MINUTE, began + 9 * MINUTE),
  ] as const;
  for (const both of [ends, ends.toReversed()]) {
    await execute(
      db.url,
      `DELETE FROM floatwatch.alert_episode WHERE firing_at > to_timestamp(${began / 1_000})`,
    );
    await execute(db.url, 'UPDATE floatwatch.alert_episode SET resolved_at = NULL');
    await log().save(both);
    const rows = await execute(db.url, 'SELECT resolved_at FROM floatwatch.alerts ORDER BY firing_at');
    expect(rows.map((row) => (row['resolved_at'] as Date).getTime() - began)).toEqual(
      [5, 5, 9].map((minutes) => minutes * MINUTE),
    );
  }
});

test('D9 what fires anew after the clock was set back is not over with what had ended before that', async () => {
  // Postgres was away meanwhile, so that both are saved together.
  const [ended, anew] = [NOW + 65 * MINUTE, NOW - MINUTE + 7];
  await log().save([
    saved({ phase: 'inactive', firingAt: NOW + 60 * MINUTE, resolvedAt: ended, at: ended }),
    saved({ firingAt: anew, pendingAt: null, at: ended }),
  ]);
  expect(await log().episodes({ until: NOW })).toMatchObject([{ firingAt: anew, resolvedAt: null }]);
});

test("D9 what was saved before the database's clock was set back keeps nothing out", async () => {
  const ahead = NOW + 60 * MINUTE; // and so was the process's, on the same machine: its evidence never moves back
  await log().save([saved({})]);
  for (const table of ['alert_state', 'alert_episode'])
    await execute(db.url, `UPDATE floatwatch.${table} SET at = to_timestamp(${ahead / 1_000})`);
  await log().save([saved({ phase: 'inactive', resolvedAt: NOW + 1, at: ahead })]);
  expect(await log().load(['acme-ug'])).toMatchObject([{ state: { phase: 'inactive' } }]);
  await log().save([saved({ firingAt: NOW + 2, at: ahead })]);
  expect(await log().load(['acme-ug'])).toMatchObject([{ state: { firingAt: NOW + 2 } }]);
  expect(await log().episodes()).toMatchObject([{ resolvedAt: null }, { resolvedAt: NOW + 1 }]);
});

test('C2 a process that is killed while it saves an end leaves no episode that never ends', async () => {
  const shelf = memoryShelf();
  const memoryOf = (pool: Pool) =>
    createAlertMemory({
      log: createAlertLog({ pool, schema: '"floatwatch"' }),
      shelf,
      clock: handClock(NOW),
    });
  const before = memoryOf(db.pool);
  const firing = { firingAt: NOW - 5 * MINUTE, pendingAt: null, at: NOW - 5 * MINUTE };
  before.remember([saved(firing)]);
  await before.flush();
  /** The process dies just before the episode is written. */
  const dying = (query: Queryable['query']): Queryable['query'] =>
    async function until(text, values) {
      if (/INSERT INTO \S+alert_episode/.test(text)) throw new Error('killed');
      return await query(text, values);
    };
  const killed = memoryOf({
    ...db.pool,
    query: dying(db.pool.query),
    transaction: (work) => db.pool.transaction((tx) => work({ query: dying(tx.query) })),
  });
  const end = { phase: 'inactive', resolvedAt: NOW - MINUTE, at: NOW - MINUTE } as const;
  killed.remember([saved({ ...firing, ...end })]);
  await killed.flush();
  const next = memoryOf(db.pool);
  expect(await next.recall(['acme-ug'])).toMatchObject({ states: [{ state: { phase: 'inactive' } }] });
  await next.flush();
  const rows = await execute(db.url, 'SELECT resolved_at FROM floatwatch.alerts');
  expect(rows).toEqual([{ resolved_at: new Date(NOW - MINUTE) }]);
});

test('P3 an alert that is over is over by each name under which it began', async () => {
  // A process that knew of nothing while Postgres was away saw it fire anew, and heard later since when it did.
  const began = NOW - 30 * MINUTE;
  await log().save([saved({ firingAt: began, at: began })]);
  await log().save([saved({ firingAt: began + 4 * MINUTE, at: began + 4 * MINUTE })]);
  await log().save([saved({ firingAt: began, at: began + 5 * MINUTE })]);
  await log().save([
    saved({ phase: 'inactive', firingAt: began, resolvedAt: began + 9 * MINUTE, at: began + 9 * MINUTE }),
  ]);
  await log().save([saved({ firingAt: began + 20 * MINUTE, at: began + 20 * MINUTE })]);
  const episodes = await log().episodes();
  expect(
    episodes.map(({ firingAt, resolvedAt }) => [firingAt - began, resolvedAt && resolvedAt - began]),
  ).toEqual([
    [20 * MINUTE, null],
    [4 * MINUTE, 9 * MINUTE],
    [0, 9 * MINUTE],
  ]);
});

/** A replica that told of an alert comes back after another has seen it end and fire anew, and end again. */
async function backAfterTwoEnds({ wasSaved, isExpected }: Record<'wasSaved' | 'isExpected', boolean>) {
  const shelf = memoryShelf();
  const memoryOf = (at: number) => createAlertMemory({ log: log(), shelf, clock: handClock(at) });
  const expected = isExpected ? [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT' }] : [];
  const accounts = [account('acme-ug', { expect: expected })];
  const [ours, other, after] = [watching(), watching(), watching({ accounts }, () => [], START + 9 * MINUTE)];
  ours.see(0, [payout('1')]);
  if (wasSaved) other.see(0, [payout('1')]);
  const before = memoryOf(START);
  before.remember(ours.watch.unsaved());
  if (wasSaved) await before.flush(); // and is killed
  const amounts = ['1', '9000000', '9000000', '1', '1', '9000000'];
  for (const [i, amount] of amounts.entries()) {
    other.see(i + 1, [payout(amount)]);
    await log().save(other.watch.unsaved());
  }
  const next = memoryOf(START + 9 * MINUTE);
  after.watch.resume((await next.recall(['acme-ug'])).states, []);
  next.remember(after.watch.unsaved());
  await next.flush();
  const episodes = (await log().episodes()).map(({ firingAt, resolvedAt }) => [
    (firingAt - START) / MINUTE,
    resolvedAt === null ? null : (resolvedAt - START) / MINUTE,
  ]);
  return { waiting: next.waiting(), episodes };
}

test('H3 a replica that comes back leaves the ends of episodes that it missed as others saw them', async () => {
  const { episodes } = await backAfterTwoEnds({ wasSaved: true, isExpected: false });
  expect(episodes).toEqual([
    [4, 6],
    [0, 2],
  ]);
});

test('A7 what a replica alone told of an expected wallet is saved as over when it comes back', async () => {
  const { waiting, episodes } = await backAfterTwoEnds({ wasSaved: false, isExpected: true });
  expect(waiting).toBe(0);
  expect(episodes).toEqual([
    [4, 6],
    [1, 2],
    [0, 6],
  ]);
});

test('what is no amount is null in the view', async () => {
  await log().save([saved({ value: '5m12s', threshold: '20%' })]);
  expect(await execute(db.url, 'SELECT value, threshold FROM floatwatch.alerts')).toEqual([
    { value: null, threshold: null },
  ]);
});

test('what ended long ago is not loaded', async () => {
  await log().save([saved({ phase: 'inactive', resolvedAt: NOW - 25 * 60 * MINUTE })]);
  expect(await log().load(['acme-ug'])).toEqual([]);
});

test('A7 what is remembered on a machine is held against what became of it, however long ago', async () => {
  const ago = NOW - 50 * 60 * MINUTE;
  const before = { pendingAt: ago, firingAt: ago, at: ago };
  const pending = {
    ...saved({ phase: 'pending', pendingAt: ago, firingAt: null, at: ago }),
    fingerprint: 'g',
  };
  const remembered = memoryShelf();
  const away = { ...log(), load: () => Promise.reject(new Error('away')) };
  createAlertMemory({ log: away, shelf: remembered, clock: handClock(ago) }).remember([
    saved(before),
    pending,
  ]);
  const decided = { phase: 'inactive', pendingAt: null, at: ago + MINUTE } as const;
  const ended = saved({ ...before, ...decided, resolvedAt: ago + MINUTE });
  const withdrawn = { ...pending, state: { ...pending.state, ...decided } };
  await log().save([ended, withdrawn]);
  const memory = createAlertMemory({ log: log(), shelf: remembered, clock: handClock(NOW) });
  const { states } = await memory.recall(['acme-ug']);
  expect(states.toSorted((a, b) => a.fingerprint.localeCompare(b.fingerprint))).toEqual([ended, withdrawn]);
  expect(memory.waiting()).toBe(0);
});

test('A7 what ended days ago is over, though one that knows it no more has waited since for the next', async () => {
  const ago = NOW - 50 * 60 * MINUTE;
  const fired = saved({ pendingAt: ago, firingAt: ago, at: ago });
  const remembered = memoryShelf();
  const away = { ...log(), load: () => Promise.reject(new Error('away')) };
  createAlertMemory({ log: away, shelf: remembered, clock: handClock(ago) }).remember([fired]);
  await log().save([
    saved({ ...fired.state, phase: 'inactive', resolvedAt: ago + MINUTE, at: ago + MINUTE }),
  ]);
  // Another begins a day later: it is not told of that any more.
  expect(await log().load(['acme-ug'])).toEqual([]);
  const unknown = { pendingAt: null, firingAt: null, value: null, threshold: null };
  await log().save([saved({ ...unknown, phase: 'pending', pendingAt: NOW - MINUTE, at: NOW - MINUTE })]);
  await log().save([saved({ ...unknown, phase: 'inactive', at: NOW })]);
  const memory = createAlertMemory({ log: log(), shelf: remembered, clock: handClock(NOW) });
  const { states } = await memory.recall(['acme-ug']);
  expect(states).toMatchObject([{ state: { phase: 'inactive' } }]);
});

test('an episode is found by its name, also one that was written before episodes had one', async () => {
  await log().save([saved({})]);
  const [episode] = await log().episodes();
  const labels = { alertname: 'PayoutFloatLow' };
  expect(episode).toMatchObject({ labels, episode: episodeOf({ fingerprint: 'f', firingAt: NOW }) });
  const id = episode!.episode.slice(0, 16);
  expect(await log().episode(id)).toEqual(episode);
  expect(await log().episode('0'.repeat(16))).toBeUndefined();

  await execute(db.url, 'UPDATE floatwatch.alert_episode SET episode = NULL');
  const old = (await log().episodes())[0]!.episode;
  expect(old).toBe(episodeOf({ fingerprint: fingerprintOf(labels), firingAt: NOW }));
  expect(await log().episode(old.slice(0, 16))).toMatchObject({ firingAt: NOW });
});

test('episodes are searched by rule, wallet and time', async () => {
  await log().save([saved({})]);
  const found = async (query: object) => (await log().episodes(query)).length;
  expect(await found({ rule: 'PayoutFloatLow', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' })).toBe(1);
  expect(await found({ rule: 'Another' })).toBe(0);
  expect(await found({ currency: 'KES' })).toBe(0);
  expect(await found({ until: NOW })).toBe(0);
  expect(await found({ until: NOW + 1 })).toBe(1);
  const episode = episodeOf({ fingerprint: 'f', firingAt: NOW });
  expect(await found({ without: [episode], most: 1 })).toBe(0);
  expect(await found({ without: ['0'.repeat(64)], most: 1 })).toBe(1);
});

test('what receivers were told of an episode is told with what came of it', async () => {
  const outbox = createOutbox({ pool: db.pool, schema: '"floatwatch"' });
  const message = (receiver: string, key: string, kind: 'fire' | 'resolve') => ({
    ...{
      receiver,
      key,
      kind,
      alert: `${receiver} ${key}`,
      episode: 'e'.repeat(64),
      body: '{}',
      createdAt: NOW,
    },
  });
  await outbox.add([
    message('ops', 'a', 'fire'),
    message('ops', 'b', 'resolve'),
    message('chat', 'a', 'fire'),
  ]);
  for (const claimed of await outbox.claim('ops', 9, 1_000))
    await outbox.settle(
      claimed,
      claimed.key === 'a' ? { kind: 'done' } : { kind: 'retry', afterMs: 1, detail: '503: later' },
    );
  const [chat] = await outbox.claim('chat', 1, 1_000);
  await outbox.settle(chat!, { kind: 'dead', detail: '404: gone' });
  const query = { episode: 'e'.repeat(64), receivers: ['ops', 'chat'] };
  expect(await log().deliveries(query)).toMatchObject([
    { receiver: 'chat', kind: 'fire', state: 'given_up', detail: '404: gone', attempts: 1 },
    { receiver: 'ops', kind: 'fire', state: 'accepted', endedAt: expect.any(Number), detail: null },
    { receiver: 'ops', kind: 'resolve', state: 'waiting', endedAt: null, detail: '503: later' },
  ]);
  expect(await log().deliveries({ ...query, receivers: ['other'] })).toEqual([]);
});

test('what nobody has accepted is not told as accepted', async () => {
  await execute(db.url, 'TRUNCATE floatwatch.outbox');
  const outbox = createOutbox({ pool: db.pool, schema: '"floatwatch"' });
  const episode = 'e'.repeat(64);
  const receivers = ['group', 'quiet', 'sms', 'slow'];
  const messages = receivers.map(
    (receiver): OutboxMessage => ({
      ...{ receiver, key: 'a', alert: 'a', kind: 'fire', episode, body: '{}', createdAt: NOW },
    }),
  );
  const endOf = (message: OutboxMessage) =>
    ({ ...message, key: 'b', kind: 'resolve', createdAt: NOW + 1 }) as const;
  const end = endOf(messages[3]!);
  await outbox.add([...messages, end]);
  const [group, quiet, sms] = await Promise.all(
    receivers.map(async (receiver) => (await outbox.claim(receiver, 1, 1_000))[0]!),
  );
  const mark = groupMark({ rule: 'Low', severity: 'warning', firingAt: NOW });
  await outbox.conclude([{ ...group!, conclusion: { kind: 'done', messageId: mark, untaken: true } }]);
  await outbox.conclude([{ ...endOf(group!), conclusion: { kind: 'done', messageId: mark, untaken: true } }]);
  await outbox.noteTold('group', mark, [episode]);
  await outbox.settle(quiet!, { kind: 'done', messageId: NOTHING_SENT, untaken: true });
  await outbox.settle(sms!, { kind: 'done', untaken: true }); // no answer came
  await outbox.settle({ ...end, attempts: 0, messageId: null }, { kind: 'done' });
  const told = await log().deliveries({ episode, receivers });
  expect(told.map(({ receiver, kind, state }) => `${receiver} ${kind} ${state}`)).toEqual([
    'group fire together',
    'quiet fire unsent',
    'slow fire unknown',
    'sms fire unknown',
    'group resolve together',
    'slow resolve accepted',
  ]);
});
