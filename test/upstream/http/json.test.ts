import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonNumber, type Json, readJson, readJsonBody } from '../../../src/upstream/http/json.ts';
import { computingMs } from '../../support/cpu.ts';

/** The reading as JSON.parse would give it, numbers rounded as it does. */
function plain(value: Json): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
  if (Array.isArray(value)) return value.map(plain);
  return isJsonNumber(value) ? JSON.parse(value.source) : value;
}

function parsed(text: string): unknown {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'syntax' };
  }
}

function read(text: string): unknown {
  const reading = readJson(text);
  return 'value' in reading ? { value: plain(reading.value) } : reading;
}

describe('in everything but duplicates and bounds it agrees with JSON.parse', () => {
  test('on any JSON value, in any spacing', () => {
    const value = fc.jsonValue({ maxDepth: 6 }).filter((json) => !JSON.stringify(json).includes('__proto__'));
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1, '\t', '\r\n'), (json, space) => {
        const text = JSON.stringify(json, null, space as string);
        expect(read(text)).toEqual({ value: JSON.parse(text) });
      }),
      { numRuns: 500 },
    );
  });

  test('on any text made of the characters that JSON is made of', () => {
    const token = fc.constantFrom(
      ...'{}[]:,"\\/bfnrtu0123456789.+-eE \n\t\0aA',
      'true',
      'null',
      '\\u00e9',
      '"a":',
      '1e5',
    );
    const soup = fc.array(token, { maxLength: 24 }).map((tokens) => tokens.join(''));
    fc.assert(
      fc.property(soup, (text) => {
        const ours = read(text);
        if (JSON.stringify(ours) !== '{"problem":"duplicate_key"}') expect(ours).toEqual(parsed(text));
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    '',
    ' ',
    '1',
    '-0',
    '01',
    '1.',
    '.5',
    '+1',
    '1e',
    '1e+',
    '-',
    '--1',
    'NaN',
    'Infinity',
    'nul',
    'nulll',
    'true false',
    '"',
    '"\\',
    '"\\"',
    '"\\x"',
    '"\\u12"',
    '"\n"',
    '"\u007f"',
    '[,]',
    '[1,]',
    '{,}',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    '{xa":1}',
    '{ }',
    '[ ]',
    '{ "a" : 1 }',
    '[ 1 , 2 ]',
    '[1 2]',
    '[',
    '{',
    ']',
    '1]',
    '\ufeff1',
    '"\ud800"',
    '"\\ud800"',
    '\u00a01',
    "'a'",
    '/*x*/1',
  ])('on %j', (text) => {
    expect(read(text)).toEqual(parsed(text));
  });
});

test('a number keeps the digits that were sent', () => {
  for (const source of ['12345678901234567.89', '1e400', '-0.00', '1.5E+3', '1.10']) {
    expect(readJson(`[${source}]`)).toEqual({ value: [{ source }] });
  }
});

test.each([
  '{"a":1,"a":1}',
  '{"a":1,"b":{"c":1,"c":2}}',
  '{"a":1,"\\u0061":2}',
  '{"":1,"":2}',
  '[{"__proto__":1,"__proto__":2}]',
])('M5 a key told twice is refused: %s', (text) => {
  expect(readJson(text)).toEqual({ problem: 'duplicate_key' });
});

test('X13 no key reaches a prototype', () => {
  const reading = readJson('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
  expect('value' in reading && reading.value instanceof Map && [...reading.value.keys()]).toEqual([
    '__proto__',
    'constructor',
  ]);
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted');
});

test('M11 nesting is bounded', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(readJson(nested(64))).toHaveProperty('value');
  expect(readJson(nested(65))).toEqual({ problem: 'too_deep' });
  expect(readJson('{"a":'.repeat(200_000))).toEqual({ problem: 'too_deep' });
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  expect(readJson(objects(64))).toHaveProperty('value');
  expect(readJson(objects(65))).toEqual({ problem: 'too_deep' });
});

test('M10 the values of an answer are bounded, its list included', () => {
  const list = (items: number) => `[${Array.from({ length: items }, (_, i) => i)}]`;
  expect(readJson(list(19_999))).toHaveProperty('value');
  expect(readJson(list(20_000))).toEqual({ problem: 'too_many' });
});

describe('M10 a megabyte of anything is read or refused in less than 50 ms', { tags: 'timed' }, () => {
  const fill = (item: string) => `[${`${item},`.repeat(2 ** 20 / (item.length + 1))}0]`;
  const keys = `{${Array.from({ length: 100_000 }, (_, i) => `"${i}":1`).join(',')}}`;
  const texts = ['{}', '[]', '{"a":1}', '1', '""', '"\\u0041"', '[[[]]]', '-1.5e10'];
  test.each<[string, string]>([
    ...texts.map((item) => [item, fill(item)] as [string, string]),
    ['keys', keys],
    ['escapes', `"${'\\u0041'.repeat(170_000)}"`],
    ['digits', '9'.repeat(2 ** 20)],
    ['space', `${' '.repeat(2 ** 20)}1`],
  ])('of %s', (_, text) => {
    const times = Array.from({ length: 5 }, () => computingMs(() => readJson(text)));
    expect(Math.min(...times)).toBeLessThan(50);
  });
});

test.each<[string, string | null, string]>([
  ['what is not UTF-8', null, 'syntax'],
  ['nothing', '', 'empty'],
  ['space', ' \r\n ', 'empty'],
  ['a page', '<html>', 'web_page'],
  ['a page after space', '\n  <p>', 'web_page'],
  ['a text that ends like the beginning of a page', 'oops <', 'syntax'],
  ['half an object', '{', 'syntax'],
  ['a byte order mark before an object', '\ufeff{}', 'byte_order_mark'],
  ['a byte order mark', '\ufeff', 'byte_order_mark'],
  ['a byte order mark after an object', '{}\ufeff', 'syntax'],
  ['a key told twice', '{"code":200,"code":401}', 'duplicate_key'],
  ['65 lists in one another', '['.repeat(65), 'too_deep'],
  ['20,001 numbers', `[${'1,'.repeat(20_000)}1]`, 'too_many'],
])('U10 M5 M11 %s is no body to be trusted', (_, text, flaw) => {
  expect(readJsonBody(text)).toEqual({ flaw });
});

test.each<[string, unknown]>([
  ['[]', []],
  ['"success"', 'success'],
  [' null\n', null],
  ['true', true],
])('%j is read', (text, json) => {
  expect(readJsonBody(text)).toEqual({ json });
});
