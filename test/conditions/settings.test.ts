// What the settings of conditions may hold, and how they are read from text.
import { expect, test } from 'vitest';
import { readSetting, type SettingKind } from '../../src/conditions/settings.ts';

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
