// `GET /api/v1/at`: what every wallet held at an instant.
import type { FastifyInstance } from 'fastify';
import { AMOUNT_FIELDS } from '../../domain/wallet.ts';
import { WALLET_STATES } from '../../monitor/board/board.ts';
import { untilClosed } from '../http/until-closed.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { PageSources, ReadAt } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { readAtQuestion, strangerAt, type WalletAt, walletsAt } from '../views/at.ts';
import { accountElsewhere, type RawQuery } from '../views/question.ts';
import { listInTurns } from './in-turns.ts';
import { isoTime, refuseQuery, sendJsonText } from './json.ts';
import { amounts, get, lastSeen, list, PAST_AWAY, parameter, text, time, walletName } from './schema.ts';

export function registerAt(app: FastifyInstance, sources: PageSources, read: ReadAt): void {
  const { clock, accounts } = sources;
  app.get<{ Querystring: RawQuery }>('/api/v1/at', async ({ query }, reply) => {
    const asked = accountElsewhere(query, sources) ?? readAtQuestion(query, accounts(), clock.now());
    if (typeof asked === 'string') return refuseQuery(reply, asked);
    const gone = untilClosed(reply);
    const past = await withTimeout((signal, onPart) =>
      read({ ...asked, signal: AbortSignal.any([signal, gone]), onPart }),
    );
    if (!past) return refuseQuery(reply, texts.at.away, 503);
    const stranger = strangerAt(past, asked, accounts());
    if (stranger !== undefined) return refuseQuery(reply, stranger);
    const head = { time: isoTime(asked.at), zone: asked.timezone };
    const all = { items: walletsAt(past, asked.at), describe };
    return sendJsonText(reply, listInTurns(head, 'balances', all));
  });
}

/** As in `/api/v1/balances`: an amount that wasn't known is `null`, and `last_seen` has the amounts that were seen last. */
function describe({
  account,
  currency,
  walletType,
  state,
  balance,
  observedAt,
  ageMs,
  why,
}: WalletAt): object {
  const of = (shown: boolean) =>
    Object.fromEntries(AMOUNT_FIELDS.map((field) => [field, shown ? (balance?.[field] ?? null) : null]));
  return {
    ...{ account, currency, wallet_type: walletType, state, why },
    ...of(state === 'fresh'),
    last_seen: balance && of(true),
    observed_at: isoTime(observedAt),
    age_seconds: ageMs === null ? null : Math.floor(ageMs / 1_000),
  };
}

export function describeAt(): object {
  return get(
    'What every wallet held at an instant, and why where it wasn’t known.',
    {
      ...{ time, zone: text },
      balances: list({
        ...walletName,
        state: { enum: WALLET_STATES },
        why: { type: ['string', 'null'] },
        ...amounts,
        last_seen: lastSeen,
        observed_at: time,
        age_seconds: { type: ['integer', 'null'] },
      }),
    },
    [
      parameter('time', 'An instant, in the zone unless it ends in an offset or Z; default now.'),
      parameter('account', 'Only this one.'),
      parameter('zone', 'IANA name; default the accounts’ own if they share one, else UTC.'),
    ],
    PAST_AWAY,
  );
}
