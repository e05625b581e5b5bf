// Defines a check of an installation: it asks for facts, and judges them. Asking has effects, judging has none.
import type { Config } from '../../config/resolve/resolve.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { Connection, Schema } from '../../store/postgres/connection.ts';
import type { Queryable } from '../../store/postgres/pool.ts';

/** The result of a check. `warn`: it works for now. `skipped`: it could not be asked, and another finding says why. */
export type State = 'ok' | 'warn' | 'bad' | 'skipped';

export interface Judgement {
  readonly state: State;
  /** What was found: a sentence without its full stop. */
  readonly found: string;
  /** What to do about it; `null` when there is nothing to do. */
  readonly advice: string | null;
}

export interface Finding extends Judgement {
  /** The name of the check. */
  readonly check: string;
}

/** The opened database. */
export interface OpenedDatabase {
  readonly db: Queryable;
  readonly connection: Connection;
  readonly schema: Schema;
  /** Whether our tables exist. */
  readonly isMade: boolean;
}

/** Everything that a check may look at. */
export interface Installation {
  readonly config: Config;
  /** The warnings about the configuration, a sentence each. */
  readonly warnings: readonly string[];
  /** `undefined` while the database can't be used. */
  readonly database: OpenedDatabase | undefined;
  readonly clock: Clock;
}

export interface Check {
  readonly name: string;
  /** Whether it asks the database. */
  readonly ofDatabase: boolean;
  /** Never rejects: a failure to ask is a finding too. */
  run(installation: Installation): Promise<readonly Finding[]>;
}

/** Makes a check that needs no database. */
export function check<Facts>(
  name: string,
  ask: (installation: Installation) => Promise<Facts> | Facts,
  judge: (facts: Facts) => readonly Judgement[],
): Check {
  return {
    name,
    ofDatabase: false,
    async run(installation) {
      try {
        return judge(await ask(installation)).map((judgement) => ({ check: name, ...judgement }));
      } catch (error) {
        const found = `it could not be asked: ${(error as Error).message}`;
        return [{ check: name, ...bad(found, 'see whether that can be fixed, and ask again') }];
      }
    },
  };
}

/** Makes a check that asks the database; skipped while the database is away. */
export function databaseCheck<Facts>(
  name: string,
  ask: (database: OpenedDatabase, installation: Installation) => Promise<Facts>,
  judge: (facts: Facts) => readonly Judgement[],
): Check {
  const asked = (installation: Installation) => ask(installation.database!, installation);
  const { run } = check(name, asked, judge);
  return {
    name,
    ofDatabase: true,
    async run(installation) {
      if (installation.database) return await run(installation);
      return [{ check: name, ...skipped("not asked: the database can't be used") }];
    },
  };
}

/** Makes a check that asks our tables; skipped until they exist. */
export function tableCheck<Facts>(...parts: Parameters<typeof databaseCheck<Facts>>): Check {
  const { name, ofDatabase, run } = databaseCheck(...parts);
  return {
    name,
    ofDatabase,
    async run(installation) {
      if (installation.database?.isMade !== false) return await run(installation);
      return [{ check: name, ...skipped('not asked: there are no tables yet') }];
    },
  };
}

function skipped(found: string): Judgement {
  return { state: 'skipped', found, advice: null };
}

export function ok(found: string): Judgement {
  return { state: 'ok', found, advice: null };
}

export function warn(found: string, advice: string): Judgement {
  return { state: 'warn', found, advice };
}

export function bad(found: string, advice: string): Judgement {
  return { state: 'bad', found, advice };
}
