// `POST /api/v1/plan/requested`: records that a top-up was requested, so that nobody requests it again. Only where that
// is allowed, and only for users of the web.config file.
import type { FastifyInstance } from 'fastify';
import { type Amount, compareAmounts, parseAmount, ZERO } from '../../domain/money.ts';
import { parseWalletKey } from '../../domain/wallet.ts';
import type { PageSources, WalletName } from '../sources.ts';
import { refuseQuery, sendJson } from './json.ts';
import { object, text } from './schema.ts';

export const REQUESTED_PATH = '/api/v1/plan/requested';

// The database's answer may have been lost on the way, and a top-up that is recorded twice counts twice.
const NOT_KNOWN =
  'the database is away: whether this was kept is not known, so see what is on its way before you say it again';
const SHAPE = '{"wallet": "acme-ug/UGX/MERCHANT_PAYOUT", "amount": "5000000"}';

export function describeRequested(): object {
  const refusal = (description: string) => ({ description, content: jsonContent(object({ error: text })) });
  return {
    post: {
      summary:
        'Says that a top-up was asked for, so that it isn’t asked for again until it has arrived or expired.',
      requestBody: { required: true, content: jsonContent(object({ wallet: text, amount: text })) },
      responses: {
        201: { description: 'It is kept.', content: jsonContent(object({ requested: text })) },
        400: refusal('The body is not understood, or there is no such wallet.'),
        403: refusal('There are no users whom a password shows.'),
        503: refusal('The database is away: whether it was kept is not known.'),
      },
    },
  };
}

function jsonContent(schema: object): object {
  return { 'application/json': { schema } };
}

/** `hasUsers` says whether there are users at all; if so, a request that comes here has shown a name and a password. */
export function registerRequested(
  app: FastifyInstance,
  requestTopUp: NonNullable<PageSources['requestTopUp']>,
  hasUsers: () => boolean,
): void {
  app.post(REQUESTED_PATH, async (request, reply) => {
    if (!hasUsers()) return refuseQuery(reply, 'this needs basic_auth_users in web.config_file', 403);
    const asked = readBody(request.body);
    if (!asked) return refuseQuery(reply, `the body must be ${SHAPE}, the amount above 0 and in quotes`);
    const by = `api ${userOf(request.headers.authorization!)}`;
    try {
      const mistake = await requestTopUp(asked.wallet, { amount: asked.amount, by });
      if (mistake !== undefined) return refuseQuery(reply, mistake);
    } catch {
      return refuseQuery(reply, NOT_KNOWN, 503);
    }
    return sendJson(reply.code(201), { requested: asked.amount });
  });
}

function readBody(body: unknown): { readonly wallet: WalletName; readonly amount: Amount } | undefined {
  try {
    const { wallet: name, amount: text } = JSON.parse(String(body)) as Readonly<Record<string, unknown>>;
    if (typeof name !== 'string' || typeof text !== 'string') return undefined;
    const slash = name.indexOf('/');
    const id = slash > 0 ? parseWalletKey(name.slice(slash + 1)) : undefined;
    const amount = parseAmount(text);
    if (!id || amount === undefined || compareAmounts(amount, ZERO) <= 0) return undefined;
    return { wallet: { account: name.slice(0, slash), ...id }, amount };
  } catch {
    return undefined;
  }
}

/** The name of a user whose password was right. */
function userOf(authorization: string): string {
  const credentials = Buffer.from(authorization.replace(/^basic +/i, ''), 'base64').toString();
  return credentials.slice(0, credentials.indexOf(':'));
}
