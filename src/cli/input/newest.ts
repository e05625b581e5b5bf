// Lists that grow for years, of which a command shows the newest. Used by `floatwatch alerts` and `floatwatch options`.
import type { Io } from '../terminal/io.ts';

const MOST = 100_000; // what a process has room for; years of all but the largest installations

/** The newest 100,000 of what `read` finds, which is asked for so many; if there are more it is said on stderr. */
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
