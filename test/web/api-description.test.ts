// The description of the API, `/api/openapi.json`, beside what is served.
import { Ajv, type AnySchema } from 'ajv';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '../../src/domain/forecast/day.ts';
import { amountOf } from '../../src/domain/money.ts';
import { isPlanned } from '../../src/monitor/forecast/plan-order.ts';
import type { PlanRow } from '../../src/monitor/forecast/plans.ts';
import { NOON } from '../metrics/house.ts';
import { PAYOUT, startFull, statementDay } from './desk.ts';
import { createPlanning } from './planning.ts';
import type { Web } from './start.ts';

const WALLET = { account: 'acme', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' };

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: { readonly type: string; readonly items?: { readonly type: string } };
}
interface Answer {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}
interface Operation {
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, Answer>>;
}
type Schema = AnySchema & {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
};

/** A plan with all that may be told of one, in place of each that there is. */
function variants(row: PlanRow): readonly PlanRow[] {
  if (!isPlanned(row)) {
    const reasons = [
      'balance_unknown',
      'history_unread',
      'no_history',
      'history_outdated',
      'nobody_approves',
    ] as const;
    return reasons.map((unplanned) => ({ ...row, topUp: { unplanned } }));
  }
  const today = dayOf('2026-11-21')!;
  const jump = { since: today - 5, until: today + 5, factor: 2 };
  const expired = [{ at: NOON, amount: amountOf('7') }];
  const topUp = { ...row.topUp, expired, doubts: ['young', 'jump', 'lumpy'] as const, jump };
  const came = { at: NOON, amount: amountOf('5'), leftBefore: amountOf('0'), emptySince: NOON };
  const verdicts = ['in_time', 'not_followed', 'told_too_late'] as const;
  return verdicts.map((verdict) => ({ ...row, topUp, lastTopUp: { ...came, verdict } }));
}

/** What the sources were asked since they were asked last. */
let asked: unknown[] = [];
let web: Web;
let paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: object }>>;
let described: object;

beforeAll(async () => {
  const figures = { available: amountOf('5'), actual: null, uncleared: null, reserve: null };
  const point = {
    at: NOON,
    since: NOON - 60_000,
    slot: null,
    ...figures,
    lowest: null,
    highest: null,
    samples: 1,
  };
  const read = <T>(value: T) =>
    async function* (...question: readonly unknown[]): AsyncGenerator<T> {
      asked.push(question);
      yield value;
    };
  web = await startFull({
    statement: read([statementDay('2026-11-21')]),
    at: async ({ at, accounts }) => {
      asked.push([at, accounts]);
      const seen = { slot: NOON, observedAt: NOON, staleAt: null, balance: figures };
      return { wallets: [{ ...PAYOUT, seen }], accounts: [] };
    },
    history: async (...question) => read([point])(...question),
    requestTopUp: async () => undefined,
    plan: async (question) => (await planner.all(question)).flatMap(variants),
  });
  const planner = createPlanning(web.house, { 'acme/UGX/MERCHANT_PAYOUT': 2_000_000 });
  described = (await (await request(`${web.url}/api/openapi.json`)).body.json()) as object;
  paths = (described as { paths: typeof paths }).paths;
});
afterAll(() => web[Symbol.asyncDispose]());

/** How a question is answered, and what the sources were asked for it. */
async function answerTo(path: string, query: Readonly<Record<string, string>>) {
  asked = [];
  const { statusCode, body } = await request(`${web.url}${path}?${new URLSearchParams(query)}`);
  const text = await body.text();
  return { statusCode, text, asked: JSON.stringify(asked) };
}

const operations = () =>
  Object.entries(paths).flatMap(([path, { get }]) => (get ? [[path, get] as const] : []));

/** Without which a route refuses. */
const neededBy = (path: string) => (path.endsWith('/history') ? WALLET : {});

