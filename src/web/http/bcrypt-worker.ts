// A thread that compares passwords with bcrypt hashes, so that the main thread never does.
import { parentPort } from 'node:worker_threads';
import { compareSync } from 'bcryptjs';

parentPort?.on('message', ({ id, password, hash }: { id: number; password: string; hash: string }) => {
  let matches = false;
  try {
    matches = compareSync(password, hash);
  } catch {
    // a hash that bcryptjs can't read matches nothing
  }
  parentPort?.postMessage({ id, matches });
});
