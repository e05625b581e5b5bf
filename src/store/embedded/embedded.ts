// Runs a Postgres of our own for the demo, development and tests: the binaries come from a package, we run them ourselves.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { tryLock } from '../file-lock.ts';
import { makeFolder } from '../make-folder.ts';
import { findBinaries } from './binaries.ts';
import { prepareCluster, SUPERUSER } from './cluster.ts';
import { processState, readPostmaster } from './postmaster.ts';
import { adopt, launch, START_MS, shutDown } from './server.ts';
import { serverUser } from './server-user.ts';

const DATABASE = 'floatwatch';
const WATCH_MS = 500;
const MAX_RETRY_MS = 10_000;

export interface EmbeddedOptions {
  /** The folder for everything: the cluster, its password, the server's log. Created when absent. */
  readonly dataDir: string;
  /** A port on 127.0.0.1; 0 picks a free one. A server that is adopted keeps its port. */
  readonly port: number;
  /** Called with sentences for people, about what takes time or is unusual. */
  readonly onProgress?: (message: string) => void;
  /** Further server settings, such as `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Embedded extends AsyncDisposable {
  /** The superuser's URL with its password: do not print it whole. */
  readonly url: string;
  readonly port: number;
  /** The process id of the current server: it changes when the server is started again. */
  readonly pid: number;
  /** Whether the server was already running. */
  readonly adopted: boolean;
  /**
   * Stops the server, unless another live process uses it: that process then becomes its owner. Resolves when the
   * server is gone, within 10 s.
   */
  stop(): Promise<void>;
}

