// What the settings of conditions may hold, and how they are read from text.
import { expect, test } from 'vitest';
import { readSetting, type Setting, type SettingKind } from '../../src/conditions/settings.ts';
import { amountOf } from '../../src/domain/money.ts';

test.each<[SettingKind, string, unknown]>([
  ['amount', '2000000', '2000000'],
  ['amount', '40%', undefined],
  ['change', '2000000', { by: '2000000', percent: false }],
  ['change', '40%', { by: '40', percent: true }],
  ['change', '%', undefined],
  ['change', '40 %', undefined],
  ['duration', '1h', 3_600_000],
  ['duration', 'top_up_lead_time', undefined],
  ['lead_time', '1h', 3_600_000],
  ['lead_time', 'top_up_lead_time', 'top_up_lead_time'],
  ['lead_time', 'soon', undefined],
  ['confidence', '0.95', 0.95],
  ['confidence', '0.5', 0.5],
  ['confidence', '0.99', 0.99],
  ['confidence', '0.49', undefined],
  ['confidence', '0.991', undefined],
  ['confidence', 'much', undefined],
  ['field', 'actual', 'actual'],
  ['field', 'currency', undefined],
  ['true', 'true', true],
  ['true', 'false', undefined],
])('%s: %j', (is, text, value) => {
  expect(readSetting({ is, text: '' }, text)).toEqual(value);
});

test.each<[Setting, string]>([
  [{ is: 'amount', text: '', min: amountOf('0') }, '-1'],
  [{ is: 'change', text: '' }, '0'],
  [{ is: 'change', text: '' }, '-40%'],
  [{ is: 'duration', text: '', minMs: 1_000 }, '999ms'],
  [{ is: 'lead_time', text: '' }, '0s'],
  [{ is: 'lead_time', text: '' }, '60d'],
])('what the file refuses is refused here, too: %j, %j', (setting, text) => {
  expect(readSetting(setting, text)).toBeUndefined();
});

test('at the bounds, what the file takes is taken', () => {
  expect(readSetting({ is: 'amount', text: '', min: amountOf('0') }, '0')).toBe('0');
  expect(readSetting({ is: 'duration', text: '', minMs: 1_000 }, '1s')).toBe(1_000);
  expect(readSetting({ is: 'lead_time', text: '' }, '1ms')).toBe(1);
  expect(readSetting({ is: 'duration', text: '' }, '0s')).toBe(0);
  expect(readSetting({ is: 'lead_time', text: '' }, '59d')).toBe(59 * 86_400_000);
});
