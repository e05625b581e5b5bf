// Which messages of the chat nobody can change any more.
import { expect, test } from 'vitest';
import type { Shown } from './desk.ts';
import type { Fault } from './faults.ts';
import { judgeDesk } from './judge-desk.ts';
import { type Settings, USUAL } from './settings.ts';
import type { World } from './world.ts';

const BEGUN = 1_000_000;

/** Of a message that is made at 100 s by the first of two replicas, and that nobody ends. */
function violations({
  ended,
  faults,
  changes = [],
  later = [],
  ...said
}: {
  readonly ended?: number;
  readonly faults: readonly Fault[];
  /** Settings that are put in force, a minute apart, from the beginning on. */
  readonly changes?: readonly Partial<Settings>[];
  /** What is said after it. */
  readonly later?: readonly Partial<Shown>[];
} & Partial<Shown>): readonly string[] {
  const found: string[] = [];
  const by = { name: 'replica-1' } as Shown['by'];
  const at = BEGUN + 100_000;
  const rule = { rule: 'FloatLow', severity: 'critical', team: undefined };
  const shown: Shown = { ...rule, subject: 'a', firing: true, by, at, toldAt: at, ...said };
  const messages = [shown, ...later.map((each) => ({ ...shown, toldAt: at + 60_000, ...each }))];
  const world = {
    receivers: {
      desk: { incidents: new Map(), messages: new Map(messages.entries()) },
      active: () => new Map(),
      confirmed: () => new Map(),
    },
    settings: [{}, ...changes].map((change, i) => ({
      at: BEGUN + i * 60_000,
      settings: { ...USUAL, desk: 'telegram', ...change },
    })),
    replicas: [{ name: 'replica-1' }, { name: 'replica-2' }],
    ends: new Map(ended === undefined ? [] : [[by, BEGUN + 1_000 * ended]]),
    violation: (what: string) => void found.push(what),
  };
  judgeDesk(world as unknown as World, BEGUN, faults);
  return found;
}

const from = (kind: Fault['kind'], at: number, lasts: number, whom = 0): Fault => {
  return { kind, at: 1_000 * at, lasts: 1_000 * lasts, whom };
};
const AWAY = from('database_black_hole', 50, 200);
const FULL = from('disk_full', 50, 200);

test.each<readonly [what: string, of: Parameters<typeof violations>[0], told: boolean]>([
  ['of a process that lives', { faults: [AWAY, FULL] }, true],
  ['of one that ended a minute later', { ended: 160, faults: [] }, true],
  ['of one that ended before it heard the number', { ended: 110, faults: [] }, false],
  ['of one that could write down the number nowhere', { ended: 160, faults: [AWAY, FULL] }, false],
  ['of one that had Postgres', { ended: 160, faults: [FULL] }, true],
  ['of one that had a disk', { ended: 160, faults: [AWAY] }, true],
  ['when the disk of another was full', { ended: 160, faults: [AWAY, { ...FULL, whom: 1 }] }, true],
  ['when the disk was full later', { ended: 160, faults: [AWAY, from('disk_full', 101, 200)] }, true],
  ['when Postgres was back before', { ended: 160, faults: [from('database_away', 50, 109), FULL] }, true],
])('a message %s', (_, of, told) => {
  expect(violations(of)).toEqual(told ? ['promise 5: telegram shows FloatLow of a, which is over'] : []);
});

const TEAM: Partial<Settings> = { team: 'treasury' };
const OUT: Partial<Settings> = { ...TEAM, accounts: ['b', 'c'] };

test.each<readonly [what: string, of: Partial<Parameters<typeof violations>[0]>, told: boolean]>([
  ['whose account was out, and for which no rule asks since', { changes: [TEAM, OUT, {}] }, false],
  ['of several wallets', { changes: [TEAM, OUT, {}], subject: '4 wallets' }, false],
  ['whose account was there all the time', { changes: [TEAM, TEAM, {}] }, true],
  ['whose account was out before', { changes: [OUT, TEAM, {}], toldAt: BEGUN + 170_000 }, true],
  ['for which the rule asks', { changes: [TEAM, OUT, TEAM] }, true],
])('a message under a label that the rule had, %s', (_, of, told) => {
  expect(violations({ faults: [], team: 'treasury', ...of })).toHaveLength(told ? 1 : 0);
});

const SLACK: readonly Partial<Settings>[] = [{ desk: 'slack' }];
const GROUP: Partial<Shown> = { subject: '5 wallets', firing: false };

test.each<readonly [what: string, of: Parameters<typeof violations>[0], told: boolean]>([
  ['and no other', { faults: [] }, true],
  ['and then one that it is over', { faults: [], later: [{ firing: false }] }, false],
  ['and then one that another is over', { faults: [], later: [{ subject: 'b', firing: false }] }, true],
  ['and a group, told while Postgres was there', { faults: [], later: [GROUP] }, true],
  ['and a group, told while Postgres was away', { faults: [AWAY], later: [GROUP] }, false],
  ['and a group of another rule', { faults: [AWAY], later: [{ ...GROUP, rule: 'Other' }] }, true],
  ['and a group, long before', { faults: [AWAY], later: [{ ...GROUP, toldAt: BEGUN }] }, true],
])('a message of a channel, %s', (_, of, told) => {
  expect(violations({ changes: SLACK, ...of })).toHaveLength(told ? 1 : 0);
});
