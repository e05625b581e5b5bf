// The judges of one receiver's messages see what is wrong: in worlds without faults, that receiver behaves wrongly.
import { expect, test } from 'vitest';
import type { Alertmanager } from './alertmanager.ts';
import type { Desk } from './desk.ts';
import type { FaultKind } from './faults.ts';
import { createQuietJudge } from './judge-quiet.ts';
import { createStoredJudge, judgeLost } from './judge-stored.ts';
import { createToldJudge } from './judge-told.ts';
import type { Message } from './receivers.ts';
import { DESK, USUAL } from './settings.ts';
import { simulate } from './simulation.ts';
import type { World } from './world.ts';

const TIMEOUT = { timeout: 900_000 };
// Seeds of worlds with such a desk. An alert ends in some: which, changes with all that a world does by chance.
const [PAGERDUTY, TELEGRAM, SLACK] = [2, 3, 4].map((first) =>
  Array.from({ length: 6 }, (_, i) => first + 5 * i),
);

/** The violations in worlds whose desk takes requests in another way. */
async function violationsOf(
  seeds: readonly number[],
  otherwise: (take: Desk['take']) => Desk['take'],
): Promise<string> {
  const found: string[] = [];
  for (const seed of seeds) {
    const { violations } = await simulate(seed, {
      faults: [],
      begin: ({ receivers: { desk } }) => void Object.assign(desk, { take: otherwise(desk.take) }),
    });
    found.push(...violations);
  }
  return found.join('\n');
}

test('an incident that nobody ends', TIMEOUT, async () => {
  const deaf = await violationsOf(PAGERDUTY!, (take) => (url, body, by) => {
    return body.includes('"event_action":"resolve"') ? '' : take(url, body, by);
  });
  expect(deaf).toMatch(/pagerduty shows FloatLow of \w, which is over/);
});

type Take = Alertmanager['take'];
const HOUR_MS = 3_600_000;
const NOBODY_ASKED = { labels: { alertname: 'FloatLow', severity: 'page' }, identity: 'page' };
const never: (take: Take) => Take = () => () => {};
const without =
  (label: string, value: string) =>
  (take: Take): Take =>
  (one) =>
    one.labels[label] === value || take(one);
const [TWO, ONE] = [
  [3, 6],
  [4, 5],
];

test.each<readonly [what: string, seeds: readonly number[], reload: string, (take: Take) => Take, RegExp]>([
  ['that it never took', TWO, 'same', never, /promise 4: \w\/[\w/]+ is low for \d+ s, and nobody was told/],
  ['that it never took, since it was added', ONE, 'alertmanagers', never, /promise 4: .* nobody was told/],
  ['for which no rule asks', TWO, 'same', (take) => (one) => take({ ...one, ...NOBODY_ASKED }), /for page/],
  [
    'under its new severity',
    TWO,
    'severity',
    without('severity', 'warning'),
    /promise 4: .* nobody was told/,
  ],
  ['under its new labels', TWO, 'labels', without('team', 'treasury'), /promise 4: .* nobody was told/],
  [
    'sooner than its new `for` says',
    TWO,
    'for',
    (take) => (one) => take({ ...one, startsAt: one.startsAt - HOUR_MS / 4 }),
    /promise 4: .* begins at .*, too early/,
  ],
])('an alert of the second Alertmanager %s', TIMEOUT, async (_, seeds, how, otherwise, said) => {
  const found: string[] = [];
  const kind = `reload_${how}` as FaultKind;
  for (const seed of seeds) {
    const { violations } = await simulate(seed, {
      faults: [{ kind, at: HOUR_MS / 2, lasts: 3 * HOUR_MS, whom: 0 }],
      begin: ({ receivers: { second } }) => void Object.assign(second, { take: otherwise(second.take) }),
    });
    found.push(...violations);
  }
  expect(found.join('\n')).toMatch(new RegExp(`${said.source}.*\\(the second Alertmanager\\)`));
});

