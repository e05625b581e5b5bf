// Whose an alert is, where processes have different rules: that of those whose configuration asks for it.
import { expect, test } from 'vitest';
import { createAlertMemory } from '../../src/monitor/alerts/alert-memory.ts';
import type { AlertLog, SavedAlert } from '../../src/monitor/alerts/ports.ts';
import { handClock } from '../support/clock.ts';
import { memoryShelf } from '../support/delivering.ts';
import { lowRule, payout, watching } from '../support/watching.ts';

const NEW_RULE = { rules: [lowRule()] };
const OLD_RULES = { rules: [lowRule({ name: 'Another' })] };

/** A database that keeps states of alerts, and nothing else of them. */
function database(): AlertLog {
  const states = new Map<string, SavedAlert>();
  return {
    load: async () => [...states.values()],
    abandoned: async () => [],
    askedAgo: async () => new Map(),
    endsOf: async () => new Map(),
    keep: async () => {},
    async save(alerts) {
      for (const alert of alerts) states.set(alert.fingerprint, alert);
    },
  };
}

/** A process that remembers, on a machine of its own. */
function processOver(log: AlertLog, options: Parameters<typeof watching>[0], shelf = memoryShelf()) {
  const memory = createAlertMemory({ log, shelf, clock: handClock() });
  const it = watching(options);
  return {
    ...it,
    shelf,
    async remember() {
      memory.remember(it.watch.unsaved());
      await memory.flush();
    },
    recall: async () => it.watch.resume((await memory.recall(['acme-ug'])).states, []),
  };
}

test('one whose rule only another process knows is not ended by a restart', async () => {
  const log = database();
  const next = processOver(log, NEW_RULE);
  next.see(0, [payout('1')]);
  await next.remember();
  const last = processOver(log, OLD_RULES);
  expect(await last.recall()).toEqual([]);
  await last.remember();
  expect((await log.load([])).map(({ state }) => state.phase)).toEqual(['firing']);
});

test('one whose rule this very machine had and has no more is ended by a restart', async () => {
  const log = database();
  const before = processOver(log, NEW_RULE);
  before.see(0, [payout('1')]);
  await before.remember();
  const after = processOver(log, OLD_RULES, before.shelf);
  expect(await after.recall()).toMatchObject([{ transition: 'resolved', reason: 'removed' }]);
});

test('a rule that comes by a reload goes on with the alert of those who had it before', async () => {
  const log = database();
  const next = processOver(log, NEW_RULE);
  next.see(0, [payout('1')]);
  await next.remember();
  const last = processOver(log, OLD_RULES);
  await last.recall();
  last.watch.reload({ ...last.options, ...NEW_RULE });
  last.see(3, [payout('1')]);
  expect(last.alert()).toMatchObject({ phase: 'firing', firingAt: next.alert()!.firingAt });
});
