// bin/floatwatch.js: what starts floatwatch, wherever it lies and whoever else uses the machine.
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start } from '../support/process.ts';

const root = join(import.meta.dirname, '..', '..');

function scratch(stack: DisposableStack | AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-test-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every file below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

test.fails('E1 compiled code is never read from, or written to, a folder that others share', async () => {
  await using stack = new AsyncDisposableStack();
  const shared = scratch(stack); // as /tmp is
  const home = scratch(stack);
  const env = { TMPDIR: shared, HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
  const version = stack.use(
    start(process.execPath, [join(root, 'bin', 'floatwatch.js'), '--version'], { env }),
  );
  expect(await version.ended(), version.output()).toBe(0);
  expect(filesIn(shared)).toEqual([]);
});
