import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OPTION_CONDITIONS } from '../../src/conditions/option/conditions.ts';
import { WALLET_CONDITIONS } from '../../src/conditions/wallet/conditions.ts';
import { BUILTIN_ALERTS, builtin } from '../../src/monitor/alerts/builtin.ts';

test('every built-in alert and every condition has a paragraph in the runbook, where its runbook_url points', () => {
  const text = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
  const anchors = [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1]!.toLowerCase());
  const conditions = [...Object.keys(WALLET_CONDITIONS), ...Object.keys(OPTION_CONDITIONS)];
  const chapters = [
    ...BUILTIN_ALERTS.map((name) => name.toLowerCase()),
    ...['floatwatchabsent', 'floatwatchaccountabsent'], // told by Prometheus
    ...conditions.map((kind) => kind.replaceAll('_', ' ')),
  ];
  expect(anchors.toSorted()).toEqual(chapters.toSorted());
  for (const name of BUILTIN_ALERTS) {
    const { annotations } = builtin(name, 'https://example.org/runbook');
    expect(annotations['runbook_url']).toBe(`https://example.org/runbook#${name.toLowerCase()}`);
  }
});