/** The paths of what a schema describes and no part of a value has. */
function unserved(schema: Schema, values: readonly unknown[], path = ''): readonly string[] {
  const parts = values.filter((value) => value !== null);
  if (schema.items) return unserved(schema.items, parts.flat(), `${path}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const served = parts.flatMap((part) =>
      Object.hasOwn(part as object, name) ? [(part as never)[name]] : [],
    );
    return served.length > 0 ? unserved(inner, served, `${path}.${name}`) : [`${path}.${name}`];
  });
}

/** The paths of what a value has and its schema doesn't describe; a schema that names no property is of a map. */
function undescribed(schema: Schema, value: unknown, path = ''): readonly string[] {
  if (schema.items)
    return (value as readonly unknown[]).flatMap((each) => undescribed(schema.items!, each, `${path}[]`));
  if (schema.properties === undefined || value === null) return [];
  return Object.entries(value as object).flatMap(([name, inner]) => {
    const known = schema.properties?.[name];
    return known ? undescribed(known, inner, `${path}.${name}`) : [`${path}.${name}`];
  });
}

test('every answer is as it is described, and whatever is described is served, and whatever is served is described', async () => {
  const ajv = new Ajv({
    allowUnionTypes: true,
    formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
  });
  for (const [path, { responses }] of operations()) {
    const { statusCode, text } = await answerTo(path, neededBy(path));
    expect(statusCode, path).toBe(200);
    const { schema } = responses['200']!.content['application/json'];
    ajv.validate(schema, JSON.parse(text));
    expect(ajv.errors, path).toBeNull();
    expect(unserved(schema, [JSON.parse(text)]), path).toEqual([]);
    expect([...new Set(undescribed(schema, JSON.parse(text)))], path).toEqual([]);
  }
});

/** Of each route what may be asked, and a value of it that changes the answer, or makes it a refusal. */
const TELLING = {
  '/api/v1/plan': {
    ...{ date: 'never', cover: 'never', confidence: '2', format: 'xml' },
    ...{ account: 'nobody', currency: 'XXX', wallet_type: 'NONE' },
  },
  '/api/v1/options': {
    ...{ from: 'never', to: 'never', account: 'nobody', currency: 'XXX', provider_code: 'NONE' },
  },
  '/api/v1/balances/history': {
    ...{ account: '', currency: '', wallet_type: '' },
    ...{ from: 'never', to: 'never', range: 'never', step: 'week', limit: '0' },
  },
  '/api/v1/at': { time: 'never', zone: 'Nowhere', account: 'zeta' },
  '/api/v1/statement': {
    ...{ from: 'never', to: 'never', account: 'nobody', currency: 'XXX', wallet_type: 'NONE' },
    ...{ format: 'xml', limit: '0', after: 'never' },
  },
} as const;

test('a route heeds each parameter of its description, and no others are told of', async () => {
  const told = operations().filter(([, { parameters }]) => parameters.length > 0);
  expect(told.map(([path]) => path).sort()).toEqual(Object.keys(TELLING).sort());
  for (const [path, { parameters }] of told) {
    const telling: Readonly<Record<string, string>> = TELLING[path as keyof typeof TELLING];
    expect(parameters.map(({ name }) => name).sort(), path).toEqual(Object.keys(telling).sort());
    const needed = neededBy(path);
    const usual = await answerTo(path, needed);
    for (const { name, required, ...parameter } of parameters) {
      expect(parameter.in).toBe('query');
      expect(await answerTo(path, { ...needed, [name]: telling[name]! }), `${path}?${name}`).not.toEqual(
        usual,
      );
      expect(required, `${path}?${name}`).toBe(Object.hasOwn(needed, name));
    }
  }
});

test('a list is what may stand more than once', async () => {
  for (const [path, { parameters }] of operations())
    for (const { name, schema } of parameters) {
      asked = [];
      await request(`${web.url}${path}?${name}=ONE&${name}=TWO`);
      const both = JSON.stringify(asked).includes('["ONE","TWO"]');
      expect(schema, `${path}?${name}`).toEqual(
        both ? { type: 'array', items: { type: 'string' } } : { type: 'string' },
      );
    }
});

test('what is described is so in words', () => {
  expect(described).toMatchObject({ openapi: '3.1.0', info: { title: 'floatwatch', version: '0.1.0' } });
  const words: unknown[] = [];
  JSON.stringify(described, (key, value) => {
    if (/^(?:description|summary)$/.test(key)) words.push(value);
    return value;
  });
  expect(words.length).toBeGreaterThan(50);
  for (const each of words) expect(each).toMatch(/^\S.*\S$/s);
});
