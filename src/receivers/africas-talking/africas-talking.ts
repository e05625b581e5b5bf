// SMS by Africa's Talking.
import { NOTHING_SENT } from '../../monitor/alerts/outbox.ts';
import type { Messenger } from '../delivery/messenger.ts';
import { type Receiver, type ReceiverContext, receiverKind } from '../delivery/receiver.ts';
import { apiUrl, requiredText, type SettingsOf, type SettingsShape, secret } from '../delivery/settings.ts';
import { type DeliveryVerdict, temporary } from '../delivery/verdict.ts';
import { createRecipients } from '../outbox/recipients.ts';
import { smsAnswer } from './answer.ts';
import { createDailyCost, parseCost } from './cost.ts';
import { smsText } from './message.ts';
import { createWaited, type Waited } from './waited.ts';

const NOT_PAID_RETRY_MS = 15 * 60_000;
const UNSENT: DeliveryVerdict = {
  kind: 'unsent',
  detail: 'its alert was over before there was money for it',
};
const SPACING_MS = 1_000;

const settings = {
  api_key: secret('Key of the application.'),
  username: requiredText('Name of the application; "sandbox" in the sandbox.'),
  to: {
    takes: 'texts',
    required: true,
    expected: 'a number such as "+256700000001"',
    pattern: /^\+[1-9]\d{6,14}$/,
    about: 'Numbers of those who are told, with + and country code.',
  },
  from: {
    takes: 'text',
    required: false,
    about: 'A registered short code or sender name; absent: the one of the provider.',
  },
  max_parts: {
    takes: 'whole',
    least: 1,
    most: 10,
    default: 2,
    about: 'Parts of an SMS at most: 160 signs in one, 153 in each of several. Each is paid for.',
  },
  max_cost_per_day: {
    takes: 'text',
    required: false,
    expected: 'a currency and an amount, such as "KES 50"',
    pattern: /^[A-Z]{3} ?\d+(\.\d+)?$/,
    about:
      'What SMS may cost on a day of UTC, in the currency that the provider bills, counted by each replica; absent: no limit. ' +
      'An SMS is not begun if one as dear as the dearest so far would go beyond it.',
  },
  repeat_after_lost_answer: {
    takes: 'flag',
    default: false,
    about:
      'Sends an SMS again when nobody knows whether it was sent. The provider can not tell the two apart: both arrive, and ' +
      'both are paid for.',
  },
  url: apiUrl(
    'https://api.africastalking.com/version1/messaging',
    'Address of the API; of the sandbox: https://api.sandbox.africastalking.com/version1/messaging.',
  ),
} as const satisfies SettingsShape;

type Settings = SettingsOf<typeof settings>;

export const africasTalking = {
  ...receiverKind("SMS by Africa's Talking.", settings, createAfricasTalking),
  only: ['critical'],
};

function createAfricasTalking(options: Settings, context: ReceiverContext): Receiver {
  const { api_key, username, from, max_parts, repeat_after_lost_answer: repeat, url } = options;
  const { name, clock, shelf, alerts } = context;
  const limit = options.max_cost_per_day === null ? null : (parseCost(options.max_cost_per_day) ?? null);
  const cost = createDailyCost(limit, shelf, name);
  let exhausted: string | null | undefined;
  const recipients = createRecipients(options.to, messengerTo, context);
  return {
    ...recipients,
    status() {
      const { failingSince, trouble } = recipients.status();
      // Another replica may have sent what waited, also since this process began, and left no message to find that out with; or
      // a new day may have begun.
      const isPaid = failingSince === null && cost.refusal(clock.now()) === null;
      if (isPaid && (exhausted !== undefined || trouble === null)) exhausted = null;
      // An alert of its own reports that nothing can be paid for.
      return {
        failingSince,
        trouble: typeof exhausted === 'string' ? null : trouble,
        credit: { exhausted },
      };
    },
  };

  function messengerTo(number: string): Messenger {
    // A poster of its own: a request that misses its deadline breaks off the others of its poster, and these would count as
    // sent.
    const poster = context.poster({ guarded: true });
    const waited = createWaited();
    return {
      spacingMs: SPACING_MS,
      growth: { everyMs: 5 * 60_000, shrinks: false, most: 1 }, // each SMS is paid for
      async send(notification) {
        const { alert, messageId } = notification;
        if (messageId === NOTHING_SENT || waited.isStale(notification, alerts)) return UNSENT;
        const refusal = cost.refusal(clock.now());
        if (refusal !== null) return unpaid(waited, refusal);
        using _ = cost.begin();
        const form = new URLSearchParams({
          username,
          to: number,
          message: smsText(alert, context.externalUrl, max_parts),
          bulkSMSMode: '1',
          ...(from !== null && { from }),
        });
        const headers = {
          apiKey: api_key.reveal(),
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        };
        const delivery = await poster.post(new URL(url), form.toString(), headers);
        const answer = smsAnswer(delivery, { now: clock.now(), repeat, scrub: context.scrub });
        if (answer.noBalance)
          return unpaid(waited, `the provider has no balance (${detailOf(answer.verdict)})`);
        if (answer.verdict.kind === 'done' || answer.verdict.kind === 'unknown') {
          cost.add(clock.now(), answer.cost);
        }
        if (answer.verdict.kind === 'done') {
          exhausted = null;
          waited.paid(clock.now());
        }
        return answer.verdict;
      },
      close: () => poster.close(),
    };
  }

  function unpaid(waited: Waited, why: string): DeliveryVerdict {
    exhausted = why;
    waited.unpaid();
    return temporary(why, NOT_PAID_RETRY_MS);
  }
}

function detailOf(verdict: DeliveryVerdict): string {
  return verdict.kind === 'done' ? '' : verdict.detail;
}
