// `GET /api/v1/plan`: how much must be sent to each wallet, by when and from where, as `floatwatch plan --json` has it.
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { describePlan } from '../../monitor/forecast/plan-words.ts';
import type { PageSources } from '../sources.ts';
import { sendJsonText } from './json.ts';
import { amount, get, list, object, text, time, walletName } from './schema.ts';

const ROWS_A_TURN = 500; // some five milliseconds

export function registerPlan(app: FastifyInstance, plan: NonNullable<PageSources['plan']>): void {
  app.get('/api/v1/plan', async (_request, reply) => {
    const rows: string[] = [];
    for (const [i, row] of (await plan()).entries()) {
      rows.push(JSON.stringify(describePlan(row)));
      if (i % ROWS_A_TURN === ROWS_A_TURN - 1) await setImmediate();
    }
    return sendJsonText(reply, `{"plan":[${rows.join(',')}]}`);
  });
}

export function describePlans(): object {
  return get('What to send to each wallet from which money goes out, by when, and from where.', {
    plan: list({
      ...walletName,
      timezone: text,
      unplanned: {
        enum: ['balance_unknown', 'no_history', 'history_outdated', 'nobody_approves'],
        description: 'Why there is no plan; what follows is then absent.',
      },
      needed: { ...amount, type: 'string', description: 'What to send; 0 when there is enough.' },
      late: { type: 'boolean', description: 'It should have been requested before: it may come too late.' },
      confidence: { type: 'number' },
      doubts: { type: 'array', items: { enum: ['young', 'jump', 'lumpy'] } },
      jump: {
        ...object({ since: text, until: text, factor: { type: 'number' } }),
        type: ['object', 'null'],
        description: 'The day since which outflow is so many times what it was, and until when that is told.',
      },
      record: {
        ...object({ held: { type: 'integer' }, of: { type: 'integer' } }),
        description: 'Of the last days’ forecasts how many held.',
      },
      by: { ...time, description: 'When to request it at the latest; null is beyond 60 days.' },
      requestable: { ...time, description: 'When it can be requested at the soonest.' },
      arrives: { ...time, description: 'When it would then be there.' },
      lasts_until: { ...time, description: 'Without it; null is beyond 60 days.' },
      then_lasts_until: { ...time, description: 'With it; null is beyond 60 days.' },
      source: { type: ['string', 'null'], description: 'account/CURRENCY/WALLET_TYPE' },
      given: { ...amount, description: 'What of it the source can give; null is unknown.' },
      shortfall: { ...amount, description: 'What must be deposited besides; null is unknown.' },
    }),
  });
}
