// `GET /api/v1/balances`: the sentence of the status page, and every wallet as it is known now.
import type { FastifyInstance } from 'fastify';
import { rememberingWith } from '../../domain/remembering.ts';
import { AMOUNT_FIELDS, balanceDifference } from '../../domain/wallet.ts';
import { WALLET_STATES } from '../../monitor/board/board.ts';
import type { PageSources } from '../sources.ts';
import type { Status } from '../status.ts';
import { LEVELS, type StatusRow } from '../verdict.ts';
import { listInTurns } from './in-turns.ts';
import { isoTime, sendJsonText } from './json.ts';
import { amount, amounts, get, lastSeen, list, object, text, time, walletName } from './schema.ts';

export function registerBalances(
  app: FastifyInstance,
  { runway }: PageSources,
  statusNow: () => Promise<Status>,
): void {
  const bodyOf = rememberingWith((status: Status) => render(status, runway));
  app.get('/api/v1/balances', async (_request, reply) =>
    sendJsonText(reply, await bodyOf(await statusNow())),
  );
}

async function render({ verdict }: Status, runway: PageSources['runway']): Promise<Buffer> {
  const { level, headline, also, rows } = verdict;
  const all = { items: rows, describe: (row: StatusRow) => describeWallet(row, runway) };
  const parts: Buffer[] = []; // bytes, which are sent as they are
  for await (const part of listInTurns({ verdict: { level, headline, also } }, 'balances', all)) {
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts);
}

/** An amount is current only while its wallet is fresh; `last_seen` has the amounts at any age. */
function describeWallet(
  { wallet, level, words, threshold, alerts }: StatusRow,
  runway: PageSources['runway'],
): object {
  const { account, currency, walletType, state, balance, observedAt, slot } = wallet;
  const fresh = state === 'fresh';
  return {
    ...{ account, currency, wallet_type: walletType, state, level, words, threshold },
    ...mapAmounts((field) => (fresh ? (balance?.[field] ?? null) : null)),
    difference: fresh && balance ? balanceDifference(balance) : null,
    last_seen: balance && mapAmounts((field) => balance[field]),
    observed_at: isoTime(observedAt),
    slot: isoTime(slot),
    runway_seconds:
      runway && fresh
        ? Object.fromEntries(runway(wallet).map(({ confidence, seconds }) => [confidence, seconds]))
        : {},
    alerts: alerts.map(({ rule, phase }) => ({ rule, phase })),
  };
}

function mapAmounts<T>(amountOf: (field: (typeof AMOUNT_FIELDS)[number]) => T): object {
  return Object.fromEntries(AMOUNT_FIELDS.map((field) => [field, amountOf(field)]));
}

const level = { enum: LEVELS, description: 'How grave it is; the mildest comes first here.' };

export function describeBalances(): object {
  return get('Every wallet now, the worst first.', {
    verdict: object({ level, headline: text, also: { type: 'array', items: text } }),
    balances: list({
      ...walletName,
      state: { enum: WALLET_STATES },
      ...{ level, words: text, threshold: amount },
      ...amounts,
      ...{ difference: amount, last_seen: lastSeen, observed_at: time, slot: time },
      runway_seconds: {
        type: 'object',
        additionalProperties: { type: 'number' },
        description: 'How long the money lasts, in seconds, by confidence; empty where that is not known.',
      },
      alerts: list({ rule: text, phase: { enum: ['pending', 'firing'] } }),
    }),
  });
}
