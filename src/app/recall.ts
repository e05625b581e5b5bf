// Restores the state after a restart or a reload, from what this machine remembers and what the database knows.
import { type Instant, type Observation, succeeded } from '../domain/observation.ts';
import type { OptionObservation } from '../domain/payment-option.ts';
import type { AlertEvaluator } from '../monitor/alerts/alert-evaluator.ts';
import type { AlertMemory } from '../monitor/alerts/alert-memory.ts';
import type { SavedAlert } from '../monitor/alerts/ports.ts';
import { windowBackfills } from '../monitor/alerts/window-backfill.ts';
import type { Board } from '../monitor/board/board.ts';
import { type PaymentOptionBoard, pollsOf } from '../monitor/board/payment-option-board.ts';
import type { Clock } from '../monitor/clock.ts';
import type { After } from '../store/writer/timer.ts';
import type { Alerting } from './alerts/alerting.ts';
import type { Configured } from './configured.ts';
import type { Forgotten } from './forgotten.ts';
import type { Logger } from './log/logger.ts';
import type { PaymentOptionPolling } from './payment-options.ts';
import { pause, type RecallPart, takeAll } from './recall-parts.ts';
import type { Storage } from './storage/storage.ts';

export interface RecallOptions {
  readonly clock: Clock;
  readonly after: After;
  readonly log: Logger;
  readonly configured: () => Configured;
  readonly storage: Storage;
  readonly board: Board;
  readonly evaluator: AlertEvaluator;
  readonly alerting: Alerting;
  readonly paymentOptions: PaymentOptionPolling;
  readonly forgotten: Pick<Forgotten, 'without' | 'unseen' | 'seenSince'>;
}

/**
 * Takes in what this machine remembers before the first polls, and what the database knows as soon as it answers, perhaps
 * long after them. Retries each part by itself until it has succeeded once, or `signal` ends the attempts. Resolves then, or
 * sooner when only the past for rules that look back is missing: that may be too much to read in time. Never rejects. If the
 * database was away, a minute later it takes in what others have decided.
 */
export async function recall(options: RecallOptions, signal: AbortSignal): Promise<void> {
  const { alerting, clock, after, storage, forgotten } = options;
  const windows = () => backfillWindows(options);
  const missing = partsOf(options, { startedAt: clock.now(), windows });
  let isHere = false; // a database that doesn't answer is waited for longer than the first polls wait
  const forget = after(OWN_AFTER_MS, () => {
    isHere = !signal.aborted;
    if (isHere) alerting.resume(forgotten.without(storage.alertMemory.remembered(accountNames(options))), []);
  });
  const { states, complete } = await recallStates(options);
  forget();
  if (complete || !isHere) alerting.resume(states, []);
  if (complete) missing.shift(); // nothing is missing of the states
  const known = Promise.withResolvers<void>();
  const taken = (failed: readonly RecallPart[]) => {
    alerting.tellAll();
    if (failed.every((part) => part === windows)) known.resolve();
  };
  void takeAll(missing, options, { signal, isOver: () => signal.aborted, taken }).then(known.resolve);
  await known.promise;
  if (!complete && !signal.aborted) void recallHandedOver(options, signal);
}

/** The names of what was there before an instant: everything else is new to this process. */
export interface KnownBefore {
  readonly at: Instant;
  /** The alerts, without those by a changed rule, of an added account, or that ended unasked for: others may go on with these. */
  readonly fingerprints: ReadonlySet<string>;
  readonly accounts: ReadonlySet<string>;
  /** Accounts whose payment options were polled. */
  readonly optionAccounts: ReadonlySet<string>;
}

/**
 * Recalls what a reload added: what this machine remembers at once, the rest as soon as the database answers. Rules that look
 * back get their past: until then they see only new results, and hold until these are enough. Added or changed rules and
 * accounts continue the alerts that another process had before. Added accounts get their last balances and payment options.
 * `before` says what was there already. Ends with the next reload, or by `signal`. Never rejects.
 */
export async function recallReloaded(
  options: RecallOptions,
  before: KnownBefore,
  signal: AbortSignal,
): Promise<void> {
  const { configured, board, alerting, paymentOptions, storage, forgotten } = options;
  const present = configured();
  const isOver = () => signal.aborted || configured() !== present;
  const isNew = ({ account, fingerprint }: SavedAlert) =>
    account !== '' && !before.fingerprints.has(fingerprint);
  const resume = (states: readonly SavedAlert[]) => alerting.resume(states.filter(isNew), []);
  // At once: an added account is polled now, and what it had told before it was removed may be known to this machine alone.
  resume(forgotten.without(storage.alertMemory.remembered(accountNames(options))));
  const takeStates = async () => {
    const states = await readStates(options);
    if (!isOver()) resume(states);
  };
  const takeOptions = async () => {
    const added = paymentOptions.board.accounts.filter((name) => !before.optionAccounts.has(name));
    const seen = added.length > 0 ? await paymentOptions.resume(added, before.at) : [];
    if (!isOver()) alerting.resume([], [], seen);
  };
  const takeBalances = async () => {
    const added = accountNames(options).filter((name) => !before.accounts.has(name));
    const latest = added.length > 0 ? await readLatest(options, added) : [];
    if (isOver()) return;
    board.remember(added, latest);
    alerting.resume([], latest);
  };
  // States first: alerts that are judged before these are known would be saved in their place.
  await takeAll([takeStates, () => backfillWindows(options), takeOptions, takeBalances], options, {
    signal,
    isOver,
    taken() {
      // After the states that other processes saved of the added parts: the alerts continue from these.
      alerting.resume([], newestOf(board), lastOf(paymentOptions.board));
      alerting.tellAll();
    },
  });
}

