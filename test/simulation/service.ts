// The services of all accounts in the simulated world: what each would answer, what it did answer, and its bad days.
import type { Dispatcher } from 'undici';
import type { OpenConnection } from '../../src/upstream/http/connection.ts';
import type { Chance } from './chance.ts';
import type { Clockwork, Process } from './clockwork.ts';

/** How a service may fail. */
const SERVICE_TROUBLES = [
  'refused', // no connection
  'silent', // a connection, and never an answer
  'error_500',
  'keys_refused',
  'rate_limited',
  'web_page',
  'no_wallets',
  'unreadable', // one amount is not a number
] as const;
export type ServiceTrouble = (typeof SERVICE_TROUBLES)[number];

export interface Wallet {
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
}

export interface SimulatedWallet extends Wallet {
  /** In hundredths; negative is legal. */
  available: bigint;
  /** Whether the service names it. */
  exists: boolean;
}

/** One good answer as it left the service, at a true time. */
export interface Served {
  readonly at: number;
  readonly account: string;
  readonly to: Process;
  /** `currency/wallet type` → the digits sent; a wallet whose amount can't be read is absent. */
  readonly amounts: ReadonlyMap<string, string>;
}

export interface Services {
  readonly wallets: readonly SimulatedWallet[];
  readonly served: readonly Served[];
  readonly trouble: Map<string, ServiceTrouble>;
  /** The network of every process: which one asks is known by who runs. */
  readonly connect: OpenConnection;
}

export const walletKeyOf = ({ currency, walletType }: Omit<Wallet, 'account'>): string =>
  `${currency}/${walletType}`;

const digits = (hundredths: bigint): string => {
  const size = hundredths < 0n ? -hundredths : hundredths;
  return `${hundredths < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
};

export const baseUrlOf = (account: string): string => `https://${account}.example`;

export function createServices(
  clockwork: Clockwork,
  chance: Chance,
  wallets: readonly SimulatedWallet[],
): Services {
  const served: Served[] = [];
  const trouble = new Map<string, ServiceTrouble>();

  function answer(account: string, to: Process): { status: number; type: string; body: string } {
    const json = (status: number, body: unknown) => ({
      status,
      type: 'application/json',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const how = trouble.get(account);
    if (how === 'error_500') return json(500, '{}');
    if (how === 'keys_refused') return json(401, '{}');
    if (how === 'rate_limited') return json(429, '{}');
    if (how === 'web_page') return { status: 200, type: 'text/html', body: '<html>hello</html>' };
    const mine =
      how === 'no_wallets' ? [] : wallets.filter((each) => each.account === account && each.exists);
    const amounts = new Map<string, string>();
    const records = mine.map((wallet, i) => {
      const available = how === 'unreadable' && i === 0 ? '"many"' : digits(wallet.available);
      if (!available.startsWith('"')) amounts.set(walletKeyOf(wallet), available);
      const { currency, walletType } = wallet;
      return (
        `{"currency":"${currency}","wallet_type":"${walletType}","available_balance":${available},` +
        `"actual_balance":${digits(wallet.available)},"uncleared_balance":0.00,"reserve_balance":0.00}`
      );
    });
    served.push({ at: clockwork.now(), account, to, amounts });
    const data = `{"merchant_wallets":[${records.join(',')}]}`;
    return json(200, `{"code":200,"status":"success","message":"ok","data":${data}}`);
  }

  const connect: OpenConnection = ({ url }) => {
    const account = url.hostname.replace(/\.example$/, '');
    let phase: 'connecting' | 'handshake' | 'waiting' = 'connecting';
    return {
      get phase() {
        return phase;
      },
      address: '203.0.113.7',
      destroy() {
        phase = 'connecting';
      },
      send() {
        const asker = clockwork.current();
        const { promise, resolve, reject } = Promise.withResolvers<Dispatcher.ResponseData>();
        clockwork.after(chance.between(5, 50), () => {
          const back = chance.between(5, 50);
          if (trouble.get(account) === 'silent') return;
          if (trouble.get(account) === 'refused') {
            const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
            clockwork.afterFor(asker, back, () => reject(refused));
            return;
          }
          const { status, type, body } = answer(account, asker);
          clockwork.afterFor(asker, back, () => {
            phase = 'waiting';
            resolve(responseOf(status, type, body));
          });
        });
        return promise;
      },
    };
  };

  return { wallets, served, trouble, connect };
}

/** As much of an answer of undici's as is read of it. */
function responseOf(status: number, type: string, text: string): Dispatcher.ResponseData {
  const listeners = new Map<string, (chunk?: Buffer) => void>();
  const body = {
    on(event: string, listener: (chunk?: Buffer) => void) {
      listeners.set(event, listener);
      if (event !== 'error') return body; // the last one that a reader asks for
      queueMicrotask(() => {
        listeners.get('data')?.(Buffer.from(text));
        listeners.get('end')?.();
      });
      return body;
    },
  };
  return {
    statusCode: status,
    headers: { 'content-type': type },
    body,
  } as unknown as Dispatcher.ResponseData;
}
