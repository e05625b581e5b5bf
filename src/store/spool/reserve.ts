// Keeps room on the disk for the spool. SQLite needs some even to delete, so without it a full disk could not be emptied.
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

export interface Reserve {
  /** Frees the room for the next write; `false` when it was already free. */
  release(): boolean;
  /** Takes the room again, if the disk has that much. */
  restore(): void;
}

/** Keeps a file of that many bytes on the disk. */
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
        writeFileSync(path, randomBytes(bytes), { mode: 0o600 }); // random: zeros may take no room at all in a file system
      } catch {
        rmSync(path, { force: true });
      }
    },
  };
  reserve.restore();
  return reserve;
}
