// Options that may stand more than once on a command line. Used by commands with lists, such as `--rule` or `--set`.

/** For an option that may stand more than once: all its values, in their order. */
export function repeatable(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
