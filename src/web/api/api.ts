// The API: what the pages show, as JSON. Amounts are strings, times are ISO 8601 in UTC; unknown is null, never zero.
// For each route, `register…` serves it, and `describe…` gives its part of the OpenAPI description.
import type { FastifyInstance } from 'fastify';
import type { PageSources } from '../sources.ts';
import type { Status } from '../status.ts';
import { registerAccounts } from './accounts.ts';
import { registerAlerts } from './alerts.ts';
import { registerAt } from './at.ts';
import { registerBalances } from './balances.ts';
import { registerHistory } from './history.ts';
import { sendJson } from './json.ts';
import { refuseMistypedQueries } from './known-query.ts';
import { describeApi } from './openapi.ts';
import { registerOptions } from './options.ts';
import { registerPlan } from './plan.ts';
import { registerStatement } from './statement.ts';

/** Registers every route that the sources can answer; a route whose source is missing doesn't exist. */
export function registerApi(
  app: FastifyInstance,
  sources: PageSources,
  statusNow: () => Promise<Status>,
): void {
  registerBalances(app, sources, statusNow);
  registerAccounts(app, sources, statusNow);
  registerAlerts(app, sources);
  if (sources.plan) registerPlan(app, sources, sources.plan);
  if (sources.options) registerOptions(app, sources, sources.options);
  if (sources.history) registerHistory(app, sources, sources.history);
  if (sources.at) registerAt(app, sources, sources.at);
  if (sources.statement) registerStatement(app, sources, sources.statement);

  const description = describeApi(sources);
  refuseMistypedQueries(app, description);
  app.get('/api/openapi.json', (_request, reply) => sendJson(reply, description));
}
