import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that a system gives to who asks for any, and to connections. */
const [FIRST, END] = [20_000, 32_000];

/**
 * A loopback port that nobody listens on, for programs that can't be told to choose one themselves.
 *
 * Nobody is given it by chance before such a program has begun, though other tests open ports all the time.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
