// Puts an alert into words, for receivers that people read. The words are plain text: each receiver cuts and escapes them by
// its provider's rules. Pure.
import type { Alert } from '../../domain/alert.ts';
import { subjectOf } from '../../domain/alert-subject.ts';
import { formatAmount, parseAmount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { alertLink } from './alert-link.ts';
import { endedBecause } from './ending.ts';
import type { GroupAlert } from './group.ts';

export interface Words {
  /** `FIRING PayoutFloatLow: acme-ug/UGX/MERCHANT_PAYOUT` */
  readonly title: string;
  /** One or two sentences: the annotation of this name, or else what is known. */
  readonly summary: string;
  /** What else is known; the most important comes first. */
  readonly facts: readonly (readonly [name: string, text: string])[];
  /** The address of the page about it; empty without a page. */
  readonly link: string;
  /** The address that says what to do, in its normal form; empty if there is none. */
  readonly runbook: string;
  readonly firing: boolean;
}

const MAX_ADDRESS = 2_000; // browsers and providers take no more; a part of an address leads nowhere
const IDENTITY = ['alertname', 'severity', 'account', 'currency', 'wallet_type'];

/** The words of an alert that fires or has ended. */
export function wordsOf(alert: Alert & Partial<GroupAlert>, externalUrl: string): Words {
  const { rule, severity, labels, annotations, held, value, threshold, firingAt, resolvedAt } = alert;
  const firing = alert.phase === 'firing';
  const wallet = [alert.account, alert.currency, alert.walletType].filter((part) => part !== '').join('/');
  const subject = alert.group?.subject ?? subjectOf(alert);
  const facts: [string, string | null][] = [
    ['Severity', severity],
    ['Wallet', wallet || null],
    ['Reason', endedBecause(alert)],
    ['Value', amountText(value)],
    ['Threshold', amountText(threshold)],
    ...Object.entries(labels).filter(([name]) => !IDENTITY.includes(name)),
    ['State', firing && held ? 'not seen now, and so taken to last' : null],
    ['Since', dateText(firingAt)],
    ['Ended', dateText(resolvedAt)],
  ];
  return {
    title: `${firing ? 'FIRING' : 'RESOLVED'} ${rule}${subject === '' ? '' : `: ${subject}`}`,
    summary: annotations['summary']?.trim() || annotations['description']?.trim() || defaultSummary(alert),
    facts: facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== ''),
    link: alertLink(alert, externalUrl),
    runbook: addressOf(annotations['runbook_url'] ?? ''),
    firing,
  };
}

/** Escapes every sign in an address that some markup knows: texts from outside in an address can't break out of it. */
function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return '';
  const address = url.href.replace(
    /[|'`{}\\^]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return address.length > MAX_ADDRESS ? '' : address;
}

function defaultSummary({ rule, value, threshold }: Alert): string {
  if (value === null) return rule;
  return `${rule}: ${amountText(value)}${threshold === null ? '' : `, threshold ${amountText(threshold)}`}`;
}

/** An amount gets separators; a duration or a percentage stays as it is. */
function amountText(text: string | null): string | null {
  const amount = parseAmount(text);
  return amount === undefined ? text : formatAmount(amount);
}

function dateText(instant: Instant | null): string | null {
  return instant === null ? null : `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
