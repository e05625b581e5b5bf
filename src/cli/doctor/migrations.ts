// Checks whether the database's schema is the one of this version.
import { migrationStatus } from '../../store/postgres/migrate.ts';
import { bad, databaseCheck, type Judgement, ok, warn } from './check.ts';

export interface MigrationFacts {
  readonly all: number;
  /** The names of the migrations that were not applied. */
  readonly missing: readonly string[];
  /** Whether the database is the embedded one, in which nobody else makes tables. */
  readonly isEmbedded: boolean;
  /** Why we can't use the database's schema; `null` when we can. */
  readonly refused: string | null;
}

export const migrations = databaseCheck(
  'migrations',
  async ({ connection }, { config }): Promise<MigrationFacts> => {
    const isEmbedded = config.database.url === null;
    try {
      const status = await migrationStatus({ ...connection, demo: config.demo });
      const missing = status.filter(({ appliedAt }) => appliedAt === null).map(({ name }) => name);
      return { all: status.length, missing, isEmbedded, refused: null };
    } catch (error) {
      return { all: 0, missing: [], isEmbedded, refused: (error as Error).message };
    }
  },
  judgeMigrations,
);

export function judgeMigrations({ all, missing, isEmbedded, refused }: MigrationFacts): readonly Judgement[] {
  if (refused !== null) return [bad(refused, 'nothing else about the database is known until then')];
  if (missing.length === 0) return [ok(`all ${all} are applied`)];
  const isNew = missing.length === all;
  if (isNew && isEmbedded) return [warn('the tables are not made yet', '"floatwatch run" makes them')];
  const found = isNew ? `none of the ${all} is applied yet` : `${missing.join(', ')} not applied yet`;
  return [bad(found, 'run "floatwatch migrate" as the owner of the schema')];
}
