// `GET /api/v1/plan`: how much must be sent to each wallet, by when and from where. The same as `floatwatch plan --json`,
// or `--csv`, prints.
import type { FastifyInstance } from 'fastify';
import { DOUBTS } from '../../domain/forecast/plan.ts';
import { VERDICTS } from '../../domain/forecast/top-up-outcome.ts';
import { planCsvLine, planCsvTitle } from '../../monitor/forecast/plan-csv.ts';
import { asOneList } from '../../monitor/forecast/plan-order.ts';
import { describePlan, UNPLANNED_WORDS } from '../../monitor/forecast/plan-words.ts';
import type { PlanRow } from '../../monitor/forecast/plans.ts';
import type { PageSources } from '../sources.ts';
import { plansAskedFor, readPlanQuestion } from '../views/plan.ts';
import { accountElsewhere, mistakenAccount, mistakenWallet, type RawQuery } from '../views/question.ts';
import { FORMAT_MISTAKE, readFormat, sendCsv } from './csv.ts';
import { inTurns, listInTurns } from './in-turns.ts';
import { refuseQuery, sendJsonText } from './json.ts';
import { amount, get, list, object, parameter, text, time, walletName } from './schema.ts';

export function registerPlan(
  app: FastifyInstance,
  sources: PageSources,
  plan: NonNullable<PageSources['plan']>,
): void {
  const { accounts, clock, board } = sources;
  app.get<{ Querystring: RawQuery }>('/api/v1/plan', async (request, reply) => {
    const { query } = request;
    const asked = accountElsewhere(query, sources) ?? readPlanQuestion(query, accounts(), clock.now());
    if (typeof asked === 'string') return refuseQuery(reply, asked);
    const stranger = mistakenAccount(
      asked.account,
      accounts().map(({ account }) => account),
    );
    if (stranger !== undefined) return refuseQuery(reply, stranger);
    const format = readFormat(request);
    if (format === undefined) return refuseQuery(reply, FORMAT_MISTAKE);
    const plans = asOneList(await plansAskedFor(await plan(asked.question), asked));
    const mistake = plans.length === 0 ? mistakenWallet(asked, board()) : undefined;
    if (mistake !== undefined) return refuseQuery(reply, mistake);
    if (format === 'csv') return sendCsv(reply, 'plan.csv', csvOf(plans));
    return sendJsonText(reply, listInTurns({}, 'plan', { items: plans, describe: describePlan }));
  });
}

async function* csvOf(plans: readonly PlanRow[]): AsyncGenerator<string> {
  yield planCsvTitle();
  yield* inTurns(plans, planCsvLine);
}

export function describePlans(): object {
  const summary = 'What to send to each wallet from which money goes out, by when, and from where.';
  return get(
    `${summary} As CSV with format=csv, or when text/csv is accepted.`,
    {
      plan: list({
        ...walletName,
        timezone: text,
        unplanned: {
          enum: Object.keys(UNPLANNED_WORDS),
          description: 'Why there is no plan; what follows is then absent.',
        },
        needed: { ...amount, type: 'string', description: 'What to send; 0 when there is enough.' },
        coming: {
          ...{ ...amount, type: 'string' },
          description: 'What was requested and is on its way: needed comes on top of it.',
        },
        expired: {
          ...list({ requested_at: time, amount: { ...amount, type: 'string' } }),
          description: 'What was requested and has not come: somebody should ask after it.',
        },
        late: { type: 'boolean', description: 'It should have been requested before: it may come too late.' },
        confidence: { type: 'number' },
        doubts: { type: 'array', items: { enum: DOUBTS } },
        jump: {
          ...object({ since: text, until: text, factor: { type: 'number' } }),
          type: ['object', 'null'],
          description:
            'The day since which outflow is so many times what it was, and until when that is told.',
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
        last_top_up: {
          ...object({
            at: time,
            amount: { ...amount, type: 'string' },
            left_before: { ...amount, type: 'string' },
            empty_since: time,
            outcome: { enum: VERDICTS },
          }),
          type: ['object', 'null'],
          description: 'What came of the last plan that asked for money and got it; null: none is known.',
        },
      }),
    },
    [
      parameter('date', 'The day until whose end the money is to last, 2026-12-31; default: as configured.'),
      parameter('cover', 'Or how long it is to last after its arrival, 7d.'),
      parameter('confidence', 'In which share of cases, from 0.5 to 0.99; default: the account’s own.'),
      parameter('account', 'Only this one.'),
      parameter('currency', 'Only this one.'),
      parameter('wallet_type', 'Only this one.'),
      parameter('format', 'json or csv; default as Accept says, else json.'),
    ],
  );
}
