// Answers in a good envelope whose amounts are not what one hopes for.
import { listText } from './answers.ts';
import { type Fault, reply } from './fault.ts';
import { amountField, changeFirst, tampered, textOf, withAmount } from './tamper.ts';

export const AMOUNT_FAULTS: readonly Fault[] = [
  // Exact amounts: good answers all.
  everyAmount('long-decimals', 'M1', '12345678901234567.89'),
  everyAmount('thirty-digits', 'M1', '123456789012345678901234567890'),
  everyAmount('exponent', 'M1', '1e3'),
  everyAmount('negative-exponent', 'M1', '1E-2'),
  everyAmount('negative-zero', 'M1', '-0'),
  everyAmount('negative', 'M1', '-12.5'),
  everyAmount('trailing-zeros', 'M1', '1250.500'),
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
  // One amount that can't be read, in the first record only.
  firstAmount('huge-exponent', 'M2', '1e400'),
  firstAmount('absurd-exponent', 'M2', '1e999999999'),
  firstAmount('string-amount', 'M3', '"12.50"'),
  firstAmount('grouped-string-amount', 'M3', '"1,250.00"'),
  firstAmount('empty-string-amount', 'M3', '""'),
  firstAmount('nan-string-amount', 'M3', '"NaN"'),
  firstAmount('null-amount', 'M3', 'null'),
  firstAmount('boolean-amount', 'M3', 'true'),
  firstAmount('list-amount', 'M3', '[]'),
  firstAmount('object-amount', 'M3', '{}'),
  firstAmount('nan-literal', 'M4', 'NaN'),
  firstAmount('infinity-literal', 'M4', '-Infinity'),
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
  // Told twice.
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

function everyAmount(name: string, number: string, json: string): Fault {
  return {
    name,
    cases: [number],
    description: `the first amount of every record is ${json}`,
    act: (exchange) =>
      tampered(
        exchange,
        exchange.records.map((one) => withAmount(exchange, one, json)),
      ),
  };
}

function firstAmount(name: string, number: string, json: string): Fault {
  return {
    name,
    cases: [number],
    description: `the first amount of the first record is ${json}`,
    act: (exchange) =>
      tampered(
        exchange,
        changeFirst(exchange, (one) => withAmount(exchange, one, json)),
      ),
  };
}
