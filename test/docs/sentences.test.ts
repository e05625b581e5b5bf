// What the documents say must be so.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import { BUILTIN_ALERTS } from '../../src/monitor/alerts/builtin.ts';
import { FAULTS } from '../../src/sandbox/faults.ts';
import { parsePromql } from '../grafana/promql.ts';

const ROOT = join(import.meta.dirname, '../..');
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^( *)\`\`\`${language}\n(.*?)^ *\`\`\``, 'gms'))].map(([, indent, body]) =>
    body!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

describe('links lead somewhere', () => {
  test.each(documents)('%s', (file) => {
    const links = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [path, anchor] = link.split('#');
      const target = path === '' ? join(ROOT, file) : join(ROOT, dirname(file), path!);
      if (!existsSync(target)) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchors(relative(ROOT, target)).has(anchor);
    });
    expect(broken).toEqual([]);
  });
});

test('chapters of the documents that the program and what is shipped name are there', () => {
  const named = ['src', 'deploy', 'config']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => /\.(?:ts|mjs|ya?ml|sql|tpl|txt|service|sh)$/.test(file))
    .flatMap((file) => chaptersNamed(read(file)).map((chapter) => ({ file, ...chapter })));
  expect(named).not.toEqual([]);
  const missing = named.filter(
    ({ document, title }) =>
      !read(document)
        .split('\n')
        .some((line) => /^#+ /.test(line) && line.endsWith(` ${title}`)),
  );
  expect(missing).toEqual([]);
});

test('the configuration of the first steps is accepted as it stands', () => {
  const [yaml] = blocks(read('docs/first-steps.md'), 'yaml');
  const env = { ACME_PUBLIC_KEY: 'public-key', ACME_SECRET_KEY: 'secret-key' };
  const { config, warnings } = parseConfig(yaml!, { env, file: 'first-steps.md' });
  expect(config.accounts[0]?.name).toBe('acme-ug');
  expect(warnings).toEqual([]);
});

test("README's first two commands install and run, or test", () => {
  const [main, tests] = blocks(read('README.md'), 'sh');
  expect([main, tests]).toEqual(['npm ci && npm start\n', 'npm ci && npm test\n']);
});

test('README is short, and its first screen has what it is, a picture and what to type', () => {
  const lines = read('README.md').split('\n');
  expect(lines.length).toBeLessThanOrEqual(151); // the last one is empty
  const screen = lines.slice(0, 40).join('\n');
  expect(screen).toMatch(/^!\[/m);
  expect(screen).toContain('npm ci && npm start');
  expect(screen).toContain('npx floatwatch init');
});

test('README counts right: the built-in alerts, and the faults of the sandbox', () => {
  const readme = read('README.md').replaceAll(/\s+/g, ' ');
  expect(BUILTIN_ALERTS).toHaveLength(12);
  expect(readme).toContain('missing wallets; twelve are built in.');
  const [, some] = /over (\d+) faults/.exec(readme)!;
  expect(FAULTS.size).toBeGreaterThan(Number(some));
});

test('every expression of PromQL can be read', () => {
  const expressions = documents.flatMap((file) => blocks(read(file), 'promql'));
  expect(expressions).not.toEqual([]);
  for (const expression of expressions)
    expect(() => parsePromql(expression.trim()), expression).not.toThrow();
});

test('no document names a machine or a registry', () => {
  for (const file of documents) expect(read(file)).not.toMatch(/\/(work|root|home)\/|registry\.npmjs/);
});

/** As `"Shards" in docs/operations.md`, or `docs/operations.md ("Shards")`. */
function chaptersNamed(text: string): { document: string; title: string }[] {
  const before = text.matchAll(/"([A-Z][^"\n]*)" in (docs\/[a-z-]+\.md)/g);
  const after = text.matchAll(/(docs\/[a-z-]+\.md) \("([A-Z][^"\n]*)"\)/g);
  return [
    ...[...before].map(([, title, document]) => ({ document: document!, title: title! })),
    ...[...after].map(([, document, title]) => ({ document: document!, title: title! })),
  ];
}

/** Of headings, as the usual renderers make them. */
function anchors(file: string): Set<string> {
  const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}
