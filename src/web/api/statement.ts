// `GET /api/v1/statement`: what a bank would print, each wallet, each business day.
import type { FastifyInstance } from 'fastify';
import type { PageSources } from '../sources.ts';
import { type ApiQuery, isDay, refuseQuery, sendJson, snakeCased } from './json.ts';
import { get, list, parameter, walletName } from './schema.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 400;

export function registerStatement(
  app: FastifyInstance,
  { clock }: PageSources,
  statement: NonNullable<PageSources['statement']>,
): void {
  app.get<{ Querystring: ApiQuery }>('/api/v1/statement', async ({ query }, reply) => {
    const { account, currency, wallet_type: walletType } = query;
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const { from = today, to = today } = query;
    if (!isDay(from) || !isDay(to) || from > to) {
      return refuseQuery(reply, 'from and to are days, as 2026-05-04.');
    }
    if (Date.parse(to) - Date.parse(from) > MAX_DAYS * DAY_MS) {
      return refuseQuery(reply, `At most ${MAX_DAYS} days at once.`);
    }
    const lines = await statement({
      ...{ from, to },
      ...(account && { accounts: [account] }),
      ...(currency && { currency }),
      ...(walletType && { walletType }),
    });
    return sendJson(reply, { from, to, lines: lines.map(snakeCased) });
  });
}

export function describeStatement(): object {
  const summary = 'Opening, closing, lowest, highest, net change per wallet and business day.';
  return get(summary, { lines: list(walletName) }, [
    parameter('from', 'A day, 2026-05-04; default today.'),
    parameter('to', 'A day; default today.'),
    parameter('account', 'Only this one.'),
    parameter('currency', 'Only this one.'),
    parameter('wallet_type', 'Only this one.'),
  ]);
}