test('an alert that the chat never showed', TIMEOUT, async () => {
  const blind = await violationsOf(TELEGRAM!, () => (url) => {
    return url.hostname.startsWith('telegram') ? '{"ok":true,"result":{"message_id":7}}' : undefined;
  });
  expect(blind).toMatch(/telegram does not show account=\w,alertname=FloatLow/);
});

test('a message of the chat that nobody changes', TIMEOUT, async () => {
  const stuck = await violationsOf(TELEGRAM!, (take) => (url, body, by) => {
    return body.includes('"message_id":') ? '{"ok":true,"result":{"message_id":7}}' : take(url, body, by);
  });
  expect(stuck).toMatch(/telegram shows FloatLow of [\w/]+, which is over/);
});

test('a channel that is told no end', TIMEOUT, async () => {
  const endless = await violationsOf(SLACK!, (take) => (url, body, by) => {
    return body.includes('RESOLVED FloatLow: ') ? '' : take(url, body, by);
  });
  expect(endless).toMatch(/slack shows FloatLow of [\w/]+, which is over/);
});

test('a channel that is told nothing', TIMEOUT, async () => {
  const silent = await violationsOf(SLACK!, (take) => (url, body, by) => {
    return url.hostname.startsWith('slack') ? '' : take(url, body, by);
  });
  expect(silent).toMatch(/slack does not show account=\w,alertname=FloatLow/);
});

/** A message, in hours, and the beginning of the episode of which its sender has told the Alertmanager. */
type QuietCase = Partial<Message> & { readonly toldStartsAt?: number };

test.each<readonly [what: string, QuietCase, said: RegExp | null]>([
  ['a warning before them', { at: 1.9 }, null],
  ['a warning in them', { at: 2.5 }, /tells desk of x in its quiet hours/],
  ['what was sent as the clock was set', { at: 2.5, startsAt: 2.45, clockSetAt: 2.49 }, null],
  ['what was sent long after the clock was set', { at: 2.5, clockSetAt: 2.4 }, /in its quiet hours/],
  ['an end in them', { at: 2.5, status: 'resolved' }, /in its quiet hours/],
  ['what is critical', { at: 2.5, labels: { severity: 'critical' } }, null],
  ['another receiver', { at: 2.5, webhook: 'ops' }, null],
  ['what fires still, after them', { at: 4.1, startsAt: 2.7 }, null],
  ['what came and went in them', { at: 4.1 }, /came and went in its quiet hours/],
  ['the same by a clock that is slightly wrong', { at: 4.1, theirClock: 4.11 }, /came and went/],
  ['the same by a clock that is ahead', { at: 3.5, theirClock: 4.5 }, null],
  ['the same, dated by a clock that was ahead', { at: 4.1, startsAt: 2.4, toldStartsAt: 2.4 }, null],
])('quiet hours: %s', (_, { toldStartsAt = 2.2, ...message }, said) => {
  const hours = (count: number) => Math.round(count * 3_600_000);
  const by = { name: 'replica-1' } as Message['by'];
  const { at = 0, theirClock = at, startsAt = 2.2, clockSetAt = 0 } = message;
  const told = { at: hours(2.3), by, identity: 'x', startsAt: hours(toldStartsAt), endsAt: hours(2.3) };
  const usual = { webhook: DESK, identity: 'x', status: 'firing', labels: { severity: 'warning' }, by };
  const times = {
    ...{ at: hours(at), theirClock: hours(theirClock), startsAt: hours(startsAt) },
    clockSetAt: hours(clockSetAt),
  };
  const violations: string[] = [];
  createQuietJudge({
    settings: [{ at: 0, settings: { ...USUAL, desk: 'quiet' } }],
    receivers: { told: [told], messages: [{ ...usual, ...message, ...times }] },
    violation: (what: string) => void violations.push(what),
  } as unknown as World).look();
  expect(violations.join()).toMatch(said ?? /^$/);
});

