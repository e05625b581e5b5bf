// Runs a command line in this process, over a configuration of one account and a database of the test's.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import { ENGINE } from './postgres.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  /** `null`: the embedded one. */
  readonly url: string | null;
  readonly timezone?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** In characters: standard output is a terminal then. */
  readonly terminal?: number;
  /** The rest of the configuration, in YAML. */
  readonly yaml?: string;
  /** Told each piece of standard output as it is written. */
  readonly onOutput?: (piece: string) => void;
}

/** Runs `floatwatch …argv` against a database, with `acme-ug` and `acme-ke` configured. */
export async function command(
  argv: readonly string[],
  { url, timezone = 'UTC', env = {}, terminal, yaml = '', onOutput }: CommandOptions,
): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-cli-'));
  const file = join(folder, 'floatwatch.yaml');
  const account = (name: string) =>
    `  - {name: ${name}, base_url: https://pay.example.com, public_key: pk-123456, secret_key: sk-123456, timezone: ${timezone}}\n`;
  writeFileSync(
    file,
    `database: {${url === null ? '' : `url: "${url}", engine: ${ENGINE}`}}\naccounts:\n${account('acme-ug')}${account('acme-ke')}${yaml}`,
  );
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        if (name === 'stdout') onOutput?.(String(chunk));
        done();
      },
    });
  const [stdout, stderr] = [into('stdout'), into('stderr')];
  if (terminal) Object.assign(stdout, { isTTY: true, columns: terminal });
  const io = {
    stdout,
    stderr,
    env,
    signal: new AbortController().signal,
    onEarlyEnd() {},
    onHangUp() {},
    exitCode: 0,
  };
  try {
    const code = await main([...argv, '--config.file', file], io);
    return { code, ...written };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
