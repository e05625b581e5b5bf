// The settings of `alerts` and of its rules; schema.ts puts them into the file's schema.
import { z } from 'zod';
import { ANNOTATION_NAMES } from '../../domain/annotate.ts';
import { optionConditionSettings, walletConditionSettings } from './condition-settings.ts';
import { receiverSettings } from './schema-receivers.ts';
import { currencyGlob, duration, flag, glob, label, optional, section, text } from './settings.ts';

const wallets = section({
  account: glob().prefault('*').describe('Names of accounts.'),
  currency: currencyGlob().prefault('*').describe('Currency codes.'),
  wallet_type: glob().prefault('*').describe('Wallet types.'),
});

const options = section({
  account: glob().prefault('*').describe('Names of accounts.'),
  currency: currencyGlob().prefault('*').describe('Currency codes.'),
  transaction_type: glob().prefault('*').describe('Transaction types.'),
  provider_code: glob().prefault('*').describe('Codes of providers.'),
});

const labelName = () =>
  text('letters, digits and underscores', (v) => (/^[A-Za-z_]\w{0,63}$/.test(v) ? v : undefined));

export const ruleSettings = {
  name: label().describe('Its name: the label "alertname". CamelCase by custom.'),
  severity: label()
    .prefault('warning')
    .describe('The label "severity": critical, warning or info by custom.'),
  wallets: optional(wallets).describe('The wallets it watches, by globs; absent: all.'),
  options: optional(options).describe('The payment options it watches, instead of wallets.'),
  ...walletConditionSettings,
  ...optionConditionSettings,
  for: duration().prefault('0s').describe('How long the condition must last before the alert fires.'),
  keep_firing_for: duration()
    .prefault('0s')
    .describe('How long it must be over, by fresh balances, before the alert is resolved.'),
  labels: z.record(labelName(), text()).prefault({}).describe('More labels of its alerts, to route them by.'),
  annotations: z
    .record(labelName(), text())
    .prefault({})
    .describe(`Texts for people. Filled in: ${ANNOTATION_NAMES.map((name) => `{{${name}}}`).join(', ')}.`),
};

export const alertSettings = {
  ...receiverSettings,
  resend: duration(1_000, 3_600_000).prefault('1m').describe('How often a firing alert is sent again.'),
  builtin: flag()
    .prefault(true)
    .describe('Alerts of our own: BalanceUnknown, ExpectedWalletMissing, CredentialsRefused and others.'),
  watchdog: flag()
    .prefault(false)
    .describe('An alert that always fires, so that its absence can be noticed.'),
  rules: z.array(section(ruleSettings)).prefault([]).describe('What to be told about.'),
};
