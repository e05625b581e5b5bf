// Checks the versions of Node and of Postgres.
import { version } from '../../app/version.ts';
import { bad, check, databaseCheck, type Judgement, ok, warn } from './check.ts';

const NODE = 24;
const OLDEST_POSTGRES = 14;
/** The day of the last (minor) release of each major version of Postgres: https://www.postgresql.org/support/versioning/ */
const END_OF_LIFE: Readonly<Record<number, string>> = {
  ...{ 14: '2026-11-12', 15: '2027-11-11', 16: '2028-11-09', 17: '2029-11-08', 18: '2030-11-14' },
};

export const nodeVersion = check('node', () => process.versions.node, judgeNode);

export function judgeNode(node: string): readonly Judgement[] {
  const major = Number(node.split('.')[0]);
  if (major === NODE) return [ok(`floatwatch ${version} on Node ${node}`)];
  const found = `floatwatch ${version} runs on Node ${node}; it is tested on Node ${NODE}`;
  return [warn(found, `start it with Node ${NODE}`)];
}

export interface PostgresFacts {
  /** `server_version_num`, such as 180001. */
  readonly number: number;
  readonly isStandby: boolean;
  /** Such as `2026-11-22`. */
  readonly today: string;
}

export const postgresVersion = databaseCheck(
  'postgres',
  async ({ db }, { clock }): Promise<PostgresFacts> => {
    const [row] = await db.query<{ number: number; standby: boolean }>(
      `SELECT current_setting('server_version_num')::int AS number, pg_is_in_recovery() AS standby`,
    );
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    return { number: row!.number, isStandby: row!.standby, today };
  },
  judgePostgres,
);

export function judgePostgres({ number, isStandby, today }: PostgresFacts): readonly Judgement[] {
  const [major, minor] = [Math.floor(number / 10_000), number % 10_000];
  const what = `Postgres ${major}.${minor}`;
  if (isStandby) {
    return [bad(`${what} is a standby: nothing can be written there`, 'let database.url name the primary')];
  }
  if (major < OLDEST_POSTGRES) {
    return [bad(`${what} is too old`, `use Postgres ${OLDEST_POSTGRES} or later`)];
  }
  const until = END_OF_LIFE[major];
  if (until !== undefined && until < today) {
    return [warn(`${what} is out of support since ${until}`, 'plan an upgrade of the server')];
  }
  return [ok(what)];
}
