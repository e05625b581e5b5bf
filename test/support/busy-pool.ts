// Every thread of libuv's pool, kept waiting without any work: as by name servers that never answer.
import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, open, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Until it is disposed of, whatever needs the pool waits: `dns.lookup`, and most of `fs` with a callback. */
export function occupyPool(): AsyncDisposable {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-pool-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
  // Opening a pipe waits for somebody who writes.
  const waiting = Array.from({ length: threads }, () => {
    return new Promise<void>((resolve, reject) => {
      open(pipe, 'r', (error, file) => {
        if (error) return reject(error);
        closeSync(file);
        resolve();
      });
    });
  });
  return {
    async [Symbol.asyncDispose]() {
      const file = openSync(pipe, constants.O_RDWR);
      await Promise.all(waiting);
      closeSync(file);
      rmSync(folder, { recursive: true });
    },
  };
}
