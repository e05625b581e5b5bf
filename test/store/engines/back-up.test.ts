// What docs/database.md tells to type for a backup, typed on the engines whose tables a dump doesn't take for its own.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENGINE, execute, testDatabase } from '../../support/postgres.ts';
import { fillHistory } from '../transfer/history.ts';
import { transferring } from '../transfer/transferring.ts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/database.md');
const OF_TIMESCALEDB = 'On **TimescaleDB**';

const name = 'all history is in a backup that was made as docs/database.md says, once that is restored';

test.skipIf(ENGINE === 'postgres')(
  ENGINE === 'postgres' ? `${name} [SKIPPED on postgres: test/docs types it there]` : name,
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'floatwatch-back-up-'));
    await using db = await testDatabase();
    const restored = new URL(db.url);
    restored.pathname = '/restored';
    try {
      await fillHistory(db.url);
      if (ENGINE === 'timescaledb') await execute(db.url, `SELECT floatwatch.compress_next('2026-06-01')`);
      for (const command of commands()) {
        execFileSync('bash', ['-euc', command], {
          cwd: folder,
          env: { ...process.env, DATABASE_URL: db.url },
        });
      }
      using files = transferring();
      expect(await files.sumsOf({ url: restored.href })).toEqual(await files.sumsOf(db));
    } finally {
      await execute(db.url, 'DROP DATABASE IF EXISTS restored WITH (FORCE)');
      rmSync(folder, { recursive: true });
    }
  },
);

/** Those for this engine, without floatwatch's own. */
function commands(): string[] {
  const [, chapter = ''] = readFileSync(DOCUMENT, 'utf8').split('## Back up\n');
  const part = chapter.split(OF_TIMESCALEDB).at(ENGINE === 'timescaledb' ? -1 : 0)!;
  return [...part.matchAll(/^```\w*\n(.*?)^```$/gms)]
    .flatMap(([, block = '']) => block.trim().split('\n'))
    .filter((line) => !line.includes('floatwatch migrate'));
}
