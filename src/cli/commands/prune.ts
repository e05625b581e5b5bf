import { Command } from 'commander';
import { openDatabase } from '../../app/database.ts';
import { applyRetention } from '../../store/maintenance/retention.ts';
import { quoteSchema } from '../../store/postgres/connection.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { configFileOption, readConfig } from '../input/read-config.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch prune`: applies `retention` now, and prints the names of the partitions that were dropped. */
export function prune(io: Io): Command {
  return new Command('prune')
    .description("drop history that is older than 'retention' says, now; 'run' does the same every six hours")
    .addOption(configFileOption())
    .action(async (flags: { readonly 'config.file': string }) => {
      const say = (message: string) => io.stderr.write(`floatwatch: ${message}\n`);
      const { database: settings, retention, ...config } = readConfig(flags['config.file'], io);
      await using database = await openDatabase({ ...config, database: settings }, say);
      await using pool = createPool(database.connection);
      const kept = {
        snapshotsMs: retention.snapshots,
        pollsMs: retention.polls,
        hourlyMs: retention.hourly,
      };
      const dropped = await applyRetention(pool, quoteSchema(settings.schema), kept);
      for (const name of dropped) io.stdout.write(`${name}\n`);
      if (dropped.length === 0) say('nothing is older than retention says');
    });
}
