// Where log lines leave the process. A reader that stalls or goes away must never hold up a poll.
import type { Writable } from 'node:stream';

const MAX_WAITING_BYTES = 1 << 20;

/**
 * A function that writes log lines to the stream without ever waiting for its reader.
 *
 * Lines beyond a mebibyte that nobody reads are dropped, and how many is said when the reader is back. A stream
 * that breaks is forgotten.
 */
export function createLogSink(stream: Writable): (line: string) => void {
  let broken = false;
  let dropped = 0;
  stream.on('error', () => {
    broken = true;
  });
  return (line) => {
    if (broken) return;
    if (stream.writableLength > MAX_WAITING_BYTES) {
      dropped++;
      return;
    }
    if (dropped > 0)
      stream.write(`floatwatch: ${dropped} log lines were dropped: nobody read them in time\n`);
    dropped = 0;
    stream.write(line);
  };
}
