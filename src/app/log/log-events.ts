// Writes the monitor's events to the log: changes, not repetitions.
import { optionOf, ownPartOf } from '../../domain/alert-subject.ts';
import { MAX_WALLETS } from '../../domain/wallet.ts';
import type { AlertChange } from '../../monitor/alerts/alert-instance.ts';
import type { MonitorEvents } from '../../monitor/polling/ports.ts';
import type { StoreState } from '../../store/writer/circuit-breaker.ts';
import type { ContractDeviation } from '../../upstream/records/contract-deviation.ts';
import type { Logger } from './logger.ts';
import { createPollLog } from './poll-log.ts';

export interface LogEvents extends MonitorEvents {
  /** An alert has changed. */
  changed(change: AlertChange): void;
  /** The service's answer differs from its document, but could be read. Logged once per account, kind and name. */
  deviated(account: string, deviation: ContractDeviation, name?: string): void;
  storeChanged(state: StoreState): void;
  /** There is no room for new wallets, so they have no alerts. Logged once per account. */
  walletsIgnored(account: string, count: number): void;
  /** The oldest missing wallets were dropped, because too many are missing. Logged once per account. */
  walletsDropped(account: string): void;
  /** A result was stored without some wallets, because the database has no room for them. Logged once per account. */
  walletsLeftOut(account: string, count: number): void;
  /** Postgres refuses the queries of pages and the API, and will until somebody changes something. Logged once per reason. */
  readRefused(reason: string): void;
  /** A request to a receiver ended. */
  notified(receiver: string, result: 'delivered' | 'failed' | 'dropped', detail: string | null): void;
  /** A notification could not be stored. */
  notificationNotKept(receiver: string, error: unknown): void;
}

const MAX_DEVIATIONS = 10_000; // remembered: a service that invents names would fill log and memory

export function createLogEvents(log: Logger): LogEvents {
  const known = new Set<string>();
  let ledgerWasDown = false;

  return {
    ...createPollLog(log),
    ledgerFailed(error) {
      if (!ledgerWasDown) log.warn({ reason: (error as Error).message }, 'polling without claims: no ledger');
      ledgerWasDown = true;
    },
    changed({ alert, transition, reason, at }) {
      const { rule, severity, account, currency, walletType, value, threshold } = alert;
      const facts = { alert: rule, severity, account, currency, wallet_type: walletType, value, threshold };
      const about = optionOf(alert) || ownPartOf(alert);
      const level = transition === 'fired' ? 'warn' : 'info';
      log[level](
        { ...facts, ...(about !== '' && { about }), reason, at: new Date(at).toISOString() },
        `alert ${transition}`,
      );
    },
    deviated(account, deviation, name) {
      const key = [account, deviation, name].join(' ');
      if (known.has(key) || known.size >= MAX_DEVIATIONS) return;
      known.add(key);
      log.warn(
        { account, deviation, ...(name !== undefined && { name }) },
        'the service answers otherwise than its document says',
      );
    },
    walletsIgnored(account, count) {
      const key = `${account} wallets ignored`;
      if (known.has(key)) return;
      known.add(key);
      log.error({ account, count }, 'the service names new wallets without end: the new ones have no alerts');
    },
    walletsDropped(account) {
      const key = `${account} wallets dropped`;
      if (known.has(key)) return;
      known.add(key);
      log.error(
        { account },
        'the service names new wallets without end: of the missing ones the oldest are known no more',
      );
    },
    walletsLeftOut(account, count) {
      const key = `${account} wallets left out`;
      if (known.has(key)) return;
      known.add(key);
      log.error(
        { account, count },
        `the service names new wallets without end: the new ones have no history, ${MAX_WALLETS} others are stored`,
      );
    },
    readRefused(reason) {
      const key = `read refused ${reason}`;
      if (known.has(key)) return;
      known.add(key);
      log.error({ reason }, 'pages and the API cannot read the past');
    },
    notified(receiver, result, detail) {
      if (result === 'failed') log.warn({ receiver, detail }, 'a notification was not accepted');
      if (result === 'dropped') log.error({ receiver, detail }, 'a notification was given up');
    },
    notificationNotKept(receiver, error) {
      log.error({ receiver, reason: (error as Error).message }, 'a notification is kept in memory only');
    },
    storeChanged(state) {
      if (state.up) {
        ledgerWasDown = false;
        log.info({ reason: state.reason }, 'the database takes results');
      } else
        log.warn(
          { reason: state.reason, needs_attention: state.needsAttention },
          'the database does not take results: spooling',
        );
    },
  };
}

/** Passes each event to the one, and then to the other. */
export function both(one: MonitorEvents, other: MonitorEvents): MonitorEvents {
  return {
    observed(...of) {
      one.observed(...of);
      other.observed(...of);
    },
    kept(...of) {
      one.kept(...of);
      other.kept(...of);
    },
    missed(...of) {
      one.missed(...of);
      other.missed(...of);
    },
    ledgerFailed(error) {
      one.ledgerFailed(error);
      other.ledgerFailed(error);
    },
  };
}
