// Remembers what this machine has opened at receivers that keep an alert open until somebody ends it there. The machine that
// opened it sees to that.
import type { Alert } from '../../domain/alert.ts';
import { episodeOf } from '../../monitor/alerts/episode.ts';
import type { KeyValueStore } from '../../monitor/alerts/ports.ts';
import type { Clock } from '../../monitor/clock.ts';
import { briefly } from '../notification/group.ts';

/** An alert that a receiver was told as firing. */
export interface Opened {
  readonly alert: Alert;
  /** When it was last told, by the monotonic clock. If a former process told it: when this process began. */
  readonly toldAt: number;
}

export interface OpenedAlerts {
  /** Alerts that were opened at a receiver and not ended from here. */
  opened(receiver: string): readonly Opened[];
  /**
   * Takes in that the receiver is being told that the alert fires; returns false if it was opened before. Durable when it
   * returns, unless the disk is full. Doesn't throw.
   */
  noteOpened(receiver: string, alert: Alert): boolean;
  /** Takes in that the receiver was told the alert's end, or has refused its beginning. Doesn't throw. */
  noteClosed(receiver: string, alert: Alert): void;
}

/** Begins the name of an opened alert's record on the shelf. */
export const KEPT_OPENED = 'opened/';
const MAX_OPENED = 10_000;

/** Alerts that are on the shelf, and those that come. */
export function createOpenedAlerts(
  shelf: KeyValueStore,
  kept: ReadonlyMap<string, string>,
  { monotonic }: Pick<Clock, 'monotonic'>,
): OpenedAlerts {
  const onShelf = [...kept].filter(([name]) => name.startsWith(KEPT_OPENED));
  const begun = monotonic();
  const opened = new Map<string, Opened>(
    onShelf.map(([name, text]) => [name, { alert: JSON.parse(text) as Alert, toldAt: begun }]),
  );
  return {
    opened: (receiver) =>
      [...opened].flatMap(([name, one]) => (name.startsWith(prefixOf(receiver)) ? one : [])),

    noteOpened(receiver, alert) {
      const name = nameOf(receiver, alert);
      const known = opened.has(name);
      const brief = briefly(alert);
      opened.set(name, { alert: brief, toldAt: monotonic() });
      if (known) return false;
      const oldest = opened.size > MAX_OPENED ? [...opened.keys()].slice(0, opened.size - MAX_OPENED) : [];
      for (const each of oldest) opened.delete(each);
      save([[name, JSON.stringify(brief)], ...oldest.map((each) => [each, null] as const)]);
      return true;
    },

    noteClosed(receiver, alert) {
      const name = nameOf(receiver, alert);
      if (opened.delete(name)) save([[name, null]]);
    },
  };

  function save(changes: readonly (readonly [string, string | null])[]): void {
    try {
      shelf.saveStates(new Map(changes));
    } catch {
      // Known until this process ends.
    }
  }
}

function prefixOf(receiver: string): string {
  return `${KEPT_OPENED}${receiver}/`;
}

function nameOf(receiver: string, alert: Alert): string {
  return prefixOf(receiver) + episodeOf(alert);
}
