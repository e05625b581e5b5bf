// A rule in words: each of its settings as people read it, and none that isn't set.
import { expect, test } from 'vitest';
import type { Rule } from '../../../src/conditions/rule.ts';
import { amountOf } from '../../../src/domain/money.ts';
import { termsOf } from '../../../src/web/views/rule-words.ts';
import { LOW } from '../start.ts';

const [FIVE, SIX] = [amountOf('5000000'), amountOf('6000000.50')];
const HOUR = 3_600_000;
const FIELD = ['field', 'available'];

const wallets = (condition: unknown): Rule => ({ ...LOW, forMs: 0, condition }) as Rule;
const options = (condition: unknown): Rule => {
  const { wallets: _, ...rule } = LOW as Extract<Rule, { wallets: unknown }>;
  const of = { account: '*', currency: '*', transactionType: '*', providerCode: '*' };
  return { ...rule, forMs: 0, options: of, condition } as Rule;
};

test.each<[string, Rule, string[][]]>([
  [
    'an amount, and where it is clear',
    wallets({ kind: 'below', field: 'available', threshold: FIVE, clear: SIX }),
    [['below', '5,000,000'], FIELD, ['clear_above', '6,000,000.50']],
  ],
  [
    'an amount that is clear at its threshold',
    wallets({ kind: 'above', field: 'actual', threshold: FIVE, clear: FIVE }),
    [
      ['above', '5,000,000'],
      ['field', 'actual'],
    ],
  ],
  [
    'a change by an amount',
    wallets({ kind: 'drops_by', by: FIVE, percent: false, field: 'available', withinMs: 90 * 60_000 }),
    [['drops_by', '5,000,000'], FIELD, ['within', '1h30m']],
  ],
  [
    'a change by a share',
    wallets({ kind: 'rises_by', by: '40', percent: true, field: 'available', withinMs: HOUR }),
    [['rises_by', '40 %'], FIELD, ['within', '1h']],
  ],
  ['a time', wallets({ kind: 'unknown_for', ms: 600_000 }), [['unknown_for', '10m']]],
  [
    'a time, and how sure it is',
    wallets({ kind: 'runway_below', lead: 2 * HOUR, confidence: 0.975 }),
    [
      ['runway_below', '2h'],
      ['confidence', '97.5 %'],
    ],
  ],
  [
    'a setting of the account',
    wallets({ kind: 'runway_below', lead: 'top_up_lead_time' }),
    [['runway_below', 'top up lead time']],
  ],
  ['what is so or isn’t', wallets({ kind: 'missing' }), [['missing', 'yes']]],
  ['what is so of a payment option', options({ kind: 'vanished' }), [['vanished', 'yes']]],
  [
    'for how long it must be so, and be over',
    { ...wallets({ kind: 'missing' }), forMs: 1, keepFiringForMs: 5 * 60_000 },
    [
      ['missing', 'yes'],
      ['for', '1ms'],
      ['keep_firing_for', '5m'],
    ],
  ],
])('%s', (_title, rule, terms) => {
  const told = termsOf(rule);
  expect(told.map(({ name, value }) => [name, value])).toEqual(terms);
  for (const { name, text } of told) expect(text, name).toMatch(/^\w.+\.$/);
});
