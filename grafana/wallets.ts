// What the panels about several wallets share: which are asked for, and where a wallet's name leads.
import { type Column, hidden, words } from './columns.ts';
import { CARRIED } from './frame.ts';

/** The labels of a wallet. */
export const WALLET = 'account, currency, wallet_type';

/** Of the wallets chosen above. */
export const CHOSEN = 'job=~"$job", account=~"$account", currency=~"$currency"';

/** Those of them that money is paid out from. */
export const PAYS = `${CHOSEN}, wallet_type!="MERCHANT_COLLECTION"`;

/** Of the thresholds those that what is available should be above: not one to be below, not a change, not of another amount. */
export const TO_BE_ABOVE = 'field="available", side="below"';

/** Of alerts on them, on their accounts and on floatwatch as a whole; the Watchdog always fires, and says nothing. */
export const ALERTS = 'job=~"$job", account=~"$account|", currency=~"$currency|", alertname!="Watchdog"';

/** Where the name of an alert leads: its `runbook_url`, by fields of the same row. */
export const TO_RUNBOOK = [
  [
    'What to do',
    `\${floatwatch}/runbook/\${__data.fields.Alert:percentencode}?account=\${__data.fields.Account:percentencode}&currency=\${__data.fields.Currency:percentencode}&wallet_type=\${__data.fields.Type:percentencode}`,
  ],
] as const;

/** Where the name of a wallet leads, by fields of the same row. */
const TO_WALLET = [
  [
    'Open the wallet here',
    `/d/floatwatch-wallet?${CARRIED}&var-account=\${__data.fields.Account}&var-currency=\${__data.fields.Currency}&var-wallet_type=\${__data.fields.Type}`,
  ],
  [
    'Open its page',
    `\${floatwatch}/wallets/\${__data.fields.Account}/\${__data.fields.Currency}/\${__data.fields.Type}`,
  ],
] as const;

/** The column of a wallet's name with the fields that its links need. */
export function walletColumns(width: number): readonly Column[] {
  return [
    words('wallet', 'Wallet', { width, links: TO_WALLET }),
    hidden('account', 'Account'),
    hidden('currency', 'Currency'),
    hidden('wallet_type', 'Type'),
  ];
}
