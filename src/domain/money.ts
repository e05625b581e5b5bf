// Exact amounts of money: each is its own decimal text, and all arithmetic works on its digits. Only estimates use a
// `number` (`approximate`). Used everywhere.
import Big from 'big.js';

Big.strict = true; // a JavaScript number handed to Big throws instead of rounding

declare const amount: unique symbol;

/** An exact decimal in plain notation, as `-12.50`: the service's own digits, trailing zeros kept. */
export type Amount = string & { readonly [amount]: true };

export const ZERO = '0' as Amount;

const PLAIN = /^-?(?:0|[1-9]\d{0,37})(?:\.\d{1,400})?$/;
const WITH_EXPONENT = /^-?(?:0|[1-9]\d{0,37})(?:\.\d{1,400})?[eE][+-]?\d{1,3}$/;
const MINUS = 0x2d;
const DIGIT_ZERO = 0x30;
const MAX_DIGITS = 38; // significant ones; 400 decimals hold any double near zero
const POINT = 60; // the column right of the point
const SPARE = 10; // columns for carries: sums of up to ten thousand million amounts
const columns = new Int32Array(POINT + 40); // shared: a calculation never waits, so there is one at a time

/**
 * Reads the text of a JSON number, or of a string that holds one, as an exact amount.
 *
 * Exponents are written out; `-0` becomes `0`. Returns `undefined` for `null`, and for text that isn't such a number, or has
 * more than 38 significant digits, 38 digits before the point or 400 after it. The time doesn't depend on the exponent's size.
 */
export function parseAmount(text: string | null): Amount | undefined {
  if (text === null) return undefined;
  const plain = PLAIN.test(text) ? text : writtenOut(text);
  if (plain === undefined) return undefined;
  if (plain.length > MAX_DIGITS && significantDigits(plain) > MAX_DIGITS) return undefined;
  return (plain.charCodeAt(0) === MINUS && /^-[0.]+$/.test(plain) ? plain.slice(1) : plain) as Amount;
}

/** An amount written in the program itself; throws a `RangeError` when it isn't one. */
export function amountOf(text: string): Amount {
  const parsed = parseAmount(text);
  if (parsed === undefined) throw new RangeError(`not an amount: ${JSON.stringify(text.slice(0, 60))}`);
  return parsed;
}

/**
 * Orders two amounts by value: negative, zero or positive; `1.0` and `1.00` are equal.
 *
 * Works on the digits themselves: a replay of a year compares hundreds of millions of amounts.
 */
export function compareAmounts(a: Amount, b: Amount): -1 | 0 | 1 {
  if (a === b) return 0;
  const negativeA = a.charCodeAt(0) === MINUS;
  const negativeB = b.charCodeAt(0) === MINUS;
  if (negativeA !== negativeB) return negativeA ? -1 : 1; // zero has no sign
  const order = compareMagnitudes(a, b);
  return negativeA ? (-order as -1 | 0 | 1) || 0 : order;
}

/** Whether the amount is nothing, with however many decimals: `0.00` too. */
export function isZero(amount: Amount): boolean {
  return compareAmounts(amount, ZERO) === 0;
}

/** The exact sum; trailing zeros are dropped. */
export function addAmounts(...amounts: readonly Amount[]): Amount {
  return netAmount(amounts, []);
}

/** The exact difference `a - b`; trailing zeros are dropped. */
export function subtractAmounts(a: Amount, b: Amount): Amount {
  return netAmount([a], [b]);
}

/**
 * The exact sum of `plus` minus the sum of `minus`; trailing zeros are dropped.
 *
 * Works digit by digit, as on paper, because it runs for every wallet at every poll.
 */
export function netAmount(plus: readonly Amount[], minus: readonly Amount[]): Amount {
  let whole = 1;
  let fraction = 0;
  for (const amounts of [plus, minus]) {
    for (const each of amounts) {
      const point = wholeEnd(each);
      whole = Math.max(whole, point);
      fraction = Math.max(fraction, each.length - point - 1);
    }
  }
  const top = POINT - whole - SPARE;
  const end = POINT + fraction;
  if (top < 0 || end > columns.length) return netByLibrary(plus, minus);

  columns.fill(0, top, end);
  for (const each of plus) enter(each, 1);
  for (const each of minus) enter(each, -1);
  const negative = carry(top, end) < 0;
  if (negative) {
    for (let i = top; i < end; i++) columns[i] = -columns[i]!;
    carry(top, end);
  }
  let first = top;
  while (first < POINT - 1 && columns[first] === 0) first++;
  let last = end;
  while (last > POINT && columns[last - 1] === 0) last--;
  let text = negative ? '-' : '';
  for (let i = first; i < last; i++) text += i === POINT ? `.${columns[i]}` : columns[i];
  return text as Amount;
}

