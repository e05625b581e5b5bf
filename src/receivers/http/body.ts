// Fills in a body of the operator's own: a tree of JSON. In its texts, `{{name}}` stands for something about the alert. Nothing
// else is a template, keys are not, and filled-in text is never read again. Pure.
import { cut } from '../../domain/cut.ts';
import type { Notification } from '../notification/notification.ts';
import { wordsOf } from '../notification/words.ts';

/** The names that may stand between the braces. */
export const BODY_NAMES = [
  'kind', // fire, update, resolve
  'status', // FIRING, RESOLVED
  'title',
  'summary',
  'facts', // one a line
  'rule',
  'severity',
  'account',
  'currency',
  'wallet_type',
  'wallet', // account/CURRENCY/WALLET_TYPE
  'value',
  'threshold',
  'since', // ISO 8601
  'ended',
  'link',
  'runbook',
  'episode', // the same for all notifications about one time that the alert fires
  'token', // the setting
] as const;
type BodyName = (typeof BODY_NAMES)[number];

const MAX_VALUE = 4_096;
const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

/** The tree with every name filled in. A name without a value becomes an empty text. */
export function bodyOf(
  tree: unknown,
  notification: Notification,
  externalUrl: string,
  token: string,
): unknown {
  const values = valuesOf(notification, externalUrl, token);
  return filled(tree, values);
}

function filled(tree: unknown, values: Readonly<Record<BodyName, string>>): unknown {
  if (typeof tree === 'string') {
    return tree.replace(PLACE, (place, name: string) =>
      Object.hasOwn(values, name) ? values[name as BodyName] : place,
    );
  }
  if (Array.isArray(tree)) return tree.map((part) => filled(part, values));
  if (typeof tree !== 'object' || tree === null) return tree;
  return Object.fromEntries(Object.entries(tree).map(([name, part]) => [name, filled(part, values)]));
}

function valuesOf(
  { kind, alert, episode }: Notification,
  externalUrl: string,
  token: string,
): Readonly<Record<BodyName, string>> {
  const { title, summary, facts, link, runbook, firing } = wordsOf(alert, externalUrl);
  const iso = (instant: number | null): string => (instant === null ? '' : new Date(instant).toISOString());
  const { account, currency, walletType } = alert;
  const values = {
    ...{ kind, title, summary, link, runbook, episode, token, account, currency },
    status: firing ? 'FIRING' : 'RESOLVED',
    facts: facts.map(([name, text]) => `${name}: ${text}`).join('\n'),
    rule: alert.rule,
    severity: alert.severity,
    wallet_type: walletType,
    wallet: [account, currency, walletType].filter((part) => part !== '').join('/'),
    value: alert.value ?? '',
    threshold: alert.threshold ?? '',
    since: iso(alert.firingAt),
    ended: firing ? '' : iso(alert.resolvedAt),
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, cut(value, MAX_VALUE)]),
  ) as Record<BodyName, string>;
}
