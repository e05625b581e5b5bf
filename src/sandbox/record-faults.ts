// Faults: good envelopes whose records are too many, too few, repeated, or of a kind that nobody announced. Listed by
// name in `faults.ts`.
import { AMOUNT_FIELDS } from '../domain/wallet.ts';
import { LISTS, OPTION, WALLET } from '../upstream/wallet-service/wire.ts';
import { listText, objectText, type RawRecord, successText } from './answers.ts';
import { type Fault, reply, wholeNumber } from './fault.ts';
import { currencyField, tampered, textOf, withAmount, withField } from './tamper.ts';

const TERMINAL_CODES = '"\\u001b[31m\\r\\n{\\"level\\":60}"';

/** The name, the case, what the wallet type is, and its JSON text. */
const NEW_TYPES: readonly (readonly [string, string, string, string])[] = [
  ['new-wallet-type', 'M9', 'that is new', '"MERCHANT_ESCROW"'],
  ['long-wallet-type', 'M9', 'of 10 kB', JSON.stringify('X'.repeat(10_000))],
  ['emoji-wallet-type', 'M9', 'of emoji', '"💸💸"'],
  ['injecting-wallet-type', 'M9', 'that would end a metric line and begin another', '"\\"}\\nevil 1"'],
  ['proto-wallet-type', 'M9', 'of __proto__', '"__proto__"'],
  ['constructor-wallet-type', 'M9', 'of constructor', '"constructor"'],
  ['comma-wallet-type', 'M9', 'of 1,b:2', '"1,b:2"'],
  ['markup-wallet-type', 'X9', 'of HTML', '"<script>alert(1)</script>"'],
  ['ansi-wallet-type', 'X11', 'of line ends and terminal codes', TERMINAL_CODES],
  ['number-wallet-type', 'M9', 'that is a number', '7'],
  ['nul-wallet-type', 'M14', 'with a NUL in it', '"A\\u0000B"'],
  ['surrogate-wallet-type', 'M14', 'with half a character in it', '"A\\ud800B"'],
];

const KILOBYTE = `"${'C'.repeat(1_024)}"`;
const MARKUP = '"<img src=x onerror=alert(1)>"';

/** The name, the case, what is odd, and the field of every payment option with its JSON text. */
const OPTION_FIELDS: readonly (readonly [string, string, string, string, string])[] = [
  ['hostile-names', 'X9', 'provider names of HTML', OPTION.providerName, MARKUP],
  ['long-codes', 'M9', 'provider codes of a kilobyte', OPTION.providerCode, KILOBYTE],
  ['negative-limit', 'M1', 'a negative largest amount', OPTION.max, '-1'],
  ['reversed-limits', 'M12', 'a smallest amount above the largest', OPTION.min, '999999999999'],
  ['odd-prefixes', 'M12', 'prefixes of other lengths and kinds', OPTION.prefixes, '["7","0772","",null,77]'],
  ['active-string', 'M3', 'is_active as a string', OPTION.active, '"true"'],
];

