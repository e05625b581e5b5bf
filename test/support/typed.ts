// Reads what is typed behind an npm script that runs Vitest: the script's own flags, and those that it passes on.
import { type ParseArgsConfig, parseArgs } from 'node:util';

export interface Typed<Name extends string> {
  /** The script's own flags; `true` for one without a value. */
  readonly own: Readonly<Partial<Record<Name, string | boolean>>>;
  /** Parts of the paths of test files. */
  readonly files: readonly string[];
  /** Flags of Vitest, as typed. */
  readonly flags: readonly string[];
  /** Whether only some tests are asked for, by name. */
  readonly byName: boolean;
}

/** All that isn't an own flag is Vitest's: a word is part of a path, but behind `-t` it is part of a test's name. */
export function readTyped<Name extends string>(
  typed: readonly string[],
  own: Readonly<Record<Name, { readonly type: 'string' | 'boolean' }>>,
): Typed<Name> {
  const options: ParseArgsConfig['options'] = { ...own, testNamePattern: { type: 'string', short: 't' } };
  const { values, positionals, tokens } = parseArgs({
    args: typed.filter((each) => each !== '--'), // npm's, once more
    ...{ options, allowPositionals: true, strict: false, tokens: true },
  });
  const isOwn = (name: string): name is Name => Object.hasOwn(own, name);
  const flags = tokens.flatMap((token) => {
    if (token.kind !== 'option') return [];
    if (options[token.name]?.type === 'string' && token.value === undefined)
      throw new Error(`${token.rawName} needs ${isOwn(token.name) ? 'a name' : "a part of a test's name"}`);
    if (isOwn(token.name)) return [];
    return token.value === undefined ? [token.rawName] : [`${token.rawName}=${token.value}`];
  });
  return {
    own: Object.fromEntries(Object.entries(values).filter(([name]) => isOwn(name))) as Typed<Name>['own'],
    ...{ files: positionals, flags, byName: values['testNamePattern'] !== undefined },
  };
}
