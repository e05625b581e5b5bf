// `GET /api/v1/options`: every payment option as it is known now, and its changes: when, from what, to what.
import type { FastifyInstance } from 'fastify';
import type { PaymentOptionId } from '../../domain/payment-option.ts';
import { SEEN_STATES } from '../../monitor/board/board.ts';
import type { OptionView } from '../../monitor/board/payment-option-board.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { OptionChange, PageSources } from '../sources.ts';
import { mistakenOption, optionsAskedFor, readOptionsQuestion } from '../views/options.ts';
import { accountElsewhere, type RawQuery } from '../views/question.ts';
import { isoTime, jsonList, refuseQuery, sendJsonText } from './json.ts';
import { amount, get, list, optionalText, orNull, parameter, text, time } from './schema.ts';

export function registerOptions(
  app: FastifyInstance,
  sources: PageSources,
  board: NonNullable<PageSources['options']>,
): void {
  const { clock, optionChanges, accounts: configured } = sources;
  app.get<{ Querystring: RawQuery }>('/api/v1/options', async ({ query }, reply) => {
    const asked = accountElsewhere(query, sources) ?? readOptionsQuestion(query, configured(), clock.now());
    if (typeof asked === 'string') return refuseQuery(reply, asked);
    const { accounts, account } = board();
    const all = accounts.flatMap((name) => account(name)?.options ?? []);
    const views = optionsAskedFor(all, asked);
    const changes = optionChanges && (await withTimeout((signal) => optionChanges(asked, signal)));
    const isEmpty = views.length === 0 && (changes === undefined || changes?.length === 0); // null: they can't be read
    const mistake = isEmpty ? mistakenOption(asked, board(), configured()) : undefined;
    if (mistake !== undefined) return refuseQuery(reply, mistake);
    const told = `{"options":${await jsonList(views, describeOption)}`;
    if (changes === undefined) return sendJsonText(reply, `${told}}`);
    return sendJsonText(reply, `${told},"changes":${JSON.stringify(changes?.map(describeChange) ?? null)}}`);
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
  return get(
    'Payment options, and what changed about them, the newest first: at most 1,000 changes.',
    {
      options: list({
        ...{ ...id, provider_name: optionalText, method_name: optionalText },
        state: { enum: SEEN_STATES },
        active: { type: ['boolean', 'null'] },
        ...{ min_amount: amount, max_amount: amount, max_daily_amount: amount },
        prefixes: { type: 'array', items: text },
        last_seen: time,
      }),
      changes: orNull(
        list({ ...id, seen_at: time, field: text, old_value: optionalText, new_value: optionalText }),
      ),
    },
    [
      parameter(
        'from',
        'A day, 2026-05-04, by the clocks of the accounts if they share them, else in UTC; default the last 30 days.',
      ),
      parameter('to', 'A day: changes up to its end; default now.'),
      parameter('account', 'Only this one.'),
      parameter('currency', 'Only this one.'),
      parameter('provider_code', 'Only this one.'),
    ],
  );
}
