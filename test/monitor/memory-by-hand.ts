// A memory of alert states over a log and a shelf that write down what they are asked.
import { INACTIVE } from '../../src/domain/alert.ts';
import { type AlertMemoryOptions, createAlertMemory } from '../../src/monitor/alerts/alert-memory.ts';
import { episodeOfSaved } from '../../src/monitor/alerts/episode.ts';
import type { AlertLog, KeyValueStore, SavedAlert } from '../../src/monitor/alerts/ports.ts';
import { handClock } from '../support/clock.ts';
import { memoryShelf } from '../support/delivering.ts';

export const START = Date.parse('2026-03-02T12:00:00Z');
/** What an alert that began a minute before {@link START} is then. */
export const OVER = { phase: 'inactive', firingAt: START - 60_000, resolvedAt: START } as const;

/** A firing alert of `acme-ug`, unless told otherwise. */
export function saved(
  fingerprint: string,
  state: Partial<SavedAlert['state']> = {},
  change: Partial<SavedAlert> = {},
): SavedAlert {
  const known = { ...INACTIVE, phase: 'firing', pendingAt: START, firingAt: START, at: START } as const;
  return {
    ...{ fingerprint, rule: 'Low', severity: 'warning', account: 'acme-ug', currency: 'UGX' },
    ...{ walletType: 'PAYOUT', labels: {}, state: { ...known, ...state } },
    ...change,
  };
}

export function remembering(change: Partial<AlertMemoryOptions> = {}) {
  const clock = handClock(START);
  const [asked, saves, writes, failures] = [[], [], [], []] as [
    unknown[][],
    SavedAlert[][],
    string[][],
    string[],
  ];
  const known = {
    ...{ alerts: [] as SavedAlert[], away: false, full: false },
    ...{ askedAgo: new Map<string, number>(), ends: new Map<string, number>() },
  };
  const texts = memoryShelf();
  const log: AlertLog = {
    async load(...all) {
      asked.push(all);
      if (known.away) throw new Error('away');
      return known.alerts;
    },
    abandoned: async () => [],
    askedAgo: async (alerts) =>
      new Map([...known.askedAgo].filter(([name]) => alerts.some(({ fingerprint }) => fingerprint === name))),
    endsOf: async (alerts) =>
      new Map(
        alerts.flatMap((alert) => {
          const end = known.ends.get(alert.fingerprint);
          return end === undefined ? [] : [[episodeOfSaved(alert), end]];
        }),
      ),
    keep: async () => {},
    async save(alerts) {
      if (known.away) throw new Error('away');
      saves.push([...alerts]);
    },
  };
  const shelf: KeyValueStore = {
    saveStates(changes) {
      writes.push([...changes].map(([name, text]) => `${text === null ? '-' : '+'}${name}`));
      if (known.full) throw new Error('full');
      texts.saveStates(changes);
    },
    loadStates: () => texts.loadStates(),
  };
  const options = { log, shelf, clock, onFailure: (what: string) => void failures.push(what), ...change };
  const memory = createAlertMemory(options);
  const recalled = async (accounts = ['acme-ug']) =>
    (await memory.recall(accounts)).states.map(({ fingerprint }) => fingerprint);
  const again = () => createAlertMemory(options);
  return { clock, again, log, known, asked, saves, writes, failures, shelf, memory, recalled };
}
