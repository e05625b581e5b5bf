import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { type Lookup, RefusedAddress } from '../../../src/net/lookup.ts';
import { createUpstreamConnection, type WireHead } from '../../../src/upstream/http/connection.ts';
import { openSocket } from '../../../src/upstream/http/socket.ts';
import { GOOD, serveTcp } from '../service.ts';

const REQUEST = { path: '/', headers: {} };
const OK = `HTTP/1.1 200 OK\r\ncontent-length: ${GOOD.length}\r\n\r\n${GOOD}`;
const at = (url: string) => ({ url: new URL(url), allowInsecureHttp: false });

test('a connection knows how far it has come, and with whom', async () => {
  await using service = await serveTcp((socket) =>
    socket.on('data', (data) => {
      if (data.includes('GET /last')) socket.end();
      else socket.write(OK);
    }),
  );
  const connection = createUpstreamConnection(at(service.url));
  expect([connection.phase, connection.address]).toEqual(['connecting', null]);
  const heads: WireHead[] = [];
  const body = await connection.send(REQUEST, (head) => heads.push(head));
  expect(heads).toEqual([{ status: 200, headers: { 'content-length': String(GOOD.length) } }]);
  expect(body.toString()).toBe(GOOD);
  expect([connection.phase, connection.address]).toEqual(['waiting', '127.0.0.1']);
  await expect(connection.send({ ...REQUEST, path: '/last' }, () => {})).rejects.toThrow();
  await expect.poll(() => connection.phase).toBe('connecting');
  connection.destroy();
});

test('of an answer whose head is not wanted nothing more is read, and an early hint is not its head', async () => {
  await using service = await serveTcp((socket) =>
    socket.on('data', () => socket.write(`HTTP/1.1 103 Early Hints\r\n\r\n${OK}`)),
  );
  const connection = createUpstreamConnection(at(service.url));
  const asked = connection.send(REQUEST, ({ status }) => {
    throw new Error(`not with ${status}`);
  });
  await expect(asked).rejects.toThrow('not with 200');
  await expect.poll(() => connection.phase).toBe('connecting');
  connection.destroy();
});

test('a connection that is cut while nobody has used it is cut for good', async () => {
  await using service = await serveTcp(() => {});
  const connection = createUpstreamConnection(at(service.url));
  connection.destroy();
  await expect(connection.send(REQUEST, () => {})).rejects.toThrow('destroyed');
  expect(service.hits).toBe(0);
});

test.each([
  ['https://169.254.169.254', /link-local/],
  ['https://[fd00:ec2::254]', /metadata/],
  ['https://[::ffff:a9fe:a9fe]', /link-local/],
  ['http://10.0.0.1', /not be encrypted/],
])('X5 no socket is made to %s, although no name is looked up', async (url, sentence) => {
  expect(() => openSocket(at(url))).toThrow(RefusedAddress);
  expect(() => openSocket(at(url))).toThrow(sentence);
  const connection = createUpstreamConnection(at(url));
  await expect(connection.send(REQUEST, () => {})).rejects.toThrow(RefusedAddress);
  connection.destroy();
});

test.skipIf(!networkInterfaces()['lo']?.some(({ address }) => address === '::1'))(
  'an IPv6 address stands in brackets, and is called without',
  async () => {
    await using service = await serveTcp((socket) => socket.on('data', () => socket.write(OK)), {
      host: '::1',
    });
    const connection = createUpstreamConnection(at(`http://[::1]:${service.port}`));
    expect((await connection.send(REQUEST, () => {})).toString()).toBe(GOOD);
    expect(connection.address).toBe('::1');
    connection.destroy();
  },
);

test('a name is looked up as it stands in the address', async () => {
  const names: string[] = [];
  const lookup: Lookup = (name, _options, answer) => {
    names.push(name);
    answer(new Error('unknown'));
  };
  for (const url of ['https://pay.example.com', 'http://localhost:8080/base']) {
    const connection = createUpstreamConnection({ ...at(url), lookup });
    await expect(connection.send(REQUEST, () => {})).rejects.toThrow('unknown');
    connection.destroy();
  }
  expect(names).toEqual(['pay.example.com', 'localhost']);
});
