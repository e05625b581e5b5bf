// `GET /api/v1/statement`: what a bank would print, each wallet, each business day.
import type { FastifyInstance } from 'fastify';
import type { Instant } from '../../domain/observation.ts';
import type { StatementPosition, StatementQuery } from '../../domain/statement.ts';
import type { PageSources } from '../sources.ts';
import { type ApiQuery, isDay, refuseQuery, snakeCased } from './json.ts';
import { readLimit, sendPage } from './page.ts';
import { cursor, get, list, parameter, text, walletName } from './schema.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 400;
const MAX_LINES = 10_000; // of a page

export function registerStatement(
  app: FastifyInstance,
  { clock }: PageSources,
  statement: NonNullable<PageSources['statement']>,
): void {
  app.get<{ Querystring: ApiQuery }>('/api/v1/statement', async ({ query }, reply) => {
    const asked = readQuery(query, clock.now());
    if (typeof asked === 'string') return refuseQuery(reply, asked);
    const { from, to } = asked.query;
    return sendPage(reply, {
      ...{ head: { from, to }, name: 'lines', limit: asked.limit },
      ...{ parts: statement(asked.query), describe: snakeCased, nextAfter: writeCursor },
    });
  });
}

/** What is asked for, or a sentence that says what is wrong with the question. */
function readQuery(
  query: ApiQuery,
  now: Instant,
): { readonly query: StatementQuery; readonly limit: number } | string {
  const { account, currency, wallet_type: walletType } = query;
  const today = new Date(now).toISOString().slice(0, 10);
  const { from = today, to = today } = query;
  if (!isDay(from) || !isDay(to) || from > to) return 'from and to are days, as 2026-05-04.';
  if (Date.parse(to) - Date.parse(from) > MAX_DAYS * DAY_MS) return `At most ${MAX_DAYS} days at once.`;
  const limit = readLimit(query['limit'], MAX_LINES);
  if (limit === undefined) return `limit is a number from 1 to ${MAX_LINES}.`;
  const after = query['after'] === undefined ? undefined : readCursor(query['after']);
  if (after === null) return 'after is what the page before gave as next.';
  return {
    limit,
    query: {
      ...{ from, to, after },
      ...(account && { accounts: [account] }),
      ...(currency && { currency }),
      ...(walletType && { walletType }),
    },
  };
}

/** Names come from the service and may hold any character, so the cursor is base64url of JSON. */
function writeCursor({ account, currency, walletType, day }: StatementPosition): string {
  return Buffer.from(JSON.stringify([account, currency, walletType, day])).toString('base64url');
}

function readCursor(cursor: string): StatementPosition | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(parts) || parts.length !== 4 || !parts.every((part) => typeof part === 'string'))
      return null;
    const [account, currency, walletType, day] = parts as [string, string, string, string];
    return isDay(day) ? { account, currency, walletType, day } : null;
  } catch {
    return null;
  }
}

export function describeStatement(): object {
  const summary = 'Opening, closing, lowest, highest, net change per wallet and business day.';
  return get(summary, { lines: list({ day: text, ...walletName }), next: cursor }, [
    parameter('from', 'A day, 2026-05-04; default today.'),
    parameter('to', 'A day; default today.'),
    parameter('account', 'Only this one.'),
    parameter('currency', 'Only this one.'),
    parameter('wallet_type', 'Only this one.'),
    parameter('limit', `Lines of a page, at most and by default ${MAX_LINES}.`),
    parameter('after', 'What the page before gave as next; the other parameters stay as they were.'),
  ]);
}
