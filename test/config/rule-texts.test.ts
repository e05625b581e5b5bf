// What a rule says without being told to, and selectors that can match nothing.
import { describe, expect, test } from 'vitest';
import type { OPTION_CONDITIONS } from '../../src/conditions/option/conditions.ts';
import type { WALLET_CONDITIONS } from '../../src/conditions/wallet/conditions.ts';
import { parseConfig } from '../../src/config/load.ts';
import { unknownAnnotationNames } from '../../src/domain/annotate.ts';
import { prometheusRules } from '../../src/metrics/rules/rules.ts';
import { BUILTIN_ALERTS, builtin } from '../../src/monitor/alerts/builtin.ts';

const load = (rule: string) =>
  parseConfig(
    `
accounts:
  - {name: acme, base_url: "https://pay.example.com", public_key: pk-123456, secret_key: sk-123456}
alerts: {rules: [{name: R, ${rule}}]}
`,
    { file: 'f.yaml', env: {} },
  ).config.alerts.rules;

/** One rule for each condition. */
const RULES: Readonly<Record<keyof typeof WALLET_CONDITIONS | keyof typeof OPTION_CONDITIONS, string>> = {
  below: 'below: "5000000", field: actual',
  above: 'above: "5000000"',
  drops_by: 'drops_by: "40%", within: 1h',
  rises_by: 'rises_by: "1000", within: 1h',
  runway_below: 'runway_below: 2d',
  unknown_for: 'unknown_for: 10m',
  missing: 'missing: true',
  difference_above: 'difference_above: "1"',
  inactive_for: 'options: {}, inactive_for: 15m',
  vanished: 'options: {}, vanished: true',
  limit_changed: 'options: {}, limit_changed: true',
  wallet_below_min: 'options: {}, wallet_below_min: true',
};

/** How a sentence begins that says what to do. */
const TO_DO =
  /(?:\. (?:Ask|Read|Compare|Check|Move|Send|To top it up|Get|Look|Bring|Pay|floatwatch)|\{\{plan\}\}$)/;
const MONEY_HELPS: readonly string[] = ['below', 'drops_by', 'runway_below', 'wallet_below_min'];

test.each(BUILTIN_ALERTS)('the built-in %s says what to do', (name) => {
  if (name === 'Watchdog') return; // nothing, while it is there
  expect(builtin(name, '').annotations['summary']).toMatch(TO_DO);
});

test.each(BUILTIN_ALERTS)(
  'R9 GA#592 the built-in %s says that it is over, and no longer what to do',
  (name) => {
    saysThatItIsOver(builtin(name, '').over);
  },
);

/** A text that nobody takes for a call to act. The end has no plan, and its value is new. */
function saysThatItIsOver(text: string | undefined): void {
  expect(text).toMatch(/ again$|no longer|accepts|enough|are back/i);
  expect(text).not.toMatch(TO_DO);
  expect(text).not.toMatch(/\{\{(?:plan|needed|by|source|shortfall|until|age|previous)\}\}/);
  expect(unknownAnnotationNames(text!)).toEqual([]);
}

describe.each(Object.entries(RULES))('a rule with %s', (_, text) => {
  test('R9 GA#592 says that it is over, unless its summary is its own', () => {
    saysThatItIsOver(load(text)[0]!.over);
    expect(load(`${text}, annotations: {description: more}`)[0]!.over).toBeDefined();
    expect(load(`${text}, annotations: {summary: own}`)[0]!.over).toBeUndefined();
  });

  test('F10 says something without annotations', () => {
    const [rule] = load(text);
    const summary = rule!.annotations['summary']!;
    expect(summary.length).toBeGreaterThan(20);
    expect(unknownAnnotationNames(summary)).toEqual([]);
    const { groups } = prometheusRules([], [rule!], 'https://floatwatch.example.com');
    const generated = groups[0]!.rules.find(({ alert }) => alert === 'R');
    expect(generated?.annotations?.['summary']).toBeDefined();
    expect(generated?.annotations?.['summary']).not.toContain('unknown');
  });

  test('F10 says what to do, with the plan where money helps', () => {
    const [rule] = load(text);
    const summary = rule!.annotations['summary']!;
    expect(summary).toMatch(TO_DO);
    expect(summary.endsWith('{{plan}}')).toBe(MONEY_HELPS.includes(rule!.condition.kind));
  });

  test('F10 says what its own summary says', () => {
    const [rule] = load(`${text}, annotations: {summary: "mine", description: "too"}`);
    expect(rule!.annotations).toEqual({ summary: 'mine', description: 'too' });
  });
});

test.each([
  ...['alertname', 'severity', 'account', 'currency', 'wallet_type'],
  ...['transaction_type', 'transaction_method', 'provider_code'],
])('a rule can not set the label %s, by which an alert is known', (label) => {
  expect(() => load(`below: "1", labels: {${label}: mine}`)).toThrow(
    `labels.${label}: is set by floatwatch: choose another name`,
  );
});

describe('a selector', () => {
  test.each([
    ['wallets: {currency: ugx}, below: "1"', 'wallets.currency'],
    ['wallets: {currency: "u*"}, below: "1"', 'wallets.currency'],
    ['options: {currency: Ugx}, vanished: true', 'options.currency'],
  ])('F16 that can match no currency is refused: %s', (text, place) => {
    expect(() => load(text)).toThrow(`${place}: must be an upper-case currency code`);
  });

  test('F16 takes every name that a wallet may have', () => {
    expect(load('wallets: {wallet_type: "FLOAT:MAIN"}, below: "1"')).toHaveLength(1);
  });

  test('takes upper-case codes and globs', () => {
    expect(load('wallets: {currency: "U?X"}, below: "1"')).toHaveLength(1);
  });
});
