// `GET /api/v1/accounts`: when each account is polled, and how its last poll ended.
import type { FastifyInstance } from 'fastify';
import type { Observation } from '../../domain/observation.ts';
import type { AccountInfo, PageSources } from '../sources.ts';
import type { Status } from '../status.ts';
import { isoTime, sendJson } from './json.ts';
import { get, list, text, time } from './schema.ts';

export function registerAccounts(app: FastifyInstance, sources: PageSources, statusNow: () => Status): void {
  app.get('/api/v1/accounts', (_request, reply) => {
    const info = new Map<string, AccountInfo>(sources.accounts().map((each) => [each.account, each]));
    return sendJson(reply, {
      accounts: statusNow().accounts.map((view) => ({
        account: view.account,
        schedule: info.get(view.account)?.schedule ?? null,
        timezone: info.get(view.account)?.timezone ?? null,
        wallets: view.wallets.length,
        last: view.last && describePoll(view.last),
        last_success_at: isoTime(view.lastSuccessAt),
        consecutive_failures: view.consecutiveFailures,
        next_slot: isoTime(view.nextSlot),
      })),
    });
  });
}

function describePoll({ outcome, slot, observedAt, durationMs, httpStatus, detail }: Observation): object {
  return {
    ...{ outcome, slot: isoTime(slot), ended_at: isoTime(observedAt) },
    ...{ duration_ms: Math.round(durationMs), http_status: httpStatus, detail },
  };
}

export function describeAccounts(): object {
  return get('Every account: schedule, last poll, next slot.', {
    accounts: list({ account: text, schedule: text, timezone: text, next_slot: time }),
  });
}
