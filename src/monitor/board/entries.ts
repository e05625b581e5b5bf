// What a board keeps of each account, over a change of the configuration. Both boards use it.

/** Entries of the accounts of now, in their order; `entryOf` makes one from what was known of the account before. */
export function entriesOf<Entry, Config extends { readonly name: string }>(
  configs: readonly Config[],
  previous: ReadonlyMap<string, Entry>,
  entryOf: (known: Entry | undefined, config: Config) => Entry,
): Map<string, Entry> {
  return new Map(configs.map((config) => [config.name, entryOf(previous.get(config.name), config)]));
}
