// Room on the disk that is ours already. SQLite needs some even to delete: without it a full disk could not be drained.
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

export interface Reserve {
  /** Gives the room to whoever writes next; false when it is gone already. */
  release(): boolean;
  /** Takes it back, if there is so much. */
  restore(): void;
}

/** Keeps a file of so many bytes in the way. */
export function createReserve(path: string, bytes: number): Reserve {
  const reserve: Reserve = {
    release() {
      const held = existsSync(path);
      rmSync(path, { force: true });
      return held;
    },
    restore() {
      if (existsSync(path)) return;
      try {
        writeFileSync(path, randomBytes(bytes), { mode: 0o600 }); // a file system may keep zeros in no room at all
      } catch {
        rmSync(path, { force: true });
      }
    },
  };
  reserve.restore();
  return reserve;
}
