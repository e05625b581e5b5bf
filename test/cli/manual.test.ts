// The manual pages in man/: what the commands say of themselves now, in a form that man(1) reads.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { manualPages } from '../../src/cli/manual/generate.ts';
import { describeWith } from '../support/tools.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'man');
let pages: Readonly<Record<string, string>>;
beforeAll(async () => {
  pages = Object.fromEntries(await manualPages());
});

test('are made anew: node src/cli/manual/generate.ts', () => {
  const kept = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const);
  expect(Object.fromEntries(kept)).toEqual(pages);
});

test('are installed with the package', () => {
  const { man, files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(man).toEqual(
    Object.keys(pages)
      .sort()
      .map((name) => `./man/${name}`),
  );
  expect(files).toContain('man');
});

describeWith(['groff'], 'man(1)', () => {
  test('prints each whole, without a warning', () => {
    for (const [name, text] of Object.entries(pages)) {
      const stderr = execFileSync('sh', ['-c', 'groff -man -Tutf8 -ww -k 2>&1 >/dev/null'], { input: text });
      expect(String(stderr), name).toBe('');
    }
    const plain = ['-man', '-Tascii', '-k', '-P-cbou'];
    const shown = String(execFileSync('groff', plain, { input: pages['floatwatch-balances.1'] }));
    expect(shown).toMatch(/--watch \[interval\][\s\S]*EXAMPLES[\s\S]*floatwatch balances acme-ug --watch/);
  });
});
