// Against RFC 5321's replies, by a mail server of our own, and nodemailer 10.6.0 as it is.
import { isIP } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { Lookup } from '../../src/net/lookup.ts';
import { email } from '../../src/receivers/email/email.ts';
import { mailOf } from '../../src/receivers/email/mail.ts';
import { connectToMailServer } from '../../src/receivers/email/mail-socket.ts';
import { messageOf, notificationOf } from '../../src/receivers/notification/notification.ts';
import { makeCertificates } from '../support/certificates.ts';
import {
  alertsSince,
  endedAlert,
  firingAlert,
  outcomeOf,
  receiverContext,
  until,
} from '../support/delivering.ts';
import { freePort } from '../support/ports.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';
import { type SmtpServer, smtpServer } from '../support/smtp-server.ts';
import { hostileAlert } from './contract.ts';

const SETTINGS = {
  host: '127.0.0.1',
  tls: 'none',
  username: null,
  password: null,
  from: 'floatwatch <alerts@example.com>',
  to: ['one@example.com'],
} as const;
const TWO = { to: ['one@example.com', 'two@example.com'] };

function mailing(server: SmtpServer, change: Partial<Parameters<typeof email.create>[0]> = {}) {
  const told: string[] = [];
  const receiver = email.create(
    { ...SETTINGS, port: server.port, ...change },
    receiverContext({
      onDelivery: (...delivery) => void told.push(outcomeOf(...delivery)),
      externalUrl: 'https://float.example.com',
      times: { firstRetryMs: 20 },
    }),
  );
  return { told, receiver, [Symbol.asyncDispose]: () => receiver.stop() };
}

const headerOf = (data: string, name: string): string => {
  const found = new RegExp(`^${name}:(.*(?:\\r\\n\\s.*)*)`, 'im').exec(data)?.[1] ?? '';
  return found.replace(/\r\n\s+/g, ' ').trim();
};

test('AM#4623 beginning and end are one thread, of mails that ask for no reply', async () => {
  await using server = await smtpServer();
  await using it = mailing(server);
  const alert = firingAlert();
  it.receiver.tell([alert]);
  it.receiver.tell([endedAlert(alert)]);
  await until(() => expect(it.told).toEqual(['ok', 'ok']));
  const [first, second] = server.mails.map(({ data }) => data);
  expect(headerOf(first!, 'subject')).toBe('[FIRING] PayoutFloatLow: acme-ug/UGX/MERCHANT_PAYOUT');
  expect(headerOf(second!, 'subject')).toMatch(/^\[RESOLVED\] /);
  expect(headerOf(first!, 'auto-submitted')).toBe('auto-generated');
  expect(headerOf(first!, 'message-id')).toMatch(/^<[0-9a-f]{64}@example\.com>$/);
  expect(headerOf(second!, 'message-id')).not.toBe(headerOf(first!, 'message-id'));
  for (const name of ['in-reply-to', 'references']) {
    expect(headerOf(first!, name)).toMatch(/^<[0-9a-f]{64}@example\.com>$/);
    expect(headerOf(second!, name)).toBe(headerOf(first!, name));
  }
});

test('each recipient is sent the same mail, which names them all, once each', async () => {
  await using server = await smtpServer();
  await using it = mailing(server, { to: [...TWO.to, 'The first <one@example.com>'] });
  it.receiver.tell([firingAlert()]);
  await until(() => expect(it.told).toEqual(['ok', 'ok']));
  expect(server.mails.map(({ to }) => to).sort()).toEqual([['one@example.com'], ['two@example.com']]);
  const [first, second] = server.mails.map(({ data }) => data);
  expect(headerOf(first!, 'to')).toContain('two@example.com');
  for (const name of ['to', 'message-id']) expect(headerOf(first!, name)).toBe(headerOf(second!, name));
  expect(it.receiver.queues).toEqual(['ops/one@example.com', 'ops/two@example.com']);
});

test('a change is a reply in the thread, with an id of its own each time', () => {
  const mail = (value: string) => {
    const alert = firingAlert('Low', { value, pendingAt: 1_000, firingAt: 1_000 });
    const [message] = [messageOf(alert, 'update', 'ops', 2_000)];
    const notification = notificationOf({ ...message, attempts: 0, messageId: null });
    return mailOf(notification, SETTINGS, '');
  };
  const [first, same, other] = [mail('1'), mail('1'), mail('0')];
  expect(same.messageId).toBe(first.messageId);
  expect(other.messageId).not.toBe(first.messageId);
  expect(other.inReplyTo).toBe(first.inReplyTo);
});

