// Refuses queries that a route would silently answer otherwise than they were meant: with misspelt names, with parameters of
// another route, with times under another name, or with several values where it takes one. Which names a route knows is taken
// from its description. `api.ts` registers it.
import type { FastifyInstance } from 'fastify';
import { meantBy } from '../../domain/spelling.ts';
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

/** Names of times in commands and in other interfaces: who writes one asks for a time, which is not to become now. */
const TIMES = ['at', 'instant', 'when', 'since', 'until', 'start', 'end'];

/** Refuses such queries of all routes of a description, before the routes read them. */
export function refuseMistypedQueries(app: FastifyInstance, description: object): void {
  const { paths } = description as Described;
  const named = Object.values(paths).flatMap(({ get }) => get?.parameters.map(({ name }) => name) ?? []);
  const ofAny = new Set([...TIMES, ...named]);
  app.addHook<{ Querystring: RawQuery }>(
    'preHandler',
    async ({ query, routeOptions: { url = '' } }, reply) => {
      const known = paths[url]?.get?.parameters;
      const flaw = known && flawOfQuery(query, known, ofAny);
      if (flaw !== undefined) return refuseQuery(reply, flaw);
    },
  );
}

/**
 * Says what is wrong with a query; `undefined` for none. Names that no route knows, and that aren't like any of this one, are
 * left alone: clients and proxies add some of their own.
 */
function flawOfQuery(
  query: RawQuery,
  known: readonly Parameter[],
  ofAny: ReadonlySet<string>,
): string | undefined {
  const names = known.map((each) => each.name);
  for (const [name, value] of Object.entries(query)) {
    const parameter = known.find((each) => each.name === name);
    if (!parameter) {
      const meant = meantBy(name, names);
      if (meant !== undefined) return `${name} is no parameter: did you mean ${meant}?`;
      if (ofAny.has(name)) return `${name} is no parameter here: it takes ${names.join(', ') || 'none'}`;
      continue;
    }
    const values = allValues(query, name);
    const differ = new Set([value].flat().map((each) => each?.trim())).size > 1; // an empty one asks for all
    if (differ && parameter.schema.type !== 'array') {
      return `${name} stands here more than once, with different values: it takes one`;
    }
    const flaw = name === 'currency' ? values.flatMap((value) => flawOfCurrency(value) ?? [])[0] : undefined;
    if (flaw !== undefined) return `currency ${flaw}`;
  }
  return undefined;
}
