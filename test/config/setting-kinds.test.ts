// The kinds of values of settings: what each takes, as what, and what is said of anything else.
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { date, factor, weekHours } from '../../src/config/schema/calendar-settings.ts';
import { walletConditionSettings } from '../../src/config/schema/condition-settings.ts';
import {
  amount,
  change,
  choice,
  confidence,
  cron,
  currency,
  currencyGlob,
  duration,
  filePath,
  flag,
  glob,
  jsonTree,
  label,
  listenAddress,
  mediaType,
  oneOf,
  optional,
  section,
  text,
  timezone,
  walletKey,
  whole,
} from '../../src/config/schema/settings.ts';
import { amountOf } from '../../src/domain/money.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const long = (count: number, letter = 'a') => letter.repeat(count);

test.each<[string, z.ZodType, unknown, unknown]>([
  ['text', text(), 'x y', 'x y'],
  ['flag', flag(), true, true],
  ['flag', flag(), false, false],
  ['flag of a variable', flag(), 'true', true],
  ['flag of a variable', flag(), 'false', false],
  ['confidence', confidence(), 0.9, 0.9],
  ['confidence of a variable', confidence(), '0.9', 0.9],
  ['whole', whole(2, 5), 2, 2],
  ['whole', whole(2, 5), 5, 5],
  ['whole of a variable', whole(2, 5), '3', 3],
  ['choice', choice('a', 'b'), 'b', 'b'],
  ['duration', duration(), '90s', 90_000],
  ['duration', duration(MINUTE, 2 * MINUTE), '1m', MINUTE],
  ['duration', duration(MINUTE, 2 * MINUTE), '2m', 2 * MINUTE],
  ['lead time', walletConditionSettings.runway_below, '59d', 59 * DAY],
  ['lead time', walletConditionSettings.runway_below, 'top_up_lead_time', 'top_up_lead_time'],
  ['amount', amount(), '-12.50', '-12.50'],
  ['amount', amount(amountOf('5')), '5.00', '5.00'],
  ['change', change(), '0.5', { by: '0.5', percent: false }],
  ['change', change(), '40%', { by: '40', percent: true }],
  ['cron', cron(), '*/5 * * * *', '*/5 * * * *'],
  ['timezone', timezone(), 'UTC', 'UTC'],
  ['timezone', timezone(), 'Africa/Kampala', 'Africa/Kampala'],
  ['timezone', timezone(), 'EST5EDT', 'EST5EDT'],
  ['timezone', timezone(), 'Egypt', 'Egypt'],
  ['timezone', timezone(), 'America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['label', label(), `a.B-9_${long(58)}`, `a.B-9_${long(58)}`],
  ['media type', mediaType(), 'Text/Plain', 'text/plain'],
  ['currency', currency(), 'UGX', 'UGX'],
  ['currency', currency(), long(12, 'A'), long(12, 'A')],
  ['wallet', walletKey(), 'UGX/A.b:c-1', { currency: 'UGX', walletType: 'A.b:c-1' }],
  ['glob', glob(), long(128, '*'), long(128, '*')],
  ['currency glob', currencyGlob(), 'U?*', 'U?*'],
  ['file', filePath(), '/a b/c', '/a b/c'],
  ['listen address', listenAddress(), ':14217', expect.objectContaining({ port: 14_217 })],
  ['JSON', jsonTree(['alert']), { a: ['{{alert}} and {{ alert }}'] }, { a: ['{{alert}} and {{ alert }}'] }],
  ['JSON', jsonTree([]), [], []],
  ['optional', optional(text()), undefined, null],
  ['optional', optional(text()), null, null],
  ['optional', optional(text()), 'x', 'x'],
  ['date', date(), '1970-01-02', 1],
  ['factor', factor(), 0, 0],
  ['factor', factor(), 100, 100],
  ['factor of a variable', factor(), '1.5', 1.5],
])('%s: what it takes, and as what (%#)', (_, kind, value, result) => {
  expect(kind.safeParse(value).data).toEqual(result);
});

const must = (expected: string) => `must be ${expected}, not <got>`;
const BARE =
  'must be in quotes, "<got>": YAML would read the bare number as binary floating point, and amounts are exact';
const QUOTE = 'must be text: put it in quotes, as "<got>"';
const SHARE = expect.stringMatching(/^must be .*, not <got>$/);
const NAME = must('1 to 64 letters, digits, dots, dashes or underscores');
const CRON = expect.stringMatching(
  /^is not a cron schedule, such as "\*\/5 \* \* \* \*" for every five minutes: /,
);
const ZONE = must('a time zone by its IANA name, such as Africa/Kampala');
const UNIT = 'needs a unit: <got>s, <got>m, <got>h or <got>d';
const TIME = must('a duration such as 30s, 15m, 2h30m or 2d');
const AMOUNT = must('an amount in quotes, such as "5000000" or "12.50"');
const CHANGE = must('an amount or a percentage in quotes, such as "2000000" or "40%"');
const WALLET = must('a wallet as CURRENCY/WALLET_TYPE, such as UGX/MERCHANT_PAYOUT');
const GLOB = must('a name, in which * stands for anything and ? for one character');
const TREE = 'must be a section or a list';
const FACTOR = must('a number from 0 to 100, such as 1.5');
test.each<[string, z.ZodType, readonly unknown[], unknown]>([
  ['text', text(), [5, true], QUOTE],
  ['text', text('a word'), ['', [], {}, null], must('a word')],
  ['text that is refused', text('a word', () => undefined), ['x'], must('a word')],
  ['flag', flag(), ['yes', 'TRUE', 1, 0, '', null], must('true or false')],
  ['confidence', confidence(), [0, 1, 90, '1', '90%', '.9', 'x0.9', '0.9x', true, null], SHARE],
  [
    'whole',
    whole(2, 5),
    [1, 6, 2.5, '1', '6', '3 ', '-3', '3.0', true, null, [3]],
    must('a whole number from 2 to 5'),
  ],
  [
    'whole of many digits',
    whole(0, 1e20),
    ['1234567890123456'],
    must('a whole number from 0 to 100000000000000000000'),
  ],
  ['choice', choice('a', 'b', 'c'), ['d', '', 1, null], must('a, b or c')],
  ['duration', duration(), [5, 0], UNIT],
  ['duration', duration(), ['5', '', 'x', true, null], TIME],
  ['duration', duration(MINUTE), ['59s', '59999ms'], 'must be at least 1m, not <got>'],
  ['duration', duration(0, MINUTE), ['61s', '1m1ms'], 'must be at most 1m, not <got>'],
  ['lead time', walletConditionSettings.runway_below, ['59d1ms', '60d'], 'must be at most 59d, not <got>'],
  ['amount', amount(), [5, 0.1], BARE],
  ['amount', amount(), ['5,000', '', 'x', true, null], AMOUNT],
  ['amount', amount(amountOf('5')), ['4.99', '-5'], 'must not be less than 5, and is <got>'],
  ['change', change(), [5], BARE],
  ['change', change(), ['%', '', '5 %', true, null, '5%%'], CHANGE],
  ['change', change(), ['0', '0%', '-5', '0.00'], 'must be more than 0, and is <got>'],
  ['cron', cron(), ['x', '* * *', '0 0 30 2 *', '61 * * * *'], CRON],
  [
    'timezone',
    timezone(),
    ['+03:00', 'EAT', 'CET', 'EST5', 'utc', 'Africa/Nowhere', 'Africa', '1/2', ' UTC'],
    ZONE,
  ],
  [
    'timezone',
    timezone(),
    ['Africa/Kampala ', 'africa/kampalla'],
    'must be a time zone by its IANA name, not <got>; did you mean Africa/Kampala?',
  ],
  ['label', label(), ['', long(65), '.', '..', 'a b', 'é', 'a/b', ' a', 'a '], NAME],
  [
    'media type',
    mediaType(),
    ['text', 'text/', '/plain', 'a/b/c', 'text/plain; x', ` a/b`, `${long(65)}/b`, `a/${long(65)}`],
    must('a media type such as text/plain'),
  ],
  [
    'currency',
    currency(),
    ['U', 'ugx', long(13, 'A'), 'UG X', ' UGX', 'UGX '],
    must('an upper-case currency code, such as UGX'),
  ],
  [
    'wallet',
    walletKey(),
    [
      'UGX',
      'UGX/',
      '/A',
      'ugx/A',
      'UGX/A B',
      'U/A',
      `UGX/${long(65)}`,
      `${long(13, 'A')}/A`,
      5,
      'UGX/A/B',
      'xUGX/A',
    ],
    WALLET,
  ],
  ['glob', glob(), ['', long(129), '(a+)', 'a b', 'a/b'], GLOB],
  [
    'currency glob',
    currencyGlob(),
    ['ug*', long(33, 'A'), 'U X', 'U.X'],
    must('an upper-case currency code, in which * stands for anything and ? for one character'),
  ],
  ['file', filePath(), ['a\0b'], must('the path of a file')],
  ['folder', filePath('folder'), [''], must('the path of a folder')],
  [
    'listen address',
    listenAddress(),
    ['x', '', 5, 'host:99999'],
    must('host:port, such as 127.0.0.1:14217 or :14217'),
  ],
  ['JSON', jsonTree(['alert']), ['x', '', null, 5, true], TREE],
  [
    'JSON',
    jsonTree(['alert', 'rule']),
    [{ a: '{{ alrt }}' }, ['{{alrt}}']],
    'knows no {{alrt}}; there are alert, rule',
  ],
  ['JSON', jsonTree(['alert']), [{ a: '{{}}' }], 'knows no {{}}; there are alert'],
  [
    'hours',
    weekHours(),
    ['x', '', 8, null],
    must('hours of a week such as "Mon-Fri 08:00-17:00, Sat 09:00-12:00"'),
  ],
  ['date', date(), ['2026-12-32', '2026-1-1', '', 20_261_225, null], must('a date such as "2026-12-25"')],
  [
    'factor',
    factor(),
    [-0.1, 100.1, '101', '-1', '1.', 'x', '', true, null, Number.NaN, '1000', 'x1', '1x'],
    FACTOR,
  ],
])('%s: what it refuses (%#)', (_, kind, values, message) => {
  for (const value of values) {
    expect([value, kind.safeParse(value).error?.issues.map((issue) => issue.message)]).toEqual([
      value,
      [message],
    ]);
  }
});

test('what is required says what it must be', () => {
  expect(whole(1, 2).safeParse(undefined).error?.issues[0]).toMatchObject({
    message: 'is required: a whole number from 1 to 2',
  });
});

test('a section knows its settings, and names them beside one that it does not know', () => {
  const kind = section({ a: text(), b: optional(text()) });
  expect(kind.safeParse({ a: 'x' }).data).toEqual({ a: 'x', b: null });
  expect(kind.safeParse({ a: 'x', c: 1 }).error?.issues).toMatchObject([
    { code: 'unrecognized_keys', keys: ['c'], message: 'unknown\na\nb' },
  ]);
  expect(kind.safeParse({ a: 5, c: 1 }).error?.issues).toHaveLength(2);
});

test.each([
  [['a'], 'a'],
  [['a', 'b'], 'a or b'],
  [['a', 'b', 'c'], 'a, b or c'],
])('words are joined as in a sentence: %j', (words, said) => {
  expect(oneOf(words)).toBe(said);
});