test('R2 UK#6046 an outage loses nothing; a lost answer is the same mail twice, by the same id', async () => {
  await using server = await smtpServer();
  await using it = mailing(server);
  server.reply = (command) => (command.startsWith('MAIL') ? '451 try later' : undefined);
  const alert = firingAlert();
  it.receiver.tell([alert]);
  await until(() => expect(it.told.length).toBeGreaterThan(2));
  expect(new Set(it.told)).toEqual(new Set(['EENVELOPE']));
  let lost = false;
  server.reply = (command) => {
    if (command !== 'QUIT' || lost) return undefined;
    lost = true;
    return 'drop'; // after it was accepted: no harm
  };
  it.receiver.tell([endedAlert(alert)]);
  await until(() => expect(server.mails).toHaveLength(2));
  expect(server.mails.map(({ data }) => headerOf(data, 'subject').split(' ')[0])).toEqual([
    '[FIRING]',
    '[RESOLVED]',
  ]);
  server.reply = (command) => (command === 'DATA.' && server.mails.length < 4 ? '451 lost' : undefined);
  it.receiver.tell([firingAlert('Again')]);
  await until(() => expect(server.mails).toHaveLength(5));
  expect(new Set(server.mails.slice(2).map(({ data }) => headerOf(data, 'message-id'))).size).toBe(1);
});

/** A receiver over whose time `pass` disposes: it goes on only while no mail is on its way. */
async function inFakeTime(server: SmtpServer) {
  await import('nodemailer'); // or it would be loaded while time stands still
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const world = new Map<string, Alert>();
  const outbox = sharedOutbox();
  let underWay = 0; // messages that were claimed, and of which it isn't known yet what became of them
  const receiver = email.create(
    { ...SETTINGS, port: server.port },
    receiverContext({
      alerts: () => [...world.values()],
      resendMs: 60_000,
      outbox: {
        ...outbox,
        async claim(...of) {
          const claimed = await outbox.claim(...of);
          underWay += claimed.length;
          return claimed;
        },
        async settle(...of) {
          await outbox.settle(...of);
          underWay--;
        },
        async conclude(messages) {
          await outbox.conclude(messages);
          underWay -= messages.length;
        },
        async renew(messages, forMs) {
          await outbox.renew(messages, forMs);
          underWay -= messages.length;
        },
      },
    }),
  );
  return {
    world,
    receiver,
    tell(...alerts: readonly Alert[]): void {
      for (const alert of alerts) world.set(alert.fingerprint, alert);
      receiver.tell(alerts);
    },
    async pass(minutes: number): Promise<void> {
      for (let seconds = 0; seconds < minutes * 60; seconds += 2) {
        await vi.advanceTimersByTimeAsync(2_000);
        while (underWay > 0) await new Promise((resolve) => setImmediate(resolve));
      }
    },
    async [Symbol.asyncDispose]() {
      const stopped = receiver.stop();
      await vi.advanceTimersByTimeAsync(5_000);
      await stopped;
    },
  };
}

const subjectOf = ({ data }: SmtpServer['mails'][number]) => headerOf(data, 'subject');

test('R2 UK#6046 an hour of failure: nothing is lost, nothing is sent twice', {
  timeout: 120_000,
}, async () => {
  await using server = await smtpServer();
  await using it = await inFakeTime(server);
  const { world, receiver, tell, pass } = it;
  const failing = ['421 not now', 'drop', '451 try later'];
  let asked = 0;
  server.reply = (command) => (command.startsWith('MAIL') ? failing[asked++ % 3] : undefined);
  tell(firingAlert('HourLong'));
  await pass(20);
  expect(receiver.status().trouble).toBe('it can not be reached');
  tell(firingAlert('HourBrief'));
  await pass(20);
  tell(endedAlert(world.get('HourBrief')!));
  await pass(20);
  expect(server.mails).toEqual([]);
  expect(asked).toBeLessThan(2 * 60 + 20);
  server.reply = () => undefined;
  await pass(6);
  tell(endedAlert(world.get('HourLong')!));
  await pass(6);
  const subjects = server.mails.map((mail) => subjectOf(mail).split(':')[0]);
  expect(subjects.filter((subject) => subject!.includes('HourLong'))).toEqual([
    '[FIRING] HourLong',
    '[RESOLVED] HourLong',
  ]);
  expect(subjects.filter((subject) => subject!.includes('HourBrief'))).toEqual([
    '[FIRING] HourBrief',
    '[RESOLVED] HourBrief',
  ]);
  expect(receiver.status().trouble).toBeNull();
});

