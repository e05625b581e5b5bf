// Vitest's global setup: a folder for this run and its one Postgres, and their end. The first test that asks starts it.
// At the end, every statement that the program sent during the run is checked for shapes that an engine refuses.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/store/embedded/embedded.ts';
import { flawsOf } from './engine-shapes.ts';
import { makeRoom } from './room.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresDir: string;
    /** A file: one JSON string per line. */
    statements: string;
  }
}

export function setup(project: TestProject): () => Promise<void> {
  const room = makeRoom();
  clearWhenWeAreGone(room.path);
  const dataDir = join(room.path, 'postgres');
  const recorded = join(room.path, 'statements.jsonl');
  project.provide('postgresDir', dataDir);
  project.provide('statements', recorded);
  return async () => {
    if (existsSync(join(dataDir, 'cluster'))) await (await startEmbedded({ dataDir, port: 0 })).stop();
    const statements = readStatements(recorded);
    room[Symbol.dispose]();
    const refused = [...statements].flatMap((statement) =>
      flawsOf(statement).map((flaw) => `${flaw}:\n${statement}`),
    );
    if (refused.length > 0)
      throw new Error(`statements that one of the engines refuses:\n${refused.join('\n\n')}`);
  };
}

/** Stops the server and removes the folder when this process has been killed, and so could not do it. */
function clearWhenWeAreGone(path: string): void {
  const script =
    'cat; kill -INT $(head -n 1 postgres/cluster/postmaster.pid) && sleep 2; cd / && rm -rf "$0"';
  const guard = spawn('sh', ['-c', script, path], {
    cwd: path,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  (guard.stdin as Socket).unref(); // our end closes it
}

function readStatements(file: string): Set<string> {
  if (!existsSync(file)) return new Set();
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return new Set(lines.map((line) => JSON.parse(line) as string));
}
