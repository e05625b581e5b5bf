// History from a CSV file as the observations that it was made of.
import type { Instant, Observation } from '../../domain/observation.ts';
import { CommandError } from '../terminal/io.ts';
import { type CsvOptions, readCsvSnapshots } from './csv-snapshots.ts';

/**
 * Reads observations: lines of the same account and slot make one. Lines must be in the order of their slots.
 * Returns when the file is at its end.
 */
export async function readCsvHistory(
  path: string,
  take: (observation: Observation) => void,
  options: CsvOptions = {},
): Promise<void> {
  let current: Building | undefined;
  for await (const snapshots of readCsvSnapshots(path, options)) {
    for (const snapshot of snapshots) {
      const { account, slot } = snapshot;
      if (!current || current.account !== account || current.slot !== slot) {
        if (current && slot < current.slot) {
          const place = `${path}:${snapshot.line}`;
          throw new CommandError(`${place}: slots go back: sort the lines by slot, then by account`);
        }
        if (current) take(observationOf(current));
        current = { account, slot, wallets: [] };
      }
      current.wallets.push(snapshot);
    }
  }
  if (current) take(observationOf(current));
}

interface Building {
  readonly account: string;
  readonly slot: Instant;
  readonly wallets: Observation['wallets'][number][];
}

function observationOf({ account, slot, wallets }: Building): Observation {
  return {
    account,
    slot,
    outcome: 'ok',
    startedAt: slot,
    observedAt: slot,
    durationMs: 0,
    httpStatus: null,
    envelopeCode: null,
    detail: null,
    wallets,
    unreadable: [],
  };
}
