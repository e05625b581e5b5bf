// What an alert's texts are told of a wallet's plan.
import { expect, test } from 'vitest';
import { alertSettings } from '../../src/app/alerts/alerting.ts';
import { readConfigured } from '../../src/app/configured.ts';
import { parseConfig } from '../../src/config/load.ts';

test('a wallet that others are topped up from is said to be one; of another without a plan nothing is said', () => {
  const account =
    '{name: acme, base_url: https://pay.example.com, public_key: pk-123456, secret_key: sk-123456}';
  const { config } = parseConfig(`accounts: [${account}]`, { file: 'f.yaml', env: {} });
  const { plan } = alertSettings(readConfigured(config), {
    runway: () => undefined,
    hostname: 'float-0',
    planner: { of: () => undefined },
  });
  const of = (walletType: string, name = 'acme') => plan!({ account: name, currency: 'UGX', walletType });
  expect(of('MERCHANT_COLLECTION')).toEqual({ plan: 'no plan: other wallets are topped up from it' });
  expect(of('MERCHANT_PAYOUT')).toBeUndefined();
  expect(of('MERCHANT_COLLECTION', 'gone')).toBeUndefined();
});
