// Remembers what takes long to make, such as the formats of `Intl`.

/** A function that makes each value once. It remembers `most` of them: for one more it forgets all. */
export function remembering<Key, Value extends NonNullable<unknown>>(
  most: number,
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    if (made.size >= most) made.clear();
    made.set(key, value);
    return value;
  };
}

/** A function that makes one value for each object, and keeps it for as long as the object is kept. */
export function rememberingWith<Key extends object, Value extends NonNullable<unknown>>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
