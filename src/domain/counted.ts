// Writes a number of things in a sentence. Used by commands, and by others that write sentences.

/** Such as `1 account` or `3 accounts`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
