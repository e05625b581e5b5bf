// Limits lists that grow for years to their newest items. Used by `floatwatch alerts` and `floatwatch options`.
import type { Io } from '../terminal/io.ts';

const MOST = 100_000; // a process has room for so many: years of all but the largest installations

/** The newest 100,000 items that `read` finds; if there are more, a message on stderr says so. */
export async function newest<T>(
  { stderr }: Pick<Io, 'stderr'>,
  read: (most: number) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found = await read(MOST + 1);
  if (found.length <= MOST) return found;
  stderr.write(
    `floatwatch: there are more than ${MOST.toLocaleString('en')}: only the newest are listed, so ask for less with --since\n`,
  );
  return found.slice(0, MOST);
}
