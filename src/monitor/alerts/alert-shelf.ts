// Keeps the last state of each alert on this machine, for when Postgres is away. Used by `alert-memory.ts`.
import type { Clock } from '../clock.ts';
import type { KeyValueStore, SavedAlert } from './ports.ts';

/** Begins the names of our records: other code has records on the same shelf. */
export const KEPT_ALERT = 'alert/';
const FORGET_AFTER_MS = 24 * 3_600_000; // this machine forgets alerts that ended longer ago
const PAUSE_MS = 10_000;

export interface AlertShelfOptions {
  /** Absent: nothing is kept. */
  readonly shelf?: KeyValueStore;
  readonly clock: Clock;
  onFailure?(what: 'shelf', error: unknown): void;
}

/** No method throws. What the disk refuses stays in memory, and is written with the next change, or by `retry`. */
export interface AlertShelf {
  /** The alerts that were kept and that did not end more than a day ago. */
  read(): readonly SavedAlert[];
  keep(alerts: readonly SavedAlert[]): void;
  remove(alerts: readonly Pick<SavedAlert, 'fingerprint'>[]): void;
  /** Writes what the disk has refused, ten seconds after the last attempt. */
  retry(): void;
}

export function createAlertShelf({ shelf, clock, onFailure }: AlertShelfOptions): AlertShelf {
  /** What the disk hasn't taken, by name: the disk has older states. */
  let unwritten: ReadonlyMap<string, string | null> = new Map();
  let notBefore = 0;

  return {
    read() {
      if (!shelf) return [];
      const found: SavedAlert[] = [];
      const old: SavedAlert[] = [];
      try {
        for (const [name, text] of new Map([...shelf.loadStates(), ...unwritten])) {
          if (!name.startsWith(KEPT_ALERT) || text === null) continue;
          const alert = JSON.parse(text) as SavedAlert;
          const { at, phase } = alert.state;
          const over = phase === 'inactive' && clock.now() - at > FORGET_AFTER_MS;
          (over ? old : found).push(alert);
        }
      } catch (error) {
        onFailure?.('shelf', error);
      }
      remove(old);
      return found;
    },

    keep(alerts) {
      if (alerts.length === 0) return; // most ticks change nothing
      write(new Map(alerts.map((alert) => [nameOf(alert), isOver(alert) ? null : JSON.stringify(alert)])));
    },

    remove,

    retry() {
      if (unwritten.size > 0 && clock.monotonic() >= notBefore) write(new Map());
    },
  };

  function remove(alerts: readonly Pick<SavedAlert, 'fingerprint'>[]): void {
    if (alerts.length > 0) write(new Map(alerts.map((alert) => [nameOf(alert), null])));
  }

  function write(changes: ReadonlyMap<string, string | null>): void {
    const all = unwritten.size === 0 ? changes : new Map([...unwritten, ...changes]);
    try {
      shelf?.saveStates(all);
      unwritten = new Map();
    } catch (error) {
      unwritten = all;
      notBefore = clock.monotonic() + PAUSE_MS;
      onFailure?.('shelf', error);
    }
  }
}

function nameOf({ fingerprint }: Pick<SavedAlert, 'fingerprint'>): string {
  return KEPT_ALERT + fingerprint;
}

/** Whether an alert about this process was withdrawn. Others are kept then, too: Postgres may be away, and know them only as pending. */
function isOver({ account, state }: SavedAlert): boolean {
  return account === '' && state.phase === 'inactive' && state.resolvedAt === null;
}
