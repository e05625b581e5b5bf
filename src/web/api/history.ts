// `GET /api/v1/balances/history`: one wallet over time.
import type { FastifyInstance } from 'fastify';
import { DAY_MS, parseDuration } from '../../domain/duration.ts';
import { isMeant } from '../../domain/local-time.ts';
import type { Instant } from '../../domain/observation.ts';
import { balanceOf } from '../../domain/wallet.ts';
import { untilClosed } from '../http/until-closed.ts';
import type { HistoryPoint, PageSources, Range, Step, WalletName } from '../sources.ts';
import { accountElsewhere, type RawQuery, readInstant, singleValues } from '../views/question.ts';
import { isoTime, refuseQuery } from './json.ts';
import { readLimit, sendOnceRead, sendPage } from './page.ts';
import {
  amount,
  amounts,
  count,
  cursor,
  get,
  list,
  PAST_AWAY,
  parameter,
  time,
  walletName,
} from './schema.ts';

const MAX_RAW_MS = 32 * DAY_MS; // for single snapshots: longer ranges are a job for SQL
const MAX_HOURS_MS = 5 * 366 * DAY_MS; // fewer hours than a page has points
const MAX_POINTS = 50_000; // on one page
const NEVER_SEEN = 'No such wallet was ever seen.';

export function registerHistory(
  app: FastifyInstance,
  sources: PageSources,
  history: NonNullable<PageSources['history']>,
): void {
  app.get<{ Querystring: RawQuery }>('/api/v1/balances/history', async ({ query }, reply) => {
    const other = accountElsewhere(query, sources);
    if (other !== undefined) return refuseQuery(reply, other, 404);
    const asked = readQuery(singleValues(query), sources.clock.now());
    if (typeof asked === 'string') return refuseQuery(reply, asked);
    const { wallet, range, step, limit } = asked;
    return await sendOnceRead(reply, history(wallet, range, step, untilClosed(reply)), (parts) => {
      if (!parts) return refuseQuery(reply, NEVER_SEEN, 404);
      const { account, currency, walletType } = wallet;
      return sendPage(reply, {
        head: {
          ...{ account, currency, wallet_type: walletType },
          ...{ from: isoTime(range.from), to: isoTime(range.to) },
        },
        ...{ name: 'points', parts, limit, describe: describePoint },
        nextAfter: ({ slot, at }) => isoTime((slot ?? at) + 1)!,
      });
    });
  });
}

interface HistoryQuestion {
  readonly wallet: WalletName;
  readonly range: Range;
  /** `undefined`: the step that suits the range. */
  readonly step: Step | undefined;
  readonly limit: number;
}

/** The question, or a sentence that says what is wrong with it. */
function readQuery(query: Readonly<Record<string, string>>, now: Instant): HistoryQuestion | string {
  const { account, currency, wallet_type: walletType, step } = query;
  if (!account || !currency || !walletType) return 'account, currency and wallet_type are needed.';
  if (step !== undefined && step !== 'raw' && step !== 'hour' && step !== 'day') {
    return 'step is raw, hour or day.';
  }
  const range = readRange(query, now);
  if (typeof range === 'string') return range;
  const { from, to } = range;
  if (step === 'raw' && to - from > MAX_RAW_MS) return 'step=raw goes back at most 32 days at once.';
  if (step === 'hour' && to - from > MAX_HOURS_MS) return 'step=hour goes back at most 5 years at once.';
  const limit = readLimit(query['limit'], MAX_POINTS);
  if (limit === undefined) return `limit is a number from 1 to ${MAX_POINTS}.`;
  return { wallet: { account, currency, walletType }, range, step, limit };
}

function readRange(
  { from: first, to: last, range: length = '24h' }: Readonly<Record<string, string>>,
  now: Instant,
): Range | string {
  const to = last === undefined ? now : instantOf(last);
  const from = first === undefined ? to - (parseDuration(length) ?? Number.NaN) : instantOf(first);
  if (!isMeant(from) || !isMeant(to))
    return 'from and to are instants (ISO 8601), range a duration (24h, 7d).';
  if (from >= to) return 'from is before to, and to is now where it isn’t given.';
  return { from, to };
}

/** In UTC unless the text says otherwise, wherever this process runs; `NaN` if the text isn't an instant. */
function instantOf(text: string): number {
  const written = text
    .replace(/(\.\d{3})\d+/, '$1') // microseconds are cut off
    .replace(/(:\d\d(?:\.\d+)?[+-]\d\d)(\d\d)$/, '$1:$2'); // +0300
  return readInstant(written, 'UTC') ?? Number.NaN;
}

function describePoint({ at, since, slot: _, ...figures }: HistoryPoint): object {
  const { lowest, highest, samples } = figures;
  const when = since === null ? { at: isoTime(at) } : { since: isoTime(since), at: isoTime(at) };
  return { ...when, ...balanceOf(figures), lowest, highest, samples };
}

export function describeHistory(): object {
  return get(
    'One wallet over time, oldest first.',
    {
      ...{ ...walletName, from: time, to: time },
      points: list({ at: time, since: time, ...amounts, lowest: amount, highest: amount, samples: count }),
      next: cursor,
    },
    [
      parameter('account', 'As configured.', true),
      parameter('currency', 'As the service names it.', true),
      parameter('wallet_type', 'As the service names it.', true),
      parameter('from', 'ISO 8601; in UTC unless it says otherwise.'),
      parameter('to', 'ISO 8601; default now.'),
      parameter('range', 'Instead of from: 24h, 7d. Default 24h.'),
      parameter(
        'step',
        'raw, hour or day; default what suits the range: to be said where one asks for pages.',
      ),
      parameter(
        'limit',
        `Points of a page, at most and by default ${MAX_POINTS}; next is the from of the next page.`,
      ),
    ],
    { 404: `${NEVER_SEEN} Or it is a wallet of another shard.`, ...PAST_AWAY },
  );
}
