// Memory for bodies, which is used again: a fresh buffer of many megabytes costs more in page faults than the copying. Used
// by `body.ts`.

export interface Buffers {
  /** A buffer of at least `size`, held once; its former content is still in it. */
  take(size: number): Buffer;
  /** One more user of the buffer. */
  hold(buffer: Buffer): void;
  /** One user less; after the last one it is free. A user who never says so keeps the buffer from being used again. */
  release(buffer: Buffer): void;
}

/** Keeps one free buffer: bodies follow one another in about the same size. */
export function createBuffers(): Buffers {
  const users = new WeakMap<Buffer, number>();
  let spare: Buffer | undefined;
  return {
    take(size) {
      const fits = spare && spare.length >= size && spare.length <= 2 * size + 65_536;
      const buffer = fits && spare ? spare : Buffer.allocUnsafeSlow(Math.ceil(size * 1.02));
      if (fits) spare = undefined;
      users.set(buffer, 1);
      return buffer;
    },
    hold(buffer) {
      users.set(buffer, (users.get(buffer) ?? 0) + 1);
    },
    release(buffer) {
      const left = (users.get(buffer) ?? 0) - 1;
      if (left > 0) return void users.set(buffer, left);
      if (users.delete(buffer)) spare = buffer;
    },
  };
}
