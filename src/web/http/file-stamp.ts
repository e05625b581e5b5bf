// Makes the stamp of a file, by which a changed file is known. Used where the web.config file is read, and read again.
import { statSync } from 'node:fs';

/**
 * A text that differs once the file has changed. Never throws: where the system can't look at the file, it is the error's
 * code. Links are followed, as Kubernetes swaps them.
 */
export function stampOf(file: string): string {
  try {
    const stat = statSync(file, { bigint: true });
    return `${stat.ino}:${stat.mtimeNs}:${stat.size}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
