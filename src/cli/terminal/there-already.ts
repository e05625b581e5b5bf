// Says how much of what was asked for was there before. Used by `export` and `import`.

/** Such as `1 was there already`, or `1 of 2 files was there already` with `those` as the words for the number. */
export function thereAlready(known: number, those = String(known)): string {
  return `${those} ${known === 1 ? 'was' : 'were'} there already`;
}
