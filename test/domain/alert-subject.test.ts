// What an alert is about has one name.
import { expect, test } from 'vitest';
import { optionOf, subjectOf } from '../../src/domain/alert-subject.ts';

const OPTION = { transaction_type: 'PAYOUT', transaction_method: 'MOBILE_MONEY', provider_code: 'mtn_ug' };

test.each([
  ['acme', 'UGX', 'MERCHANT_PAYOUT', {}, 'acme/UGX/MERCHANT_PAYOUT', ''],
  ['acme', 'UGX', 'MERCHANT_PAYOUT', OPTION, 'acme/UGX/MERCHANT_PAYOUT', ''], // labels of a rule about wallets
  ['acme', 'UGX', '', OPTION, 'acme/UGX/PAYOUT/MOBILE_MONEY/mtn_ug', 'PAYOUT/MOBILE_MONEY/mtn_ug'],
  ['acme', '', '', { ...OPTION }, 'acme', ''],
  ['', '', '', { receiver: 'ops', replica: 'float-0:14217' }, 'ops', ''],
  ['', '', '', { task: 'rollups' }, 'rollups', ''],
  ['', '', '', { replica: 'float-0:14217' }, '', ''],
  ['acme', '', '', { receiver: 'ops' }, 'acme', ''], // a label of a rule's own
])('"%s" "%s" "%s" %o', (account, currency, walletType, labels, subject, option) => {
  const alert = { account, currency, walletType, labels };
  expect([subjectOf(alert), optionOf(alert)]).toEqual([subject, option]);
});