/**
 * As {@link netAmount}, with as many decimals as the amount with the most decimals: as people write the sum of `0.50` and
 * `7.00`.
 */
export function netAsWritten(plus: readonly Amount[], minus: readonly Amount[] = []): Amount {
  const net = netAmount(plus, minus);
  let most = 0;
  for (const amounts of [plus, minus])
    for (const amount of amounts) most = Math.max(most, decimalsOf(amount));
  const missing = most - decimalsOf(net);
  if (missing <= 0) return net;
  return `${net}${net.includes('.') ? '' : '.'}${'0'.repeat(missing)}` as Amount;
}

/** How many digits stand behind its point. */
export function decimalsOf(amount: Amount): number {
  return Math.max(0, amount.length - wholeEnd(amount) - 1);
}

/** `percent` hundredths of `a`, exact. */
export function percentOf(a: Amount, percent: Amount): Amount {
  return new Big(a).times(percent).times('0.01').toFixed() as Amount;
}

/** Orders two shares, `part / whole` each, exactly; both wholes are more than zero. */
export function compareShares(
  a: { readonly part: Amount; readonly whole: Amount },
  b: { readonly part: Amount; readonly whole: Amount },
): number {
  return new Big(a.part).times(b.whole).cmp(new Big(b.part).times(a.whole));
}

/** The nearest floating-point number: for estimates only. Never shown, stored or compared with another amount. */
export function approximate(a: Amount): number {
  return Number(a);
}

/** The amount with its thousands set apart by commas, for people: `-1,234,567.80`. */
export function formatAmount(a: Amount): string {
  const [whole, fraction] = a.split('.');
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Adds an amount's digits to the columns, each at its distance from the point. */
function enter(amount: Amount, sign: 1 | -1): void {
  const negative = amount.charCodeAt(0) === MINUS;
  const signed = negative ? -sign : sign;
  const point = wholeEnd(amount);
  for (let i = negative ? 1 : 0; i < amount.length; i++) {
    if (i !== point)
      columns[POINT + i - point - (i > point ? 1 : 0)]! += signed * (amount.charCodeAt(i) - DIGIT_ZERO);
  }
}

/** Brings every column into 0 to 9; returns the carry beyond the first, which is negative when the total is. */
function carry(top: number, end: number): number {
  let over = 0;
  for (let i = end - 1; i >= top; i--) {
    const sum = columns[i]! + over;
    over = Math.floor(sum / 10);
    columns[i] = sum - over * 10;
  }
  return over;
}

/** For amounts longer than any service sends. */
function netByLibrary(plus: readonly Amount[], minus: readonly Amount[]): Amount {
  const sum = (amounts: readonly Amount[]) => amounts.reduce((total, each) => total.plus(each), new Big('0'));
  return sum(plus).minus(sum(minus)).toFixed() as Amount;
}

/** Of two amounts with the same sign. */
function compareMagnitudes(a: string, b: string): -1 | 0 | 1 {
  const wholeA = wholeEnd(a);
  const wholeB = wholeEnd(b);
  if (wholeA !== wholeB) return Math.sign(wholeA - wholeB) as -1 | 1; // neither has leading zeros
  const end = Math.max(a.length, b.length);
  for (let i = 0; i < end; i++) {
    if (i === wholeA) continue; // the point
    const digitA = i < a.length ? a.charCodeAt(i) : DIGIT_ZERO;
    const digitB = i < b.length ? b.charCodeAt(i) : DIGIT_ZERO;
    if (digitA !== digitB) return Math.sign(digitA - digitB) as -1 | 1;
  }
  return 0;
}

function wholeEnd(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? text.length : point;
}

/** Digits from the first that isn't zero to the last; trailing zeros count. */
function significantDigits(plain: string): number {
  return plain.replace(/^[-0.]+/, '').replace('.', '').length;
}

/** A number with an exponent in plain notation; `undefined` for other text, or when it is too long. */
function writtenOut(text: string): string | undefined {
  const plain = WITH_EXPONENT.test(text) ? new Big(text).toFixed() : undefined;
  return plain && PLAIN.test(plain) ? plain : undefined;
}
