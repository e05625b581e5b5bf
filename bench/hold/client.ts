// Reads answers in a separate process, so that its work isn't counted as the server's.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Client extends AsyncDisposable {
  /** The size of the answer, read to its end; rejects an answer that isn't 200. */
  read(url: string): Promise<number>;
}

export function createClient(): Client {
  const child: ChildProcess = fork(new URL(import.meta.url).pathname);
  return {
    async read(url) {
      child.send(url);
      const [{ status, bytes }] = (await once(child, 'message')) as [{ status: number; bytes: number }];
      if (status !== 200) throw new Error(`${url} answers ${status}`);
      return bytes;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function serve(): Promise<void> {
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({ connections: 1 });
  process.on('message', async (url: string) => {
    const { statusCode, body } = await request(url, { dispatcher });
    let bytes = 0;
    for await (const chunk of body) bytes += (chunk as Buffer).length;
    process.send?.({ status: statusCode, bytes });
  });
}

if (import.meta.main) await serve();
