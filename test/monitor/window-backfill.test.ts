// Which past values rules need when a process begins.
import { expect, test } from 'vitest';
import type { OptionRule, Rule } from '../../src/conditions/rule.ts';
import { amountOf } from '../../src/domain/money.ts';
import { windowBackfills } from '../../src/monitor/alerts/window-backfill.ts';
import { lowRule, MINUTE, START } from '../support/watching.ts';

const moves = (kind: 'drops_by' | 'rises_by', field: 'available' | 'actual', minutes: number): Rule =>
  lowRule({ condition: { kind, field, by: amountOf('1'), percent: false, withinMs: minutes * MINUTE } });
const option: OptionRule = {
  ...{ name: 'Gone', severity: 'warning', condition: { kind: 'vanished' } },
  options: { account: '*', currency: '*', transactionType: '*', providerCode: '*' },
  ...{ forMs: 0, keepFiringForMs: 0, labels: {}, annotations: {} },
};
const back = (extreme: string, field: string, minutes: number) => ({
  ...{ extreme, field, since: START - minutes * MINUTE },
});

test.each<[string, Rule[], object[]]>([
  ['none where there are no rules', [], []],
  ['none for rules that do not look back', [lowRule(), option], []],
  ['the highest for what drops', [moves('drops_by', 'available', 60)], [back('max', 'available', 60)]],
  ['the lowest for what rises', [moves('rises_by', 'actual', 5)], [back('min', 'actual', 5)]],
  [
    'as far back as the rule that looks back longest, whichever comes first',
    [5, 60, 30].map((minutes) => moves('drops_by', 'available', minutes)),
    [back('max', 'available', 60)],
  ],
  [
    'of each field and each end by itself',
    [moves('drops_by', 'available', 60), moves('drops_by', 'actual', 5), moves('rises_by', 'actual', 7)],
    [back('max', 'available', 60), back('max', 'actual', 5), back('min', 'actual', 7)],
  ],
])('%s', (_, rules, expected) => {
  expect(windowBackfills(rules, START)).toEqual(expected);
});
