// How often the database is asked again for what was known before a restart, and what is said of it meanwhile.
import { expect, test } from 'vitest';
import { type RecallOptions, recall, recallDecided, recallReloaded } from '../../src/app/recall.ts';
import { handClock } from '../support/clock.ts';

/** A process whose database has no states of alerts for so many times; pauses pass at once. */
function asking(failures: number) {
  const noted = { pauses: [] as number[], forgotten: 0, told: 0, remembered: [] as unknown[] };
  const warnings: unknown[] = [];
  let left = failures;
  const configured = { config: { alerts: { rules: [] } }, accounts: new Map([['acme', {}]]) };
  const options = {
    ...{ clock: handClock(0), evaluator: { told: () => [] } },
    after(ms: number, run: () => void) {
      noted.pauses.push(ms);
      queueMicrotask(run);
      return () => void noted.forgotten++;
    },
    log: { warn: (...said: unknown[]) => void warnings.push(said) },
    configured: () => configured,
    forgotten: { without: (states: unknown) => states, unseen: (seen: unknown) => seen },
    storage: {
      migrated: Promise.resolve(),
      ledger: { latest: async () => ['seen'] },
      alertMemory: { recall: async () => ({ states: [], complete: left-- <= 0 }), remembered: () => [] },
    },
    board: { accounts: [], remember: (...known: unknown[]) => void noted.remembered.push(known) },
    alerting: { resume() {}, tellAll: () => void noted.told++ },
    paymentOptions: { board: { accounts: [] }, resume: async () => [] },
  };
  return { ...{ noted, warnings }, options: options as unknown as RecallOptions };
}

const WARNED = [
  { reason: 'the states of alerts could not be read' },
  'what was known before could not be read',
];
const PAUSES = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];

test('after a restart the pauses grow to half a minute; each time it is told why, and alerts are told', async () => {
  const { noted, warnings, options } = asking(8); // the first time is before the first of these attempts
  await recall(options, new AbortController().signal);
  // The first is for what this machine remembers, if the database doesn't answer at all; the last for what others hand over.
  expect(noted).toEqual({
    ...{ pauses: [4_000, ...PAUSES, 60_000], forgotten: 8, told: 8 },
    remembered: [[['acme'], ['seen']]],
  });
  expect(warnings).toEqual(PAUSES.map(() => WARNED));
});

test('so it is after a standstill, when states and balances are taken in together', async () => {
  const { noted, warnings, options } = asking(7);
  await recallDecided(options, new AbortController().signal);
  expect(noted).toEqual({ pauses: PAUSES, forgotten: 7, told: 8, remembered: [[['acme'], ['seen']]] });
  expect(warnings).toEqual(PAUSES.map(() => WARNED));
});

test('so it is after a reload, when states come before the balances of what it added', async () => {
  const { noted, warnings, options } = asking(7);
  const before = { at: 0, fingerprints: new Set(''), accounts: new Set(''), optionAccounts: new Set('') };
  await recallReloaded(options, before, new AbortController().signal);
  expect(noted).toEqual({ pauses: PAUSES, forgotten: 7, told: 8, remembered: [[['acme'], ['seen']]] });
  expect(warnings).toEqual(PAUSES.map(() => WARNED));
});
