// Fastify without its compilers of JSON Schemas: no route has one, and they take 4 MB and 30 ms of each process.
// Used by the web server and the sandbox.
import type { FastifyServerOptions } from 'fastify';

/** Options of Fastify; a route with a schema throws when it is registered. */
export const withoutSchemas = {
  schemaController: { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } },
} satisfies FastifyServerOptions;

function refuse(): never {
  throw new Error('routes have no schemas of Fastify: a request is read by its handler');
}
