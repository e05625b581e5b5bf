import { expect, test } from 'vitest';
import { readJsonBody } from '../../../src/upstream/http/json-body.ts';

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
