import { z } from 'zod';
import { ANNOTATION_NAMES } from '../domain/annotate.ts';
import { parseDuration } from '../domain/duration.ts';
import { amountOf } from '../domain/money.ts';
import { MAX_LEAD_MS } from '../domain/runway.ts';
import { AMOUNT_FIELDS } from '../domain/wallet.ts';
import { receiverSettings } from './schema-receivers.ts';
import {
  amount,
  change,
  choice,
  duration,
  flag,
  glob,
  label,
  optional,
  refuse,
  section,
  setting,
  text,
} from './settings.ts';

const wallets = section({
  account: glob().prefault('*').describe('Names of accounts.'),
  currency: glob().prefault('*').describe('Currency codes.'),
  wallet_type: glob().prefault('*').describe('Wallet types.'),
});

const options = section({
  account: glob().prefault('*').describe('Names of accounts.'),
  currency: glob().prefault('*').describe('Currency codes.'),
  transaction_type: glob().prefault('*').describe('Transaction types.'),
  provider_code: glob().prefault('*').describe('Codes of providers.'),
});

const onlyTrue = () => setting('true, or left out', { const: true }, (v) => (v === true ? true : undefined));

const leadTime = () =>
  setting('a duration such as 2d, or top_up_lead_time', { type: 'string' }, (value) => {
    if (value === 'top_up_lead_time') return value;
    const ms = typeof value === 'string' ? parseDuration(value) || undefined : undefined;
    return ms === undefined || ms <= MAX_LEAD_MS ? ms : refuse('must be at most 59d, not <got>');
  });

const labelName = () =>
  text('letters, digits and underscores', (v) => (/^[A-Za-z_]\w{0,63}$/.test(v) ? v : undefined));

/** The conditions for wallets. A rule has exactly one of these, or of {@link optionConditions}. */
export const walletConditions = {
  below: optional(amount()).describe('The field is below this amount.'),
  above: optional(amount()).describe('The field is above this amount.'),
  drops_by: optional(change()).describe(
    'The field has gone down by this much, or by this percentage, within.',
  ),
  rises_by: optional(change()).describe('The field has gone up by this much, or by this percentage, within.'),
  runway_below: optional(leadTime()).describe(
    "The available balance lasts less long than this, in one case of ten; top_up_lead_time is the account's own.",
  ),
  unknown_for: optional(duration(1_000)).describe('There has been no fresh balance for this long.'),
  missing: optional(onlyTrue()).describe('The wallet is absent from a good response.'),
  difference_above: optional(amount(amountOf('0'))).describe(
    'actual differs from available + uncleared + reserve by more than this amount.',
  ),
};

/** The conditions for payment options. */
export const optionConditions = {
  inactive_for: optional(duration()).describe('The option has been inactive for this long.'),
  vanished: optional(onlyTrue()).describe('The option is absent from a good response.'),
  limit_changed: optional(onlyTrue()).describe('One of its limits has changed.'),
  wallet_below_min: optional(onlyTrue()).describe(
    'The payout wallet holds less than the smallest payout of any active option.',
  ),
};

export const ruleSettings = {
  name: label().describe('Its name: the label "alertname". CamelCase by custom.'),
  severity: label()
    .prefault('warning')
    .describe('The label "severity": critical, warning or info by custom.'),
  wallets: optional(wallets).describe('The wallets it watches, by globs; absent: all.'),
  options: optional(options).describe('The payment options it watches, instead of wallets.'),
  field: optional(choice(...AMOUNT_FIELDS)).describe(
    'The amount that below, above, drops_by and rises_by look at; available unless said otherwise.',
  ),
  ...walletConditions,
  clear_above: optional(amount()).describe(
    'below is over once the field is above this; the threshold, if absent.',
  ),
  clear_below: optional(amount()).describe(
    'above is over once the field is below this; the threshold, if absent.',
  ),
  within: optional(duration(1_000)).describe('How far drops_by and rises_by look back.'),
  ...optionConditions,
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
