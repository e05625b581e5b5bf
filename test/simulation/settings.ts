// The configuration of the simulated monitor, and what a reload may change in it.
import { parseConfig } from '../../src/config/load.ts';
import type { Config } from '../../src/config/resolve/resolve.ts';
import { PAGERDUTY_URL, SLACK_URL, TELEGRAM_URL } from './desk.ts';
import { ALERTMANAGER_URL, SECOND_ALERTMANAGER_URL, webhookUrlOf } from './receivers.ts';
import { baseUrlOf, keysOf } from './service.ts';

const MINUTE_MS = 60_000;

/** How many accounts a world has, unless it is told otherwise. */
export const ACCOUNTS = 3;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * The names of a world's first accounts. Services have trouble with the first two, reloads take the second out; the others
 * are there to be left alone.
 */
export const accountsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) =>
    i < LETTERS.length ? LETTERS[i]! : `${LETTERS[i % LETTERS.length]}${i}`,
  );

export const WALLETS = ['MERCHANT_PAYOUT', 'MERCHANT_COLLECTION', 'SERVICE_PAYMENTS'] as const;
export const DEADLINE_MS = 15_000;

/** What an operator may change by a reload. */
export interface Settings {
  readonly threshold: number;
  readonly rule: boolean;
  readonly severity: 'critical' | 'warning';
  /** A label of the rule; `undefined`: it has none. */
  readonly team: string | undefined;
  /** The rule's `for`. */
  readonly forMinutes: number;
  readonly accounts: readonly string[];
  /** From one slot of balances to the next, in minutes. */
  readonly everyMinutes: number;
  readonly alertmanagers: 1 | 2;
  /** The names of receivers that are told directly: webhooks, except {@link DESK}, which may be something else. */
  readonly told: readonly string[];
  /** The generation of every account's keys. */
  readonly keys: number;
  readonly desk: DeskKind;
}

/** The receiver that reloads take out. */
export const DESK = 'desk';

/**
 * What the desk is: a webhook, one with quiet hours from {@link QUIET_FROM} to {@link QUIET_UNTIL}, PagerDuty, a chat of
 * Telegram, or a channel of Slack, whose messages can't be changed.
 */
export type DeskKind = 'webhook' | 'quiet' | 'pagerduty' | 'telegram' | 'slack';

/** Times of day, in milliseconds. */
export const QUIET_FROM = 2 * 3_600_000;
export const QUIET_UNTIL = 4 * 3_600_000;

export const USUAL: Settings = {
  threshold: 1_000_000,
  rule: true,
  severity: 'critical',
  team: undefined,
  forMinutes: 5,
  accounts: accountsOf(ACCOUNTS),
  everyMinutes: 5,
  alertmanagers: 1,
  told: ['ops', DESK],
  keys: 1,
  desk: 'webhook',
};

export function webhooksOf({ told, desk }: Settings): readonly string[] {
  return desk === 'webhook' || desk === 'quiet' ? told : told.filter((name) => name !== DESK);
}

/** The addresses of its Alertmanagers, which are their names, too. */
const alertmanagersOf = ({ alertmanagers }: Settings): readonly string[] =>
  [ALERTMANAGER_URL, SECOND_ALERTMANAGER_URL].slice(0, alertmanagers);

/** The names of the Alertmanagers and webhooks. */
export const receiversOf = (settings: Settings): readonly string[] => [
  ...alertmanagersOf(settings),
  ...webhooksOf(settings),
];

function deskOf(kind: DeskKind) {
  if (kind === 'pagerduty')
    return { pagerduty: [{ name: DESK, routing_key: 'routing-key-of-the-desk', url: PAGERDUTY_URL }] };
  if (kind === 'telegram')
    return { telegram: [{ name: DESK, token: '1:token-of-the-desk', chat_id: '-100', url: TELEGRAM_URL }] };
  if (kind === 'slack') return { slack_webhook: [{ name: DESK, url: SLACK_URL }] };
  return {};
}

/** The amount from which on an alert that fires is over. */
export const clearAbove = ({ threshold }: Settings): number => threshold * 1.2;

/** Whether an alert of {@link floatLow} with these labels is one that the rule asks for. */
export const isAskedFor = (
  { rule, severity, team }: Settings,
  labels: Readonly<Record<string, string>>,
): boolean => rule && labels['severity'] === severity && labels['team'] === team;

/** How old shown amounts may be: `stale_after` slots and 30 seconds. */
export const staleMs = ({ everyMinutes }: Settings): number => 2 * everyMinutes * MINUTE_MS + 30_000;

/** Each is parsed once: each start and each reload of a replica asks for one. A year has more than are worth keeping. */
const configs = new Map<string, Config>();
const MAX_CONFIGS = 100;

export function configOf(settings: Settings): Config {
  const name = JSON.stringify(settings);
  const known = configs.get(name) ?? parse(settings, settings.rule ? [floatLow(settings)] : []);
  if (configs.size >= MAX_CONFIGS) configs.clear();
  configs.set(name, known);
  return known;
}

/** A configuration that must be refused: two rules of one name would both drive the same alerts. */
export function badConfigOf(settings: Settings): Config {
  const wallets = { currency: 'UGX', wallet_type: 'MERCHANT_*' };
  return parse(settings, [
    floatLow(settings),
    { ...floatLow(settings), wallets, below: '1', clear_above: '2' },
  ]);
}

function floatLow({ threshold, severity, team, forMinutes }: Settings) {
  return {
    ...{ name: 'FloatLow', severity, ...(team !== undefined && { labels: { team } }) },
    wallets: { currency: 'UGX' },
    below: String(threshold),
    clear_above: String(threshold * 1.2),
    for: `${forMinutes}m`,
  };
}

function parse(settings: Settings, rules: readonly object[]): Config {
  const { accounts, everyMinutes, told, keys, desk } = settings;
  const quietHours = { hours: 'Mon-Sun 02:00-04:00', timezone: 'UTC' };
  const file = {
    database: { url: 'postgres://simulated:simulated@simulated.example/floatwatch' },
    poll: { schedule: `*/${everyMinutes} * * * *`, deadline: '15s' },
    accounts: accounts.map((name) => ({
      name,
      base_url: baseUrlOf(name),
      ...keysOf(name, keys),
      expect: ['UGX/MERCHANT_PAYOUT'],
      payment_options: { schedule: '*/15 * * * *' },
    })),
    alerts: {
      alertmanagers: alertmanagersOf(settings),
      webhooks: webhooksOf(settings).map((name) => ({
        ...{ name, url: webhookUrlOf(name) },
        ...(desk === 'quiet' && name === DESK && { quiet_hours: quietHours }),
      })),
      receivers: told.includes(DESK) ? deskOf(desk) : {},
      rules: [...rules, { name: 'OptionInactive', severity: 'warning', options: {}, inactive_for: '15m' }],
    },
  };
  return parseConfig(JSON.stringify(file), { env: {}, file: 'the simulation' }).config;
}
