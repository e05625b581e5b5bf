// Every family that this project renders itself, in the order of the exposition. Those of the client library are in
// `instruments.ts`, `process.ts` and `self-gauges.ts`. Used by the renderers, and by `reference.ts`.
import type { AmountField } from '../domain/wallet.ts';
import type { Family } from './family.ts';

const WALLET = ['account', 'currency', 'wallet_type'];
const ALERT = ['alertname', 'severity', 'account', 'currency', 'wallet_type'];
const POLLED = "Refreshed on the account's poll schedule, not on scrape";
const FORECAST =
  "Refreshed on the account's poll schedule, when its forecast was made anew, and when a top-up was asked for";
const EXACT =
  "in the wallet's currency, as the service's own decimal text; Prometheus rounds to a float64, the database doesn't";

const balance = (name: string, what: string): Family => ({
  name: `merchant_wallet_${name}_balance`,
  type: 'gauge',
  labels: WALLET,
  help: `${what}, ${EXACT}. ${POLLED}; absent unless fresh.`,
});
const account = (name: string, help: string): Family => ({
  name: `floatwatch_account_${name}`,
  type: 'gauge',
  labels: ['account'],
  help,
});

/** One sample per wallet and family, in this order; `runway` and `state` have several. */
export const WALLET_FAMILIES = {
  available: balance('available', 'Money that can be paid out or withdrawn now'),
  actual: balance('actual', 'All money in the wallet, as the service books it'),
  uncleared: balance('uncleared', 'Money collected but not yet cleared'),
  reserve: balance('reserve', 'Money the service holds back'),
  difference: {
    name: 'merchant_wallet_balance_difference',
    type: 'gauge',
    labels: WALLET,
    help: `actual - (available + uncleared + reserve) in the wallet's currency, computed exactly. ${POLLED}; absent unless fresh. Information, not an error: the service does not promise zero. Exposed where a rule says difference_above, and with metrics.derived.`,
  },
  runway: {
    name: 'merchant_wallet_runway_seconds',
    type: 'gauge',
    labels: [...WALLET, 'confidence'],
    help: `How long the available balance lasts at the outflow expected from history, in seconds: at confidence 0.5 (as likely longer as shorter), and at the one that the account asks for, and those that its runway_below rules ask for: by the margin that keeps the alerts' promise, less the time to the next poll. ${FORECAST}; 5184000 (60 days) is that or longer; absent unless fresh, and without seven days of history.`,
  },
  needed: {
    name: 'merchant_wallet_top_up_needed',
    type: 'gauge',
    labels: WALLET,
    help: `What must be sent to the wallet so that it lasts for the cover of its account's plan, ${EXACT}; 0 when there is enough. ${FORECAST}; absent unless fresh, and without a plan. Wallets that others are topped up from have none.`,
  },
  deadline: {
    name: 'merchant_wallet_top_up_deadline_timestamp_seconds',
    type: 'gauge',
    labels: WALLET,
    help: `When the wallet's next top-up must be requested at the latest, in seconds since 1970: the last time at which somebody approves and the money is there in time at the account's confidence. If that is over, the next time at which somebody approves. ${FORECAST}; absent unless fresh, without a plan, and beyond 60 days.`,
  },
  observed: {
    name: 'merchant_wallet_observed_timestamp_seconds',
    type: 'gauge',
    labels: WALLET,
    help: `When the wallet was last seen in a good response, in seconds since 1970 by this monitor's clock. ${POLLED}; stays when the balance goes stale.`,
  },
  state: {
    name: 'merchant_wallet_state',
    type: 'gauge',
    labels: [...WALLET, 'state'],
    help: '1 for the state that holds, else 0: fresh, stale (too old to be believed), missing (absent from a good response). Decided at the scrape. Of a fresh wallet there is fresh alone, unless metrics.derived. All 0: expected by the configuration, never seen yet.',
  },
} as const satisfies Record<
  AmountField | 'difference' | 'runway' | 'needed' | 'deadline' | 'observed' | 'state',
  Family
