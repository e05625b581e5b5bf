// Makes the good answer to a request: checks keys and query, then gives the scenario's records. Used by `server.ts`.
import type { IncomingHttpHeaders } from 'node:http';
import type { Instant } from '../domain/observation.ts';
import { HEADERS, LISTS, QUERY } from '../upstream/wallet-service/wire.ts';
import {
  errorText,
  listText,
  objectText,
  optionRecord,
  type RawRecord,
  successText,
  walletRecord,
} from './answers.ts';
import type { Merchant } from './merchants.ts';
import { optionsAt, type ScenarioOption } from './options.ts';
import type { Scenario, ScenarioWallet } from './scenario.ts';

export type SandboxOperation = 'balances' | 'options';

export interface SandboxQuery {
  readonly operation: SandboxOperation;
  readonly headers: IncomingHttpHeaders;
  readonly query: Readonly<Record<string, unknown>>;
}

export interface SandboxAnswer {
  readonly status: number;
  readonly body: string;
  /** The merchant whose keys were shown; `null` when they were refused. */
  readonly merchant: string | null;
  /** The records of a good answer, for the faults that tamper with them. */
  readonly records: readonly RawRecord[];
}

export interface ServiceOptions {
  readonly scenario: Scenario;
  readonly now: () => Instant;
  /** The control door's overrides, which have the last word. */
  readonly retouch?: {
    wallets(merchant: string, wallets: readonly ScenarioWallet[]): readonly ScenarioWallet[];
    options(merchant: string, options: readonly ScenarioOption[]): readonly ScenarioOption[];
  };
}

const PARAMETERS = { balances: [QUERY.currency], options: [QUERY.currency, QUERY.transactionType] } as const;

/** Answers one request; refusals are answers too. */
export function createService({
  scenario,
  now,
  retouch,
}: ServiceOptions): (query: SandboxQuery) => SandboxAnswer {
  const byPublicKey = new Map(scenario.merchants.map((merchant) => [merchant.publicKey, merchant]));

  return ({ operation, headers, query }) => {
    const merchant = byPublicKey.get(String(headers[HEADERS.publicKey]));
    if (!merchant) return refused(401, 'Unauthorized API access. Unknown Merchant');
    if (operation === 'balances' && headers[HEADERS.secretKey] !== merchant.secretKey) {
      return refused(401, 'Unauthorized API access. Invalid secret key');
    }
    const version = headers[HEADERS.version];
    if (version !== undefined && version !== '1')
      return refused(400, `Unsupported API version ${String(version)}`);
    const allowed: readonly string[] = PARAMETERS[operation];
    for (const name of Object.keys(query)) {
      if (!allowed.includes(name)) return refused(400, `property ${name} should not exist`);
      if (typeof query[name] !== 'string' || query[name] === '')
        return refused(400, `${name} must be one value`);
    }
    const records = operation === 'balances' ? wallets(merchant, query) : options(merchant, query);
    if (typeof records === 'string') return refused(400, records);
    const body = successText(objectText([[LISTS[operation], listText(records)]]));
    return { status: 200, body, merchant: merchant.name, records };
  };

  function wallets({ name }: Merchant, query: SandboxQuery['query']): RawRecord[] {
    const live = scenario.at(name, now());
    return (retouch?.wallets(name, live) ?? live)
      .filter(({ currency }) => isSame(currency, query[QUERY.currency] ?? currency))
      .map(walletRecord);
  }

  function options(merchant: Merchant, query: SandboxQuery['query']): RawRecord[] | string {
    const missing = PARAMETERS.options.find((name) => query[name] === undefined);
    if (missing) return `${missing} should not be empty`;
    const live = optionsAt(scenario.seed, merchant, now());
    return (retouch?.options(merchant.name, live) ?? live)
      .filter(
        (one) =>
          isSame(one.currency, query[QUERY.currency]) &&
          isSame(one.transactionType, query[QUERY.transactionType]),
      )
      .map(optionRecord);
  }
}

function refused(status: number, message: string): SandboxAnswer {
  return { status, body: errorText(status, message), merchant: null, records: [] };
}

function isSame(text: string, other: unknown): boolean {
  return text.toUpperCase() === String(other).toUpperCase();
}
