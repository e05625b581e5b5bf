// `GET /api/v1/options`: every payment option as it is known now, and what has changed in the last 30 days.
import type { FastifyInstance } from 'fastify';
import type { PaymentOptionId } from '../../domain/payment-option.ts';
import type { OptionView } from '../../monitor/board/payment-option-board.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { OptionChange, PageSources } from '../sources.ts';
import { isoTime, sendJson } from './json.ts';
import { amount, get, list, orNull, text, time } from './schema.ts';

const CHANGES_MS = 30 * 86_400_000;

export function registerOptions(
  app: FastifyInstance,
  { clock, optionChanges }: PageSources,
  board: NonNullable<PageSources['options']>,
): void {
  app.get('/api/v1/options', async (_request, reply) => {
    const { accounts, account } = board();
    const views = accounts.flatMap((name) => account(name)?.options ?? []);
    const changes =
      optionChanges && (await withTimeout((signal) => optionChanges(clock.now() - CHANGES_MS, signal)));
    return sendJson(reply, {
      options: views.map(describeOption),
      ...(changes !== undefined && { changes: changes?.map(describeChange) ?? null }),
    });
  });
}

function describeOption({ account, state, observedAt, option }: OptionView): object {
  return {
    ...{ account, ...describeId(option), provider_name: option.providerName, method_name: option.methodName },
    ...{ state, active: option.active, min_amount: option.min, max_amount: option.max },
    ...{ max_daily_amount: option.maxDaily, prefixes: option.prefixes, last_seen: isoTime(observedAt) },
  };
}

function describeChange({ account, seenAt, field, before, after, ...id }: OptionChange): object {
  return {
    ...{ account, ...describeId(id), seen_at: isoTime(seenAt) },
    ...{ field, old_value: before, new_value: after },
  };
}

function describeId({ currency, transactionType, transactionMethod, providerCode }: PaymentOptionId): object {
  return {
    ...{ currency, transaction_type: transactionType },
    ...{ transaction_method: transactionMethod, provider_code: providerCode },
  };
}

export function describeOptions(): object {
  const id = {
    ...{ account: text, currency: text, transaction_type: text },
    ...{ transaction_method: text, provider_code: text },
  };
  const value = { type: ['string', 'null'] };
  return get('Payment options, and their changes of the last 30 days, the newest first.', {
    options: list({
      ...id,
      state: { enum: ['fresh', 'stale', 'missing'] },
      active: { type: ['boolean', 'null'] },
      ...{ min_amount: amount, max_amount: amount, max_daily_amount: amount },
      prefixes: { type: 'array', items: text },
      last_seen: time,
    }),
    changes: orNull(list({ ...id, seen_at: time, field: text, old_value: value, new_value: value })),
  });
}
