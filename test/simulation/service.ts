// The services of all accounts in the simulated world: what each would answer, what it did answer, and how it fails.
import type { OpenConnection, WireHead, WireRequest } from '../../src/upstream/http/connection.ts';
import { HEADERS, PATHS } from '../../src/upstream/wallet-service/wire.ts';
import type { Chance } from './chance.ts';
import type { Clockwork, Process } from './clockwork.ts';

/** How a service may fail. */
export type ServiceTrouble =
  | 'refused' // no connection
  | 'silent' // a connection, and never an answer
  | 'slow' // an answer that takes longer than most deadlines
  | 'error_500'
  | 'keys_refused'
  | 'rate_limited'
  | 'retry_after' // rate limited, with the time to wait
  | 'web_page'
  | 'no_wallets'
  | 'unreadable' // one amount is not a number
  | 'doubled'; // one wallet is told twice, with different amounts

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

export interface SimulatedOption {
  readonly account: string;
  readonly code: string;
  active: boolean;
  exists: boolean;
}

/** A request of balances as it reached the service, or should have, at a true time. */
export interface Asked {
  readonly at: number;
  readonly account: string;
  readonly by: Process;
  /** By the asker's clock. */
  readonly theirClock: number;
  readonly trouble: ServiceTrouble | 'old_keys' | undefined;
  /** The digits in a good answer, by `currency/wallet type`; a wallet whose amount can't be read is absent. */
  readonly amounts: ReadonlyMap<string, string> | undefined;
  /** Wallets in the answer that can't be believed. */
  readonly doubtful: ReadonlySet<string>;
}

/** A good answer. */
export type Served = Asked & { readonly amounts: ReadonlyMap<string, string> };

/** One good answer about payment options. */
export interface ServedOptions {
  readonly at: number;
  readonly active: ReadonlyMap<string, boolean>;
}

export interface Services {
  readonly wallets: readonly SimulatedWallet[];
  readonly options: readonly SimulatedOption[];
  /** By account, in their order. */
  readonly asked: ReadonlyMap<string, readonly Asked[]>;
  readonly served: ReadonlyMap<string, readonly Served[]>;
  readonly servedOptions: ReadonlyMap<string, readonly ServedOptions[]>;
  readonly trouble: Map<string, ServiceTrouble>;
  /** The generation of keys that is accepted. */
  keys: number;
  /** Requests that came although their sender had been told to wait. */
  readonly tooSoon: readonly Asked[];
  /** The network of every process: the process that runs is the one that asks. */
  readonly connect: OpenConnection;
}

export const RETRY_AFTER_MS = 900_000;
const SLOW_MS = 40_000;

export const walletKeyOf = ({ currency, walletType }: Omit<Wallet, 'account'>): string =>
  `${currency}/${walletType}`;

const digits = (hundredths: bigint): string => {
  const size = hundredths < 0n ? -hundredths : hundredths;
  return `${hundredths < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
};

export const baseUrlOf = (account: string): string => `https://${account}.example`;

export const keysOf = (account: string, generation: number) => ({
  public_key: `public-key-of-${account}-${generation}`,
  secret_key: `secret-key-of-${account}-${generation}`,
});

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly retryAfter?: number;
}

const json = (status: number, body: string): Answer => ({ status, type: 'application/json', body });
const good = (data: string): Answer =>
  json(200, `{"code":200,"status":"success","message":"ok","data":${data}}`);

/** Answers that don't depend on the request. */
const FAILURES: Partial<Record<ServiceTrouble, Answer>> = {
  error_500: json(500, '{}'),
  keys_refused: json(401, '{}'),
  rate_limited: json(429, '{}'),
  retry_after: { ...json(429, '{}'), retryAfter: RETRY_AFTER_MS / 1_000 },
  web_page: { status: 200, type: 'text/html', body: '<html>hello</html>' },
};