/** The newest poll of each account, where it succeeded. */
function newestOf(board: Board): readonly Observation[] {
  const all = board.accounts.flatMap((name) => board.account(name)?.last ?? []);
  return all.filter(({ outcome }) => succeeded(outcome));
}

/** The last good polls of payment options. While the service is away, they make options known to the first rules about them. */
function lastOf(options: PaymentOptionBoard): readonly OptionObservation[] {
  return options.accounts.flatMap((name) => {
    const { seen = null, lost = [] } = options.account(name) ?? {};
    return seen ? pollsOf({ seen, lost }) : [];
  });
}

/** Takes in what other replicas decided while this process stood still, or before its clock was set back. Never rejects. */
export async function recallDecided(options: RecallOptions, signal: AbortSignal): Promise<void> {
  const { board, alerting, forgotten } = options;
  const takeBoth = async () => {
    const states = await readStates(options);
    const accounts = accountNames(options);
    const latest = await readLatest(options, accounts);
    board.remember(accounts, latest);
    // Both in one call: an observation that is older than the latest, and still on its way, is no evidence against these states.
    alerting.resume(forgotten.without(states), latest); // once more: a wallet may have been forgotten since they were read
  };
  // States first, as after a reload: rules that look back end no alert before they know what the others saw meanwhile.
  const parts = [takeBoth, () => backfillWindows(options)];
  await takeAll(parts, options, { signal, isOver: () => signal.aborted, taken: alerting.tellAll });
}

/**
 * Takes in once more what others decided while the database was away: they hand it over when it is back, perhaps after this
 * process has asked. An alert that another has told to be over would go on here, and nobody would be told that it fires.
 */
async function recallHandedOver(options: RecallOptions, signal: AbortSignal): Promise<void> {
  await pause(options.after, HANDED_OVER_MS, signal);
  if (!signal.aborted) await recallDecided(options, signal);
}

/** The parts that the database knows, in the best order to take them in. */
function partsOf(
  options: RecallOptions,
  { startedAt, windows }: { readonly startedAt: Instant; readonly windows: RecallPart },
): RecallPart[] {
  const { board, alerting, paymentOptions } = options;
  return [
    async function states() {
      // Judged at once by the polls that were made meanwhile: an alert that they begin anew isn't told to be over.
      alerting.resume(await readStates(options), newestOf(board), lastOf(paymentOptions.board));
    },
    async function optionObservations() {
      alerting.resume([], [], await paymentOptions.resume(paymentOptions.board.accounts, startedAt));
    },
    windows,
    async function observations() {
      const accounts = accountNames(options);
      const latest = await readLatest(options, accounts);
      board.remember(accounts, latest);
      alerting.resume([], latest);
    },
  ];
}

/**
 * Reads the states of alerts, those that this machine alone knows if the database doesn't answer. Asks also what became of the
 * alerts that this process takes for pending or firing.
 */
async function recallStates(options: RecallOptions): ReturnType<AlertMemory['recall']> {
  const { evaluator, storage, forgotten } = options;
  const lasting = evaluator.told().filter(({ phase }) => phase !== 'inactive');
  const { states, complete } = await storage.alertMemory.recall(accountNames(options), lasting);
  return { states: forgotten.without(states), complete };
}

/** Reads the states of alerts from the database. Rejects when it doesn't answer. */
async function readStates(options: RecallOptions): Promise<readonly SavedAlert[]> {
  const { states, complete } = await recallStates(options);
  if (!complete) throw new Error('the states of alerts could not be read');
  return states;
}

/** The last polls of these accounts. */
async function readLatest(
  { storage, forgotten }: RecallOptions,
  accounts: readonly string[],
): Promise<readonly Observation[]> {
  return forgotten.unseen(await storage.ledger.latest(accounts));
}

function accountNames({ configured }: Pick<RecallOptions, 'configured'>): string[] {
  return [...configured().accounts.keys()];
}

const HANDED_OVER_MS = 60_000; // what could not be written is tried again within half of it
const OWN_AFTER_MS = 4_000; // a second before the first polls: see app.ts

/** Gives rules that look back the past that they would have seen. */
async function backfillWindows({
  clock,
  configured,
  storage,
  evaluator,
  forgotten,
}: Pick<RecallOptions, 'clock' | 'configured' | 'storage' | 'evaluator' | 'forgotten'>): Promise<void> {
  const { config, accounts } = configured();
  for (const lookback of windowBackfills(config.alerts.rules, clock.now())) {
    const past = await storage.readPast([...accounts.keys()], lookback);
    evaluator.lookBack(lookback, forgotten.seenSince(past));
  }
}
