// The settings of `poll` and of an account; schema.ts puts them into the file's schema.
import { z } from 'zod';
import { MAX_LEAD_MS } from '../../domain/forecast/history.ts';
import { amountOf, ZERO } from '../../domain/money.ts';
import { httpUrl } from './address.ts';
import { country, date, factor, weekHours } from './calendar-settings.ts';
import { secretText } from './secret-settings.ts';
import {
  amount,
  confidence,
  cron,
  currency,
  duration,
  filePath,
  flag,
  label,
  mediaType,
  optional,
  section,
  text,
  timezone,
  walletKey,
  whole,
} from './settings.ts';

/**
 * Settings that `poll` sets for all accounts, and that each account may set for itself: with a default in `poll`, without
 * one in an account.
 */
const kinds = {
  schedule: cron(),
  timezone: timezone(),
  deadline: duration(100, 600_000),
  retries: whole(0, 10),
  concurrency: whole(1, 1024),
  stale_after: whole(1, 1000),
};

export const pollSettings = {
  schedule: kinds.schedule
    .prefault('* * * * *')
    .describe('When to poll: cron with 5 fields, or 6 with seconds first.'),
  timezone: kinds.timezone
    .prefault('UTC')
    .describe("IANA time zone of the schedule, and of the account's business day."),
  deadline: optional(kinds.deadline).describe(
    'Longest that a whole poll may take, retries included; less than half the time between two polls. ' +
      'Absent: 15s, and of a schedule that is due every 37s or oftener two fifths of the time between two polls.',
  ),
  retries: kinds.retries.prefault(2).describe('How often a failed request is repeated within the deadline.'),
  concurrency: kinds.concurrency
    .prefault(32)
    .describe(
      'Most requests to one origin at a time, over all its accounts; where they differ, the smallest counts.',
    ),
  stale_after: kinds.stale_after
    .prefault(2)
    .describe('How many polls may be missed (and 30s) until a balance is no longer shown as current.'),
};

const paymentOptions = section({
  schedule: cron().prefault('*/15 * * * *').describe("When to poll them, in the account's time zone."),
  currencies: z.array(currency()).prefault([]).describe('One request for each; empty: one for all.'),
  transaction_types: z
    .array(
      text('an upper-case type, such as COLLECTION', (v) => (/^[A-Z0-9_]{1,64}$/.test(v) ? v : undefined)),
    )
    .prefault([])
    .describe('One request for each; empty: one for all.'),
  send_secret_key: flag()
    .prefault(false)
    .describe('Sends secret-key as well. The service does not say that this operation needs it.'),
});

const leadTime = () => duration(60_000, MAX_LEAD_MS);

const topUp = section({
  lead_time: optional(leadTime()).describe(
    'As top_up_lead_time of the account, which is its short form. Absent: that.',
  ),
  window: optional(weekHours()).describe(
    "When a top-up can be approved, in the account's time zone. Absent: always.",
  ),
  closed: z.array(date()).prefault([]).describe('Dates on which nobody approves.'),
  source: optional(walletKey()).describe(
    'The wallet that those of its currency are topped up from. Absent: MERCHANT_COLLECTION of the same currency.',
  ),
  round_to: amount(amountOf('0.01')).prefault('1').describe('Sums are rounded up to a multiple of this.'),
  minimum: amount(ZERO).prefault('0').describe('The least sum that is worth a request.'),
  cover: duration(86_400_000, MAX_LEAD_MS)
    .prefault('7d')
    .describe('How long a top-up is to last after it has arrived.'),
  assume_requested: flag()
    .prefault(false)
    .describe(
      'When an alert on runway_below fires, takes what its plan says to have been requested; it counts for twice top_up_lead_time, from when it can be approved.',
    ),
});

const knownDates = section({
  name: label().describe('What they are: dates of one name are alike, and learnt from together.'),
  dates: z
    .array(date())
    .min(1, 'is empty: name at least one date')
    .describe('When they are, in the past too, such as ["2025-12-24", "2026-12-24"].'),
  factor: optional(factor()).describe(
    'Times what would go out on them: 2 doubles it, 0 is closed. Absent: as earlier dates of this name teach.',
  ),
});

export const accountSettings = {
  name: label().describe('The name of ours for it: the label "account" of every metric and alert.'),
  service: label()
    .prefault('wallet-service')
    .describe('Which interface its service speaks. There is one so far, wallet-service.'),
  base_url: httpUrl('https://pay.example.com').describe(
    'Where its service is; the paths of the operations follow it.',
  ),
  allow_insecure_http: flag()
    .prefault(false)
    .describe('Allows http:// beyond this machine. Keys and balances are then readable on the way.'),
  public_key: optional(secretText()).describe('The public key that the service gave the merchant.'),
  public_key_file: optional(filePath()).describe('A file that holds it, instead of public_key.'),
  secret_key: optional(secretText()).describe('The secret key that the service gave the merchant.'),
  secret_key_file: optional(filePath()).describe(
    'A file that holds it, instead of secret_key. Read again when it changes.',
  ),
  json_media_types: z
    .array(mediaType())
    .prefault([])
    .describe(
      'Media types that count as JSON too, for a service that declares another one, such as text/plain.',
    ),
  schedule: optional(kinds.schedule).describe('As poll.schedule, for this account.'),
  timezone: optional(kinds.timezone).describe('As poll.timezone, for this account.'),
  deadline: optional(kinds.deadline).describe('As poll.deadline, for this account.'),
  retries: optional(kinds.retries).describe('As poll.retries, for this account.'),
  concurrency: optional(kinds.concurrency).describe('As poll.concurrency, for this account.'),
  stale_after: optional(kinds.stale_after).describe('As poll.stale_after, for this account.'),
  currencies: z
    .array(currency())
    .prefault([])
    .describe('Empty: one request brings all wallets. Otherwise one request per currency, in one poll.'),
  expect: z
    .array(walletKey())
    .prefault([])
    .describe(
      'Wallets that must be there, as CURRENCY/WALLET_TYPE; ExpectedWalletMissing fires when one is not.',
    ),
  forget_after: optional(duration(3_600_000)).describe(
    'Forgets a wallet that good answers have not named for so long, as `floatwatch forget WALLET` does, unless it is in expect or an alert on it other than BalanceUnknown pends or fires. Absent: none is forgotten by itself. No longer than retention keeps snapshots and polls.',
  ),
  top_up_lead_time: optional(leadTime()).describe(
    'How long money takes to arrive in the payout wallet after it was asked for: what runway_below is held against. Absent: top_up.lead_time, else 2d.',
  ),
  confidence: confidence()
    .prefault(0.95)
    .describe(
      'In which share of cases an alert on runway_below comes a whole lead time before the wallet is empty.',
    ),
  top_up: topUp.prefault({}).describe('How its wallets are topped up: what floatwatch plan goes by.'),
  calendar: z
    .array(knownDates)
    .prefault([])
    .describe(
      'Dates that are known in advance to be unlike others: paydays, campaigns, Christmas, closed days.',
    ),
  public_holidays: optional(country()).describe(
    'The country whose public holidays are unlike other days, as UG, or a part of it, as US-CA. On them nobody approves, where top_up has a window. Absent: none.',
  ),
  payment_options: optional(paymentOptions).describe(
    'Polls the payment options too; absent: they are not polled.',
  ),
};
