// `GET /api/v1/accounts`: when each account is polled, and how its last poll ended.
import type { FastifyInstance } from 'fastify';
import { type Observation, OUTCOMES } from '../../domain/observation.ts';
import { rememberingWith } from '../../domain/remembering.ts';
import type { AccountView } from '../../monitor/board/board.ts';
import type { AccountInfo, PageSources } from '../sources.ts';
import type { Status } from '../status.ts';
import { isoTime, jsonList, sendJsonText } from './json.ts';
import { count, get, list, object, optionalText, text, time } from './schema.ts';

export function registerAccounts(
  app: FastifyInstance,
  sources: PageSources,
  statusNow: () => Promise<Status>,
): void {
  const textOf = rememberingWith((status: Status) => render(status, sources.accounts()));
  app.get('/api/v1/accounts', async (_request, reply) =>
    sendJsonText(reply, await textOf(await statusNow())),
  );
}

async function render({ accounts }: Status, configured: readonly AccountInfo[]): Promise<string> {
  const info = new Map(configured.map((each) => [each.account, each]));
  const told = await jsonList(accounts, (view) => describeAccount(view, info.get(view.account)));
  return `{"accounts":${told}}`;
}

function describeAccount(view: AccountView, info: AccountInfo | undefined): object {
  const { account, wallets, last, lastSuccessAt, consecutiveFailures, nextSlot } = view;
  return {
    ...{ account, schedule: info?.schedule ?? null, timezone: info?.timezone ?? null },
    ...{ wallets: wallets.length, last: last && describePoll(last), last_success_at: isoTime(lastSuccessAt) },
    ...{ consecutive_failures: consecutiveFailures, next_slot: isoTime(nextSlot) },
  };
}

function describePoll({ outcome, slot, observedAt, durationMs, httpStatus, detail }: Observation): object {
  return {
    ...{ outcome, slot: isoTime(slot), ended_at: isoTime(observedAt) },
    ...{ duration_ms: Math.round(durationMs), http_status: httpStatus, detail },
  };
}

const lastPoll = {
  ...object({
    ...{ outcome: { enum: OUTCOMES }, slot: time, ended_at: time, duration_ms: count },
    ...{ http_status: { type: ['integer', 'null'] }, detail: optionalText },
  }),
  type: ['object', 'null'],
  description: 'The last poll of balances; null before the first.',
};

export function describeAccounts(): object {
  return get('Every account: schedule, last poll, next slot.', {
    accounts: list({
      ...{ account: text, schedule: optionalText, timezone: optionalText, wallets: count },
      ...{ last: lastPoll, last_success_at: time, consecutive_failures: count, next_slot: time },
    }),
  });
}
