// Holds a part that a reload replaces. Its users ask for the one in force at each call.

export interface InForce<T> {
  (): T;
  /** Puts the next one in force; returns the previous one, which the caller ends. */
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
