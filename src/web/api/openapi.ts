// The API's description, made from the same decisions as its routes: what isn't served isn't described.
import type { PageSources } from '../sources.ts';

const amount = { type: ['string', 'null'], description: 'Exact decimal text; null is unknown, never zero.' };
const time = { type: ['string', 'null'], format: 'date-time' };
const text = { type: 'string' };
const AMOUNTS = { available: amount, actual: amount, uncleared: amount, reserve: amount };
const WALLET = { account: text, currency: text, wallet_type: text };
const OPTION = {
  account: text,
  currency: text,
  transaction_type: text,
  transaction_method: text,
  provider_code: text,
};
const value = { type: ['string', 'null'] };

const object = (properties: object) => ({ type: 'object', properties });
const list = (properties: object) => ({ type: 'array', items: object(properties) });
/** `null` while the database is away. */
const orNull = (schema: ReturnType<typeof list>) => ({ ...schema, type: ['array', 'null'] });
const query = (name: string, description: string, required = false) => ({
  ...{ name, in: 'query', description, required, schema: text },
});
const answer = (description: string, properties: object) => ({
  description,
  content: { 'application/json': { schema: object(properties) } },
});
const get = (summary: string, properties: object, parameters: readonly object[] = []) => ({
  get: {
    summary,
    parameters,
    responses: { 200: answer(summary, properties), ...(parameters.length > 0 && REFUSED) },
  },
});
const REFUSED = { 400: answer('The question is not understood.', { error: text }) };

/** OpenAPI 3.1. */
export function describeApi({ version, history, statement, episodes, options }: PageSources): object {
  const past = {
    rule: text,
    ...WALLET,
    firing_at: time,
    resolved_at: time,
    value: amount,
    threshold: amount,
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'floatwatch',
      version,
      description: 'What is known of the wallets. Amounts are strings, times are UTC.',
    },
    paths: {
      '/api/v1/balances': get('Every wallet now, the worst first.', {
        verdict: object({ level: text, headline: text }),
        balances: list({
          ...WALLET,
          state: { enum: ['fresh', 'stale', 'missing', 'never_seen'] },
          ...AMOUNTS,
          difference: amount,
          threshold: amount,
          observed_at: time,
        }),
      }),
      '/api/v1/accounts': get('Every account: schedule, last poll, next slot.', {
        accounts: list({ account: text, schedule: text, timezone: text, next_slot: time }),
      }),
      '/api/v1/alerts': get('Alerts that are pending or firing, and past episodes.', {
        alerts: list({
          rule: text,
          phase: { enum: ['pending', 'firing'] },
          value: amount,
          threshold: amount,
        }),
        ...(episodes && { episodes: orNull(list(past)) }),
      }),
      ...(options && {
        '/api/v1/options': get('Payment options, and their changes of the last 30 days, the newest first.', {
          options: list({
            ...OPTION,
            state: { enum: ['fresh', 'stale', 'missing'] },
            active: { type: ['boolean', 'null'] },
            min_amount: amount,
            max_amount: amount,
            max_daily_amount: amount,
            prefixes: { type: 'array', items: text },
            last_seen: time,
          }),
          changes: orNull(
            list({ ...OPTION, seen_at: time, field: text, old_value: value, new_value: value }),
          ),
        }),
      }),
      ...(history && {
        '/api/v1/balances/history': get(
          'One wallet over time, oldest first.',
          { points: list({ at: time, ...AMOUNTS }) },
          [
            query('account', 'As configured.', true),
            query('currency', 'As the service names it.', true),
            query('wallet_type', 'As the service names it.', true),
            query('from', 'ISO 8601.'),
            query('to', 'ISO 8601; default now.'),
            query('range', 'Instead of from: 24h, 7d. Default 24h.'),
            query('step', 'raw, hour or day; default what suits the range.'),
          ],
        ),
      }),
      ...(statement && {
        '/api/v1/statement': get(
          'Opening, closing, lowest, highest, net change per wallet and business day.',
          { lines: list(WALLET) },
          [
            query('from', 'A day, 2026-05-04; default today.'),
            query('to', 'A day; default today.'),
            query('account', 'Only this one.'),
            query('currency', 'Only this one.'),
            query('wallet_type', 'Only this one.'),
          ],
        ),
      }),
    },
  };
}
