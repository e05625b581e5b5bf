// A reload: another configuration is put in force while everything goes on.
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
import type { World } from './world.ts';

const RETIRE_RECEIVERS_MS = 60_000; // longer than any mail or request

/** What a reload replaces, and what it tells of that. */
export interface ReloadOptions extends RecallOptions {
  readonly world: Pick<World, 'hostname'>;
  readonly scrub: Scrubber;
  /** When what was known before the start is known again. */
  readonly recalled: Promise<void>;
  /** Ends what it began in the background. */
  readonly signal: AbortSignal;
  readonly board: Board;
  readonly planner: Planner;
  readonly paymentOptions: PaymentOptionPolling;
  readonly alerting: Alerting;
  readonly configured: InForce<Configured>;
  readonly receivers: InForce<Receivers>;
  readonly polling: InForce<Polling>;
  readonly otlp: Otlp;
  /** Throw what can't work as configured. */
  readonly receiversOf: (configured: Configured) => Receivers;
  readonly pollingOf: (configured: Configured) => Polling;
}

/**
 * Returns a function that puts a configuration in force. It throws, and changes nothing, when that can't be used. What the
 * database knows of what is new is then recalled in the background.
 *
 * The order:
 * 1. What may be refused is made first, beside what is in force.
 * 2. Its secrets are known to the log before anything can mention them.
 * 3. Accounts, and what is known of them: the boards keep those that stay.
 * 4. Receivers, then alerts. Alerts that nobody asks for any more end, and the receivers of now are told of that, and
 *    of what fires already: one that is new has heard of nothing.
 * 5. Polls: the new ones go on where those of before stand, which end by their own deadlines; what they see is judged by
 *    the rules of now.
 * 6. The receivers of before begin nothing more: every alert goes to those of now. Metrics are pushed where they are wanted now.
 */
export function createReload(options: ReloadOptions): (next: Config) => void {
  /** What was there before the first of the reloads whose additions aren't recalled yet; until a start is over, nothing. */
  let unrecalled: KnownBefore | undefined = nothingKnown(options);
  const atStart = unrecalled;
  void options.recalled.then(() => {
    if (unrecalled === atStart) unrecalled = undefined;
  });
  return (next) => {
    const now = knownNow(options, next);
    const before = unrecalled ? stillKnown(unrecalled, now) : now;
    putInForce(next, options);
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
  const asBefore = evaluator.alerts().filter(({ rule }) => !names.has(rule));
  return {
    at: clock.now(),
    fingerprints: new Set(asBefore.map(({ fingerprint }) => fingerprint)),
    accounts: new Set(configured().accounts.keys()),
    optionAccounts: new Set(paymentOptions.board.accounts),
  };
}

function nothingKnown({ clock }: ReloadOptions): KnownBefore {
  const none: ReadonlySet<string> = new Set();
  return { at: clock.now(), fingerprints: none, accounts: none, optionAccounts: none };
}

/** What was there then and still is. */
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

function putInForce(next: Config, options: ReloadOptions): void {
  if (options.signal.aborted) throw new Error('it is about to end'); // what began now would never be ended
  const { world, scrub, board, paymentOptions, alerting, configured } = options;
  const { receivers, polling, storage, planner } = options;
  const { shards } = configured().config;
  if (next.shards.shard !== shards.shard || next.shards.total !== shards.total)
    throw new Error('shards: a process stays what it is: start it again to make it another shard');
  const nextConfigured = readConfiguredShard(next);
  const nextPolling = options.pollingOf(nextConfigured);
  const pushAnew = options.otlp.prepare(nextConfigured);
  const nextReceivers = options.receiversOf(nextConfigured);

  scrub.add(secretsOf(nextConfigured.config));

  configured.replace(nextConfigured);
  board.reconfigure([...nextConfigured.accounts.values()]);
  paymentOptions.board.reconfigure(optionAccounts(nextConfigured));

  const lastReceivers = receivers.replace(nextReceivers);
  void nextReceivers.readSilences(); // or for half a minute nobody would seem to have silenced anything
  const about = { runway: storage.runways.of, hostname: world.hostname, planner };
  alerting.reload(alertSettings(nextConfigured, about));
  alerting.tellAll();

  nextPolling.succeed(polling.replace(nextPolling));

  retire(lastReceivers, options.signal);
  pushAnew();
}

/** What they are sending now is brought to its end, unless the program stops: of a message that was cut off nobody knows. */
function retire(receivers: Receivers, signal: AbortSignal): void {
  const stop = () => void receivers.stop();
  signal.addEventListener('abort', stop);
  void receivers.stop(RETIRE_RECEIVERS_MS).then(() => signal.removeEventListener('abort', stop));
}
