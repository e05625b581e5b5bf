// What a configuration has exposed of what follows from other series.
import { expect, test } from 'vitest';
import { derivedOf } from '../../src/app/metrics.ts';
import { parseConfig } from '../../src/config/load.ts';

const ACCOUNT = { name: 'acme', base_url: 'https://pay.example.com', public_key: 'pk', secret_key: 'sk' };
const LOW = { name: 'Low', severity: 'warning', wallets: {}, below: '5' };
const DIFFERS = { name: 'Differs', severity: 'warning', wallets: {}, difference_above: '5' };

test.each([
  ['nothing by default', {}, { difference: false, inactive: false }],
  ['nothing for other rules', { alerts: { rules: [LOW] } }, { difference: false, inactive: false }],
  [
    'the difference for a rule about it',
    { alerts: { rules: [LOW, DIFFERS] } },
    { difference: true, inactive: false },
  ],
  ['all of it if asked', { metrics: { derived: true } }, { difference: true, inactive: true }],
])('%s', (_, settings, derived) => {
  const { config } = parseConfig(JSON.stringify({ accounts: [ACCOUNT], ...settings }), {
    env: {},
    file: 'a',
  });
  expect(derivedOf(config)).toEqual(derived);
});
