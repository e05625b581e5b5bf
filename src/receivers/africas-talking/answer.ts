// Reads what Africa's Talking answers about one SMS to one number, as a verdict. An HTTP success may hold a failure. Pure.
import type { Instant } from '../../domain/observation.ts';
import type { Delivery } from '../delivery/post.ts';
import { type DeliveryVerdict, temporary, verdictOf } from '../delivery/verdict.ts';
import { type Cost, parseCost } from './cost.ts';

/** A part of an answer. Anything in it may differ from the documentation. */
type Part = Readonly<Record<string, unknown>>;

export interface SmsAnswer {
  readonly verdict: DeliveryVerdict;
  /** Whether the provider's balance is used up. */
  readonly noBalance: boolean;
  /** The cost of an SMS that was taken; `undefined` if the answer doesn't say. */
  readonly cost: Cost | undefined;
}

const TAKEN = [100, 101, 102]; // processed, sent, queued
const NO_BALANCE = 405;
const TEMPORARY = [500, 501]; // internal error, gateway error
const GATEWAY_TIMEOUT = 504;

export interface SmsAnswerOptions {
  readonly now: Instant;
  /** Whether an SMS is sent again when nobody knows whether it was sent. */
  readonly repeat: boolean;
  /** Takes secrets out of the provider's texts. */
  readonly scrub: (text: string) => string;
}

export function smsAnswer(delivery: Delivery, { now, repeat, scrub }: SmsAnswerOptions): SmsAnswer {
  const { outcome, status, detail } = delivery;
  if (outcome === 'ok') return answerOf(delivery, scrub) ?? lostAnswer('no answer that it gives', repeat);
  const ambiguous = delivery.sent && (status === null || status === GATEWAY_TIMEOUT);
  if (ambiguous && !repeat) return lostAnswer(`${outcome}: ${detail ?? ''}`, repeat);
  return { verdict: verdictOf(delivery, now), noBalance: false, cost: undefined };
}

/** Nobody knows whether it was sent. */
function lostAnswer(detail: string, repeat: boolean): SmsAnswer {
  const verdict: DeliveryVerdict = repeat
    ? temporary(detail)
    : { kind: 'unknown', detail: `${detail}; it may have been sent, and is not repeated` };
  return { verdict, noBalance: false, cost: undefined };
}

/**
 * Reads the parts of an answer that matter here: https://developers.africastalking.com/docs/sms/sending/bulk. `undefined` for
 * an answer that doesn't say what became of the SMS: it was cut off, or it comes from a proxy before the provider.
 */
function answerOf(delivery: Delivery, scrub: (text: string) => string): SmsAnswer | undefined {
  const data = partOf(parsed(delivery.body)['SMSMessageData']);
  const recipients = data['Recipients'];
  const recipient: unknown = Array.isArray(recipients) ? recipients[0] : undefined;
  if (!recipient) {
    const said = textOf(data['Message']);
    if (said === '') return undefined;
    return refusal(/insufficient ?balance/i.test(said) ? NO_BALANCE : 0, scrub(said));
  }
  const { statusCode, status, messageId, cost } = partOf(recipient);
  if (typeof statusCode !== 'number') return undefined;
  if (!TAKEN.includes(statusCode)) return refusal(statusCode, scrub(textOf(status)));
  return {
    verdict: { kind: 'done', messageId: textOf(messageId) },
    noBalance: false,
    cost: parseCost(textOf(cost)),
  };
}

function refusal(code: number, said: string): SmsAnswer {
  const noBalance = code === NO_BALANCE;
  const detail = `${code === 0 ? '' : `${code} `}${said.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200)}`;
  const verdict: DeliveryVerdict =
    noBalance || TEMPORARY.includes(code) ? temporary(detail) : { kind: 'permanent', detail };
  return { verdict, noBalance, cost: undefined };
}

function parsed(body: string): Part {
  try {
    return partOf(JSON.parse(body));
  } catch {
    return {};
  }
}

/** An empty part if there is none: the code after a paid SMS must not fail, or the SMS would be sent again. */
function partOf(value: unknown): Part {
  return typeof value === 'object' && value !== null ? (value as Part) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