test.each<readonly [what: string, paused: string, seconds: readonly [number, number], said: RegExp | null]>([
  ['is read when its process goes on', 'replica-1', [0.1, 600], null],
  ['comes while another is paused', 'replica-2', [0.1, 600], /promise 6: x at .* ended as deadline, and not/],
  ['comes after a pause', 'replica-1', [-700, -60], /ended as deadline/],
  ['comes long after its process went on', 'replica-1', [-100, 10], /ended as deadline/],
])('a poll that ended too late, and whose answer %s', (_, paused, [from, to], said) => {
  const at = Date.parse('2026-03-02T03:50:08Z');
  const processes = ['replica-1', 'replica-2'].map((name) => ({ name }));
  const process = processes.find(({ name }) => name === paused);
  const poll = { outcome: 'deadline', account: 'x', slot: at, startedAt: at, wallets: [] };
  const result = { ...poll, durationMs: 600_000, observedAt: at + 600_000 };
  const violations: string[] = [];
  createStoredJudge({
    database: { rows: new Map([['x', { result }]]), fills: new Map() },
    services: { asked: new Map([['x', [{ at: at + 20, by: processes[0], theirClock: at + 20 }]]]) },
    ...{ stops: [], pauses: [{ process, from: at + from * 1_000, to: at + to * 1_000 }] },
    violation: (what: string) => void violations.push(what),
  } as unknown as World).look();
  expect(violations.join()).toMatch(said ?? /^$/);
});

test.each<readonly [what: string, by: string, durationMs: number, said: RegExp | null]>([
  ['took no time, while another asked', 'replica-2', 0, null],
  [
    'took some time, while another asked',
    'replica-2',
    20,
    /promise 6: x at .* ended as rate_limited, and not as ok/,
  ],
  ['took no time, and asked', 'replica-1', 0, /ended as rate_limited, and not as ok/],
])('a poll that was told to wait %s', (_, by, durationMs, said) => {
  const at = Date.parse('2026-03-02T02:40:06Z');
  const poll = { outcome: 'rate_limited', account: 'x', slot: at, startedAt: at, wallets: [] };
  const result = { ...poll, durationMs, observedAt: at + durationMs };
  const violations: string[] = [];
  createStoredJudge({
    database: { rows: new Map([['x', { result, claimedBy: 'replica-1' }]]), fills: new Map() },
    services: { asked: new Map([['x', [{ at, by: { name: by }, theirClock: at }]]]) },
    ...{ stops: [], pauses: [], violation: (what: string) => void violations.push(what) },
  } as unknown as World).look();
  expect(violations.join()).toMatch(said ?? /^$/);
});

test.each<
  readonly [what: string, seconds: readonly [started: number, observed: number], said: RegExp | null]
>([
  ['has begun before it, and ended after it', [-1, 1], null],
  ['ended before it', [-20, -10], /promise 1: what x answered replica-1 at .* is lost/],
  ['begins after it', [10, 20], /is lost/],
  ['ended an hour before it began, as its clock was set back meanwhile', [-1, -3_600], null],
])('an answer, where the poll in the database %s', (_, [started, observed], said) => {
  const at = Date.parse('2026-03-02T00:50:07Z');
  const [startedAt, observedAt] = [at + started * 1_000, at + observed * 1_000];
  const result = { account: 'x', outcome: 'deadline', startedAt, observedAt, durationMs: 2_000, wallets: [] };
  const violations: string[] = [];
  const world = {
    database: { rows: new Map([['x', { result }]]), beside: [] },
    services: { served: new Map([['x', [{ at, by: { name: 'replica-1' }, theirClock: at }]]]) },
    ...{ replicas: [], ends: new Map(), violation: (what: string) => void violations.push(what) },
  } as unknown as World;
  judgeLost(world, at - HOUR_MS, []);
  expect(violations.join()).toMatch(said ?? /^$/);
});

/** Minutes: when it was told, by whom, and since when and until when the alert lasts by it. */
type Told = readonly [at: number, by: string, startsAt: number, endsAt: number];

