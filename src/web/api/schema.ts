// Pieces of OpenAPI schemas; each route describes its answer with them.
import { forAmounts } from '../../domain/wallet.ts';
import { texts } from '../texts/texts.ts';

export const text = { type: 'string' };
export const optionalText = { type: ['string', 'null'] };
export const count = { type: 'integer' };
export const time = { type: ['string', 'null'], format: 'date-time' };
export const amount = {
  type: ['string', 'null'],
  description: 'Exact decimal text; null is unknown, never zero.',
};
export const amounts = forAmounts(() => amount);
export const walletName = { account: text, currency: text, wallet_type: text };

export const object = (properties: object) => ({ type: 'object', properties });
export const list = (properties: object) => ({ type: 'array', items: object(properties) });

/** Beside amounts that are `null` unless their wallet is fresh. */
export const lastSeen = {
  ...object(amounts),
  type: ['object', 'null'],
  description: 'The amounts when it was seen last, however old; null if it never was.',
};

/** Where the next page begins. */
export const cursor = {
  type: ['string', 'null'],
  description: 'Where the next page begins; null at the end.',
};

/** The same list, or `null` while the database is away. */
export const orNull = (schema: ReturnType<typeof list>) => ({ ...schema, type: ['array', 'null'] });

/** A parameter of the query. */
export const parameter = (name: string, description: string, required = false) => ({
  ...{ name, in: 'query', description, required, schema: text },
});

/** A parameter that may stand more than once, each time with another value. */
export const parameters = (name: string, description: string) => ({
  ...parameter(name, description),
  schema: { type: 'array', items: text },
});

/** How a route that reads the past refuses while the database is away. */
export const PAST_AWAY = { 503: texts.common.pastAway };

/** The operation of a route: its answer, its parameters, and the reason for each status with which it refuses. */
export function get(
  summary: string,
  properties: object,
  parameters: readonly object[] = [],
  refusals: Readonly<Record<number, string>> = {},
): object {
  const all = { 400: 'The question is not understood.', ...refusals };
  const refused = Object.entries(all).map(([status, why]) => [status, answer(why, { error: text })]);
  const responses = { 200: answer(summary, properties), ...Object.fromEntries(refused) };
  return { get: { summary, parameters, responses } };
}

function answer(description: string, properties: object): object {
  return { description, content: { 'application/json': { schema: object(properties) } } };
}
