// Turns an estimate into an exact amount of money, never less than the estimate. Used by plans.
import Big from 'big.js';
import { type Amount, compareAmounts, ZERO } from '../money.ts';

/** An estimate as an amount, not below it. Hundredths are finer than any estimate. */
export function amountOfEstimate(estimate: number): Amount {
  if (!(estimate > 0)) return ZERO;
  return new Big(String(estimate)).round(2, Big.roundUp).toFixed() as Amount;
}

/** The least multiple of `step` that isn't less than the amount. */
export function roundedUp(amount: Amount, step: Amount): Amount {
  const rest = restOf(amount, step);
  const whole = new Big(amount).minus(rest);
  return (rest.eq('0') ? whole : whole.plus(step)).toFixed() as Amount;
}

/** The greatest multiple of `step` that isn't more than the amount, which isn't negative. */
export function roundedDown(amount: Amount, step: Amount): Amount {
  return new Big(amount).minus(restOf(amount, step)).toFixed() as Amount;
}

export function least(a: Amount, b: Amount): Amount {
  return compareAmounts(a, b) <= 0 ? a : b;
}

export function notNegative(amount: Amount): Amount {
  return compareAmounts(amount, ZERO) > 0 ? amount : ZERO;
}

function restOf(amount: Amount, step: Amount): Big {
  return new Big(amount).mod(step);
}
