// Pieces of OpenAPI schemas with which each route describes its answer.
import { forAmounts } from '../../domain/wallet.ts';

export const text = { type: 'string' };
export const time = { type: ['string', 'null'], format: 'date-time' };
export const amount = {
  type: ['string', 'null'],
  description: 'Exact decimal text; null is unknown, never zero.',
};
export const amounts = forAmounts(() => amount);
export const walletName = { account: text, currency: text, wallet_type: text };

export const object = (properties: object) => ({ type: 'object', properties });
export const list = (properties: object) => ({ type: 'array', items: object(properties) });

/** Where the next page begins. */
export const cursor = {
  type: ['string', 'null'],
  description: 'Where the next page begins; null at the end.',
};

/** The same, or `null` while the database is away. */
export const orNull = (schema: ReturnType<typeof list>) => ({ ...schema, type: ['array', 'null'] });

/** A parameter of the query. */
export const parameter = (name: string, description: string, required = false) => ({
  ...{ name, in: 'query', description, required, schema: text },
});

/** A parameter that may stand more than once: each time with another value. */
export const parameters = (name: string, description: string) => ({
  ...parameter(name, description),
  schema: { type: 'array', items: text },
});

/** The operation of a route: what it answers and, if it has any, its parameters. */
export function get(summary: string, properties: object, parameters: readonly object[] = []): object {
  const refused = parameters.length > 0 && {
    400: answer('The question is not understood.', { error: text }),
  };
  return { get: { summary, parameters, responses: { 200: answer(summary, properties), ...refused } } };
}

function answer(description: string, properties: object): object {
  return { description, content: { 'application/json': { schema: object(properties) } } };
}
