// Reads what `npm run test:engines` is asked for: its own flags, and what it passes on to Vitest.
import { readTyped } from '../support/typed.ts';

export interface Asked {
  /** Only this engine. */
  readonly engine: string | undefined;
  /** Moves from each engine to each other one; `only`: nothing else. */
  readonly moves: boolean | 'only';
  /** Parts of the paths of test files; if empty, all rooms. */
  readonly files: readonly string[];
  /** Flags of Vitest, as typed. */
  readonly flags: readonly string[];
}

export function readAsked(typed: readonly string[]): Asked {
  const { own, files, flags, byName } = readTyped(typed, {
    engine: { type: 'string' },
    moves: { type: 'boolean' },
  });
  const engine = own.engine as string | undefined;
  const isWhole = engine === undefined && files.length === 0 && !byName;
  return { engine, files, flags, moves: own.moves === true ? 'only' : isWhole };
}