export const RECORD_FAULTS: readonly Fault[] = [
  {
    name: 'duplicate-wallet',
    cases: ['M6'],
    description: 'the first record twice, equal',
    act: (exchange) => tampered(exchange, [...exchange.records, ...exchange.records.slice(0, 1)]),
  },
  {
    name: 'duplicate-wallet-differs',
    cases: ['M6'],
    description: 'the first record twice, with another amount',
    act: (exchange) =>
      tampered(exchange, [
        ...exchange.records,
        ...exchange.records.slice(0, 1).map((one) => withAmount(exchange, one, '1')),
      ]),
  },
  {
    name: 'case-twins',
    cases: ['M6'],
    description: 'the first record twice, with another amount and its currency in lower case',
    act: (exchange) =>
      tampered(exchange, [
        ...exchange.records,
        ...exchange.records
          .slice(0, 1)
          .map((one) =>
            withAmount(exchange, one, '1').map(([key, json]): RawRecord[number] => [
              key,
              key === currencyField(exchange.operation) ? json.toLowerCase() : json,
            ]),
          ),
      ]),
  },
  {
    name: 'vanished',
    cases: ['M7'],
    description: 'one record is missing from a good answer',
    value: { meaning: 'its place in the list from 0; the last one by default', default: '' },
    act(exchange) {
      const place = wholeNumber(exchange, exchange.records.length - 1);
      tampered(
        exchange,
        exchange.records.filter((_, index) => index !== place),
      );
    },
  },
  // Something else in place of the promised list.
  instead('no-wallets', 'M8', 'an empty list', (list) => `{"${list}":[]}`),
  instead('wallets-null', 'M8', 'null instead of the list', (list) => `{"${list}":null}`),
  instead('wallets-object', 'M8', 'an object instead of the list', (list) => `{"${list}":{}}`),
  instead('wallets-missing', 'M8', 'data without the list', () => '{}'),
  instead('data-null', 'M8', 'null instead of data', () => 'null'),
  instead('data-list', 'M8', 'the list itself instead of data', (_, text) => text),
  instead('wallets-of-nothing', 'M8', 'a list of null, a number, a string and a list', (list) => {
    return `{"${list}":[null,1,"x",[]]}`;
  }),
  // Wallet types and currencies that nobody announced.
  ...NEW_TYPES.map(oneMore),
  {
    name: 'odd-currencies',
    cases: ['M13'],
    description: 'more wallets, in JPY with decimals, KWD with three, XOF, BTC with eight, USDT, XXX and US$',
    act(exchange) {
      const odd = { JPY: '1.25', KWD: '1.125', XOF: '7', BTC: '0.00000001', USDT: '2.5', XXX: '1', US$: '9' };
      const more = Object.entries(odd).map(([code, amount]) =>
        walletLike(JSON.stringify(code), '"MERCHANT_PAYOUT"', amount),
      );
      tampered(exchange, [...exchange.records, ...more]);
    },
  },
  {
    name: 'many-wallets',
    cases: ['M10'],
    description: 'very many wallets',
    value: { meaning: 'how many', default: '50000' },
    act(exchange) {
      const one = objectText(walletLike('"UGX"', '"TYPE_#"', '1'));
      const many = Array.from({ length: wholeNumber(exchange, 50_000) }, (_, index) =>
        one.replace('#', String(index)),
      );
      reply(exchange, 200, textOf(exchange, `[${many.join(',')}]`));
    },
  },
  instead('deep-nesting', 'M11', '200,000 lists in one another', (list) => {
    return `{"${list}":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  }),
  {
    name: 'extra-fields',
    cases: ['M12'],
    description: 'fields that the document does not know, in the envelope, in data and in every record',
    act(exchange) {
      const records = exchange.records.map(
        (one) => [...one, ['wallet_id', '"w-1"'], ['limits', '{"a":[1]}']] as const,
      );
      const text = textOf(exchange, listText(records)).replace('"data":{', '"data":{"page":1,');
      reply(exchange, 200, text.replace('{', '{"trace_id":"t-1",'));
    },
  },
  {
    name: 'prototype-keys',
    cases: ['X13'],
    description: 'every record has the keys __proto__ and constructor besides its own',
    act(exchange) {
      const keys: RawRecord = [
        ['__proto__', '{"polluted":true}'],
        ['constructor', '{"prototype":{"polluted":true}}'],
      ];
      tampered(
        exchange,
        exchange.records.map((one) => [...one, ...keys]),
      );
    },
  },
  ...OPTION_FIELDS.map(everyOption),
];

function walletLike(currency: string, walletType: string, amount: string): RawRecord {
  return [
    [WALLET.currency, currency],
    [WALLET.walletType, walletType],
    ...AMOUNT_FIELDS.map(
      (field) => [WALLET[field], field === 'available' || field === 'actual' ? amount : '0'] as const,
    ),
  ];
}

function instead(
  name: string,
  number: string,
  description: string,
  data: (list: string, records: string) => string,
): Fault {
  return {
    name,
    cases: [number],
    description,
    act(exchange) {
      reply(exchange, 200, successText(data(LISTS[exchange.operation], listText(exchange.records))));
    },
  };
}

function oneMore([name, number, description, walletType]: (typeof NEW_TYPES)[number]): Fault {
  return {
    name,
    cases: [number],
    description: `one more record: a wallet type ${description}`,
    act: (exchange) => tampered(exchange, [...exchange.records, walletLike('"UGX"', walletType, '1')]),
  };
}

function everyOption([name, number, description, field, json]: (typeof OPTION_FIELDS)[number]): Fault {
  return {
    name,
    cases: [number],
    description: `payment options with ${description}`,
    act: (exchange) =>
      tampered(
        exchange,
        exchange.records.map((one) => withField(one, field, json)),
      ),
  };
}
