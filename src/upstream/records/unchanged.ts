// Records that say what they said before, kept as one object over polls: what was stored last is remembered for a quarter of an
// hour, and most of it says what the poll before said. Used by the sources of services.

/** Gives records of the same content, of one account: one that was told the same the last time is the object from there. */
export function createUnchanged<Value>(): (records: readonly Value[]) => readonly Value[] {
  let last: readonly Value[] = [];
  return (records) => {
    if (records.length === 0) return records;
    last = records.map((record, i) => {
      const before = last[i]; // services name their records in the same order
      return before && isSame(before, record) ? before : record;
    });
    return last;
  };
}

/** Digit for digit; a list is never the same. */
function isSame<Value>(a: Value, b: Value): boolean {
  for (const field in b) if (a[field] !== b[field]) return false;
  return true;
}
