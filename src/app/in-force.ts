// What a reload replaces. Whoever uses it asks for the one in force at each call.

export interface InForce<T> {
  (): T;
  /** Puts the next one in force; returns the one before, for its owner to end. */
  replace(next: T): T;
}

export function inForce<T>(first: T): InForce<T> {
  let current = first;
  return Object.assign(() => current, {
    replace(next: T) {
      const before = current;
      current = next;
      return before;
    },
  });
}
