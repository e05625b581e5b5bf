// Parses options that may stand more than once on a command line, such as `--rule` or `--set`.

/** Collects all values of an option that may stand more than once, in order. */
export function repeatable(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
