import {
  migrate as applyMigrations,
  type MigrationStatus,
  migrationStatus,
} from '../../store/postgres/migrate.ts';
import { openCommandDatabase } from '../input/command-database.ts';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import { jsonText } from '../terminal/format.ts';
import { CommandError, type Io } from '../terminal/io.ts';
import { printTable } from '../terminal/table.ts';

interface MigrateFlags extends ConfigFlags {
  readonly status?: true;
}

/** `floatwatch migrate`: brings the database's schema up to this version; `--status` only looks. */
export async function migrate(io: Io, flags: MigrateFlags): Promise<void> {
  const say = (message: string) => io.stderr.write(`floatwatch: ${message}\n`);
  if (flags.json && !flags.status)
    throw new CommandError('--json belongs to --status, which changes nothing', 2);
  const config = readConfig(flags['config.file'], io);
  const { demo } = config;
  await using database = await openCommandDatabase(config, io, say);
  if (flags.status) {
    const status = await migrationStatus({ ...database.connection, demo });
    if (flags.json) io.stdout.write(jsonText(status.map(toJson)));
    else printStatus(io, status);
    return;
  }
  const { engine } = config.database;
  const onProgress = (name: string) => say(`applying ${name}`);
  const applied = await applyMigrations({ ...database.connection, engine, demo, onProgress, onAdvice: say });
  say(applied.length > 0 ? 'the database is up to date' : 'the database was up to date already');
}

function printStatus(io: Io, status: readonly MigrationStatus[]): void {
  printTable(
    io,
    [
      { title: 'MIGRATION', cell: ({ name }) => name },
      { title: 'APPLIED', cell: ({ appliedAt }) => appliedAt?.toISOString() ?? 'not yet' },
    ],
    status,
  );
}

function toJson({ name, appliedAt }: MigrationStatus) {
  return { name, applied_at: appliedAt?.toISOString() ?? null };
}
