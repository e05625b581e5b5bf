// The documents that come with the package and the image are whole: their relative links lead to what comes with them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { brokenLinks } from '../support/links.ts';
import { ROOT, read } from './compose.ts';
import { makeImage } from './image.ts';

test('a link that leads nowhere is found, wherever it stands', () => {
  const texts: Readonly<Record<string, string>> = {
    'README.md':
      '[a](docs/a.md#x) [b](docs) [c](docs/gone.md) <img src="docs/c.png"> [web](https://example.com) [d](#d)',
    'docs/a.md':
      '[up](../README.md), [out](../../README.md)\n```\n[no](link)\n```\n[image](<c.png>) [folder](x/)',
  };
  expect(brokenLinks(['README.md', 'docs/a.md', 'docs/x/b'], (file) => texts[file]!)).toEqual([
    'README.md: docs/gone.md',
    'README.md: docs/c.png',
    'docs/a.md: ../README.md',
    'docs/a.md: docs/c.png',
  ]);
});

test('the links of all documents of the package lead to files of the package', () => {
  const { files: globs } = JSON.parse(read('package.json')) as { files: readonly string[] };
  const always = ['README.md', 'LICENSE', 'package.json'];
  const isPacked = (file: string) =>
    always.includes(file) ||
    globs.some(
      (glob) => matchesGlob(file, glob) || matchesGlob(file, `${glob}/**`) || file.startsWith(`${glob}/`),
    );
  const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const packed = tracked.filter((file) => file !== '' && isPacked(file));
  expect(packed).toContain('docs/operations.md');
  expect(brokenLinks(packed, read)).toEqual([]);
});

test('the links of all documents of the image lead to files of the image', () => {
  const app = mkdtempSync(join(tmpdir(), 'floatwatch-links-'));
  onTestFinished(() => rmSync(app, { recursive: true }));
  makeImage(app);
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !file.startsWith('node_modules/'),
  );
  expect(files).toContain('docs/operations.md');
  expect(brokenLinks(files, (file) => readFileSync(join(app, file), 'utf8'))).toEqual([]);
});
