// Reads what `npm run test:engines` is asked for: its own flags, and what it passes on to Vitest.
import { parseArgs } from 'node:util';

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

/** All that isn't an own flag is Vitest's: a word is part of a path, but behind `-t` it is part of a test's name. */
export function readAsked(typed: readonly string[]): Asked {
  const { values, positionals, tokens } = parseArgs({
    args: typed.filter((each) => each !== '--'), // npm's, once more
    options: {
      engine: { type: 'string' },
      moves: { type: 'boolean', default: false },
      testNamePattern: { type: 'string', short: 't' },
    },
    ...{ allowPositionals: true, strict: false, tokens: true },
  });
  const { engine, moves } = values;
  if (engine === true) throw new Error('--engine needs the name of an engine');
  const flags = tokens.flatMap((token) => {
    if (token.kind !== 'option' || token.name === 'engine' || token.name === 'moves') return [];
    if (token.name === 'testNamePattern' && token.value === undefined)
      throw new Error(`${token.rawName} needs a part of a test's name`);
    return token.value === undefined ? [token.rawName] : [`${token.rawName}=${token.value}`];
  });
  const isWhole = engine === undefined && positionals.length === 0 && values['testNamePattern'] === undefined;
  return {
    ...{ engine: engine as string | undefined, files: positionals, flags },
    moves: moves === true ? 'only' : isWhole,
  };
}
