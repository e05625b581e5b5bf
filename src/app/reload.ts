// Puts another configuration in force while everything goes on.
import { secretsOf } from '../config/load.ts';
import type { Config } from '../config/resolve/resolve.ts';
import type { Scrubber } from '../config/scrub.ts';
import type { Board } from '../monitor/board/board.ts';
import type { Planner } from '../monitor/forecast/planner.ts';
import { type Alerting, alertSettings } from './alerts/alerting.ts';
import type { Receivers } from './alerts/receivers.ts';
import { type Configured, optionAccounts } from './configured.ts';
import type { InForce } from './in-force.ts';
import type { Otlp } from './otlp.ts';
import type { PaymentOptionPolling } from './payment-options.ts';
import type { Polling } from './polling.ts';
import { type KnownBefore, type RecallOptions, recallReloaded } from './recall.ts';
import { readConfiguredShard } from './shard.ts';
import { shardsOf } from './shard-of.ts';
import type { World } from './world.ts';

const RETIRE_RECEIVERS_MS = 60_000; // longer than any mail or request

/** The parts that a reload replaces, and those that it informs. */
export interface ReloadOptions extends RecallOptions {
  readonly world: Pick<World, 'hostname'>;
  readonly scrub: Scrubber;
  /** Resolves when the state from before the start is recalled. */
  readonly recalled: Promise<void>;
  /** Ends the work that a reload began in the background. */
  readonly signal: AbortSignal;
  readonly board: Board;
  readonly planner: Planner;
  readonly paymentOptions: PaymentOptionPolling;
  readonly alerting: Alerting;
  readonly configured: InForce<Configured>;
  readonly receivers: InForce<Receivers>;
  readonly polling: InForce<Polling>;
  readonly otlp: Otlp;
  /** Both throw when something can't work as configured. */
  readonly receiversOf: (configured: Configured) => Receivers;
  readonly pollingOf: (configured: Configured) => Polling;
}

/**
 * Returns a function that puts a configuration in force. It throws, and changes nothing, when the configuration can't be
 * used. Then it recalls what this machine and, in the background, the database knows of the added parts.
 *
 * The order:
 * 1. Parts that may fail are made first, beside those in force.
 * 2. The log learns the new secrets before anything can mention them.
 * 3. Accounts and boards change: the boards keep what is known of accounts that stay.
 * 4. Receivers change, then alerts. Alerts that nobody asks for any more end. The new receivers are told of that, and of
 *    what fires already, because a new receiver has heard of nothing.
 * 5. Polls change: the new ones continue the old schedules. Old polls end by their own deadlines, and the new rules judge
 *    what they see.
 * 6. The old receivers begin nothing more: every alert goes to the new ones. Metrics are pushed as configured now.
 */
export function createReload(options: ReloadOptions): (next: Config) => void {
  /**
   * The state before the first reload whose additions aren't recalled yet. Nothing counts as known until the start is over.
   */
  let unrecalled: KnownBefore | undefined = nothingKnown(options);
  const atStart = unrecalled;
  void options.recalled.then(() => {
    if (unrecalled === atStart) unrecalled = undefined;
  });
  return (next) => {
    const putInForce = prepare(next, options);
    const now = knownNow(options, next); // not sooner: it makes alerts that only a reload lets go of
    const before = unrecalled ? stillKnown(unrecalled, now) : now;
    putInForce();
    unrecalled = before;
    void recallReloaded(options, before, options.signal).then(() => {
      if (unrecalled === before) unrecalled = undefined;
    });
  };
}

function knownNow(
  { clock, configured, paymentOptions, evaluator }: ReloadOptions,
  next: Config,
): KnownBefore {
  const before = new Set(configured().config.alerts.rules.map((rule) => JSON.stringify(rule)));
  const changed = next.alerts.rules.filter((rule) => !before.has(JSON.stringify(rule)));
  const names = new Set(changed.map(({ name }) => name));
  const { accounts } = configured();
  const asBefore = evaluator
    .alerts()
    .filter(({ rule, account, reason }) => !names.has(rule) && accounts.has(account) && reason !== 'removed');
  return {
    at: clock.now(),
    fingerprints: new Set(asBefore.map(({ fingerprint }) => fingerprint)),
    accounts: new Set(accounts.keys()),
    optionAccounts: new Set(paymentOptions.board.accounts),
  };
}

function nothingKnown({ clock }: ReloadOptions): KnownBefore {
  const none: ReadonlySet<string> = new Set();
  return { at: clock.now(), fingerprints: none, accounts: none, optionAccounts: none };
}

/** The part of `then` that is still there. */
function stillKnown(then: KnownBefore, now: KnownBefore): KnownBefore {
  const both = (part: 'fingerprints' | 'accounts' | 'optionAccounts') =>
    new Set([...now[part]].filter((name) => then[part].has(name)));
  return {
    at: then.at,
    fingerprints: both('fingerprints'),
    accounts: both('accounts'),
    optionAccounts: both('optionAccounts'),
  };
}

/**
 * The configuration that a reload puts in force. The other sections need a restart: the process goes on to listen where it
 * does, so links must lead there, and its replica keeps its name.
 */
function withReloadable(now: Config, { poll, accounts, alerts, metrics, otlp }: Config): Config {
  return { ...now, poll, accounts, alerts, metrics, otlp };
}

/** Makes the parts that may fail, and returns the function that puts them in force. */
function prepare(next: Config, options: ReloadOptions): () => void {
  if (options.signal.aborted) throw new Error('it is about to end'); // nobody would end what began now
  const { world, scrub, board, paymentOptions, alerting, configured } = options;
  const { receivers, polling, storage, planner } = options;
  const [is, wanted] = [shardsOf(configured().config), shardsOf(next)];
  if (wanted.shard !== is.shard || wanted.total !== is.total)
    throw new Error('shards: a process stays what it is: start it again to make it another shard');
  const nextConfigured = readConfiguredShard(withReloadable(configured().config, next));
  const nextPolling = options.pollingOf(nextConfigured);
  const pushAnew = options.otlp.prepare(nextConfigured);
  const nextReceivers = options.receiversOf(nextConfigured);

  return () => {
    scrub.add(secretsOf(nextConfigured.config));

    configured.replace(nextConfigured);
    board.reconfigure([...nextConfigured.accounts.values()]);
    paymentOptions.board.reconfigure(optionAccounts(nextConfigured));

    const lastReceivers = receivers.replace(nextReceivers);
    void nextReceivers.readSilences(); // otherwise no silence would be known for half a minute
    const about = { runway: storage.runways.of, hostname: world.hostname, planner };
    alerting.reload(alertSettings(nextConfigured, about));
    alerting.tellAll();

    nextPolling.succeed(polling.replace(nextPolling));

    retire(lastReceivers, options.signal);
    pushAnew();
  };
}

/**
 * Stops the receivers after their current requests, unless the program stops first: nobody knows what became of a message
 * that was cut off.
 */
function retire(receivers: Receivers, signal: AbortSignal): void {
  const stop = () => void receivers.stop();
  signal.addEventListener('abort', stop);
  void receivers.stop(RETIRE_RECEIVERS_MS).then(() => signal.removeEventListener('abort', stop));
}
