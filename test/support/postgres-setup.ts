// Vitest's global setup: a folder for the one Postgres of this run, and its end. The first test that asks starts it.
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/store/embedded.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresDir: string;
  }
}

export function setup(project: TestProject): () => Promise<void> {
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-run-'));
  chmodSync(room, 0o755); // as root the server runs as another user
  const dataDir = join(room, 'postgres');
  project.provide('postgresDir', dataDir);
  return async () => {
    if (existsSync(join(dataDir, 'cluster'))) await (await startEmbedded({ dataDir, port: 0 })).stop();
    rmSync(room, { recursive: true, force: true });
  };
}
