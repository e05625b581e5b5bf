// Check: whether the database's schema is the one of this version.
import { migrationStatus } from '../../store/postgres/migrate.ts';
import { bad, databaseCheck, type Judgement, ok } from './check.ts';

export interface MigrationFacts {
  readonly all: number;
  /** Names of those that were not applied. */
  readonly missing: readonly string[];
  /** Why the database's schema isn't ours to use; `null` when it is. */
  readonly refused: string | null;
}

export const migrations = databaseCheck(
  'migrations',
  async ({ connection }, { config }): Promise<MigrationFacts> => {
    try {
      const status = await migrationStatus({ ...connection, demo: config.demo });
      const missing = status.filter(({ appliedAt }) => appliedAt === null).map(({ name }) => name);
      return { all: status.length, missing, refused: null };
    } catch (error) {
      return { all: 0, missing: [], refused: (error as Error).message };
    }
  },
  judgeMigrations,
);

export function judgeMigrations({ all, missing, refused }: MigrationFacts): readonly Judgement[] {
  if (refused !== null) return [bad(refused, 'nothing else about the database is known until then')];
  if (missing.length === 0) return [ok(`all ${all} are applied`)];
  return [
    bad(`${missing.join(', ')} not applied yet`, 'run "floatwatch migrate" as the owner of the schema'),
  ];
}
