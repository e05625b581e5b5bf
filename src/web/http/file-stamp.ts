// By what a changed file is known. Used by who reads the web.config file, and reads it again.
import { statSync } from 'node:fs';

/**
 * When a file was changed, as a text; never throws, however little the system tells. Links are followed, as Kubernetes
 * swaps them.
 */
export function stampOf(file: string): string {
  try {
    const stat = statSync(file, { bigint: true });
    return `${stat.ino}:${stat.mtimeNs}:${stat.size}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
