// `GET /api/openapi.json`: the API's description. Each route describes itself; routes that aren't served are left out.
import type { PageSources } from '../sources.ts';
import { describeAccounts } from './accounts.ts';
import { describeAlerts } from './alerts.ts';
import { describeAt } from './at.ts';
import { describeBalances } from './balances.ts';
import { describeHistory } from './history.ts';
import { describeOptions } from './options.ts';
import { describePlans } from './plan.ts';
import { describeRequested, REQUESTED_PATH } from './requested.ts';
import { describeStatement } from './statement.ts';

/** OpenAPI 3.1. */
export function describeApi(sources: PageSources): object {
  const { version, history, at, statement, episodes, options, plan, requestTopUp } = sources;
  return {
    openapi: '3.1.0',
    info: {
      title: 'floatwatch',
      version,
      description: 'What is known of the wallets. Amounts are strings, times are UTC.',
    },
    paths: {
      '/api/v1/balances': describeBalances(),
      '/api/v1/accounts': describeAccounts(),
      '/api/v1/alerts': describeAlerts({ hasEpisodes: episodes !== undefined }),
      ...(plan && { '/api/v1/plan': describePlans() }),
      ...(requestTopUp && { [REQUESTED_PATH]: describeRequested() }),
      ...(options && { '/api/v1/options': describeOptions() }),
      ...(history && { '/api/v1/balances/history': describeHistory() }),
      ...(at && { '/api/v1/at': describeAt() }),
      ...(statement && { '/api/v1/statement': describeStatement() }),
    },
  };
}
