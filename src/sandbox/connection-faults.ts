// Faults: connections that break, stall or don't speak proper HTTP. Listed by name in `faults.ts`.
import { type Fault, head, push, reply, wholeNumber } from './fault.ts';

const usedBefore = new WeakSet<object>();

export const CONNECTION_FAULTS: readonly Fault[] = [
  {
    name: 'reset',
    cases: ['U1'],
    description: 'the connection is reset instead of an answer',
    act: ({ socket }) => void socket.resetAndDestroy(),
  },
  {
    name: 'close',
    cases: ['U1'],
    description: 'the connection is closed without a byte',
    act: ({ socket }) => void socket.destroy(),
  },
  {
    name: 'hang',
    cases: ['U3', 'U20'],
    description: 'the request is taken and never answered',
    act: () => {},
  },
  {
    name: 'slow',
    cases: ['U19'],
    description: 'the good answer, late',
    value: { meaning: 'milliseconds', default: '20000' },
    async act(exchange) {
      if (await exchange.wait(wholeNumber(exchange, 20_000))) reply(exchange, 200, exchange.body);
    },
  },
  {
    name: 'drip-headers',
    cases: ['U3'],
    description: 'the good answer from its first byte on, one byte at a time',
    value: { meaning: 'milliseconds between bytes', default: '1000' },
    act: (exchange) =>
      drip(exchange, `${head(`Content-Length: ${Buffer.byteLength(exchange.body)}`)}${exchange.body}`),
  },
  {
    name: 'stall-headers',
    cases: ['U3'],
    description: 'half of the headers, then nothing',
    act: ({ socket }) => void socket.write(half(head('Content-Length: 10'))),
  },
  {
    name: 'drip-body',
    cases: ['U4'],
    description: 'the headers at once, the body one byte at a time',
    value: { meaning: 'milliseconds between bytes', default: '1000' },
    async act(exchange) {
      await push(exchange.socket, head(`Content-Length: ${Buffer.byteLength(exchange.body)}`));
      await drip(exchange, exchange.body);
    },
  },
  {
    name: 'stall-body',
    cases: ['U4'],
    description: 'the headers and half the body, then nothing',
    act: ({ socket, body }) =>
      void socket.write(head(`Content-Length: ${Buffer.byteLength(body)}`) + half(body)),
  },
  {
    name: 'truncated-length',
    cases: ['U5'],
    description: 'half of the body that Content-Length announced, then the connection is closed',
    act: ({ socket, body }) =>
      void socket.end(head(`Content-Length: ${Buffer.byteLength(body)}`) + half(body)),
  },
  {
    name: 'truncated-chunk',
    cases: ['U5'],
    description: 'a chunk that ends before its announced size, then the connection is closed',
    act: ({ socket, body }) =>
      void socket.end(head('Transfer-Encoding: chunked') + chunk(body).slice(0, -20)),
  },
  {
    name: 'missing-last-chunk',
    cases: ['U5'],
    description: 'every byte of the body in a chunk, but the connection is closed before the last chunk',
    act: ({ socket, body }) => void socket.end(head('Transfer-Encoding: chunked') + chunk(body)),
  },
  {
    name: 'cut-close-delimited',
    cases: ['U5'],
    description: 'half of a body that ends with the connection',
    act: ({ socket, body }) => void socket.end(head('Connection: close') + half(body)),
  },
  {
    name: 'close-delimited',
    cases: ['U6'],
    description: 'a complete body that ends with the connection: a good answer',
    act: ({ socket, body }) => void socket.end(head('Connection: close') + body),
  },
  {
    name: 'keep-alive-race',
    cases: ['U16'],
    description: 'a good answer on a new connection; one that is used again is closed without a byte',
    act(exchange) {
      if (usedBefore.has(exchange.socket)) return void exchange.socket.destroy();
      usedBefore.add(exchange.socket);
      reply(exchange, 200, exchange.body);
    },
  },
  {
    name: 'huge-headers',
    cases: ['U9'],
    description: 'the good answer under one header of 100 kB',
    act: ({ socket, body }) =>
      void socket.end(
        head(`X-Long: ${'x'.repeat(100_000)}`, `Content-Length: ${Buffer.byteLength(body)}`) + body,
      ),
  },
  {
    name: 'many-headers',
    cases: ['U9'],
    description: 'the good answer under 10,000 headers',
    act({ socket, body }) {
      const many = Array.from({ length: 10_000 }, (_, index) => `X-${index}: x`);
      socket.end(head(...many, `Content-Length: ${Buffer.byteLength(body)}`) + body);
    },
  },
  {
    name: 'endless-headers',
    cases: ['U9'],
    description: 'headers that never end',
    async act({ socket }) {
      await push(socket, head().slice(0, -2));
      const more = `X-More: ${'x'.repeat(1_000)}\r\n`.repeat(100);
      while (await push(socket, more));
    },
  },
  {
    name: 'same-length-twice',
    cases: ['U17'],
    description: 'two Content-Length headers that agree',
    act({ socket, body }) {
      const length = `Content-Length: ${Buffer.byteLength(body)}`;
      socket.end(head(length, length) + body);
    },
  },
  {
    name: 'two-lengths',
    cases: ['U17'],
    description: 'two Content-Length headers that disagree',
    act: ({ socket, body }) =>
      void socket.end(head(`Content-Length: ${Buffer.byteLength(body)}`, 'Content-Length: 10') + body),
  },
  {
    name: 'length-and-chunked',
    cases: ['U17'],
    description: 'Content-Length and Transfer-Encoding: chunked in one answer',
    act: ({ socket, body }) =>
      void socket.end(`${head('Content-Length: 10', 'Transfer-Encoding: chunked') + chunk(body)}0\r\n\r\n`),
  },
  {
    name: 'bare-lf',
    cases: ['U17'],
    description: 'header lines that end with LF alone',
    act: ({ socket, body }) =>
      void socket.end(head(`Content-Length: ${Buffer.byteLength(body)}`).replaceAll('\r\n', '\n') + body),
  },
  {
    name: 'early-hints',
    cases: ['U17'],
    description: 'informational answers (103), many of them, before the good one',
    value: { meaning: 'how many', default: '10000' },
    async act(exchange) {
      const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n'.repeat(100);
      const rounds = Math.ceil(wholeNumber(exchange, 10_000) / 100);
      for (let round = 0; round < rounds; round++) if (!(await push(exchange.socket, hints))) return;
      exchange.socket.end(
        head(`Content-Length: ${Buffer.byteLength(exchange.body)}`, 'Connection: close') + exchange.body,
      );
    },
  },
  {
    name: 'not-http',
    cases: ['U17'],
    description: 'the greeting of another protocol',
    act: ({ socket }) => void socket.end('SSH-2.0-OpenSSH_9.2p1\r\n'),
  },
];

async function drip(exchange: Parameters<Fault['act']>[0], text: string): Promise<void> {
  const pause = wholeNumber(exchange, 1_000);
  for (const byte of Buffer.from(text)) {
    if (!(await push(exchange.socket, Uint8Array.of(byte))) || !(await exchange.wait(pause))) return;
  }
  exchange.socket.end();
}

function half(body: string): string {
  return body.slice(0, Math.floor(body.length / 2));
}

function chunk(body: string): string {
  return `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;
}
