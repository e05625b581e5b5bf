// What the documentation tells people to type is there: commands, flags, files, services.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { beforeAll, expect, test } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { createProgram } from '../../src/cli/main.ts';
import { ROOT, read, readCompose } from './compose.ts';

const DOCS = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs')).map((file) => `docs/${file}`),
].filter((file) => file.endsWith('.md'));
/** Lines of the shell in these documents, continued lines as one. */
const LINES = DOCS.flatMap((file) =>
  [...read(file).matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => ({ file, line })),
  ),
);

let program: Command;
beforeAll(async () => {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { signal } = new AbortController();
  const io: Io = { stdout: nowhere, stderr: nowhere, env: {}, signal, onHangUp: () => {}, exitCode: 0 };
  program = await createProgram(io);
});

test('every floatwatch command and flag that is shown exists', () => {
  const shown = [
    ...LINES.flatMap(({ file, line }) =>
      [...line.matchAll(/(?:^|npx |&& |\| |\.bin\/)floatwatch ([a-z][^|;&>]*)/g)].map(([, words = '']) => ({
        file,
        words,
      })),
    ),
    ...DOCS.flatMap((file) =>
      [...read(file).matchAll(/`(?:npx )?floatwatch ([a-z][^`|;&>]*)`/g)].map(([, words = '']) => ({
        file,
        words,
      })),
    ),
  ];
  expect(shown.length).toBeGreaterThan(10);
  for (const { file, words } of shown) {
    const [name, ...rest] = words.trim().split(/\s+/);
    const command = program.commands.find((each) => each.name() === name);
    expect(command, `${file}: floatwatch ${words}`).toBeDefined();
    const flags = [...command!.options, ...program.options].map(({ long }) => long);
    for (const flag of rest.filter((word) => word.startsWith('--'))) {
      expect(flags, `${file}: floatwatch ${words}`).toContain(flag.split('=')[0]);
    }
  }
});

test('every docker compose line names files, profiles and services that are there', () => {
  const { services } = readCompose();
  const profiles = Object.values(services).flatMap(({ profiles = [] }) => profiles);
  const lines = LINES.filter(({ line }) => line.startsWith('docker compose'));
  expect(lines.length).toBeGreaterThan(1);
  for (const { line } of lines) {
    for (const [, file = ''] of line.matchAll(/--env-file (\S+)/g))
      expect(existsSync(join(ROOT, file))).toBe(true);
    for (const [, profile] of line.matchAll(/--profile (\S+)/g)) expect(profiles).toContain(profile);
    for (const [, service] of line.matchAll(/(?:logs -f|kill -s HUP|force-recreate) (\w+)/g)) {
      expect(Object.keys(services)).toContain(service);
    }
  }
});

test('every script that is to be run is there and can be run', () => {
  for (const { file, line } of LINES) {
    for (const [, path = ''] of line.matchAll(/(?:^|\s)((?:deploy|grafana|config|bench|docs)\/\S+)/g)) {
      expect(existsSync(join(ROOT, path)), `${file}: ${path}`).toBe(true);
    }
  }
  for (const script of ['deploy/compose/make-secrets', 'deploy/postgres/roles.sh']) {
    expect(statSync(join(ROOT, script)).mode & 0o111, script).toBe(0o111);
  }
});
