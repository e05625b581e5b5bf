// The parts of the API's answers: the description as a whole, formats, limits, names and instants.
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readFormat } from '../../../src/web/api/csv.ts';
import { isoTime, jsonList, snakeCased } from '../../../src/web/api/json.ts';
import { describeApi } from '../../../src/web/api/openapi.ts';
import { readLimit } from '../../../src/web/api/page.ts';
import { NOON } from '../../metrics/house.ts';
import { sourcesOfDesk } from '../desk.ts';

const described = (more: object) => {
  const description = describeApi({ version: '0.1.0', ...more } as never) as {
    readonly paths: Record<string, object>;
  };
  return { description, paths: Object.keys(description.paths) };
};

test('the description of all that can be served', async () => {
  const { description } = described({
    ...sourcesOfDesk(() => undefined as never),
    requestTopUp: async () => undefined,
  });
  // One line for each thing that is said, and what is said often, of amounts and instants, once.
  await expect(stringify(description, { lineWidth: 0 })).toMatchFileSnapshot('../golden/api-description.txt');
});

test('what isn’t served isn’t described', () => {
  const always = ['/api/v1/balances', '/api/v1/accounts', '/api/v1/alerts'];
  expect(described({}).paths).toEqual(always);
  const work = async () => [];
  for (const [source, path] of [
    ['plan', '/api/v1/plan'],
    ['requestTopUp', '/api/v1/plan/requested'],
    ['options', '/api/v1/options'],
    ['history', '/api/v1/balances/history'],
    ['at', '/api/v1/at'],
    ['statement', '/api/v1/statement'],
  ] as const)
    expect(described({ [source]: work }).paths).toEqual([...always, path]);
  expect(stringify(described({}).description)).not.toContain('episodes:');
});

test.each<[query: object, accept: string | undefined, format: string | undefined]>([
  [{}, undefined, 'json'],
  [{}, '', 'json'],
  [{}, '*/*', 'json'],
  [{}, 'text/csv', 'csv'],
  [{}, 'text/html, text/csv', 'csv'],
  [{}, 'text/csv, application/json', 'csv'],
  [{}, 'application/json, text/csv', 'json'],
  [{ format: 'csv' }, 'application/json', 'csv'],
  [{ format: 'json' }, 'text/csv', 'json'],
  [{ format: ['json', 'csv'] }, undefined, 'csv'],
  [{ format: '' }, 'text/csv', 'csv'],
  [{ format: 'xml' }, 'text/csv', undefined],
])('%o with Accept: %s is %s', (query, accept, format) => {
  expect(readFormat({ query, headers: { accept } } as FastifyRequest)).toBe(format);
});

test.each([
  [undefined, 7],
  ['1', 1],
  ['7', 7],
  ['8', undefined],
  ['0', undefined],
  ['07', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e0', undefined],
  ['many', undefined],
])('of at most 7 the limit %j is %s', (text, limit) => {
  expect(readLimit(text, 7)).toBe(limit);
});

test('names are told as the API has them, in nested values too', () => {
  const line = { day: 'D', closingReserve: null, available: { netChange: '1', list: [{ aB: 1 }, 'xY'] } };
  expect(snakeCased(line)).toEqual({
    day: 'D',
    closing_reserve: null,
    available: { net_change: '1', list: [{ a_b: 1 }, 'xY'] },
  });
  expect([snakeCased(null), snakeCased('aB'), snakeCased([])]).toEqual([null, 'aB', []]);
});

test('an instant is told in UTC, and an unknown one as null', () => {
  expect([isoTime(NOON), isoTime(0), isoTime(null)]).toEqual([
    ...['2026-11-21T12:00:00.000Z', '1970-01-01T00:00:00.000Z', null],
  ]);
});

test.each([
  [[], '[]'],
  [[1], '[{"n":1}]'],
  [[1, 2], '[{"n":1},{"n":2}]'],
])('the list of %j is %s', async (items, text) => {
  expect(await jsonList(items, (n) => ({ n }))).toBe(text);
});
