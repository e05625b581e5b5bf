import { applyRetention } from '../../store/maintenance/retention.ts';
import { openStore } from '../input/open-store.ts';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch prune`: applies `retention` now, and prints the names of the partitions that were dropped. */
export async function prune(io: Io, flags: ConfigFlags): Promise<void> {
  const say = (message: string) => io.stderr.write(`floatwatch: ${message}\n`);
  const config = readConfig(flags['config.file'], io);
  const { retention } = config;
  await using store = await openStore(config, io, 'write');
  const kept = {
    snapshotsMs: retention.snapshots,
    pollsMs: retention.polls,
    hourlyMs: retention.hourly,
  };
  let dropped = 0;
  const onDropped = (names: readonly string[]) => {
    dropped += names.length;
    for (const name of names) io.stdout.write(`${name}\n`);
  };
  await applyRetention(store.pool, store.schema, { ...kept, onDropped });
  if (dropped === 0) say('nothing is older than retention says');
}
