// Writes log lines out of the process. A reader that stalls or goes away must never hold up a poll.
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { counted } from '../../domain/counted.ts';
import { type Io, isLively } from './io.ts';

const MAX_WAITING_BYTES = 1 << 20;

/**
 * Returns a function that writes log lines to the stream, and never waits for its reader.
 *
 * When a mebibyte is unread, further lines are dropped; their number is written when the reader is back. A stream that
 * breaks gets nothing more.
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
      stream.write(`floatwatch: ${counted(dropped, 'log line')} dropped: nobody read them in time\n`);
    dropped = 0;
    stream.write(line);
  };
}

const LEVEL = /level=(debug|info|warn|error)\b/;
const COLOURS = { debug: 'dim', info: 'cyan', warn: 'yellow', error: 'red' } as const;

/** Returns the sink, with coloured levels in logfmt lines where standard error is a terminal that wants colour. */
export function painted(io: Io, sink: (line: string) => void): (line: string) => void {
  if (!isLively(io.stderr, io.env)) return sink;
  return (line) =>
    sink(
      line.replace(LEVEL, (text, level: keyof typeof COLOURS) =>
        styleText(COLOURS[level], text, { validateStream: false }),
      ),
    );
}
