// Faults: bodies that are too big, or whose encoding, character set or content type isn't the one that they claim. Listed
// by name in `faults.ts`.
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type Fault, head, push, reply, wholeNumber } from './fault.ts';

const MEGABYTE_BYTES = 1_000_000;
const SPACES = Buffer.alloc(MEGABYTE_BYTES, ' ');

const webPage = (title: string, inside: string): string =>
  `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${inside}</body></html>`;

const LOGIN = webPage(
  'Merchant Portal · Sign in',
  '<form method="post" action="/login"><input name="email"><input name="password" type="password"></form>',
);

const HTML_TYPE = 'text/html; charset=utf-8';

export const ENCODING_FAULTS: readonly Fault[] = [
  {
    name: 'gzip-bomb',
    cases: ['U7'],
    description:
      'a gzip body that grows a thousandfold into a good answer with a long run of spaces before it',
    value: { meaning: 'megabytes when inflated', default: '200' },
    async act(exchange) {
      const { socket, body } = exchange;
      const member = gzipSync(Buffer.concat(Array.from({ length: 10 }, () => SPACES)), { level: 9 });
      const members = Math.ceil(wholeNumber(exchange, 200) / 10);
      const end = gzipSync(body);
      const length = member.length * members + end.length;
      await push(socket, head('Content-Encoding: gzip', `Content-Length: ${length}`));
      for (let sent = 0; sent < members; sent++) if (!(await push(socket, member))) return;
      socket.end(end);
    },
  },
  encoded('gzip', (body) => gzipSync(body)),
  encoded('deflate', (body) => deflateSync(body)),
  encoded('br', (body) => brotliCompressSync(body)),
  encoded('zstd', (body) => zstdCompressSync(body)),
  {
    name: 'stacked-gzip',
    cases: ['U7'],
    description: 'the good answer in five layers of gzip',
    act(exchange) {
      let body: Uint8Array = Buffer.from(exchange.body);
      for (let layer = 0; layer < 5; layer++) body = gzipSync(body);
      reply(exchange, 200, body, { 'content-encoding': 'gzip, gzip, gzip, gzip, gzip' });
    },
  },
  {
    name: 'unknown-encoding',
    cases: ['U7'],
    description: 'the good answer, said to be encoded as "pigeon"',
    act: (exchange) => reply(exchange, 200, exchange.body, { 'content-encoding': 'pigeon' }),
  },
  {
    name: 'huge-body',
    cases: ['U8'],
    description: 'a good answer with a long run of spaces before it, its length announced',
    value: { meaning: 'megabytes', default: '64' },
    async act(exchange) {
      const { socket, body } = exchange;
      const megabytes = wholeNumber(exchange, 64);
      await push(socket, head(`Content-Length: ${megabytes * MEGABYTE_BYTES + Buffer.byteLength(body)}`));
      for (let sent = 0; sent < megabytes; sent++) if (!(await push(socket, SPACES))) return;
      socket.end(body);
    },
  },
  {
    name: 'endless-body',
    cases: ['U8'],
    description: 'a chunked body that never ends',
    async act({ socket }) {
      await push(socket, head('Transfer-Encoding: chunked'));
      const chunk = `${SPACES.length.toString(16)}\r\n${SPACES.toString()}\r\n`;
      while (await push(socket, chunk));
    },
  },
  {
    name: 'html',
    cases: ['U10'],
    description: '200 with a web page',
    act: (exchange) =>
      reply(exchange, 200, webPage('Welcome', '<p>It works.</p>'), { 'content-type': HTML_TYPE }),
  },
  {
    name: 'login-page',
    cases: ['U10'],
    description: '200 with the login page of a merchant portal',
    act: (exchange) => reply(exchange, 200, LOGIN, { 'content-type': HTML_TYPE }),
  },
  {
    name: 'json-as-html',
    cases: ['U10'],
    description: 'the good answer, said to be text/html',
    act: (exchange) => reply(exchange, 200, exchange.body, { 'content-type': HTML_TYPE }),
  },
  {
    name: 'html-as-json',
    cases: ['U10'],
    description: 'a web page, said to be application/json',
    act: (exchange) => reply(exchange, 200, webPage('Welcome', '<p>It works.</p>')),
  },
  {
    name: 'no-content-type',
    cases: ['U10'],
    description: 'the good answer without a Content-Type',
    act: (exchange) => reply(exchange, 200, exchange.body, { 'content-type': undefined }),
  },
  {
    name: 'empty',
    cases: ['U10'],
    description: '200 with no body',
    act: (exchange) => reply(exchange, 200, ''),
  },
  {
    name: 'no-content',
    cases: ['U10'],
    description: '204',
    act({ response }) {
      response.writeHead(204).end();
    },
  },
  {
    name: 'bom',
    cases: ['U10'],
    description: 'the good answer after a byte order mark',
    act: (exchange) => reply(exchange, 200, `\uFEFF${exchange.body}`),
  },
  {
    name: 'utf-16',
    cases: ['U10'],
    description: 'the good answer in UTF-16, said so',
    act: (exchange) =>
      reply(exchange, 200, Buffer.from(`\uFEFF${exchange.body}`, 'utf16le'), {
        'content-type': 'application/json; charset=utf-16',
      }),
  },
  {
    name: 'latin-1',
    cases: ['U10'],
    description: 'the good answer with an é in its message as Latin-1 writes it: not UTF-8',
    act: (exchange) =>
      reply(exchange, 200, Buffer.from(exchange.body.replace('Request', 'Requête'), 'latin1')),
  },
  {
    name: 'body',
    cases: [],
    description: '200 with any body, said to be JSON',
    value: { meaning: 'the body', default: '{}' },
    act: (exchange) => reply(exchange, 200, exchange.value),
  },
];

function encoded(coding: string, encode: (body: string) => Uint8Array): Fault {
  return {
    name: coding,
    cases: ['U7'],
    description: `the good answer in ${coding}, although nobody asked for it`,
    act: (exchange) => reply(exchange, 200, encode(exchange.body), { 'content-encoding': coding }),
  };
}
