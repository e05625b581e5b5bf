// Faults: good envelopes in which amounts are odd or unreadable. Listed by name in `faults.ts`.
import { listText, type RawRecord } from './answers.ts';
import { type Fault, reply } from './fault.ts';
import { amountField, changeFirst, tampered, textOf, withAmount } from './tamper.ts';

/** Which records change, the fault's name, its case, and the JSON text that the amount becomes. */
const AMOUNTS: readonly (readonly ['every' | 'first', string, string, string])[] = [
  // Exact amounts: each of these is a good answer.
  ['every', 'long-decimals', 'M1', '12345678901234567.89'],
  ['every', 'thirty-digits', 'M1', '123456789012345678901234567890'],
  ['every', 'exponent', 'M1', '1e3'],
  ['every', 'negative-exponent', 'M1', '1E-2'],
  ['every', 'negative-zero', 'M1', '-0'],
  ['every', 'negative', 'M1', '-12.5'],
  ['every', 'trailing-zeros', 'M1', '1250.500'],
  ['every', 'double-residue', 'D15', '1.4210854715202004e-14'],
  // One amount that can't be read, in the first record only.
  ['first', 'huge-exponent', 'M2', '1e400'],
  ['first', 'absurd-exponent', 'M2', '1e999999999'],
  ['first', 'string-amount', 'M3', '"12.50"'],
  ['first', 'grouped-string-amount', 'M3', '"1,250.00"'],
  ['first', 'empty-string-amount', 'M3', '""'],
  ['first', 'nan-string-amount', 'M3', '"NaN"'],
  ['first', 'null-amount', 'M3', 'null'],
  ['first', 'boolean-amount', 'M3', 'true'],
  ['first', 'list-amount', 'M3', '[]'],
  ['first', 'object-amount', 'M3', '{}'],
  ['first', 'nan-literal', 'M4', 'NaN'],
  ['first', 'infinity-literal', 'M4', '-Infinity'],
];

export const AMOUNT_FAULTS: readonly Fault[] = [
  ...AMOUNTS.map(amountFault),
  {
    name: 'amount',
    cases: ['M16'],
    description: 'the first amount of every record is any JSON text',
    value: { meaning: 'the JSON text', default: '0.30000000000000004' },
    act: (exchange) =>
      tampered(
        exchange,
        exchange.records.map((one) => withAmount(exchange, one, exchange.value)),
      ),
  },
  {
    name: 'missing-amount',
    cases: ['M3'],
    description: 'the first record lacks its first amount',
    act: (exchange) =>
      tampered(
        exchange,
        changeFirst(exchange, (one) => one.filter(([key]) => key !== amountField(exchange.operation))),
      ),
  },
  // An amount that stands twice.
  {
    name: 'duplicate-key',
    cases: ['M5'],
    description: 'the first record tells its first amount twice, differently',
    act: (exchange) =>
      tampered(
        exchange,
        changeFirst(exchange, (one) => [...one, [amountField(exchange.operation), '1']]),
      ),
  },
  {
    name: 'duplicate-key-escaped',
    cases: ['M5'],
    description: 'the same, the second time with a letter of the key escaped',
    act(exchange) {
      const records = changeFirst(exchange, (one) => [...one, ['@', '1']]);
      const key = `"${amountField(exchange.operation).replace('_', '\\u005f')}"`;
      reply(exchange, 200, textOf(exchange, listText(records)).replace('"@"', key));
    },
  },
];

function amountFault([where, name, number, json]: (typeof AMOUNTS)[number]): Fault {
  const every = where === 'every';
  return {
    name,
    cases: [number],
    description: `the first amount of ${every ? 'every' : 'the first'} record is ${json}`,
    act(exchange) {
      const change = (one: RawRecord) => withAmount(exchange, one, json);
      tampered(exchange, every ? exchange.records.map(change) : changeFirst(exchange, change));
    },
  };
}
