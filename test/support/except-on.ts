// Tests that one engine can't have.
import { type TestOptions, test } from 'vitest';
import type { EngineName } from '../../src/store/engines/engines.ts';
import { ENGINE } from './postgres.ts';

export const NO_TRIGGER = 'it makes no triggers on tables that it spreads';
export const NO_PASSWORD = 'its nodes let each other in without a password, and so everybody';

/** `test`, but on that engine it is skipped by a name that says why. */
export function exceptOn(engine: EngineName, why: string) {
  const isOn = ENGINE === engine;
  return (name: string, run: () => Promise<void>, options: TestOptions = {}) =>
    test.skipIf(isOn)(isOn ? `${name} [SKIPPED on ${engine}: ${why}]` : name, options, run);
}
