import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { revisionOf } from '../../src/app/version.ts';

const COMMIT = '8a9b1f5d0c1e2f3a4b5c6d7e8f9a0b1c2d3e4f5a';
const OTHER = '1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9c0d';

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['on a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${COMMIT}\n` }, COMMIT],
  ['on no branch', { '.git/HEAD': `${COMMIT}\n` }, COMMIT],
  [
    'on a branch that git has packed',
    {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `# pack-refs with: peeled\n${OTHER} refs/heads/a/refs/heads/main\n${COMMIT} refs/heads/main\n`,
    },
    COMMIT,
  ],
  [
    'a worktree',
    {
      '.git': 'gitdir: elsewhere/.git/worktrees/fix\n',
      'elsewhere/.git/worktrees/fix/HEAD': 'ref: refs/heads/fix\n',
      'elsewhere/.git/worktrees/fix/commondir': '../..\n',
      'elsewhere/.git/refs/heads/fix': `${COMMIT}\n`,
    },
    COMMIT,
  ],
  [
    'on a branch without a commit',
    { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `${OTHER} refs/heads/other\n` },
    'unknown',
  ],
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
