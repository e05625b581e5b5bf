// What Africa's Talking answers about one SMS to one number, as a verdict. A success of HTTP carries failures too. Pure.
import type { Instant } from '../../domain/observation.ts';
import type { Delivery } from '../delivery/post.ts';
import { temporary, type Verdict, verdictOf } from '../delivery/verdict.ts';
import { type Cost, parseCost } from './cost.ts';

/** What of an answer means something here: https://developers.africastalking.com/docs/sms/sending/bulk */
interface Answer {
  readonly SMSMessageData?: {
    readonly Message?: string;
    readonly Recipients?: readonly Recipient[];
  };
}

interface Recipient {
  readonly statusCode?: number;
  readonly status?: string;
  readonly messageId?: string;
  readonly cost?: string;
}

export interface SmsAnswer {
  readonly verdict: Verdict;
  /** Whether the provider's balance is used up. */
  readonly noBalance: boolean;
  /** Of what was taken; `undefined` if it doesn't say. */
  readonly cost: Cost | undefined;
}

const TAKEN = [100, 101, 102]; // processed, sent, queued
const NO_BALANCE = 405;
const TEMPORARY = [500, 501]; // internal error, gateway error
const GATEWAY_TIMEOUT = 504;

export interface SmsAnswerOptions {
  readonly now: Instant;
  /** An SMS of which nobody knows whether it was sent is sent again. */
  readonly repeat: boolean;
  /** Takes secrets out of what is said. */
  readonly scrub: (text: string) => string;
}

export function smsAnswer(delivery: Delivery, { now, repeat, scrub }: SmsAnswerOptions): SmsAnswer {
  const { outcome, status, detail } = delivery;
  if (outcome === 'ok') return answerOf(delivery, scrub);
  const ambiguous = delivery.sent && (status === null || status === GATEWAY_TIMEOUT);
  const verdict: Verdict =
    ambiguous && !repeat
      ? { kind: 'unknown', detail: `${outcome}: ${detail ?? ''}; it may have been sent, and is not repeated` }
      : verdictOf(delivery, now);
  return { verdict, noBalance: false, cost: undefined };
}

function answerOf(delivery: Delivery, scrub: (text: string) => string): SmsAnswer {
  const { Message = 'no answer that it gives', Recipients = [] } = parsed(delivery.body).SMSMessageData ?? {};
  const [recipient] = Recipients;
  if (!recipient) {
    const noBalance = /insufficient ?balance/i.test(Message);
    return refusal(noBalance ? NO_BALANCE : 0, scrub(Message));
  }
  const { statusCode = 0, status = '', messageId = '', cost = '' } = recipient;
  if (!TAKEN.includes(statusCode)) return refusal(statusCode, scrub(status));
  return { verdict: { kind: 'done', messageId }, noBalance: false, cost: parseCost(cost) };
}

function refusal(code: number, said: string): SmsAnswer {
  const noBalance = code === NO_BALANCE;
  const detail = `${code === 0 ? '' : `${code} `}${said.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200)}`;
  const verdict: Verdict =
    noBalance || TEMPORARY.includes(code) ? temporary(detail) : { kind: 'permanent', detail };
  return { verdict, noBalance, cost: undefined };
}

function parsed(body: string): Answer {
  try {
    return (JSON.parse(body) ?? {}) as Answer;
  } catch {
    return {};
  }
}
