// Reads history from a CSV file, as the observations that it was made of.
import type { Instant, Observation } from '../../domain/observation.ts';
import { CommandError } from '../terminal/io.ts';
import { type CsvOptions, type CsvSnapshot, readCsvSnapshots } from './csv-snapshots.ts';

/**
 * Reads observations: the lines of one account and slot make one. Lines must be in the order of their slots; within a slot,
 * accounts may alternate. Returns at the end of the file.
 */
export async function readCsvHistory(
  path: string,
  take: (observation: Observation) => void,
  options: CsvOptions = {},
): Promise<void> {
  let slot: Instant | undefined;
  const accounts = new Map<string, CsvSnapshot[]>(); // of that slot
  const takeSlot = () => {
    for (const [account, wallets] of accounts) take(observationOf(account, slot!, wallets));
    accounts.clear();
  };
  for await (const snapshots of readCsvSnapshots(path, options)) {
    for (const snapshot of snapshots) {
      if (slot !== undefined && snapshot.slot < slot)
        throw new CommandError(`${path}:${snapshot.line}: slots go back: sort the lines by slot`);
      if (snapshot.slot !== slot) takeSlot();
      slot = snapshot.slot;
      const wallets = accounts.get(snapshot.account);
      if (wallets) wallets.push(snapshot);
      else accounts.set(snapshot.account, [snapshot]);
    }
  }
  takeSlot();
}

function observationOf(account: string, slot: Instant, wallets: readonly CsvSnapshot[]): Observation {
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
