// A local service of many accounts in a separate process, so that its work isn't counted as ours. Each account has ten
// wallets at /aN; a third of them moves every ten seconds. Used by `memory.ts` and `peers.ts`.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The amount in account 0's second wallet: it has more digits than a binary number. */
export const EXACT = '12345678901234567.89';
export const WALLETS = 10; // per account

const TYPES = ['PAYOUT', 'COLLECTION', 'SERVICE', 'REFUND', 'SETTLEMENT'];
const MOVES_MS = 10_000;

export interface Service extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`; account N is below `/aN`. */
  readonly address: string;
  /** Requests answered so far. */
  answered(): Promise<number>;
}

export async function startService(): Promise<Service> {
  const child: ChildProcess = fork(new URL(import.meta.url).pathname);
  const [port] = (await once(child, 'message')) as [number];
  return {
    address: `http://127.0.0.1:${port}`,
    async answered() {
      child.send('answered?');
      const [answered] = (await once(child, 'message')) as [number];
      return answered;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function serve(): void {
  let answered = 0;
  const server = createServer((request, response) => {
    answered++;
    const account = Number(/^\/a(\d+)\//.exec(request.url ?? '')?.[1]);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(balances(account, Math.floor(Date.now() / MOVES_MS) % 100_000));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('message', () => process.send?.(answered));
}

export function balances(account: number, turn: number): string {
  const wallets = Array.from({ length: WALLETS }, (_, i) => {
    const moved = i % 3 === 0 ? turn : 7;
    const plain = `${1_000_000 + account * 100 + i * 7 + moved}.25`;
    const available = account === 0 && i === 1 ? EXACT : plain;
    return `{"currency":"${i % 2 === 0 ? 'UGX' : 'KES'}","wallet_type":"MERCHANT_${TYPES[i >> 1]}","available_balance":${available},"actual_balance":${2_000_000 + account + moved}.5,"uncleared_balance":${moved},"reserve_balance":${i * 10}}`;
  });
  return `{"code":200,"status":"success","message":"ok","data":{"merchant_wallets":[${wallets.join(',')}]}}`;
}

if (import.meta.main) serve();
