// Checks basic authentication against the bcrypt hashes of the web.config file. A separate thread compares the hashes, at
// most 32 at a time. A refusal never says whether the name or the password was wrong.
import { createHmac, randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

const MAX_WAITING = 32; // comparing these takes about 3 s; one more login is told to come again
const MAX_KNOWN = 100; // pairs of name and password that aren't compared again

export type AuthResult = 'welcome' | 'refused' | 'busy';

export interface BasicAuth {
  /** Checks an `Authorization` header against these users: hashes by name. */
  authenticate(authorization: string | undefined, users: ReadonlyMap<string, string>): Promise<AuthResult>;
  close(): Promise<void>;
}

export function createBasicAuth(): BasicAuth {
  const secret = randomBytes(32);
  const known = new Set<string>(); // keyed digests of what matched; the one used longest ago is forgotten first
  const waiting = new Map<string, Promise<boolean>>();
  const answers = new Map<number, (matches: boolean) => void>();
  let worker: Worker | undefined;
  let last = 0;

  return {
    async authenticate(authorization, users) {
      const credentials = readCredentials(authorization);
      if (!credentials) return 'refused';
      const { user, password } = credentials;
      const hash = users.get(user);
      // An unknown user takes as long as a known one, so that the time doesn't show which names exist.
      const against = hash ?? dummyFor(users);
      const key = digest(user, against, password);
      if (known.delete(key)) {
        known.add(key);
        return 'welcome';
      }
      let comparing = waiting.get(key);
      if (!comparing) {
        if (waiting.size >= MAX_WAITING) return 'busy';
        comparing = compare(password, against).finally(() => waiting.delete(key));
        waiting.set(key, comparing);
      }
      const matches = (await comparing) && hash !== undefined;
      if (matches) remember(key);
      return matches ? 'welcome' : 'refused';
    },

    async close() {
      await worker?.terminate();
      for (const answer of answers.values()) answer(false);
      answers.clear();
    },
  };

  /** Each part is hashed with its length, so that no other user and password make the same digest. */
  function digest(...parts: readonly string[]): string {
    const hmac = createHmac('sha256', secret);
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
    return hmac.digest('base64');
  }

  function remember(key: string): void {
    known.add(key);
    const [oldest] = known;
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  }

  function compare(password: string, hash: string): Promise<boolean> {
    const id = ++last;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    answers.set(id, resolve);
    thread().postMessage({ id, password, hash });
    return promise;
  }

  function thread(): Worker {
    if (worker) return worker;
    const made = new Worker(new URL(`./bcrypt-worker${extname(import.meta.url)}`, import.meta.url));
    made.unref();
    made.on('message', ({ id, matches }: { id: number; matches: boolean }) => {
      answers.get(id)?.(matches);
      answers.delete(id);
    });
    const gone = () => {
      if (worker === made) worker = undefined;
      for (const answer of answers.values()) answer(false); // refused rather than left waiting
      answers.clear();
    };
    made.once('error', gone).once('exit', gone);
    worker = made;
    return made;
  }
}

function readCredentials(authorization: string | undefined): { user: string; password: string } | undefined {
  const [, encoded] = authorization?.match(/^basic ([A-Za-z0-9+/]{1,1024}={0,2})$/i) ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** A hash that no password matches and that takes as long to compare as the first user's. */
function dummyFor(users: ReadonlyMap<string, string>): string {
  const [first = '$2y$10$'] = users.values();
  return `${first.slice(0, 7)}${'.'.repeat(53)}`;
}
