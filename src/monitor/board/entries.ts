// Carries a board's entries over a change of the configuration. Both boards use it.

/** The entries of the configured accounts, in order; `entryOf` makes each from the account's earlier entry. */
export function entriesOf<Entry, Config extends { readonly name: string }>(
  configs: readonly Config[],
  previous: ReadonlyMap<string, Entry>,
  entryOf: (known: Entry | undefined, config: Config) => Entry,
): Map<string, Entry> {
  return new Map(configs.map((config) => [config.name, entryOf(previous.get(config.name), config)]));
}