test.each<readonly [what: string, told: readonly Told[], taken: number, said: RegExp | null]>([
  [
    'took a message',
    [
      [5, 'A', 5, 9],
      [10, 'A', 5, 10],
    ],
    9,
    null,
  ],
  [
    'took nothing since it failed',
    [
      [5, 'A', 5, 9],
      [10, 'A', 5, 10],
    ],
    3,
    /A ended x, and ops took nothing/,
  ],
  [
    'took a message before its end is told again by a clock that was ahead, and by the next process',
    [
      [5, 'A', 88, 92],
      [14, 'A', 14, 14],
      [15, 'A', 15, 15],
      [90, 'B', 88, 90],
      [91, 'B', 88, 91],
    ],
    13,
    null,
  ],
  [
    'took a message before the next process ends what a clock that was ahead began',
    [
      [5, 'A', 88, 92],
      [90, 'B', 88, 90],
    ],
    50,
    null,
  ],
  [
    'took nothing since a clock that was ahead began it',
    [
      [5, 'A', 88, 92],
      [90, 'B', 88, 90],
    ],
    3,
    /B ended x/,
  ],
  [
    'failed once more, while the first end is told again',
    [
      [5, 'A', 5, 9],
      [10, 'A', 5, 10],
      [12, 'B', 12, 16],
      [13, 'A', 5, 10],
      [14, 'C', 12, 14],
    ],
    9,
    /C ended x/,
  ],
])('the end of a NotificationFailing whose receiver %s', (_, told, taken, said) => {
  const minutes = (count: number) => count * 60_000;
  const processes = new Map(told.map(([, name]) => [name, { name }]));
  const labels = { alertname: 'NotificationFailing', receiver: 'ops' };
  const violations: string[] = [];
  createToldJudge({
    ...{ clockwork: { now: () => 0 }, services: {}, replicas: [], settings: [{ at: 0, settings: USUAL }] },
    receivers: {
      told: told.map(([at, by, startsAt, endsAt]) => ({
        ...{ at: minutes(at), by: processes.get(by), labels, identity: 'x' },
        ...{ startsAt: minutes(startsAt), endsAt: minutes(endsAt) },
      })),
      messages: [{ at: minutes(taken), webhook: 'ops', answered: true }],
    },
    violation: (what: string) => void violations.push(what),
  } as unknown as World).look();
  expect(violations.join()).toMatch(said ?? /^$/);
});

test.each<readonly [what: string, shown: readonly string[], asker: string, said: RegExp | null]>([
  ['a process that was never shown one', ['A'], 'B', null],
  ['one that was shown some', ['A', 'B'], 'B', /A ended x without a balance/],
])('an answer without wallets that ends an alert of the account, to %s', (_, shown, asker, said) => {
  const processes = new Map(['A', 'B'].map((name) => [name, { name }]));
  const minutes = (count: number) => count * 60_000;
  const about = { by: processes.get('A'), identity: 'x', startsAt: minutes(20) };
  const told = { ...about, labels: { alertname: 'BalanceUnknown', account: 'b' } };
  const amounts = new Map([['UGX/MERCHANT_PAYOUT', '1.00']]);
  const violations: string[] = [];
  createToldJudge({
    ...{ clockwork: { now: () => 0 }, replicas: [], settings: [{ at: 0, settings: USUAL }] },
    services: {
      served: new Map([
        [
          'b',
          [
            ...shown.map((name) => ({ at: minutes(5), by: processes.get(name), amounts })),
            { at: minutes(25), by: processes.get(asker), amounts: new Map(), trouble: 'no_wallets' },
          ],
        ],
      ]),
    },
    receivers: {
      told: [
        { ...told, at: minutes(20), endsAt: minutes(24) },
        { ...told, at: minutes(25), endsAt: minutes(25) },
      ],
      messages: [],
    },
    violation: (what: string) => void violations.push(what),
  } as unknown as World).look();
  expect(violations.join()).toMatch(said ?? /^$/);
});