/**
 * Starts the embedded Postgres in a folder, or adopts the one that still runs there after a crash of ours.
 *
 * One live process owns a folder and stops the server at its end. When another process shares the server at that
 * time, that process becomes the owner, also when the owner is killed. While this process lives, it restarts a server
 * that dies. Rejects with one clear sentence.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { onProgress: say = () => {}, settings = {} } = options;
  const dataDir = resolve(options.dataDir);
  makeFolder(dataDir);
  /** The owner holds this lock. */
  const lockAsOwner = () => tryLock(join(dataDir, 'owner.lock'));
  /** One of the processes that share the server holds this lock, so that the owner knows that there are any. */
  const lockAsGuest = () => tryLock(join(dataDir, 'guest.lock'));
  const end = performance.now() + START_MS;
  for (;;) {
    const lock = lockAsOwner();
    if (lock) return await own(lock, options.port);
    const shared = await share();
    if (shared) return shared;
    if (performance.now() > end) {
      throw new Error(`another process owns ${dataDir}, but its Postgres does not get ready`);
    }
    await setTimeout(50);
  }

  async function own(lock: Disposable, wanted: number): Promise<Embedded> {
    return await ownLocked(lock, wanted).catch((error: unknown) => {
      lock[Symbol.dispose]();
      throw error;
    });
  }

  async function ownLocked(lock: Disposable, wanted: number): Promise<Embedded> {
    const user = serverUser();
    const binaries = await findBinaries(user, say);
    const { cluster, password } = await prepareCluster({ dataDir, binaries, user, say });
    const server = {
      postgres: binaries.postgres,
      cluster,
      user,
      settings,
      log: join(dataDir, 'postgres.log'),
    };

    const answers = (port: number) => hasDatabase(port, password);

    let running = await adopt(cluster, answers);
    const adopted = running !== undefined;
    if (adopted) say(`using the Postgres that is running already (process ${running?.pid})`);
    running ??= await launch(server, wanted);
    const { port } = running;
    let pid = running.pid;
    if (!adopted) await answers(port);

    let stopping: Promise<void> | undefined;
    let reviving: Promise<void> | undefined;
    let failures = 0;
    let retryAt = 0;
    let said = '';
    const ending = new AbortController();
    const watch = setInterval(() => {
      if (stopping || reviving || performance.now() < retryAt || processState(pid, cluster) === 'postgres')
        return;
      reviving = revive().finally(() => {
        reviving = undefined;
      });
    }, WATCH_MS).unref();

    async function revive(): Promise<void> {
      if (failures === 0) say('the embedded Postgres is gone: starting it again');
      try {
        pid = ((await adopt(cluster, answers)) ?? (await launch(server, port, ending.signal))).pid;
        [failures, said] = [0, ''];
      } catch (error) {
        if (ending.signal.aborted) return;
        retryAt = performance.now() + Math.min(WATCH_MS * 2 ** failures++, MAX_RETRY_MS);
        const { message } = error as Error;
        if (message !== said) say(`the embedded Postgres did not start again: ${message}`);
        said = message;
      }
    }

    const stop = async (): Promise<void> => {
      clearInterval(watch);
      ending.abort();
      await reviving;
      await stopUnlessShared(pid);
      lock[Symbol.dispose]();
    };
    const stopOnce = (): Promise<void> => {
      stopping ??= stop();
      return stopping;
    };
    return {
      url: urlOf(port, password),
      port,
      adopted,
      get pid() {
        return pid;
      },
      stop: stopOnce,
      [Symbol.asyncDispose]: stopOnce,
    };
  }

  /** Called by the owner at its end. */
  async function stopUnlessShared(pid: number): Promise<void> {
    const unshared = lockAsGuest();
    unshared?.[Symbol.dispose]();
    if (unshared) await shutDown(pid, join(dataDir, 'cluster'));
  }

  /** Uses the owner's server; `undefined` while it is not ready. The owner may also end meanwhile. */
  async function share(): Promise<Embedded | undefined> {
    const link = join(dataDir, 'cluster');
    const found = readPostmaster(link);
    if (found?.status !== 'ready' || processState(found.pid, link) !== 'postgres') return undefined;
    const { pid, port } = found;
    const password = readFileSync(join(dataDir, 'password'), 'utf8').trim();
    if (!(await hasDatabase(port, password))) return undefined;
    say(`using the Postgres (process ${pid}) of another floatwatch, and leaving it running`);
    return asGuest({ url: urlOf(port, password), port, pid });
  }

  /** Uses the server of another process while that process lives; then takes it over. */
  function asGuest({ url, port, pid }: Pick<Embedded, 'url' | 'port' | 'pid'>): Embedded {
    let guest = lockAsGuest();
    let owned: Embedded | undefined;
    let taking: Promise<void> | undefined;
    let said = '';
    const watch = setInterval(() => {
      taking ??= takeOver().finally(() => {
        taking = undefined;
      });
    }, WATCH_MS).unref();

    async function takeOver(): Promise<void> {
      try {
        guest ??= lockAsGuest();
        const lock = lockAsOwner();
        if (!lock) return;
        owned = await own(lock, port);
        clearInterval(watch);
        guest?.[Symbol.dispose]();
        say('the floatwatch that ran this Postgres has ended: it is ours now');
      } catch (error) {
        const { message } = error as Error;
        if (message !== said)
          say(`the Postgres that another floatwatch ran could not be taken over: ${message}`);
        said = message;
      }
    }

    const stop = async (): Promise<void> => {
      clearInterval(watch);
      await taking;
      guest?.[Symbol.dispose]();
      if (owned) return await owned.stop();
      using lock = lockAsOwner();
      if (lock) await stopUnlessShared(readPostmaster(join(dataDir, 'cluster'))?.pid ?? pid); // its owner has just ended
    };
    return {
      ...{ url, port, adopted: true, stop, [Symbol.asyncDispose]: stop },
      get pid() {
        return owned?.pid ?? pid;
      },
    };
  }
}

/** Makes our database when it is missing; `false` when the server does not answer, or no longer. */
async function hasDatabase(port: number, password: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: urlOf(port, password, 'postgres'),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {}); // the running query rejects
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    return true;
  } catch (error) {
    const state = error instanceof pg.DatabaseError ? error.code : undefined;
    if (state === '42P04' || state === '23505') return true; // another process was faster
    if (state === undefined || state.startsWith('57P')) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

function urlOf(port: number, password: string, database = DATABASE): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}