export function createServices(
  clockwork: Clockwork,
  chance: Chance,
  { wallets, options }: Pick<Services, 'wallets' | 'options'>,
): Services {
  const asked = new Map<string, Asked[]>();
  const served = new Map<string, Served[]>();
  const servedOptions = new Map<string, ServedOptions[]>();
  const tooSoon: Asked[] = [];
  const toldToWait = new Map<Process, Map<string, number>>();
  const add = <T>(lists: Map<string, T[]>, account: string, one: T) => {
    const list = lists.get(account);
    if (list) list.push(one);
    else lists.set(account, [one]);
  };

  const services: Services = {
    ...{ wallets, options, asked, served, servedOptions, tooSoon },
    trouble: new Map(),
    keys: 1,
    connect,
  };
  return services;

  function connect({ url }: Parameters<OpenConnection>[0]): ReturnType<OpenConnection> {
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
      send(request, onHead) {
        const asker = clockwork.current();
        const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
        clockwork.after(chance.between(5, 50), () => {
          const trouble = services.trouble.get(account);
          const back = trouble === 'slow' ? SLOW_MS : chance.between(5, 50);
          const answer = answerTo(account, request, asker);
          if (trouble === 'silent') return;
          if (trouble === 'refused') {
            const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
            clockwork.afterFor(asker, back, () => reject(refused));
            return;
          }
          clockwork.afterFor(asker, back, () => {
            phase = 'waiting';
            onHead(headOf(answer));
            resolve(Buffer.from(answer.body));
          });
        });
        return promise;
      },
    };
  }

  function answerTo(account: string, { path, headers }: WireRequest, by: Process): Answer {
    const keys = keysOf(account, services.keys);
    const known = headers[HEADERS.publicKey] === keys.public_key;
    const secret = headers[HEADERS.secretKey] === keys.secret_key || path.startsWith(PATHS.options);
    const trouble: Asked['trouble'] =
      services.trouble.get(account) ?? (known && secret ? undefined : 'old_keys');
    if (path.startsWith(PATHS.options)) return answerOptions(account, trouble);
    const at = clockwork.now();
    const wrong = trouble === 'old_keys' ? FAILURES.keys_refused : trouble && FAILURES[trouble];
    const told = { at, account, by, theirClock: by.clock.now(), trouble };
    const list = wrong ? undefined : balances(account, trouble);
    const amounts = isLost(trouble) ? undefined : list?.amounts;
    const one: Asked = { ...told, amounts, doubtful: list?.doubtful ?? new Set() };
    add(asked, account, one);
    if (amounts) add(served, account, { ...one, amounts });
    const waits = toldToWait.get(by) ?? new Map<string, number>();
    toldToWait.set(by, waits);
    if ((waits.get(account) ?? 0) > at) tooSoon.push(one);
    if (trouble === 'retry_after') waits.set(account, at + RETRY_AFTER_MS - 1_000);
    return wrong ?? good(`{"merchant_wallets":[${list!.records.join(',')}]}`);
  }

  function balances(account: string, trouble: Asked['trouble']) {
    const mine =
      trouble === 'no_wallets' ? [] : wallets.filter((each) => each.account === account && each.exists);
    const amounts = new Map<string, string>();
    const doubtful = new Set<string>();
    const records = mine.flatMap((wallet, i) => {
      const wrong = i === 0 && (trouble === 'unreadable' || trouble === 'doubled');
      const available = wrong && trouble === 'unreadable' ? '"many"' : digits(wallet.available);
      if (wrong) doubtful.add(walletKeyOf(wallet));
      else amounts.set(walletKeyOf(wallet), available);
      const again = wrong && trouble === 'doubled' ? [record(wallet, digits(wallet.available + 1n))] : [];
      return [record(wallet, available), ...again];
    });
    return { amounts, doubtful, records };
  }

  function answerOptions(account: string, trouble: Asked['trouble']): Answer {
    const wrong = trouble === 'old_keys' ? FAILURES.keys_refused : trouble && FAILURES[trouble];
    if (wrong) return wrong;
    const mine = options.filter((each) => each.account === account && each.exists);
    const active = new Map(mine.map((each) => [each.code, each.active]));
    if (!isLost(trouble)) add(servedOptions, account, { at: clockwork.now(), active });
    const records = mine.map(
      (each) =>
        `{"provider_name":"${each.code}","provider_code":"${each.code}","transaction_method":"MOBILE_MONEY",` +
        `"transaction_method_name":"Mobile Money","transaction_type":"Payout","transaction_currency":"UGX",` +
        `"min_amount":500,"max_amount":5000000,"max_daily_amount":20000000,"is_active":${each.active},` +
        `"option_prefixes":["77"]}`,
    );
    return good(`{"payment_providers":[${records.join(',')}]}`);
  }
}

/** Whether nobody gets the answer in time. */
function isLost(trouble: Asked['trouble']): boolean {
  return trouble === 'refused' || trouble === 'silent' || trouble === 'slow';
}

function record({ currency, walletType, available: actual }: SimulatedWallet, available: string): string {
  return (
    `{"currency":"${currency}","wallet_type":"${walletType}","available_balance":${available},` +
    `"actual_balance":${digits(actual)},"uncleared_balance":0.00,"reserve_balance":0.00}`
  );
}

function headOf({ status, type, retryAfter }: Answer): WireHead {
  return {
    status,
    headers: { 'content-type': type, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
  };
}
