// How many of something, in a sentence. Used by several commands.

/** `1 account`, `3 accounts`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
