// Reads requests that a test's own server gets.
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The body of a request; `undefined` when its sender went away before its end, as at the end of a test. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  try {
    return await buffer(request);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') return undefined;
    throw error;
  }
}
