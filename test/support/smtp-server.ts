import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls';
import type { Certificate } from './certificates.ts';

export interface SmtpServer extends AsyncDisposable {
  readonly port: number;
  /** What was accepted: the recipients and the message as it came. */
  readonly mails: {
    readonly to: readonly string[];
    readonly data: string;
    readonly login: string | null;
    readonly secure: boolean;
  }[];
  /** Answers a command by itself: `550 no`, or `drop` to break off. */
  reply: (command: string) => string | undefined;
}

/** A mail server on a free loopback port that takes everything, until `reply` says otherwise. */
export async function smtpServer(
  options: {
    readonly certificate?: Certificate;
    readonly implicit?: boolean;
    /** For how long it says nothing to who connects, in milliseconds. */
    readonly greetsAfterMs?: number;
  } = {},
): Promise<SmtpServer> {
  const { certificate, implicit = false, greetsAfterMs = 0 } = options;
  const sockets = new Set<Socket>();
  const talk = (socket: Socket): void => {
    sockets.add(socket);
    converse(socket, socket instanceof TLSSocket);
  };
  const server = implicit ? createTlsServer({ ...certificate }, talk) : createServer(talk);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const smtp: SmtpServer = {
    port: (server.address() as AddressInfo).port,
    mails: [],
    reply: () => undefined,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return smtp;

  function converse(socket: Socket, secure: boolean, greet = true): void {
    let buffered = '';
    let to: string[] = [];
    let login: string | null = null;
    let inData = false;
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    socket.on('error', () => {});
    const welcome = () => say('220 mail.example.com ESMTP');
    if (greet && greetsAfterMs > 0) setTimeout(welcome, greetsAfterMs);
    else if (greet) welcome();
    socket.on('data', (chunk) => {
      buffered += chunk.toString();
      for (let end = buffered.indexOf('\r\n'); end >= 0 || inData; end = buffered.indexOf('\r\n')) {
        if (inData) {
          const stop = buffered.indexOf('\r\n.\r\n');
          if (stop < 0) return;
          const answer = smtp.reply('DATA.');
          if (answer !== 'drop') smtp.mails.push({ to, data: buffered.slice(0, stop), login, secure });
          buffered = buffered.slice(stop + 5);
          inData = false;
          if (answer === 'drop') socket.destroy();
          else say(answer ?? '250 OK');
          continue;
        }
        const command = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        const own = smtp.reply(command);
        if (own === 'drop') return void socket.destroy();
        if (own !== undefined) say(own);
        else if (/^EHLO/.test(command)) {
          for (const line of ['mail.example.com', ...(certificate && !secure ? ['STARTTLS'] : [])])
            say(`250-${line}`);
          say('250 AUTH PLAIN');
        } else if (command === 'STARTTLS' && certificate) {
          say('220 go on');
          socket.removeAllListeners('data');
          const secured = new TLSSocket(socket, {
            isServer: true,
            secureContext: createSecureContext(certificate),
          });
          sockets.add(secured);
          return converse(secured, true, false);
        } else if (/^AUTH PLAIN/.test(command)) {
          login = Buffer.from(command.slice(11), 'base64').toString().replaceAll('\0', ':');
          say('235 welcome');
        } else if (/^RCPT/.test(command)) {
          to = [...to, /<(.*)>/.exec(command)![1]!];
          say('250 OK');
        } else if (command === 'DATA') {
          inData = true;
          to = [...to];
          say('354 go on');
        } else if (command === 'STARTTLS') {
          say('502 not here');
        } else if (command === 'QUIT') {
          say('221 bye');
          socket.end();
        } else {
          if (/^MAIL/.test(command)) to = [];
          say('250 OK');
        }
      }
    });
  }
}
