// Templates of annotations: every name, and what stands for what isn't known.
import { describe, expect, test } from 'vitest';
import {
  ANNOTATION_NAMES,
  type AnnotationFacts,
  type AnnotationName,
  annotate,
  unknownAnnotationNames,
  usesOf,
} from '../../src/domain/annotate.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const FACTS: AnnotationFacts = {
  account: 'acme-ug',
  currency: 'UGX',
  walletType: 'MERCHANT_PAYOUT',
  labels: { transaction_type: 'PAYOUT', transaction_method: 'MOBILE_MONEY', provider_code: 'mtn_ug' },
  rule: 'PayoutFloatLow',
  severity: 'warning',
  value: '4999999.50',
  threshold: '40%',
  previous: '-12000000',
  knownAt: NOW - 90_500,
  link: 'https://float.example.com/wallets/acme-ug/UGX/MERCHANT_PAYOUT',
  plan: {
    needed: '1,200,000',
    by: 'Fri 2026-05-08 17:00 UTC+3',
    source: 'acme-ug/UGX/MERCHANT_COLLECTION',
    shortfall: '0',
    until: 'Mon 2026-05-18 09:00 UTC+3',
    plan: 'send it',
  },
};
const NOTHING: AnnotationFacts = {
  ...{ account: '', currency: '', walletType: '', rule: 'R', severity: 'none' },
  ...{ value: null, threshold: null, previous: null, knownAt: null, link: null },
};

const WRITTEN: Readonly<Record<AnnotationName, readonly [known: string, unknown: string]>> = {
  account: ['acme-ug', ''],
  currency: ['UGX', ''],
  wallet_type: ['MERCHANT_PAYOUT', ''],
  wallet: ['acme-ug/UGX/MERCHANT_PAYOUT', ''],
  transaction_type: ['PAYOUT', 'unknown'],
  transaction_method: ['MOBILE_MONEY', 'unknown'],
  provider_code: ['mtn_ug', 'unknown'],
  value: ['4,999,999.50', 'unknown'],
  threshold: ['40%', 'unknown'],
  previous: ['-12,000,000', 'unknown'],
  age: ['1m30s', 'unknown'],
  link: ['https://float.example.com/wallets/acme-ug/UGX/MERCHANT_PAYOUT', 'unknown'],
  needed: ['1,200,000', 'unknown'],
  by: ['Fri 2026-05-08 17:00 UTC+3', 'unknown'],
  source: ['acme-ug/UGX/MERCHANT_COLLECTION', 'unknown'],
  shortfall: ['0', 'unknown'],
  until: ['Mon 2026-05-18 09:00 UTC+3', 'unknown'],
  plan: ['send it', 'no plan'],
  rule: ['PayoutFloatLow', 'R'],
  severity: ['warning', 'none'],
};

const write = (template: string, facts = FACTS) => annotate({ text: template }, facts, NOW)['text'];

describe.each(ANNOTATION_NAMES)('{{%s}}', (name) => {
  const [known, unknown] = WRITTEN[name];
  test('is written when it is known', () => expect(write(`a {{${name}}} b`)).toBe(`a ${known} b`));
  test('has a stand-in when it is not', () => expect(write(`{{ ${name} }}`, NOTHING)).toBe(unknown));
});

test.each([
  ['no names', 'no names'],
  ['{{account}}{{currency}}', 'acme-ugUGX'],
  ['{{nobody}}', '{{nobody}}'],
  ['{{ account', '{{ account'],
  ['{{{account}}}', '{acme-ug}'],
  ['$& $1 {{account}}', '$& $1 acme-ug'],
])('%j becomes %j', (template, text) => expect(write(template)).toBe(text));

test('an age is in whole seconds, and never less than none', () => {
  expect(write('{{age}}', { ...FACTS, knownAt: NOW - 1_000_999 })).toBe('16m40s');
  expect(write('{{age}}', { ...FACTS, knownAt: NOW + 5_000 })).toBe('0s');
});

test('what comes from outside is never read as a template', () => {
  expect(write('{{account}}', { ...FACTS, account: '{{severity}} $&' })).toBe('{{severity}} $&');
});

test('a text is cut at 4096 characters', () => {
  const text = write(`${'x'.repeat(5_000)}`)!;
  expect([text.length, text.at(-1)]).toEqual([4_096, '…']);
});

test('names that nothing fills in are found, each once', () => {
  expect(unknownAnnotationNames('{{account}} {{acount}} {{ acount }} {{}}')).toEqual(['acount', '']);
});

test.each([
  ['{{ age }}', true],
  ['{{age}}', true],
  ['age', false],
])('%j changes by mere ageing: %s', (template, ages) => expect(usesOf({ text: template }).age).toBe(ages));

test.each([
  ['{{ needed }}', true],
  ['x {{by}}', true],
  ['{{plan}}', true],
  ['{{value}} by plan', false],
])('%j tells of a plan: %s', (template, uses) => expect(usesOf({ text: template }).plan).toBe(uses));
