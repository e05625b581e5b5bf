// What the image holds, laid out in a folder as the Dockerfile says.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/tools.ts';
import { makeCertificate } from '../web/certificates.ts';
import { ROOT, read } from './compose.ts';
import { commandOnPath, makeImage } from './image.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'floatwatch-image-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('E18 the runbook to which the built-in alerts link is in it', () => {
  const app = join(folder, 'app');
  makeImage(app);
  expect(existsSync(join(app, 'docs/runbook.md'))).toBe(true);
});

test('the documents that the program names are in it, and in the package', () => {
  const app = join(folder, 'documents');
  makeImage(app);
  const sources = globSync('src/**/*.ts', { cwd: ROOT }).map(read);
  const named = new Set(
    sources.flatMap((text) => [...text.matchAll(/docs\/[a-z-]+\.md/g)].map(([name]) => name)),
  );
  expect(named).toContain('docs/operations.md');
  expect([...named].filter((name) => !existsSync(join(app, name)))).toEqual([]);
  const { files } = JSON.parse(read('package.json')) as { files: readonly string[] };
  expect([...named].filter((name) => !files.some((glob) => matchesGlob(name, `${glob}/**`)))).toEqual([]);
});

test('what the runbook calls floatwatch is on its path, and knows the configuration', () => {
  const app = join(folder, 'again');
  makeImage(app);
  const { name, file, configuration } = commandOnPath();
  expect(name).toBe('floatwatch');
  const linked = join(folder, name);
  symlinkSync(file.replace('/app', app), linked);
  expect(execFileSync(linked, ['--version'], { encoding: 'utf8' })).toMatch(/^floatwatch \d/);
  expect(read('Dockerfile')).toContain(`"--config.file=${configuration}"`);
});

describeWith(['openssl'], 'the health check', () => {
  const check = (url: string) =>
    new Promise<number>((resolve) => {
      execFile(process.execPath, [join(ROOT, 'deploy/healthcheck.mjs'), url], (error) =>
        resolve(error ? ((error.code as unknown as number) ?? -1) : 0),
      );
    });
  async function serve(server: ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/-/healthy`,
      [Symbol.dispose]: () => void server.close(),
    };
  }
  const tls = () => {
    const { cert, key } = makeCertificate(folder, 'health');
    return { cert, key };
  };

  test.each([
    [200, 0],
    [401, 0], // it asks who we are: it is there
    [503, 1],
  ])('of an answer of %i ends with %i', async (status, code) => {
    using server = await serve(createServer((_, response) => void response.writeHead(status).end()));
    expect(await check(server.url)).toBe(code);
  });

  test.each([
    [200, 0],
    [401, 0],
  ])('asks over TLS where that is spoken: of an answer of %i it ends with %i', async (status, code) => {
    using server = await serve(
      createTlsServer(tls(), (_, response) => void response.writeHead(status).end()),
    );
    expect(await check(server.url)).toBe(code);
  });

  test('over TLS too, an answer of 503 is no good one', async () => {
    using server = await serve(createTlsServer(tls(), (_, response) => void response.writeHead(503).end()));
    expect(await check(server.url)).toBe(1);
  });

  test('takes a demand for a client certificate for an answer', async () => {
    const options = { ...tls(), requestCert: true, rejectUnauthorized: true };
    using server = await serve(createTlsServer(options, (_, response) => void response.end()));
    expect(await check(server.url)).toBe(0);
  });

  test('of nobody ends with 1', async () => {
    const server = await serve(createServer());
    server[Symbol.dispose]();
    expect(await check(server.url)).toBe(1);
  });
});
