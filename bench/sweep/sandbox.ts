// The service in a separate process, so that its work isn't counted as ours.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface SandboxProcess extends AsyncDisposable {
  /** `http://127.0.0.1:34567` */
  readonly address: string;
}

/** Starts a service with these merchants, each of these wallets. Resolves when it listens. */
export async function startSandbox(merchants: number, wallets: number): Promise<SandboxProcess> {
  const bin = join(import.meta.dirname, '..', '..', 'bin', 'floatwatch.js');
  const args = [
    'sandbox',
    '--listen-address',
    '127.0.0.1:0',
    '--merchants',
    `${merchants}`,
    '--wallets',
    `${wallets}`,
  ];
  const child: ChildProcess = spawn(process.execPath, [bin, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout!) {
    text += chunk;
    if (/listens on \S+\n/.test(text)) break;
  }
  return {
    address: /listens on (\S+)/.exec(text)![1]!,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
