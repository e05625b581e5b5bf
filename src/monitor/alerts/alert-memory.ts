// Remembers alert states over restarts: in Postgres for all replicas, and on this machine for when Postgres is away.
import { isEndOf, isOverIn, isUnaware } from '../../domain/reconcile.ts';
import type { Clock } from '../clock.ts';
import { createAlertShelf } from './alert-shelf.ts';
import { endsElsewhere, isSame, takenOver, withBegunElsewhere } from './known-twice.ts';
import type { AlertLog, KeyValueStore, SavedAlert } from './ports.ts';

const MAX_WAITING = 100_000;
const MAX_PER_SAVE = 1_000;
const MAX_PAUSE_MS = 30_000;
const ON_THE_WAY_MS = 30_000; // longer than a statement waits for its connection and its answer

export interface AlertMemoryOptions {
  readonly log: AlertLog;
  /** Absent: nothing is remembered on this machine. */
  readonly shelf?: KeyValueStore;
  readonly clock: Clock;
  /** Called for each failure; what failed is tried again. Must not throw. */
  onFailure?(what: 'load' | 'save' | 'shelf', error: unknown): void;
}

export interface AlertMemory {
  /**
   * Reads the states to go on from: of each alert, the later one of Postgres and this machine; but the end of an episode that
   * Postgres knows, although it goes on here. What is only taken over from Postgres is marked `elsewhere`. Postgres also tells
   * of the `lasting` alerts if they ended long ago. `complete` is false when Postgres is away: call again when it is back. Never
   * rejects.
   */
  recall(
    accounts: readonly string[],
    lasting?: readonly Pick<SavedAlert, 'fingerprint'>[],
  ): Promise<{ states: readonly SavedAlert[]; complete: boolean }>;
  /** What this machine remembers of these accounts and of the process itself; {@link AlertMemory.recall} gives it, too. */
  remembered(accounts: readonly string[]): readonly SavedAlert[];
  /**
   * Stores states on this machine at once, and in Postgres at the next {@link AlertMemory.flush}. States that the disk
   * refuses stay in memory, where {@link AlertMemory.recall} finds them, and are written later.
   */
  remember(alerts: readonly SavedAlert[]): void;
  /**
   * Writes waiting states to Postgres and to the disk, after a pause if the last attempt failed, unless it is to be `atOnce`.
   * Writes nothing to Postgres from the start of a {@link AlertMemory.recall} until one is complete. One at a time; never
   * rejects.
   */
  flush(atOnce?: boolean): Promise<void>;
  /** How many states wait for Postgres. */
  waiting(): number;
}

