// Runs the published program under a load: accounts of a local service, polled on a schedule, stored, and scraped.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Load {
  readonly accounts: number;
  /** Of all accounts. */
  readonly schedule: string;
  /** The URL of an empty Postgres. */
  readonly database: string;
  readonly service: string;
}

export interface Running extends AsyncDisposable {
  readonly pid: number;
  /** `http://127.0.0.1:PORT`. */
  readonly address: string;
}

/** Copies Node: the pages of a file that other processes run, too, would be counted as theirs in part. */
export function nodeIn(room: string): string {
  const node = join(room, 'node');
  copyFileSync(process.execPath, node);
  return node;
}

/** Starts `floatwatch run`; resolves when it is up. `bin` is the launcher, `room` a folder for its files. */
export async function startMonitor(
  { node, bin, room }: { readonly node: string; readonly bin: string; readonly room: string },
  load: Load,
): Promise<Running> {
  mkdirSync(room, { recursive: true });
  const config = join(room, 'floatwatch.json');
  writeFileSync(config, JSON.stringify(settingsOf(load, join(room, 'data'))));
  const child: ChildProcess = spawn(node, [bin, 'run', '--config.file', config], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await addressOf(child);
  child.stderr!.resume();
  return {
    pid: child.pid!,
    address,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr! })) {
    said.push(line);
    const address = /"addresses":\["([^"]+)"/.exec(line)?.[1];
    if (address) return `http://${address}`;
  }
  throw new Error(`floatwatch ended: ${said.join('\n')}`);
}

function settingsOf({ accounts, schedule, database, service }: Load, dataDir: string) {
  return {
    database: { url: database },
    data_dir: dataDir,
    log: { format: 'json' },
    web: { listen: ['127.0.0.1:0'] },
    poll: { schedule, deadline: '4s' },
    accounts: Array.from({ length: accounts }, (_, n) => ({
      name: `m${String(n).padStart(5, '0')}`,
      base_url: `${service}/a${n}`,
      public_key: `p${n}aaaaaaaaaaaa`,
      secret_key: `s${n}bbbbbbbbbbbb`,
    })),
    alerts: {
      builtin: true,
      rules: [
        { name: 'Low', severity: 'critical', wallets: { wallet_type: 'MERCHANT_PAYOUT' }, below: '500000' },
      ],
    },
  };
}
