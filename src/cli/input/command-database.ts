// Opens the database of a command, which may end early.
import { type Database, openDatabase } from '../../app/database.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import type { Io } from '../terminal/io.ts';

/** As `openDatabase`, but a Postgres that was started for the command ends with it, however that ends. */
export async function openCommandDatabase(
  config: Config,
  { onEarlyEnd }: Pick<Io, 'onEarlyEnd'>,
  say: (message: string) => void,
): Promise<Database> {
  const opening = openDatabase(config, say);
  if (config.database.url === null) {
    onEarlyEnd(async () => await (await opening)[Symbol.asyncDispose]());
  }
  return await opening;
}
