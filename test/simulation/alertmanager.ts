// An Alertmanager of the simulated world: what it was told, when, and by which process, and what is active there.
import type { Clockwork, Process } from './clockwork.ts';

/** One alert in one accepted POST to an Alertmanager; times in milliseconds. */
export interface Told {
  readonly at: number;
  readonly by: Process;
  readonly labels: Readonly<Record<string, string>>;
  /** Its labels as one text. */
  readonly identity: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

export interface Alertmanager {
  /** In their order. */
  readonly told: readonly Told[];
  /** Alerts that are active now, by their labels. */
  active(): ReadonlyMap<string, Told>;
  /** Of these, the alerts told of a moment ago: the others last only because a clock that was ahead said so. */
  confirmed(): ReadonlyMap<string, Told>;
  /** Alerts that were active until somebody told, since an instant, that they are over. */
  endedSince(at: number): readonly Told[];
  take(one: Told): void;
}

const CONFIRMED_MS = 5 * 60_000; // each alert lives for four minutes, by its sender's clock

export function createAlertmanager(clockwork: Clockwork): Alertmanager {
  const told: Told[] = [];
  const latest = new Map<string, Told>();
  /** By its labels, the message that ended it last. */
  const ended = new Map<string, Told>();

  const active = () => new Map([...latest].filter(([, { endsAt }]) => endsAt > clockwork.now()));
  return {
    told,
    active,
    confirmed: () => new Map([...active()].filter(([, { at }]) => at > clockwork.now() - CONFIRMED_MS)),
    endedSince: (since) => [...ended.values()].filter(({ at }) => at >= since),
    take(one) {
      const before = latest.get(one.identity);
      if (before && before.endsAt > one.at && one.endsAt <= one.at) ended.set(one.identity, one);
      told.push(one);
      latest.set(one.identity, one);
    },
  };
}
