// A scraper in a process of its own: what it takes to read 150 MB isn't our work.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Reader extends AsyncDisposable {
  /** How many lines of the page at this address begin so. */
  count(url: string, start: string): Promise<number>;
}

export function createReader(): Reader {
  const child: ChildProcess = fork(new URL(import.meta.url).pathname);
  return {
    async count(url, start) {
      child.send({ url, start });
      const [lines] = (await once(child, 'message')) as [number];
      return lines;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function serve(): Promise<void> {
  const { request } = await import('undici');
  process.on('message', async ({ url, start }: { url: string; start: string }) => {
    const { body } = await request(url);
    const wanted = Buffer.from(`\n${start}`);
    let lines = 0;
    let rest: Buffer = Buffer.from('\n');
    for await (const chunk of body) {
      const text: Buffer = Buffer.concat([rest, chunk as Buffer]);
      let end = 0;
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, end)) {
        lines++;
        end = at + wanted.length;
      }
      rest = text.subarray(Math.max(end, text.length - wanted.length + 1));
    }
    process.send?.(lines);
  });
}

if (import.meta.main) await serve();
