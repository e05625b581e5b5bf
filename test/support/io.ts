import { Writable } from 'node:stream';
import type { Io } from '../../src/cli/terminal/io.ts';

/** The outside world of a command that runs in this process, and what it has written so far. */
export function capture(): { io: Io; written(): { stdout: string; stderr: string } } {
  const texts = { stdout: '', stderr: '' };
  const into = (name: keyof typeof texts) =>
    new Writable({
      write(chunk, _encoding, done) {
        texts[name] += String(chunk);
        done();
      },
    });
  const [stdout, stderr] = [into('stdout'), into('stderr')];
  const signal = new AbortController().signal;
  return {
    io: { stdout, stderr, env: {}, signal, onEarlyEnd() {}, onHangUp() {}, exitCode: 0 },
    written: () => ({ ...texts }),
  };
}