export function createAlertMemory(options: AlertMemoryOptions): AlertMemory {
  const { log, clock } = options;
  const disk = createAlertShelf(options);
  const waiting = new Map<string, SavedAlert>(); // by alert and episode, in the order of their last change
  /** True while a recall is not complete. A save would replace episodes that Postgres knows and this process has begun anew. */
  let isRecalling = false;
  let failures = 0;
  let notBefore = 0;
  let flushing: Promise<void> | undefined;

  return {
    async recall(accounts, lasting = []) {
      isRecalling = true;
      try {
        const before = here(accounts);
        await forgetTakenOver([...before.states.values(), ...before.strangers]);
        const theirs = await log.load(accounts, [...before.states.values(), ...lasting]);
        const endOf = await endsElsewhere(log, before.states, theirs);
        const { states, strangers } = here(accounts); // polls may have been judged since
        const unknown = new Map(states); // to Postgres, which may have been away when these were decided
        const taken: SavedAlert[] = [];
        for (const alert of theirs) {
          const local = states.get(alert.fingerprint);
          const end = endOnItsWay(alert);
          const endedAt = endOf(local);
          const isOurs = local && !local.elsewhere && endedAt === undefined;
          if (isOurs && isLater(local, alert)) {
            if (local.state.phase === 'firing' && !end)
              states.set(alert.fingerprint, withBegunElsewhere(local, alert));
            continue;
          }
          if (end && isLater(end, alert)) {
            states.set(alert.fingerprint, local ?? end); // what became pending here since then is another episode
            continue;
          }
          const isOver = local && (endedAt !== undefined || isOverIn(alert.state, local.state));
          if (isOver) waiting.delete(keyOf(local)); // Postgres knows its end, and must not open it anew
          const known = takenOver(local, alert, endedAt);
          states.set(alert.fingerprint, known);
          if (!local || !isSame(local, alert)) taken.push(known);
          unknown.delete(alert.fingerprint);
        }
        takeHome(taken);
        const gone = [...unknown.values()].filter(({ elsewhere }) => elsewhere); // it was theirs, and they know it no more
        for (const { fingerprint } of gone) for (const known of [states, unknown]) known.delete(fingerprint);
        disk.remove(gone);
        for (const alert of unknown.values())
          if (alert.account !== '' && !waiting.has(keyOf(alert))) enqueue(alert); // a waiting state is later
        handOver(strangers);
        isRecalling = false;
        return { states: [...states.values()], complete: true };
      } catch (error) {
        options.onFailure?.('load', error);
        return { states: [...here(accounts).states.values()], complete: false };
      }
    },

    remembered: (accounts) => [...here(accounts).states.values()],

    remember(alerts) {
      for (const alert of alerts) {
        if (alert.account !== '') enqueue(alert); // an alert about this process is only for its successor here
      }
      disk.keep(alerts);
    },

    flush(atOnce = false) {
      disk.retry();
      if (flushing !== undefined) return flushing;
      const isEarly = !atOnce && clock.monotonic() < notBefore;
      if (waiting.size === 0 || isRecalling || isEarly) return Promise.resolve();
      flushing = save().finally(() => {
        flushing = undefined;
      });
      return flushing;
    },

    waiting: () => waiting.size,
  };

  /** What this machine remembers: of these accounts and of the process itself, and of others. */
  function here(accounts: readonly string[]) {
    const states = new Map<string, SavedAlert>();
    const strangers: SavedAlert[] = [];
    const ours = new Set(['', ...accounts]);
    for (const alert of disk.read()) {
      if (ours.has(alert.account)) states.set(alert.fingerprint, alert);
      else strangers.push(alert);
    }
    return { states, strangers };
  }

  function isLater(local: SavedAlert, alert: SavedAlert): boolean {
    if (isUnaware(alert.state, local.state) || isEndOf(local.state, alert.state)) return true;
    if (isOverIn(alert.state, local.state)) return false; // whoever takes it over knows what was seen here since
    if (isUnaware(local.state, alert.state) || isEndOf(alert.state, local.state)) return false;
    if (local.state.at !== alert.state.at) return local.state.at > alert.state.at;
    // After the clock was set back, new evidence may not be later than old: then a state that waits for Postgres is later.
    return waiting.has(keyOf(local));
  }

  /** The end of the alert's episode, if it waits for Postgres. */
  function endOnItsWay(alert: SavedAlert): SavedAlert | undefined {
    const known = waiting.get(keyOf(alert));
    return known?.state.phase === 'inactive' ? known : undefined;
  }

  /** Each episode keeps its last state, so that none is lost when the next one has begun. */
  function enqueue(alert: SavedAlert): void {
    const key = keyOf(alert);
    if (waiting.size >= MAX_WAITING && !waiting.has(key)) waiting.delete(waiting.keys().next().value ?? key);
    waiting.delete(key); // to its new place: of states of one instant, Postgres keeps the last
    waiting.set(key, alert);
    const lasting = keyOf({ ...alert, state: { ...alert.state, phase: 'firing' } });
    const known = waiting.get(lasting);
    if (known && isOverIn(alert.state, known.state)) waiting.delete(lasting); // Postgres knows its end, and must not open it anew
  }

  async function save(): Promise<void> {
    do {
      const batch = [...waiting].slice(0, MAX_PER_SAVE);
      try {
        await log.save(batch.map(([, alert]) => alert));
      } catch (error) {
        failures++;
        notBefore = clock.monotonic() + Math.min(MAX_PAUSE_MS, 500 * 2 ** failures);
        options.onFailure?.('save', error);
        return;
      }
      failures = 0;
      for (const [key, alert] of batch) if (waiting.get(key) === alert) waiting.delete(key);
    } while (waiting.size > 0 && !isRecalling);
  }

  /**
   * Forgets the ends of alerts that nothing asked for here, and that another process has asked for since: Postgres was away,
   * and doesn't know these ends. What Postgres took down just after such an end may have been on its way before it, from this
   * process, too; so who takes an alert over within that time is believed only when it says so again.
   */
  async function forgetTakenOver(alerts: readonly SavedAlert[]): Promise<void> {
    const unasked = alerts.filter(({ unasked, state }) => unasked && state.phase === 'inactive');
    if (unasked.length === 0) return;
    const askedAgo = await log.askedAgo(unasked);
    const over = unasked.filter(
      ({ fingerprint, state }) =>
        (askedAgo.get(fingerprint) ?? Number.POSITIVE_INFINITY) < clock.now() - state.at - ON_THE_WAY_MS,
    );
    for (const alert of over) waiting.delete(keyOf(alert));
    disk.remove(over);
  }

  /** Writes what Postgres knows better to this machine, for a restart while Postgres is away; but not what changed here since. */
  function takeHome(taken: readonly SavedAlert[]): void {
    const changed = new Set([...waiting.values()].map(({ fingerprint }) => fingerprint));
    disk.keep(taken.filter(({ fingerprint }) => !changed.has(fingerprint)));
  }

  /** Gives alerts of accounts that aren't configured any more to Postgres alone: another replica may poll these accounts. */
  function handOver(strangers: readonly SavedAlert[]): void {
    for (const alert of strangers) if (!alert.elsewhere) enqueue({ ...alert, handedOver: true });
    disk.remove(strangers);
  }
}

/** The key of an alert's state in one of its episodes. */
function keyOf({ fingerprint, state: { firingAt, phase } }: SavedAlert): string {
  return `${phase === 'pending'} ${firingAt} ${fingerprint}`;
}
