// Keeps a record that repeats the previous poll as the same object. This saves memory: what was stored is remembered
// for a quarter of an hour, and most of it repeats the poll before. Used by the sources of services.

/** Returns records of the same content, for one account: a record that equals the one of the last call is that object. */
export function createUnchanged<Value>(): (records: readonly Value[]) => readonly Value[] {
  let last: readonly Value[] = [];
  return (records) => {
    if (records.length === 0) return records;
    last = records.map((record, i) => {
      const before = last[i]; // services list their records in the same order
      return before && isSame(before, record) ? before : record;
    });
    return last;
  };
}

/** Compares digit for digit; lists always differ. */
function isSame<Value>(a: Value, b: Value): boolean {
  for (const field in b) if (a[field] !== b[field]) return false;
  return true;
}
