// Finds the worst alerts of one rule. Pure.
import type { Alert } from '../../domain/alert.ts';
import { parseDuration } from '../../domain/duration.ts';
import { type Amount, compareAmounts, compareShares, parseAmount, ZERO } from '../../domain/money.ts';
import { compareTexts } from '../../domain/order.ts';

interface Measured {
  readonly alert: Alert;
  /**
   * `undefined` without a value, or without a threshold that it could be a share of. `below`: low values are bad. The rule
   * says so, or else the side on which the value is.
   */
  readonly share: { readonly part: Amount; readonly whole: Amount; readonly below: boolean } | undefined;
}

/**
 * The `most` worst: first those that are furthest on the bad side of the threshold, then those without values, the longest
 * firing first. There may be a hundred thousand alerts, and each comparison is of numbers with many digits: so it
 * sorts part by part.
 */
export function worstFirst(alerts: readonly Alert[], most = alerts.length): readonly Alert[] {
  let worst: readonly Measured[] = [];
  for (let from = 0; from < alerts.length; from += most) {
    const next = alerts.slice(from, from + most).map(measured);
    const last = worst.at(most - 1);
    const worse = last ? next.filter((one) => compare(one, last) < 0) : next;
    if (worse.length > 0) worst = [...worst, ...worse].sort(compare).slice(0, most);
  }
  return worst.map(({ alert }) => alert);
}

function compare(a: Measured, b: Measured): number {
  return byShare(a.share, b.share) || byTime(a.alert, b.alert);
}

function byShare(a: Measured['share'], b: Measured['share']): number {
  if (!a || !b) return Number(!a) - Number(!b);
  if (a.below !== b.below) return a.below ? -1 : 1;
  const order = a.whole === b.whole ? compareAmounts(a.part, b.part) : compareShares(a, b);
  return a.below ? order : -order;
}

function byTime(a: Alert, b: Alert): number {
  return a.firingAt! - b.firingAt! || compareTexts(a.fingerprint, b.fingerprint);
}

function measured(alert: Alert): Measured {
  const [part, whole] = [numberOf(alert.value), numberOf(alert.threshold)];
  if (part === undefined || whole === undefined || compareAmounts(whole, ZERO) <= 0)
    return { alert, share: undefined };
  const below = alert.level ? alert.level.bad === 'below' : compareAmounts(part, whole) <= 0;
  return { alert, share: { part, whole, below } };
}

function numberOf(text: string | null): Amount | undefined {
  if (text === null) return undefined;
  const duration = parseDuration(text);
  return parseAmount(text) ?? (duration === undefined ? undefined : parseAmount(String(duration)));
}
