import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Lookup } from '../../src/net/lookup.ts';
import { openSocket } from '../../src/upstream/http/socket.ts';

const LISTEN = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));
`;

/** A port at which a connection comes about only much later: whoever listens there is stopped, and the line before it full. */
async function openSlowPort() {
  const listener = spawn(process.execPath, ['-e', LISTEN], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = Number(await once(listener.stdout, 'data'));
  listener.kill('SIGSTOP');
  const line: Socket[] = [];
  for (let i = 0; i < 8; i++) line.push(connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(line.slice(0, 2).map((socket) => once(socket, 'connect')));
  return {
    port,
    [Symbol.dispose]() {
      for (const socket of line) socket.destroy();
      listener.kill('SIGKILL');
    },
  };
}

// As of a service far away, and a machine that has no IPv6.
const lookup: Lookup = (_, __, callback) =>
  setImmediate(callback, null, [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]);

test.skipIf(process.platform !== 'linux')(
  'an address that takes half a second is not given up for the next one',
  {
    tags: 'timed',
  },
  async () => {
    using slow = await openSlowPort();
    const url = new URL(`http://pay.example.com:${slow.port}`);
    const socket = openSocket({ url, allowInsecureHttp: true, lookup }).on('error', () => {});
    const tried: string[] = [];
    socket.on('connectionAttempt', (address: string) => tried.push(address));
    await setTimeout(500);
    socket.destroy();
    expect(tried).toEqual(['127.0.0.1']);
  },
);
