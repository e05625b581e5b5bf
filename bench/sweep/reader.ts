// A scraper in a separate process: reading 150 MB isn't our work.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

export interface Reader extends AsyncDisposable {
  /** How many lines of the page at this address begin with `start`. */
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

/** Reads over a socket into one buffer, as the reader shares two cores with the measured process. */
async function serve(): Promise<void> {
  process.on('message', async ({ url, start }: { url: string; start: string }) => {
    const { hostname, port, pathname } = new URL(url);
    const wanted = Buffer.from(`\n${start}`);
    const buffer = Buffer.allocUnsafe(1 << 20);
    let kept = 0; // bytes at the front of the buffer, too few to contain what is wanted
    let lines = 0;
    const callback = (length: number): boolean => {
      const text = buffer.subarray(0, kept + length);
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) lines++;
      kept = Math.min(text.length, wanted.length - 1);
      buffer.copyWithin(0, text.length - kept, text.length);
      return true;
    };
    const rest = () => buffer.subarray(kept);
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer: rest, callback } });
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    process.send?.(lines);
  });
}

if (import.meta.main) await serve();
