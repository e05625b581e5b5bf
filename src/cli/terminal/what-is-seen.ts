// Tells on a terminal where the page of `floatwatch run` is, and each minute what it sees.
import type { App } from '../../app/app.ts';
import { accountViews, reachVerdict } from '../../web/verdict.ts';
import type { Io } from './io.ts';

const EVERY_MS = 60_000;

/** Prints the address of the page now, and a line each minute, until it is ended. `page` is absent without an address. */
export function tellWhatIsSeen(
  { board, alerts }: Pick<App, 'board' | 'alerts'>,
  page: string | undefined,
  { stderr }: Pick<Io, 'stderr'>,
): { end(): void } {
  if (page) stderr.write(`floatwatch: the page is at ${page}\n`);
  const tell = () => {
    const { headline, also } = reachVerdict(accountViews(board), alerts());
    stderr.write(`floatwatch: ${[headline, ...also].map((text) => text.replace(/\.$/, '')).join('. ')}\n`);
  };
  const timer = setInterval(tell, EVERY_MS);
  return { end: () => clearInterval(timer) };
}
