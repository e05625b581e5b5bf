import { expect, test } from 'vitest';
import { type AlertSubject, createAlertInstance } from '../../src/monitor/alerts/alert-instance.ts';
import { linkOf } from '../../src/monitor/alerts/alert-link.ts';

const wallet = { account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const URL = 'https://float.example';
const labels = { transaction_type: 'PAYOUT', provider_code: 'MANGO_UG' };

const linked = (subject: AlertSubject, externalUrl: string | undefined) => {
  const definition = {
    ...{ name: 'Any', severity: 'warning', labels: {}, annotations: {} },
    ...{ forMs: 0, keepFiringForMs: 0 },
  };
  return linkOf(createAlertInstance(definition, subject, { threshold: null }), externalUrl);
};

test.each<[string, AlertSubject, string | null]>([
  ['a wallet leads to its page', wallet, 'https://float.example/wallets/acme-ug/UGX/MERCHANT_PAYOUT'],
  [
    'an account leads to the alerts',
    { ...wallet, currency: '', walletType: '' },
    'https://float.example/alerts',
  ],
  [
    'a payment option leads to the options',
    { ...wallet, walletType: '', labels },
    'https://float.example/options',
  ],
])('an alert about %s', (_, subject, expected) => {
  expect(linked(subject, URL)).toBe(expected);
  expect(linked(subject, undefined)).toBeNull();
});
