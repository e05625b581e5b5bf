// Reuses the memory of bodies: a new buffer of many megabytes costs more in page faults than the copying. Used by `body.ts`.

export interface Buffers {
  /** Returns a buffer of at least `size`, held once; its old content is still in it. */
  take(size: number): Buffer;
  /** Adds a user of the buffer. */
  hold(buffer: Buffer): void;
  /**
   * Removes a user; after the last one the buffer is free. A user who is never removed keeps the buffer from being used
   * again.
   */
  release(buffer: Buffer): void;
  /** Drops free buffers, except one of each size: the buffers of one body are used for the next, one after the other. */
  trim(): void;
}

/** Whether a buffer is large enough for `size`, and not much too large. */
function fits({ length }: Buffer, size: number): boolean {
  return length >= size && length <= 1.25 * size + 4_096;
}

export function createBuffers(): Buffers {
  const users = new WeakMap<Buffer, number>();
  let spare: Buffer[] = [];
  return {
    take(size) {
      const smallest = spare.filter((each) => fits(each, size)).sort((a, b) => a.length - b.length)[0];
      const buffer = smallest ?? Buffer.allocUnsafeSlow(Math.ceil(size * 1.02));
      spare = spare.filter((each) => each !== buffer);
      users.set(buffer, 1);
      return buffer;
    },
    hold(buffer) {
      users.set(buffer, (users.get(buffer) ?? 0) + 1);
    },
    release(buffer) {
      const left = (users.get(buffer) ?? 0) - 1;
      if (left > 0) return void users.set(buffer, left);
      if (users.delete(buffer)) spare.push(buffer);
    },
    trim() {
      const kept: Buffer[] = [];
      for (const each of spare.sort((a, b) => b.length - a.length))
        if (!kept.some((larger) => fits(larger, each.length))) kept.push(each);
      spare = kept;
    },
  };
}
