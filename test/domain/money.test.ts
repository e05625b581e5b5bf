import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addAmounts,
  amountOf,
  approximate,
  compareAmounts,
  compareShares,
  formatAmount,
  netAmount,
  netAsWritten,
  parseAmount,
  percentOf,
  subtractAmounts,
} from '../../src/domain/money.ts';

describe('parseAmount keeps the digits of the source', () => {
  test.each([
    ['12345678901234567.89', '12345678901234567.89'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['40000.00', '40000.00'],
    ['-12.5', '-12.5'],
    ['0', '0'],
    ['-0', '0'],
    ['-0.00', '0.00'],
    ['1e3', '1000'],
    ['1E-2', '0.01'],
    ['1.5E+3', '1500'],
    ['0.000000000000000001', '0.000000000000000001'],
  ])('M1 %s is %s', (source, exact) => expect(parseAmount(source)).toBe(exact));

  test.each([
    ['1.4210854715202004e-14', '0.000000000000014210854715202004'],
    ['-2.2737367544323206e-13', '-0.00000000000022737367544323206'],
    ['5e-324', `0.${'0'.repeat(323)}5`],
    ['1e-19', '0.0000000000000000001'],
    [`${'9'.repeat(38)}`, '9'.repeat(38)],
    [`0.${'0'.repeat(50)}${'9'.repeat(38)}`, `0.${'0'.repeat(50)}${'9'.repeat(38)}`],
  ])('D15 %s, as services that compute in doubles send it, is %s', (source, exact) => {
    expect(parseAmount(source)).toBe(exact);
    expect(compareAmounts(amountOf(source), amountOf('1'))).toBe(source.length === 38 ? 1 : -1);
    expect(netAmount([amountOf(source), amountOf('7')], [amountOf('7')])).toBe(exact);
  });

  test.each([
    ...['', ' 1', '1 ', '+1', '01', '.5', '5.', '1,000.00', '1 000', 'NaN', 'Infinity', '-', '0x10', '1_000'],
    ...['1e400', '1e999999999', '1e99', '1e38', '1e-401', '1e-999999999', '--1', '1e', 'null', '١٢'],
  ])('M2 M3 %j is no amount', (source) => expect(parseAmount(source)).toBeUndefined());

  test.each(['', '-'])('38 digits fit, wherever their point is, and 39 do not: %s', (sign) => {
    for (const [whole, fraction] of [
      [37, 1],
      [31, 7],
      [20, 18],
      [1, 37],
    ] as const) {
      const text = `${sign}${'9'.repeat(whole)}.${'9'.repeat(fraction)}`;
      expect(parseAmount(text)).toBe(text);
      expect(parseAmount(text.replace('.', '.9'))).toBeUndefined();
      expect(parseAmount(text.replace('.', '9.'))).toBeUndefined();
    }
    expect(parseAmount(`${sign}0.${'0'.repeat(362)}${'9'.repeat(38)}`)).toBeDefined();
    expect(parseAmount(`${sign}0.${'0'.repeat(363)}${'9'.repeat(38)}`)).toBeUndefined();
    expect(parseAmount(`${sign}${'9'.repeat(39)}`)).toBeUndefined();
  });

  test('M2 a text of any length is refused without work', () => {
    expect(parseAmount('9'.repeat(1_000_000))).toBeUndefined();
    expect(parseAmount(`1e${'9'.repeat(1_000_000)}`)).toBeUndefined();
  });

  test('what the program itself calls an amount must be one', () => {
    expect(() => amountOf('1,5')).toThrow(new RangeError('not an amount: "1,5"'));
    expect(() => amountOf('x'.repeat(100))).toThrow(`not an amount: "${'x'.repeat(60)}"`);
  });
});

const digits = fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }).map(String);
const plainAmount = fc
  .tuple(fc.boolean(), digits, fc.option(fc.stringMatching(/^\d{1,18}$/)))
  .map(
    ([negative, whole, fraction]) =>
      `${negative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`,
  );

test('M16 plain decimals come back digit for digit, but for the sign of zero', () => {
  fc.assert(
    fc.property(plainAmount, (text) => {
      const expected = /^-[0.]+$/.test(text) ? text.slice(1) : text;
      expect(parseAmount(text)).toBe(expected);
    }),
  );
});

test('M16 what was read as an amount is read as the same amount again', () => {
  const text = fc
    .tuple(plainAmount, fc.integer({ min: -99, max: 99 }))
    .map(([amount, e]) => `${amount}e${e}`);
  fc.assert(
    fc.property(text, (source) => {
      const amount = parseAmount(source);
      if (amount !== undefined) expect(parseAmount(amount)).toBe(amount);
    }),
  );
});

test('M15 comparison and arithmetic are exact', () => {
  const sum = addAmounts(amountOf('0.1'), amountOf('0.2'));
  expect(sum).toBe('0.3');
  expect(compareAmounts(sum, amountOf('0.30'))).toBe(0);
  expect(compareAmounts(amountOf('4999999.99'), amountOf('5000000'))).toBe(-1);
  expect(subtractAmounts(amountOf('12345678901234567.89'), amountOf('0.01'))).toBe('12345678901234567.88');
  expect(percentOf(amountOf('1000000.10'), amountOf('2.5'))).toBe('25000.0025');
});

test.each([
  ['1.5', '1.50001', -1],
  ['1', '1.000001', -1],
  ['9', '10', -1],
  ['-9', '-10', 1],
  ['-1', '0', -1],
  ['-0.01', '0.01', -1],
  ['0.10', '0.1', 0],
] as const)('M15 %s against %s is %i', (a, b, order) => {
  expect(compareAmounts(amountOf(a), amountOf(b))).toBe(order);
  expect(compareAmounts(amountOf(b), amountOf(a))).toBe(order === 0 ? 0 : -order);
});

