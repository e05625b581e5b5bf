// Writes the text of a first configuration: short, and with what a newcomer asks beside each setting.
import { stringify } from 'yaml';
import { formatAmount } from '../../domain/money.ts';
import { type WalletBalance, walletKey } from '../../domain/wallet.ts';
import type { Answers } from './answers.ts';
import { firesAtOnce, type ProposedRule } from './first-rule.ts';

export interface FirstFile extends Pick<Answers, 'account' | 'baseUrl' | 'timezone' | 'schedule'> {
  /** The paths of the key files, from the folder of the configuration. */
  readonly publicKeyFile: string;
  readonly secretKeyFile: string;
  /** The wallets that the service told; empty when it wasn't asked. */
  readonly wallets: readonly WalletBalance[];
  readonly rules: readonly ProposedRule[];
  /** The day on which the service told them, such as `2026-11-22`. */
  readonly day: string;
}

const COLUMN = 50; // where remarks begin

/** The file as YAML, with a newline at its end. */
export function firstFileText(file: FirstFile): string {
  const expected = file.rules.map(({ wallet }) => walletKey(wallet)).map(scalar);
  const others = file.wallets
    .map(walletKey)
    .filter((key) => !file.rules.some(({ wallet }) => walletKey(wallet) === key));
  return [
    '# Made by floatwatch init. Every setting: floatwatch schema --markdown. Is it fine? floatwatch check-config',
    'database:',
    remark(`  url: \${DATABASE_URL:-}`, 'empty: an embedded Postgres under ./data'),
    '',
    'accounts:',
    remark(`  - name: ${scalar(file.account)}`, 'a name of yours: the label "account" everywhere'),
    `    base_url: ${scalar(file.baseUrl)}`,
    remark(`    public_key_file: ${scalar(file.publicKeyFile)}`, 'read again when it changes'),
    `    secret_key_file: ${scalar(file.secretKeyFile)}`,
    remark(`    schedule: ${JSON.stringify(file.schedule)}`, 'cron, 5 or 6 fields'),
    remark(`    timezone: ${scalar(file.timezone)}`, 'of the schedule and of the business day'),
    remark(`    expect: [${expected.join(', ')}]`, 'wallets that must be there'),
    ...(others.length > 0 ? [`    # it has ${others.map(printable).join(', ')} too`] : []),
    remark('    top_up_lead_time: 2d', 'how long money takes to arrive once it was asked for'),
    '',
    'alerts:',
    '  # alertmanagers: [http://127.0.0.1:9093]        # who is told; Slack, e-mail, webhooks and others: docs/alerts.md',
    ...rulesText(file),
    '    # - name: PayoutRunwayShort                   # once there is a week of history: empty before money can arrive',
    '    #   severity: critical',
    '    #   wallets: {wallet_type: MERCHANT_PAYOUT}',
    '    #   runway_below: top_up_lead_time',
    '',
  ].join('\n');
}

function rulesText({ rules, account, day }: FirstFile): string[] {
  if (rules.length === 0) {
    return [
      remark('  rules:', 'none yet: take "# " away from the lines of one to have it'),
      ...ruleText({ account, ...SAMPLE }).map((line) => `    # ${line}`),
    ];
  }
  return [
    '  rules:                                          # "floatwatch simulate" tries other thresholds on the past',
    ...rules.flatMap((rule) => [
      `    # ${heldText(rule, day)}`,
      ...ruleText({ ...rule, account, ...rule.wallet }).map((line) => `    ${line}`),
    ]),
  ];
}

function heldText(rule: ProposedRule, day: string): string {
  const { wallet } = rule;
  const held = `${printable(walletKey(wallet))} held ${formatAmount(wallet.available!)} on ${day}`;
  return firesAtOnce(rule)
    ? `${held}, so this alert fires until money comes. Put in a threshold of yours.`
    : `${held}; a fifth of that is proposed.`;
}

interface RuleText {
  readonly name: string;
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
  readonly below: string;
}

const SAMPLE = { name: 'PayoutFloatLow', currency: 'UGX', walletType: 'MERCHANT_PAYOUT', below: '5000000' };

function ruleText({ name, account, currency, walletType, below }: RuleText): string[] {
  const wallets = `account: ${scalar(account)}, currency: ${scalar(currency)}, wallet_type: ${scalar(walletType)}`;
  return [
    `- name: ${name}`,
    '  severity: critical',
    `  wallets: {${wallets}}`,
    `  below: ${JSON.stringify(below)}`,
    '  for: 10m',
    '  annotations: {summary: "{{account}} can pay out {{value}} {{currency}}; threshold {{threshold}}"}',
  ];
}

function remark(text: string, said: string): string {
  return `${text.padEnd(COLUMN - 1)} # ${said}`;
}

/** Writes a text as YAML that the configuration reads as this text: dollar signs would be expanded. */
function scalar(text: string): string {
  const plain = stringify(text.replaceAll('$', '$$$$')).trim();
  return /[,[\]{}]/.test(text) && !plain.startsWith('"')
    ? JSON.stringify(text.replaceAll('$', '$$$$'))
    : plain;
}

/** Replaces characters with which a name of the service's could end a remark. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}
