// Refuses queries that a route would silently answer otherwise than they were meant: with names that it doesn't know, or
// with several values where it takes one. Which names a route knows is taken from its description. `api.ts` registers it.
import type { FastifyInstance } from 'fastify';
import { nearest } from '../../domain/spelling.ts';
import { flawOfCurrency } from '../../domain/wallet.ts';
import { allValues, type RawQuery } from '../views/question.ts';
import { refuseQuery } from './json.ts';

/** A parameter as OpenAPI describes it. */
interface Parameter {
  readonly name: string;
  readonly schema: { readonly type: string };
}

interface Described {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters: readonly Parameter[] } }>>;
}

/** Refuses such queries of all routes of a description, before the routes read them. */
export function refuseUnknownQueries(app: FastifyInstance, description: object): void {
  const { paths } = description as Described;
  app.addHook<{ Querystring: RawQuery }>(
    'preHandler',
    async ({ query, routeOptions: { url = '' } }, reply) => {
      const known = paths[url]?.get?.parameters;
      const flaw = known && flawOfQuery(query, known, url);
      if (flaw !== undefined) return refuseQuery(reply, flaw);
    },
  );
}

/** Says what is wrong with a query; `undefined` when the route knows all of it. */
function flawOfQuery(query: RawQuery, known: readonly Parameter[], path: string): string | undefined {
  for (const [name, value] of Object.entries(query)) {
    const parameter = known.find((each) => each.name === name);
    if (!parameter) {
      const names = known.map((each) => each.name);
      const rest = names.length === 0 ? `${path} takes no parameters` : nearest(name, names);
      return `${name} is no parameter: ${rest}`;
    }
    const values = allValues(query, name);
    const differ = new Set([value ?? ''].flat().map((each) => each.trim())).size > 1; // an empty one asks for all
    if (differ && parameter.schema.type !== 'array') {
      return `${name} stands here more than once, with different values: it takes one`;
    }
    const flaw = name === 'currency' ? values.flatMap((value) => flawOfCurrency(value) ?? [])[0] : undefined;
    if (flaw !== undefined) return `currency ${flaw}`;
  }
  return undefined;
}
