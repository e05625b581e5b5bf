// Orders texts and numbers. Used wherever things are sorted by their names, or by a number of theirs.

/** Orders texts by their characters' codes: the same on every machine, whatever its language. */
export function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** For `sort`: the lowest number first. */
export function ascending(a: number, b: number): number {
  return a - b;
}