test('of many alerts at once a mail says that they have become more, and none that a value has changed', {
  timeout: 120_000,
}, async () => {
  await using server = await smtpServer();
  await using it = await inFakeTime(server);
  const { alertsOf } = alertsSince(Date.now());
  it.tell(...alertsOf(6));
  for (let minute = 0; minute < 20; minute++) {
    for (const alert of it.world.values())
      it.world.set(alert.fingerprint, { ...alert, value: String(4_000 - minute) });
    await it.pass(1);
  }
  expect(server.mails.map(subjectOf)).toEqual(['[FIRING] Low: 6 wallets']);
  it.tell(...alertsOf(1, 6));
  await it.pass(6);
  it.tell(...alertsOf(7).map(endedAlert));
  await it.pass(2);
  expect(server.mails.map(subjectOf)).toEqual([
    '[FIRING] Low: 6 wallets',
    '[FIRING] Low: 7 wallets',
    '[RESOLVED] Low: 7 wallets',
  ]);
});

test('a server that lets everybody wait for half a minute before it says a word is sent its mail', async () => {
  await using server = await smtpServer({ greetsAfterMs: 30_000 });
  await using it = await inFakeTime(server);
  let isTalking = false;
  server.reply = () => {
    isTalking = true;
    return undefined;
  };
  it.tell(firingAlert());
  for (let seconds = 0; seconds < 300 && !isTalking; seconds++) {
    await vi.advanceTimersByTimeAsync(1_000);
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(isTalking).toBe(true);
  await until(() => expect(server.mails.map(subjectOf)).toEqual([expect.stringMatching(/^\[FIRING\]/)]));
});

test("a mail is nobody else's for as long as a server may take for it", async () => {
  await using server = await smtpServer();
  const outbox = sharedOutbox();
  const leases: number[] = [];
  const claim: typeof outbox.claim = (receiver, most, leaseMs) => {
    leases.push(leaseMs);
    return outbox.claim(receiver, most, leaseMs);
  };
  const receiver = email.create(
    { ...SETTINGS, port: server.port },
    receiverContext({ outbox: { ...outbox, claim } }),
  );
  receiver.tell([firingAlert()]);
  await until(() => expect(server.mails).toHaveLength(1));
  await receiver.stop();
  expect(Math.min(...leases)).toBeGreaterThan(60_000);
});

describe('what is refused', () => {
  test.each([
    ['MAIL', '550 not from you', 'permanent'],
    ['DATA.', '554 looks like spam', 'permanent'],
    ['RCPT', '550 nobody here', 'permanent'],
    ['RCPT', '450 greylisted', 'temporary'],
    ['EHLO', '554 no service', 'temporary'],
    ['MAIL', 'drop', 'temporary'],
  ])('%s answered by %s is %s', async (command, reply, kind) => {
    await using server = await smtpServer();
    await using it = mailing(server);
    server.reply = (said) =>
      said.startsWith(command) || (command === 'EHLO' && said.startsWith('HELO')) ? reply : undefined;
    expect(await it.receiver.test()).toMatchObject({ kind });
  });

  test('one recipient of two is named, and the other is not sent it again', async () => {
    await using server = await smtpServer();
    await using it = mailing(server, TWO);
    server.reply = (command) =>
      command.includes('RCPT') && command.includes('two@') ? '550 nobody here' : undefined;
    it.receiver.tell([firingAlert()]);
    await until(() => expect(server.mails).toHaveLength(1));
    await until(() => expect(it.receiver.status().trouble).toContain('for two@example.com: 550 nobody here'));
    expect(server.mails).toHaveLength(1);
  });

  test('who is refused for now is told later, and the others are told once, of the end at once', async () => {
    await using server = await smtpServer();
    await using it = mailing(server, TWO);
    const mailsTo = (who: string) => server.mails.filter(({ to }) => to.includes(who));
    let greylisted = 0;
    server.reply = (command) =>
      command.startsWith('RCPT') && command.includes('two@') && ++greylisted <= 3
        ? '450 greylisted'
        : undefined;
    const alert = firingAlert();
    it.receiver.tell([alert]);
    await until(() => expect(mailsTo('one@example.com')).toHaveLength(1));
    it.receiver.tell([endedAlert(alert)]);
    await until(() => expect(mailsTo('one@example.com')).toHaveLength(2));
    await until(() => expect(mailsTo('two@example.com')).toHaveLength(2));
    expect(mailsTo('one@example.com')).toHaveLength(2);
    const [first, second] = mailsTo('two@example.com').map(({ data }) => headerOf(data, 'subject'));
    expect([first, second]).toEqual([
      expect.stringMatching(/^\[FIRING\]/),
      expect.stringMatching(/^\[RESOLVED\]/),
    ]);
  });

  test('a stop brings to its end what is being sent to one, though there is nothing for the others', {
    tags: 'timed',
  }, async () => {
    await using server = await smtpServer();
    const it = mailing(server, TWO);
    const asked = Promise.withResolvers<void>();
    server.reply = (command) => {
      if (!command.includes('two@')) return undefined;
      asked.resolve();
      return '';
    };
    it.receiver.tell([firingAlert()]);
    await asked.promise;
    await until(() => expect(server.mails).toHaveLength(1));
    const began = performance.now();
    await it.receiver.stop(500);
    expect(performance.now() - began).toBeGreaterThan(450);
  });

  test('a wrong password may be mended, and is not told', async () => {
    await using server = await smtpServer();
    const password = { reveal: () => 'canary-1234' };
    await using it = mailing(server, { username: 'me', password });
    server.reply = (command) => (command.startsWith('AUTH') ? '535 no' : undefined);
    const verdict = await it.receiver.test();
    expect(verdict).toMatchObject({ kind: 'temporary', detail: 'EAUTH: 535 no' });
    server.reply = () => undefined;
    expect(await it.receiver.test()).toEqual({ kind: 'done' });
    expect(server.mails[0]!.login).toBe(':me:canary-1234');
  });

  test('R7 AM#375 a server that hangs is left', { tags: 'timed' }, async () => {
    await using server = await smtpServer();
    await using it = mailing(server);
    server.reply = (command) => (command.startsWith('MAIL') ? '' : undefined);
    const before = performance.now();
    const verdict = it.receiver.test();
    await it.receiver.stop(); // breaks it off, long before the deadline
    expect(await verdict).toMatchObject({ kind: 'temporary' });
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});

describe('the way to the server', () => {
  const connecting = (host: string, lookup?: Lookup) =>
    connectToMailServer({ host, port: 25 }, AbortSignal.timeout(10_000), lookup);

  test.each(['169.254.169.254', 'fe80::1'])('no connection is made to %s', async (address) => {
    const named: Lookup = (_, { all }, found) =>
      all ? found(null, [{ address, family: isIP(address) }]) : found(null, address, isIP(address));
    for (const refused of [connecting(address), connecting('mail.example.com', named)]) {
      await expect(refused).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
    }
  });

  test('why none is made is told, and tried again', async () => {
    const port = await freePort();
    await using server = await smtpServer();
    const told = async (host: string, at: number) => {
      await using it = mailing(server, { host, port: at });
      const verdict = await it.receiver.test();
      expect(verdict.kind).toBe('temporary');
      return 'detail' in verdict ? verdict.detail : '';
    };
    expect(await told('127.0.0.1', port)).toBe(`ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:${port}`);
    expect(await told('localhost', port)).toMatch(/^ECONNREFUSED/); // of two addresses nothing more is known
    expect(await told('nowhere.invalid', 25)).toMatch(/^(ENOTFOUND: there is no host|EAI_AGAIN: no name)/);
    expect(await told('169.254.169.254', 25)).toBe(
      'REFUSED_ADDRESS: 169.254.169.254 is a link-local address, where only metadata services of machines answer',
    );
  });
});

describe('TLS', () => {
  const roots = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(roots));

  test.each([
    ['R7 AM#980 implicit', { implicit: true }, 'implicit'],
    ['by STARTTLS', {}, 'starttls'],
  ] as const)(
    '%s: the mail is sent under a certificate that is trusted, and only then',
    async (_, how, tls) => {
      const { ca, good } = makeCertificates();
      await using server = await smtpServer({ certificate: good, ...how });
      await using it = mailing(server, { tls });
      expect(await it.receiver.test()).toMatchObject({ kind: 'temporary' });
      expect(server.mails).toEqual([]);
      setDefaultCACertificates([...roots, ca]);
      expect(await it.receiver.test()).toEqual({ kind: 'done' });
      expect(server.mails.every(({ secure }) => secure)).toBe(true);
    },
  );

  test('R7 AM#2688 a server without STARTTLS gets neither mail nor password', async () => {
    await using server = await smtpServer();
    await using it = mailing(server, {
      tls: 'starttls',
      username: 'me',
      password: { reveal: () => 'canary-1234' },
    });
    expect(await it.receiver.test()).toMatchObject({ kind: 'temporary' });
    expect(server.mails).toEqual([]);
  });
});

test('R4 AM#3061 nothing from outside is markup, or a header', () => {
  const alert = hostileAlert({ account: 'a\r\nBcc: x@example.com' });
  const notification = { kind: 'fire', alert, key: 'k', episode: 'e', messageId: null } as const;
  const { subject, html } = mailOf(notification, SETTINGS, 'https://float.example.com');
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toContain('<b>');
  expect(html).toContain('a &lt; b &amp; c &gt; d &quot;e&quot; _f_');
});
