// Full disks: Postgres', and the spool's.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'; // biome-ignore format: one line
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serverUser } from '../../../src/store/embedded/server-user.ts';
import { openSpool } from '../../../src/store/spool/spool.ts';
import { eventually } from '../../support/eventually.ts';
import { observation, recentSlot, wallet } from '../../support/ledger.ts';
import { ENGINE, execute, testDatabase } from '../../support/postgres.ts';
import { asInPostgres, inPostgres, realHistory } from '../writer/real.ts';

/** A file system of its own, so large. */
function smallDisk(size: string): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'floatwatch-disk-'));
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=777`, 'tmpfs', path]).status).toBe(0);
  return {
    path,
    [Symbol.dispose]() {
      spawnSync('umount', [path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Only root can make one. */
const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;

const ours = test.runIf(ENGINE === 'postgres'); // a server that is ours, on a disk of this machine
describe.skipIf(!canMount)(`a full disk${canMount ? '' : ' [SKIPPED: only root can mount one]'}`, () => {
  ours('P7 no room for Postgres: spooled, and stored once there is room', async () => {
    await using stack = new AsyncDisposableStack();
    const disk = stack.use(smallDisk('40m')).path;
    const space = join(disk, 'space');
    mkdirSync(space);
    chmodSync(disk, 0o755);
    const { uid, gid } = serverUser() ?? {};
    if (uid !== undefined && gid !== undefined) chownSync(space, uid, gid);

    await using db = await testDatabase();
    const name = new URL(db.url).pathname.slice(1);
    const server = new URL(db.url);
    server.pathname = '/postgres';
    await db.pool[Symbol.asyncDispose](); // a database that is in use can't be moved
    await execute(server.href, `CREATE TABLESPACE ${name} LOCATION '${space}'`);
    stack.defer(() => execute(server.href, `DROP TABLESPACE ${name}`).then(() => {})); // once `db` is gone
    await execute(server.href, `ALTER DATABASE ${name} SET TABLESPACE ${name}`);
    const filler = join(disk, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(40 << 20))).toThrow('ENOSPC');

    const slot = recentSlot();
    const results = Array.from({ length: 400 }, (_, n) =>
      observation(slot, { account: `account-${n}`, wallets: [wallet(`${n}.50`)] }),
    );
    {
      await using real = realHistory(db.url);
      const kept = await Promise.all(results.map((each) => real.history.record(each)));
      expect(new Set(kept)).toEqual(new Set(['spooled']));
      expect(real.history.state().reason).toContain('disk is full');
      rmSync(filler);
      await eventually(() => expect(real.spool.stats().polls).toBe(0));
      expect(await inPostgres(real.pool)).toEqual(asInPostgres(results));
    }
  });

  test('S2 no room for the spool: what was kept stays, drains, and makes room', () => {
    using disk = smallDisk('20m');
    using spool = openSpool(disk.path, { now: Date.now, onTrouble: (trouble) => expect.fail(trouble.kind) });
    const slot = recentSlot();
    let kept = 0;
    const fill = () => {
      for (;;) {
        const next = Array.from({ length: 50 }, (_, i) => observation(slot + (kept + i) * 1_000));
        spool.append(next);
        kept += next.length;
      }
    };
    expect(fill).toThrow(/no room on the disk for .*spool\.sqlite: make some/);
    expect(kept).toBeGreaterThan(1_000);
    let drained = 0;
    for (let old = spool.oldest(250); old.length > 0; old = spool.oldest(250)) {
      for (const { result } of old) expect(result.slot).toBe(slot + drained++ * 1_000);
      spool.remove(old.map(({ id }) => id));
    }
    expect(drained).toBe(kept);
    expect(spool.append([observation(slot)])).toEqual([expect.any(Number)]);
    expect(existsSync(join(disk.path, 'spool.reserve'))).toBe(true);
  });
});

describe.skipIf(!canMount)('a spool that is opened on a full disk', () => {
  test('has what was kept, drains, and takes its reserve back once there is room', () => {
    using disk = smallDisk('20m');
    const open = () =>
      openSpool(disk.path, { now: Date.now, onTrouble: (trouble) => expect.fail(trouble.kind) });
    const before = open();
    before.append([observation(recentSlot())]);
    before[Symbol.dispose]();
    const filler = join(disk.path, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(20 << 20))).toThrow('ENOSPC');
    using spool = open();
    expect(existsSync(join(disk.path, 'spool.reserve'))).toBe(false);
    const old = spool.oldest(10);
    expect(old).toHaveLength(1);
    rmSync(filler);
    spool.remove(old.map(({ id }) => id));
    expect(existsSync(join(disk.path, 'spool.reserve'))).toBe(true);
  });
});

describe.skipIf(!canMount)('a broken spool on a full disk', () => {
  test('E10 nothing is lost: it is said, and carried over once there is room', () => {
    using disk = smallDisk('6m');
    const troubles: string[] = [];
    const open = () =>
      openSpool(disk.path, {
        now: () => Date.now(),
        onTrouble: ({ kind }) => troubles.push(kind),
        reserveBytes: 0,
      });
    const results = Array.from({ length: 3_000 }, (_, n) => observation(n * 1_000 + 1_000));
    const before = open();
    expect(before.append(results).every((id) => id !== null)).toBe(true);
    before[Symbol.dispose]();
    const path = join(disk.path, 'spool.sqlite');
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 20 * 4096, 21 * 4096);
    writeFileSync(path, bytes);
    const filler = join(disk.path, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(8 << 20))).toThrow('ENOSPC');

    for (let attempt = 0; attempt < 3; attempt++) {
      expect(() => {
        using spool = open();
        spool.oldest(10);
        spool.append([observation(1)]);
      }).toThrow(/no room on the disk/);
    }
    expect(troubles).toEqual([]);
    rmSync(filler);
    using spool = open();
    expect(spool.oldest(10_000).length).toBeGreaterThan(2_900);
    expect(troubles).toEqual(['replaced']);
  });
});
