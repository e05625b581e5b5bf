// The service of the soak: it writes down every answer that was sent whole, and has its bad hours. No amount comes twice,
// so that each can be found again.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LISTS, PATHS } from '../../src/upstream/wallet-service/wire.ts';

export const ACCOUNTS = ['a', 'b', 'c'] as const;
export const WALLETS = ['MERCHANT_PAYOUT', 'MERCHANT_COLLECTION', 'SERVICE_PAYMENTS'] as const;

/** What one poll was told. */
export interface Answer {
  readonly account: string;
  /** When it was sent. */
  readonly at: number;
  /** Who asked: the name in its key. */
  readonly by: string;
  /** Wallet type → digits. */
  readonly amounts: ReadonlyMap<string, string>;
}

export interface Service extends AsyncDisposable {
  /** An account's address is this and its name. */
  readonly url: string;
  /** In their order. */
  readonly answers: readonly Answer[];
  readonly trouble: Map<string, 'error_500' | 'silent'>;
  /** From now on the wallets of these accounts and types are low; others are not. `undefined`: as chance has it. */
  low: ReadonlySet<string> | undefined;
}

/** Above this a wallet is well. */
export const THRESHOLD = 1_000_000;

/** Listens on a free port of loopback. */
export async function startService(random: () => number): Promise<Service> {
  const answers: Answer[] = [];
  let count = 0;
  const service = {
    answers,
    trouble: new Map<string, 'error_500' | 'silent'>(),
    low: undefined as ReadonlySet<string> | undefined,
  };

  const amountOf = (name: string): string => {
    const low = service.low ? service.low.has(name) : isLowNow(name);
    const base = low ? 1_000 : THRESHOLD * 2;
    return `${base + ++count}.${String(count % 100).padStart(2, '0')}`;
  };
  /** For some minutes in a row, and then well for some. */
  const isLowNow = (name: string): boolean => {
    const phase = name.length * 7 + name.charCodeAt(0) * 13 + name.charCodeAt(name.length - 1);
    return Math.floor(Date.now() / 90_000 + phase * 0.37) % 3 === 0;
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://service.invalid');
    const account = pathname.split('/')[1] ?? '';
    const trouble = service.trouble.get(account);
    if (trouble === 'silent') return;
    if (trouble === 'error_500' || !pathname.endsWith(PATHS.balances)) {
      response.writeHead(trouble ? 500 : 404).end();
      return;
    }
    const by = String(request.headers['public-key']);
    const amounts = new Map(WALLETS.map((type) => [type, amountOf(`${account}/${type}`)] as const));
    const records = [...amounts].map(
      ([type, amount]) =>
        `{"currency":"UGX","wallet_type":"${type}","available_balance":${amount},"actual_balance":${amount},` +
        `"uncleared_balance":0.00,"reserve_balance":0.00}`,
    );
    const body = `{"code":200,"status":"success","message":"ok","data":{"${LISTS.balances}":[${records.join(',')}]}}`;
    setTimeout(
      () => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(body, () => answers.push({ account, at: Date.now(), by, amounts }));
      },
      5 + random() * 50,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(service, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
