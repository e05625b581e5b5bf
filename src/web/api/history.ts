// `GET /api/v1/balances/history`: one wallet over time.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseDuration } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';
import type { HistoryPoint, PageSources, Range, Step, WalletName } from '../sources.ts';
import { type ApiQuery, isoTime, refuseQuery, sendJson } from './json.ts';
import { amounts, get, list, parameter, time } from './schema.ts';

const MAX_RAW_MS = 32 * 86_400_000; // of single snapshots: more is a job for SQL

export function registerHistory(
  app: FastifyInstance,
  { clock }: PageSources,
  history: NonNullable<PageSources['history']>,
): void {
  app.get<{ Querystring: ApiQuery }>('/api/v1/balances/history', async ({ query }, reply) => {
    const asked = readQuery(query, clock.now());
    if (typeof asked === 'string') return refuseQuery(reply, asked);
    const points = await history(asked.wallet, asked.range, asked.step);
    if (!points) return refuseQuery(reply, 'No such wallet was ever seen.', 404);
    return sendPoints(reply, asked, points);
  });
}

interface HistoryQuestion {
  readonly wallet: WalletName;
  readonly range: Range;
  /** Absent: what suits the range. */
  readonly step: Step | undefined;
}

/** What is asked for, or a sentence that says what is wrong with the question. */
function readQuery(query: ApiQuery, now: Instant): HistoryQuestion | string {
  const { account, currency, wallet_type: walletType, step } = query;
  const to = query['to'] === undefined ? now : Date.parse(query['to']);
  const from =
    query['from'] === undefined
      ? to - (parseDuration(query['range'] ?? '24h') ?? Number.NaN)
      : Date.parse(query['from']);
  if (!account || !currency || !walletType) return 'account, currency and wallet_type are needed.';
  if (step !== undefined && step !== 'raw' && step !== 'hour' && step !== 'day') {
    return 'step is raw, hour or day.';
  }
  if (!(from < to)) return 'from and to are instants (ISO 8601), range a duration (24h, 7d).';
  if (step === 'raw' && to - from > MAX_RAW_MS) return 'step=raw goes back at most 32 days at once.';
  return { wallet: { account, currency, walletType }, range: { from, to }, step };
}

function sendPoints(
  reply: FastifyReply,
  { wallet: { account, currency, walletType }, range }: HistoryQuestion,
  points: readonly HistoryPoint[],
): FastifyReply {
  return sendJson(reply, {
    ...{ account, currency, wallet_type: walletType, from: isoTime(range.from), to: isoTime(range.to) },
    points: points.map(({ at, available, actual, uncleared, reserve, lowest, highest, samples }) => ({
      ...{ at: isoTime(at), available, actual, uncleared, reserve, lowest, highest, samples },
    })),
  });
}

export function describeHistory(): object {
  return get('One wallet over time, oldest first.', { points: list({ at: time, ...amounts }) }, [
    parameter('account', 'As configured.', true),
    parameter('currency', 'As the service names it.', true),
    parameter('wallet_type', 'As the service names it.', true),
    parameter('from', 'ISO 8601.'),
    parameter('to', 'ISO 8601; default now.'),
    parameter('range', 'Instead of from: 24h, 7d. Default 24h.'),
    parameter('step', 'raw, hour or day; default what suits the range.'),
  ]);
}
