// Writes the annotations of alerts: plain `{{name}}` substitution, nothing else. Text from outside is never read as a
// template. The configuration checks the names, and `floatwatch rules` translates them.
import { cut } from './cut.ts';
import { formatDuration } from './duration.ts';
import { formatAmount, parseAmount } from './money.ts';
import type { Instant } from './observation.ts';

/** The names that an annotation may use. */
export const ANNOTATION_NAMES = [
  'account',
  'currency',
  'wallet_type',
  'wallet', // account/CURRENCY/WALLET_TYPE, as the commands take it
  'transaction_type', // of a payment option, like the next two
  'transaction_method',
  'provider_code',
  'value', // last evaluated, with its own digits
  'threshold',
  'previous', // the value before; for drops_by and rises_by, the value at the start of the change
  'age', // of the value
  'link', // the wallet's page
  'rule',
  'severity',
  'needed', // of the wallet's plan, like those below: the amount to send
  'by', // when to request it
  'source', // the wallet that it comes from
  'shortfall', // what the source lacks
  'until', // until when the money then lasts
  'plan', // the whole plan as a sentence
] as const;
export type AnnotationName = (typeof ANNOTATION_NAMES)[number];

/** Replaces a name whose value isn't known. */
const NOTHING = 'unknown';
const MAX_LENGTH = 4_096; // characters of one annotation
const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The values for the names of a plan; an absent one isn't known. */
export type PlanAnnotation = Readonly<
  Partial<Record<'needed' | 'by' | 'source' | 'shortfall' | 'until' | 'plan', string>>
>;

/** What is known of an alert when its annotations are written. */
export interface AnnotationFacts {
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
  /** Further labels: those of the payment option that the alert is about. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly rule: string;
  readonly severity: string;
  readonly value: string | null;
  readonly threshold: string | null;
  readonly previous: string | null;
  readonly knownAt: Instant | null;
  readonly link: string | null;
  /** Absent: there is none. */
  readonly plan?: PlanAnnotation | undefined;
}

/** The names in a template that no annotation knows, each once: for the configuration's check. */
export function unknownAnnotationNames(template: string): string[] {
  const known = new Set<string>(ANNOTATION_NAMES);
  const names = [...template.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '');
  return [...new Set(names.filter((name) => !known.has(name)))];
}

/** Whether the texts show the value's age, and whether they show the wallet's plan: both change by themselves. */
export interface Uses {
  readonly age: boolean;
  readonly plan: boolean;
}

/** Finds what templates use; reads each set of templates once. */
export function usesOf(templates: Readonly<Record<string, string>>): Uses {
  const known = uses.get(templates);
  if (known) return known;
  const have = (name: RegExp) => Object.values(templates).some((template) => name.test(template));
  const read = {
    age: have(/\{\{\s*age\s*\}\}/),
    plan: have(/\{\{\s*(?:needed|by|source|shortfall|until|plan)\s*\}\}/),
  };
  uses.set(templates, read);
  return read;
}

/** Cached by templates: all alerts of a rule share them, and an alert that lasts is written again and again. */
const uses = new WeakMap<Readonly<Record<string, string>>, Uses>();

/**
 * Writes the annotations of an alert as it stands at `now`.
 *
 * Amounts keep their own digits, with thousands set apart. A name that isn't known stays as it was written; each
 * text is cut at 4096 characters.
 */
export function annotate(
  templates: Readonly<Record<string, string>>,
  facts: AnnotationFacts,
  now: Instant,
): Record<string, string> {
  const written: Record<string, string> = {};
  for (const [key, template] of Object.entries(templates)) {
    const text = template.replace(PLACEHOLDER, (all, name: string) => substitute(name, facts, now) ?? all);
    written[key] = cut(text, MAX_LENGTH);
  }
  return written;
}

function substitute(name: string, facts: AnnotationFacts, now: Instant): string | undefined {
  switch (name as AnnotationName) {
    case 'account':
      return facts.account;
    case 'currency':
      return facts.currency;
    case 'wallet_type':
      return facts.walletType;
    case 'wallet':
      return [facts.account, facts.currency, facts.walletType].filter((part) => part !== '').join('/');
    case 'transaction_type':
    case 'transaction_method':
    case 'provider_code':
      return facts.labels?.[name] ?? NOTHING;
    case 'rule':
      return facts.rule;
    case 'severity':
      return facts.severity;
    case 'value':
      return readableValue(facts.value);
    case 'threshold':
      return readableValue(facts.threshold);
    case 'previous':
      return readableValue(facts.previous);
    case 'age':
      return facts.knownAt === null
        ? NOTHING
        : formatDuration(Math.max(0, Math.floor((now - facts.knownAt) / 1_000) * 1_000));
    case 'link':
      return facts.link ?? NOTHING;
    case 'needed':
    case 'by':
    case 'source':
    case 'shortfall':
    case 'until':
      return facts.plan?.[name as keyof PlanAnnotation] ?? NOTHING;
    case 'plan':
      return facts.plan?.plan ?? 'no plan';
    default:
      return undefined;
  }
}

/** A value as it is written: an amount with its thousands set apart, anything else as it is. */
export function readableValue(text: string | null): string {
  if (text === null) return NOTHING;
  const amount = parseAmount(text);
  return amount === undefined ? text : formatAmount(amount);
}
