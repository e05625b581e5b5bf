import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogSink } from '../../src/cli/terminal/log-sink.ts';

const SINK = join(import.meta.dirname, '../../src/cli/terminal/log-sink.ts');
const LINES = 20_000;

test('a single line that nobody read in time is told of too, once', () => {
  const written: string[] = [];
  const stream = Object.assign(new EventEmitter(), {
    writableLength: 0,
    write: (line: string) => void written.push(line),
  });
  const write = createLogSink(stream as unknown as Writable);
  stream.writableLength = 1 << 20;
  write('a mebibyte is room enough\n');
  stream.writableLength++;
  write('dropped\n');
  stream.writableLength = 0;
  write('read again\n');
  write('and on\n');
  stream.emit('error', new Error('EPIPE'));
  write('to nobody\n');
  expect(written).toEqual([
    'a mebibyte is room enough\n',
    'floatwatch: 1 log line dropped: nobody read them in time\n',
    'read again\n',
    'and on\n',
  ]);
});

test('C11 a pipe that nobody reads holds up nothing; how much was dropped is said when it is read again', async () => {
  const script = `import { createLogSink } from ${JSON.stringify(SINK)};
    const write = createLogSink(process.stderr);
    for (let i = 0; i < ${LINES}; i++) write('x'.repeat(999) + '\\n');
    process.stdout.write('went on\\n');
    const timer = setInterval(() => {
      if (process.stderr.writableLength > 0) return;
      clearInterval(timer);
      write('and after\\n');
    }, 10);`;
  // A pipe of the shell's, whose reader waits for a word from us: what Node itself gives a child is a socket.
  const pipeline = `exec 5>&1; "$0" --input-type=module -e "$1" 2>&1 1>&5 | { read go <&3; cat >&4; }`;
  const shell = spawn('sh', ['-c', pipeline, process.execPath, script], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe', 'pipe'],
  });
  try {
    const [said] = await once(shell.stdout!, 'data', { signal: AbortSignal.timeout(60_000) });
    expect(String(said)).toBe('went on\n'); // with a pipe that blocks, this would never come
    let log = '';
    (shell.stdio[4] as NodeJS.ReadableStream).setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk;
    });
    (shell.stdio[3] as Writable).end('go\n');
    await once(shell, 'close');
    const dropped = Number(/(\d+) log lines dropped/.exec(log)?.[1]);
    expect(dropped).toBeGreaterThan(LINES * 0.9);
    expect(log.match(/^x{999}$/gm)).toHaveLength(LINES - dropped);
    expect(log).toMatch(/and after\n$/);
  } finally {
    shell.kill('SIGKILL');
  }
});
