// Makes the sources that polls read from, one for each account.
import type { Clock } from '../monitor/clock.ts';
import type { MonitoredAccount } from '../monitor/polling/monitor.ts';
import type { OptionSource } from '../monitor/polling/ports.ts';
import type { ScheduledPolls } from '../monitor/polling/scheduler.ts';
import type { OpenConnection } from '../upstream/http/connection.ts';
import { createOrigins } from '../upstream/http/origins.ts';
import type { PermitLines } from '../upstream/http/permits.ts';
import type { Rests } from '../upstream/http/rest.ts';
import type { ContractDeviation, OnContractDeviation } from '../upstream/records/contract-deviation.ts';
import type { BalanceClient } from '../upstream/service.ts';
import { serviceNamed } from '../upstream/services.ts';
import type { ScheduledAccount } from './configured.ts';
import { userAgent } from './version.ts';

export interface MonitoredOptions extends ScheduledPolls {
  readonly source: OptionSource;
}

export interface SourcesOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** How connections are made. @default sockets */
  readonly connect?: OpenConnection;
  readonly scrub: (text: string) => string;
  readonly onDeviation: (account: string, deviation: ContractDeviation, name?: string) => void;
  /** The waits that services asked for before these sources were made. @default nothing */
  readonly rests?: Rests;
  /** The permit lines of origins, which earlier sources still use. @default its own */
  readonly lines?: PermitLines;
}

export interface Sources {
  readonly accounts: readonly (MonitoredAccount & { readonly source: BalanceClient })[];
  readonly options: readonly MonitoredOptions[];
  /** Cuts every connection. */
  close(): void;
}

/** Makes a source for each account. Throws for an address that can't be requested at all. */
export function createSources(accounts: readonly ScheduledAccount[], options: SourcesOptions): Sources {
  const { onDeviation, connect, rests, lines, ...shared } = options;
  const concurrency = smallestConcurrency(accounts);
  const origins = createOrigins({
    concurrency: (origin) => concurrency.get(origin)!,
    ...(connect && { connect }),
    ...(lines && { lines }),
  });
  const requesterOptions = ({ name, config }: ScheduledAccount) => ({
    ...shared,
    baseUrl: config.base_url,
    allowInsecureHttp: config.allow_insecure_http,
    publicKey: () => config.public_key.reveal(),
    secretKey: () => config.secret_key.reveal(),
    deadlineMs: config.deadline,
    retries: config.retries,
    jsonMediaTypes: config.json_media_types,
    userAgent,
    onDeviation: (...of: Parameters<OnContractDeviation>) => onDeviation(name, ...of),
    origins,
    ...(rests && { rest: rests.of(name, originOf(config.base_url)) }),
  });
  return {
    accounts: accounts.map((account) => ({
      name: account.name,
      schedule: account.schedule,
      deadlineMs: account.config.deadline,
      source: serviceNamed(account.config.service).balances({
        ...requesterOptions(account),
        currencies: account.config.currencies,
      }),
    })),
    options: accounts.flatMap((account) => {
      const { options, config } = account;
      if (!options || !config.payment_options) return [];
      const { currencies, transaction_types: transactionTypes, send_secret_key } = config.payment_options;
      const requester = requesterOptions(account);
      const secretKey = send_secret_key ? requester.secretKey : null;
      const { paymentOptions } = serviceNamed(config.service);
      if (!paymentOptions) {
        throw new RangeError(`account ${account.name}: the service ${config.service} has no payment options`);
      }
      const source = paymentOptions({
        ...requester,
        secretKey,
        currencies,
        transactionTypes,
      });
      return [{ name: options.name, schedule: options.schedule, deadlineMs: config.deadline, source }];
    }),
    close: origins.close,
  };
}

/** The concurrency of each origin. Accounts of one origin may have different settings: the most careful setting wins. */
function smallestConcurrency(accounts: readonly ScheduledAccount[]): ReadonlyMap<string, number> {
  const smallest = new Map<string, number>();
  for (const { config } of accounts) {
    const origin = originOf(config.base_url);
    smallest.set(origin, Math.min(config.concurrency, smallest.get(origin) ?? config.concurrency));
  }
  return smallest;
}

function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}
