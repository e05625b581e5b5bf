// Answers in a good envelope whose records are too many, too few, told twice, or of a kind that nobody announced.

import { LISTS, OPTION, WALLET } from '../upstream/wallet-service/wire.ts';
import { listText, objectText, type RawRecord, successText } from './answers.ts';
import { type Fault, reply, wholeNumber } from './fault.ts';
import { currencyField, tampered, textOf, withAmount, withField } from './tamper.ts';

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
  // Not the list that was promised.
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
  oneMore('new-wallet-type', 'M9', 'a wallet of a type that is new', '"MERCHANT_ESCROW"'),
  oneMore('long-wallet-type', 'M9', 'a wallet type of 10 kB', JSON.stringify('X'.repeat(10_000))),
  oneMore('emoji-wallet-type', 'M9', 'a wallet type of emoji', '"💸💸"'),
  oneMore(
    'injecting-wallet-type',
    'M9',
    'a wallet type that would end a metric line and begin another',
    '"\\"}\\nevil 1"',
  ),
  oneMore('proto-wallet-type', 'M9', 'a wallet type of __proto__', '"__proto__"'),
  oneMore('constructor-wallet-type', 'M9', 'a wallet type of constructor', '"constructor"'),
  oneMore('comma-wallet-type', 'M9', 'a wallet type of 1,b:2', '"1,b:2"'),
  oneMore('markup-wallet-type', 'X9', 'a wallet type of HTML', '"<script>alert(1)</script>"'),
  oneMore(
    'ansi-wallet-type',
    'X11',
    'a wallet type of line ends and terminal codes',
    '"\\u001b[31m\\r\\n{\\"level\\":60}"',
  ),
  oneMore('number-wallet-type', 'M9', 'a wallet type that is a number', '7'),
  oneMore('nul-wallet-type', 'M14', 'a wallet type with a NUL in it', '"A\\u0000B"'),
  oneMore('surrogate-wallet-type', 'M14', 'a wallet type with half a character in it', '"A\\ud800B"'),
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
  // Payment options alone.
  everyOption(
    'hostile-names',
    'X9',
    'provider names of HTML',
    OPTION.providerName,
    '"<img src=x onerror=alert(1)>"',
  ),
  everyOption(
    'long-codes',
    'M9',
    'provider codes of a kilobyte',
    OPTION.providerCode,
    `"${'C'.repeat(1_024)}"`,
  ),
  everyOption('negative-limit', 'M1', 'a negative largest amount', OPTION.max, '-1'),
  everyOption('reversed-limits', 'M12', 'a smallest amount above the largest', OPTION.min, '999999999999'),
  everyOption(
    'odd-prefixes',
    'M12',
    'prefixes of other lengths and kinds',
    OPTION.prefixes,
    '["7","0772","",null,77]',
  ),
  everyOption('active-string', 'M3', 'is_active as a string', OPTION.active, '"true"'),
];

function walletLike(currency: string, walletType: string, amount: string): RawRecord {
  return [
    [WALLET.currency, currency],
    [WALLET.walletType, walletType],
    [WALLET.available, amount],
    [WALLET.actual, amount],
    [WALLET.uncleared, '0'],
    [WALLET.reserve, '0'],
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

function oneMore(name: string, number: string, description: string, walletType: string): Fault {
  return {
    name,
    cases: [number],
    description: `one more record: ${description}`,
    act: (exchange) => tampered(exchange, [...exchange.records, walletLike('"UGX"', walletType, '1')]),
  };
}

function everyOption(name: string, number: string, description: string, field: string, json: string): Fault {
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