test.each([
  [['10', '20'], [], '30'],
  [['98.50', '1.50'], [], '100'],
  [['0.5'], ['0.50'], '0'],
  [['5'], ['105.000'], '-100'],
  [[], ['0.01'], '-0.01'],
  [[], [], '0'],
  [['0'], [], '0'],
  [['100'], [], '100'],
  [['0.05'], [], '0.05'],
  [['1'], ['0.95'], '0.05'],
  [['100.00'], ['99.99'], '0.01'],
  [['1'.padEnd(38, '0')], ['1'], '9'.repeat(37)],
  [['9'.repeat(38), '1'], [], `1${'0'.repeat(38)}`],
  [['-9'.padEnd(39, '9'), '-1'], [], `-1${'0'.repeat(38)}`],
])('M15 %j less %j is %s', (plus, minus, net) => {
  expect(netAmount(plus.map(amountOf), minus.map(amountOf))).toBe(net);
});

test.each([
  [[], [], '0'],
  [['699999.50', '1.00'], [], '700000.50'],
  [['0.50', '0.5'], ['1'], '0.00'],
  [['7'], ['0.000'], '7.000'],
  [['7', '8'], ['20'], '-5'],
])('M15 people write %j less %j with as many decimals as there are: %s', (plus, minus, net) => {
  expect(netAsWritten(plus.map(amountOf), minus.map(amountOf))).toBe(net);
});

test('M15 sums stay exact beyond the digits that a service may send', () => {
  const nines = amountOf('9'.repeat(31));
  const huge = percentOf(nines, nines); // 60 digits before the point
  const text = (10n ** 31n - 1n).toString();
  const exact = ((BigInt(text) * BigInt(text)) / 100n).toString();
  expect(addAmounts(huge, amountOf('1'))).toBe(`${BigInt(exact) + 1n}.01`);
  expect(subtractAmounts(amountOf('0'), huge)).toBe(`-${exact}.01`);
  const least = amountOf('0.000000000000000001');
  const tiny = percentOf(percentOf(least, least), least); // 58 digits after it
  expect(netAmount([amountOf('1'), tiny], [amountOf('1')])).toBe(tiny);
});

test('people see thousands set apart, and every digit', () => {
  expect(formatAmount(amountOf('-1234567.80'))).toBe('-1,234,567.80');
  expect(formatAmount(amountOf('999'))).toBe('999');
  expect(formatAmount(amountOf('1000.123456'))).toBe('1,000.123456');
});

test('M15 comparing digits gives what exact arithmetic gives', () => {
  const close = fc.tuple(plainAmount, fc.stringMatching(/^0{0,3}$/)).map(([text, zeros]) => {
    const amount = amountOf(text);
    return amountOf(amount.includes('.') && amount.length < 38 ? `${amount}${zeros}`.slice(0, 38) : amount);
  });
  fc.assert(
    fc.property(close, close, (a, b) => {
      const difference = subtractAmounts(a, b);
      const expected = difference.startsWith('-') ? -1 : difference === '0' ? 0 : 1;
      expect(compareAmounts(a, b)).toBe(expected);
      expect(compareAmounts(b, a)).toBe(expected === 0 ? 0 : -expected);
      expect(compareAmounts(a, a)).toBe(0);
    }),
    { numRuns: 2_000 },
  );
  for (const [a, b] of [
    ['0', '0.00'],
    ['1.0', '1.00'],
    ['-1.0', '-1'],
    ['10', '10.000'],
  ]) {
    expect(compareAmounts(amountOf(a!), amountOf(b!))).toBe(0);
  }
});

test('M15 sums and differences give what the arithmetic library gives', () => {
  fc.assert(
    fc.property(
      fc.array(plainAmount, { minLength: 1, maxLength: 5 }),
      fc.array(plainAmount),
      (plus, minus) => {
        const sum = (texts: string[]) => texts.reduce((total, each) => total.plus(each), new Big('0'));
        const expected = sum(plus).minus(sum(minus)).toFixed();
        expect(netAmount(plus.map(amountOf), minus.map(amountOf))).toBe(expected === '-0' ? '0' : expected);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('for an estimate an amount is the nearest floating-point number, and more is never less', () => {
  expect(approximate(amountOf('-12.50'))).toBe(-12.5);
  expect(approximate(amountOf('12345678901234567.89'))).toBe(12345678901234568);
  fc.assert(
    fc.property(plainAmount, plainAmount, (a, b) => {
      const [x, y] = [amountOf(a), amountOf(b)];
      if (compareAmounts(x, y) > 0) expect(approximate(x)).toBeGreaterThanOrEqual(approximate(y));
    }),
  );
});

test.each([
  [['1', '3'], ['2', '6'], 0],
  [['1', '3'], ['0.3333', '1'], 1],
  [['1', '3'], ['0.3334', '1'], -1],
  [['-1', '2'], ['1', '1000'], -1],
] as const)('the share %j against %j is %i, exactly', (a, b, order) => {
  const share = ([part, whole]: readonly [string, string]) => ({
    part: amountOf(part),
    whole: amountOf(whole),
  });
  expect(compareShares(share(a), share(b))).toBe(order);
});

test('sums of ten thousand amounts have all their digits', () => {
  const nines = amountOf(`${'9'.repeat(20)}.99`);
  const sum = addAmounts(...new Array(10_000).fill(nines));
  expect(sum).toBe(`${'9'.repeat(22)}00`); // 10^24 - 100
});