>;

/** One sample per account. */
export const ACCOUNT_FAMILIES = {
  up: account(
    'up',
    '1 if the last finished poll brought wallets (outcome ok or partial), else 0; 0 before the first.',
  ),
  lastSuccess: account(
    'last_success_timestamp_seconds',
    'When wallets were last read, in seconds since 1970; 0 before the first time.',
  ),
  lastAttempt: account(
    'last_attempt_timestamp_seconds',
    'When the last finished poll was started, in seconds since 1970; 0 before the first.',
  ),
  nextSlot: account(
    'next_slot_timestamp_seconds',
    'The next slot that is polled, in seconds since 1970: of the schedule, or after the rest that follows five refusals of the keys; 0 if there is none.',
  ),
  failures: account('consecutive_failures', 'Finished polls since the last one that brought wallets.'),
  duration: account(
    'last_poll_duration_seconds',
    'From start to end of the last finished poll, retries included, in seconds; 0 before the first.',
  ),
} as const satisfies Record<string, Family>;

/** Per-account counters, counted since this process started. */
export const COUNTER_FAMILIES = {
  polls: {
    name: 'floatwatch_polls_total',
    type: 'counter',
    labels: ['account', 'outcome'],
    help: 'Finished polls by outcome, since this process started; every pair is there from the start.',
  },
  missed: {
    name: 'floatwatch_slots_missed_total',
    type: 'counter',
    labels: ['account'],
    help: 'Slots that went by without a poll (process stopped, asleep or still busy), since this process started.',
  },
} as const satisfies Record<string, Family>;

const OPTION = ['account', 'currency', 'transaction_type', 'transaction_method', 'provider_code'];
const option = (name: string, help: string): Family => ({
  name: `payment_option_${name}`,
  type: 'gauge',
  labels: OPTION,
  help: `${help} Refreshed on the schedule of the account's payment options, not on scrape; absent unless fresh.`,
});
const LIMIT = "in the option's currency, as the service's own decimal text.";

/** One sample per state of every known payment option. */
export const OPTION_STATE: Family = {
  name: 'payment_option_state',
  type: 'gauge',
  labels: [...OPTION, 'state'],
  help: "1 for the state that holds, else 0: fresh, stale (too old to be believed, or named by the service in a way that can't be), missing (absent from a good response). Decided at the scrape.",
};

/** One sample per payment option; none where the service gave no such value. */
export const OPTION_FAMILIES = {
  active: option('active', '1 if the payment option is active, 0 if the service lists it as inactive.'),
  min: option('min_amount', `The smallest amount of one transaction, ${LIMIT}`),
  max: option('max_amount', `The largest amount of one transaction, ${LIMIT}`),
  maxDaily: option(
    'max_daily_amount',
    `The most that one paying customer's number may move in a day, ${LIMIT} Not a limit of the merchant's.`,
  ),
} as const satisfies Record<string, Family>;

export const ALERT_FAMILIES = {
  state: {
    name: 'floatwatch_alert_state',
    type: 'gauge',
    labels: ALERT,
    help: "0 inactive, 1 pending, 2 firing, by floatwatch's own evaluation after each poll; kept as it was while the wallet is unknown. BalanceUnknown and WalletUnreadable of a wallet are there since they first fired, or with metrics.derived.",
  },
  threshold: {
    name: 'floatwatch_alert_threshold',
    type: 'gauge',
    labels: [...ALERT, 'field', 'side'],
    help: "The amount that the alert's condition names, as exact decimal text in the wallet's currency; absent for conditions without one. Where it is a level of an amount, field is that (available, actual, uncleared, reserve), and side the one that the alert is about (below, above); elsewhere, as for drops_by, they are empty.",
  },
  firing: {
    name: 'floatwatch_alert_firing_timestamp_seconds',
    type: 'gauge',
    labels: ALERT,
    help: 'Since when the alert fires, in seconds since 1970; absent while it does not.',
  },
} as const satisfies Record<string, Family>;
