// What the judge of alerts excuses in the end, and what not.
import { expect, test } from 'vitest';
import { judgeAlerts } from './judge-alerts.ts';
import { type Settings, USUAL } from './settings.ts';
import type { World } from './world.ts';

const TEAM: Partial<Settings> = { team: 'treasury' };
const OUT: Partial<Settings> = { accounts: ['a', 'c'] };

test.each<readonly [what: string, changes: readonly Partial<Settings>[], said: RegExp | null]>([
  ['its account was out, and no rule asks for it since', [TEAM, { ...TEAM, ...OUT }, {}], null],
  ['its account was there all the time', [TEAM, {}], /the webhook ops was not told that x is over/],
  ['its account was out before it began', [OUT, TEAM, {}], /was not told that x is over/],
  ['the rule asks for it', [TEAM, { ...TEAM, ...OUT }, TEAM], /was not told that x is over/],
])('an alert that webhooks take for firing, while Alertmanager does not: %s', (_, changes, said) => {
  const labels = { alertname: 'FloatLow', account: 'b', severity: 'critical', team: 'treasury' };
  const settings = changes.map((change, i) => ({ at: i * 60_000, settings: { ...USUAL, ...change } }));
  const at = settings.findIndex((each) => each.settings.team === 'treasury') * 60_000 + 1;
  const nothing = { active: () => new Map(), confirmed: () => new Map() };
  const violations: string[] = [];
  judgeAlerts(
    {
      ...{ settings, services: { wallets: [] }, replicas: [] },
      receivers: {
        ...nothing,
        second: nothing,
        messages: [{ webhook: 'ops', identity: 'x', status: 'firing', startsAt: at, at, labels }],
      },
      violation: (what: string) => void violations.push(what),
    } as unknown as World,
    [],
  );
  expect(violations.join()).toMatch(said ?? /^$/);
});
