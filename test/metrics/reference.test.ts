import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAMILIES } from '../../src/metrics/account.ts';
import { ALERT_FAMILIES } from '../../src/metrics/catalogue.ts';
import { metricsReference } from '../../src/metrics/reference.ts';

test('docs/metrics.md is what "node src/metrics/reference.ts" prints', () => {
  expect(readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')).toBe(metricsReference());
});

test("our gauges' HELP is the same text in both formats, so that their bytes can be shared", () => {
  for (const { help } of [...FAMILIES, ...Object.values(ALERT_FAMILIES)])
    expect(help).not.toMatch(/["\\\n]|[^\x20-\x7e]/);
});
