// A scraper in a separate process.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A scraper in a separate process, so that its CPU isn't counted as ours. */
export function createReader(url: string): {
  read(encoding?: string): Promise<number>;
  close(): Promise<void>;
} {
  const child: ChildProcess = fork(new URL(import.meta.url).pathname, [`${url}/metrics`]);
  return {
    async read(encoding = 'identity') {
      child.send(encoding);
      const [bytes] = (await once(child, 'message')) as [number];
      return bytes;
    },
    async close() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function serveReads(url: string): Promise<void> {
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({ connections: 1 });
  process.on('message', async (encoding: string) => {
    const { body } = await request(url, { dispatcher, headers: { 'accept-encoding': encoding } });
    let bytes = 0;
    for await (const chunk of body) bytes += (chunk as Buffer).length;
    process.send?.(bytes);
  });
}

if (import.meta.main) await serveReads(process.argv[2] ?? '');
