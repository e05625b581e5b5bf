import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { revisionOf } from '../../src/app/version.ts';

const COMMIT = '8a9b1f5d0c1e2f3a4b5c6d7e8f9a0b1c2d3e4f5a';

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['on a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${COMMIT}\n` }, COMMIT],
  ['on no branch', { '.git/HEAD': `${COMMIT}\n` }, COMMIT],
  ['an installed package', {}, 'unknown'],
])('the revision of what is %s', (_, files, revision) => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  expect(revisionOf(folder)).toBe(revision);
});
