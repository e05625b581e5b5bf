// E-mail by SMTP: one mail for each beginning and each end of an alert, and one an hour if it has changed, in one thread.
import type { NodemailerError, SMTPTransportOptions } from 'nodemailer';
import type { Messenger } from '../delivery/messenger.ts';
import { type Receiver, type ReceiverContext, receiverKind } from '../delivery/receiver.ts';
import type { SettingsOf, SettingsShape } from '../delivery/settings.ts';
import { type DeliveryVerdict, temporary } from '../delivery/verdict.ts';
import type { Notification } from '../notification/notification.ts';
import { MESSAGES } from '../outbox/growth.ts';
import { createRecipients } from '../outbox/recipients.ts';
import { mailOf } from './mail.ts';
import { connectToMailServer } from './mail-socket.ts';

const UPDATE_EVERY_MS = 3_600_000;
const DEADLINE_MS = 45_000; // some servers delay their greeting for everybody, or check each mail first
const WITHIN_MS = DEADLINE_MS + 5_000;
/** One address, with or without a name before it. */
const ADDRESS = /^(?:(?:"[^"]*"|[^",;<>@]*)<[^\s@,;<>]+@[^\s@,;<>]+>|[^\s@",;<>]+@[^\s@",;<>]+)$/;

const settings = {
  host: { takes: 'host', required: true, about: 'Name of the mail server.' },
  port: { takes: 'port', default: 587, about: 'Its port: 587 with starttls, 465 with implicit by custom.' },
  tls: {
    takes: 'choice',
    of: ['starttls', 'implicit', 'none'],
    default: 'starttls',
    about:
      'starttls refuses a server that does not offer it; none sends mails, and the password, in the clear.',
  },
  username: { takes: 'text', required: false, about: 'User name, if the server asks for one.' },
  password: { takes: 'secret', required: false, about: 'Password.' },
  from: {
    takes: 'text',
    required: true,
    expected: 'one address, such as "alerts@example.com" or "floatwatch <alerts@example.com>"',
    pattern: ADDRESS,
    about: 'Sender.',
  },
  to: {
    takes: 'texts',
    required: true,
    expected: 'one address, such as "ops@example.com" or "Ops <ops@example.com>"',
    pattern: ADDRESS,
    about: 'Recipients, an address each.',
  },
} as const satisfies SettingsShape;

type EmailSettings = SettingsOf<typeof settings>;

export const email = receiverKind('E-mail by SMTP.', settings, createEmail);

function createEmail(options: EmailSettings, context: ReceiverContext): Receiver {
  return createRecipients(options.to.map(addressOf), messengerTo, context);

  function messengerTo(recipient: string): Messenger {
    const closing = new AbortController();
    return {
      withinMs: WITHIN_MS,
      ...{ sendsUpdates: true, updateEveryMs: UPDATE_EVERY_MS, growth: MESSAGES },
      send: (notification) => send(notification, recipient, closing.signal),
      close: async () => closing.abort(),
    };
  }

  /** Sends one recipient the mail that all of them get. */
  async function send(
    notification: Notification,
    recipient: string,
    closing: AbortSignal,
  ): Promise<DeliveryVerdict> {
    // Loaded only where mails are sent.
    const { createTransport } = await import('nodemailer');
    const signal = AbortSignal.any([closing, AbortSignal.timeout(DEADLINE_MS)]);
    const transport = createTransport(transportOf(options, signal));
    const { to, ...mail } = mailOf(notification, options, context.externalUrl);
    const envelope = { from: mail.from, to: recipient };
    try {
      await transport.sendMail({ ...mail, to: [...to], envelope, signal });
      return { kind: 'done' };
    } catch (error) {
      return mailVerdict(error as NodemailerError, context.scrub);
    } finally {
      transport.close();
    }
  }
}

/** The address without the name that may stand before it. */
function addressOf(recipient: string): string {
  return /<(.+)>$/.exec(recipient)?.[1] ?? recipient;
}

function transportOf(
  { host, port, tls, username, password }: EmailSettings,
  signal: AbortSignal,
): SMTPTransportOptions {
  return {
    ...{ host, port },
    getSocket(_, done) {
      connectToMailServer({ host, port }, signal).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error, false),
      );
    },
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    connectionTimeout: DEADLINE_MS,
    greetingTimeout: DEADLINE_MS,
    socketTimeout: DEADLINE_MS,
    ...{ disableFileAccess: true, disableUrlAccess: true },
    ...(username !== null && { auth: { user: username, pass: password?.reveal() ?? '' } }),
  };
}

/** A refusal is final only if it concerns the mail's own commands. A login may be mended. */
function mailVerdict(error: NodemailerError, scrub: (text: string) => string): DeliveryVerdict {
  const { code = 'failed', permanent = false, response, rejected = [] } = error;
  const whom = rejected.length === 0 ? '' : ` for ${rejected.join(', ')}`;
  const said = scrub(response ?? (error.message || code)).slice(0, 200);
  const detail = said.startsWith(code) ? said : `${code}${whom}: ${said}`;
  return permanent && (code === 'EENVELOPE' || code === 'EMESSAGE')
    ? { kind: 'permanent', detail }
    : temporary(detail);
}
