// The JSON twins of the pages. Amounts are strings, times are ISO 8601 in UTC; unknown is null, never zero.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseDuration } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';
import type { PaymentOptionId } from '../../domain/payment-option.ts';
import { AMOUNT_FIELDS, balanceDifference } from '../../domain/wallet.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { PageSources, Step } from '../sources.ts';
import { reachVerdict } from '../verdict.ts';
import { describeApi } from './openapi.ts';

const DAY_MS = 86_400_000;
const MAX_RAW = 32 * DAY_MS; // of single snapshots: more is a job for SQL
type ApiQuery = Readonly<Record<string, string | undefined>>;

export function registerApi(app: FastifyInstance, sources: PageSources): void {
  const { clock, history, statement, episodes, options, optionChanges } = sources;
  const views = () => {
    const board = sources.board();
    return board.accounts.map((name) => board.account(name)).filter((view) => view !== undefined);
  };

  app.get('/api/v1/balances', (_request, reply) => {
    const verdict = reachVerdict(views(), sources.alerts());
    return send(reply, {
      verdict: { level: verdict.level, headline: verdict.headline, also: verdict.also },
      balances: verdict.rows.map(({ wallet, level, words, threshold, alerts }) => ({
        ...{ account: wallet.account, currency: wallet.currency, wallet_type: wallet.walletType },
        ...{ state: wallet.state, level, words, threshold },
        ...Object.fromEntries(
          AMOUNT_FIELDS.map((field) => [
            field,
            wallet.state === 'fresh' ? (wallet.balance?.[field] ?? null) : null,
          ]),
        ),
        difference: wallet.state === 'fresh' && wallet.balance ? balanceDifference(wallet.balance) : null,
        last_seen:
          wallet.balance &&
          Object.fromEntries(AMOUNT_FIELDS.map((field) => [field, wallet.balance?.[field]])),
        observed_at: time(wallet.observedAt),
        slot: time(wallet.slot),
        runway_seconds:
          sources.runway && wallet.state === 'fresh'
            ? Object.fromEntries(sources.runway(wallet).map(({ quantile, seconds }) => [quantile, seconds]))
            : {},
        alerts: alerts.map(({ rule, phase }) => ({ rule, phase })),
      })),
    });
  });

  app.get('/api/v1/accounts', (_request, reply) => {
    const info = new Map(sources.accounts().map((each) => [each.account, each]));
    return send(reply, {
      accounts: views().map((view) => ({
        account: view.account,
        schedule: info.get(view.account)?.schedule ?? null,
        timezone: info.get(view.account)?.timezone ?? null,
        wallets: view.wallets.length,
        last: view.last && {
          ...{ outcome: view.last.outcome, slot: time(view.last.slot), ended_at: time(view.last.observedAt) },
          ...{
            duration_ms: Math.round(view.last.durationMs),
            http_status: view.last.httpStatus,
            detail: view.last.detail,
          },
        },
        last_success_at: time(view.lastSuccessAt),
        consecutive_failures: view.consecutiveFailures,
        next_slot: time(view.nextSlot),
      })),
    });
  });

  app.get('/api/v1/alerts', async (_request, reply) =>
    send(reply, {
      alerts: sources
        .alerts()
        .filter(({ phase }) => phase !== 'inactive')
        .map(({ rule, severity, labels, annotations, phase, held, value, threshold, ...alert }) => ({
          ...{ rule, severity, labels, annotations, phase, held, value, threshold },
          pending_at: time(alert.pendingAt),
          firing_at: time(alert.firingAt),
        })),
      // What fires now is told whether or not the database is there to tell of the past.
      ...(episodes && { episodes: (await withTimeout(episodes({ most: 100 })))?.map(episodeOf) ?? null }),
    }),
  );

  if (options) {
    app.get('/api/v1/options', async (_request, reply) => {
      const board = options();
      const known = board.accounts.flatMap((name) => board.account(name)?.options ?? []);
      const changes = optionChanges && (await withTimeout(optionChanges(clock.now() - 30 * DAY_MS)));
      return send(reply, {
        options: known.map(({ account, state, observedAt, option }) => ({
          ...{
            account,
            ...nameOf(option),
            provider_name: option.providerName,
            method_name: option.methodName,
          },
          ...{ state, active: option.active, min_amount: option.min, max_amount: option.max },
          ...{ max_daily_amount: option.maxDaily, prefixes: option.prefixes, last_seen: time(observedAt) },
        })),
        ...(changes !== undefined && {
          changes:
            changes?.map(({ account, seenAt, field, before, after, ...id }) => ({
              ...{
                account,
                ...nameOf(id),
                seen_at: time(seenAt),
                field,
                old_value: before,
                new_value: after,
              },
            })) ?? null,
        }),
      });
    });
  }

  if (history) {
    app.get<{ Querystring: ApiQuery }>('/api/v1/balances/history', async ({ query }, reply) => {
      const { account, currency, wallet_type: walletType, step } = query;
      const to = instant(query['to']) ?? clock.now();
      const from = instant(query['from']) ?? to - (parseDuration(query['range'] ?? '24h') ?? Number.NaN);
      const known = step === undefined || step === 'raw' || step === 'hour' || step === 'day';
      if (!account || !currency || !walletType)
        return refuse(reply, 'account, currency and wallet_type are needed.');
      if (!known) return refuse(reply, 'step is raw, hour or day.');
      if (!(from < to))
        return refuse(reply, 'from and to are instants (ISO 8601), range a duration (24h, 7d).');
      if (step === 'raw' && to - from > MAX_RAW)
        return refuse(reply, 'step=raw goes back at most 32 days at once.');
      const points = await history({ account, currency, walletType }, { from, to }, step as Step | undefined);
      if (!points) return refuse(reply, 'No such wallet was ever seen.', 404);
      return send(reply, {
        ...{ account, currency, wallet_type: walletType, from: time(from), to: time(to) },
        points: points.map(({ at, available, actual, uncleared, reserve, lowest, highest, samples }) => ({
          ...{ at: time(at), available, actual, uncleared, reserve, lowest, highest, samples },
        })),
      });
    });
  }

  if (statement) {
    app.get<{ Querystring: ApiQuery }>('/api/v1/statement', async ({ query }, reply) => {
      const { account, currency, wallet_type: walletType } = query;
      const today = new Date(clock.now()).toISOString().slice(0, 10);
      const { from = today, to = today } = query;
      if (!isDay(from) || !isDay(to) || from > to)
        return refuse(reply, 'from and to are days, as 2026-05-04.');
      if (Date.parse(to) - Date.parse(from) > 400 * DAY_MS) return refuse(reply, 'At most 400 days at once.');
      const lines = await statement({
        ...{ from, to },
        ...(account && { accounts: [account] }),
        ...(currency && { currency }),
        ...(walletType && { walletType }),
      });
      return send(reply, { from, to, lines: lines.map(snakeCased) });
    });
  }

  const description = describeApi(sources);
  app.get('/api/openapi.json', (_request, reply) => send(reply, description));
}

function nameOf({ currency, transactionType, transactionMethod, providerCode }: PaymentOptionId) {
  return {
    ...{ currency, transaction_type: transactionType },
    ...{ transaction_method: transactionMethod, provider_code: providerCode },
  };
}

function episodeOf({
  rule,
  severity,
  account,
  currency,
  walletType,
  firingAt,
  resolvedAt,
  value,
  threshold,
}: EpisodeLike) {
  return {
    ...{ rule, severity, account, currency, wallet_type: walletType, value, threshold },
    ...{ firing_at: time(firingAt), resolved_at: time(resolvedAt) },
  };
}
type EpisodeLike = Awaited<ReturnType<NonNullable<PageSources['episodes']>>>[number];

function send(reply: FastifyReply, body: object): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

function refuse(reply: FastifyReply, error: string, status = 400): FastifyReply {
  return send(reply.code(status), { error });
}

function time(at: Instant | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function instant(text: string | undefined): Instant | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return text === undefined ? undefined : at;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** `closingReserve` as `closing_reserve`, all the way down. */
function snakeCased(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(snakeCased);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeCased(each),
    ]),
  );
}
