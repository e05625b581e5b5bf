import { once } from 'node:events';
import { createServer } from 'node:net';

/** A loopback port that nobody listens on, for programs that can't be told to choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
