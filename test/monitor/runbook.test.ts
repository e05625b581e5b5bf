import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BUILTIN_ALERTS, builtin } from '../../src/monitor/alerts/builtin.ts';

test('every built-in alert has a paragraph in the runbook, where its runbook_url points', () => {
  const text = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
  const anchors = [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1]!.toLowerCase());
  expect(anchors.toSorted()).toEqual(BUILTIN_ALERTS.map((name) => name.toLowerCase()).toSorted());
  for (const name of BUILTIN_ALERTS) {
    const { annotations } = builtin(name, 'https://example.org/runbook');
    expect(annotations['runbook_url']).toBe(`https://example.org/runbook#${name.toLowerCase()}`);
  }
});
