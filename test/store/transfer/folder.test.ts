// The folder of an export: its manifests, the files of its parts, and who may write to it.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ExportError, fileError } from '../../../src/store/transfer/export-error.ts';
import {
  type AccountManifest,
  exportedColumns,
  fileOf,
  folderOf,
  type Manifest,
  readAccountManifest,
  readManifest,
  writeManifest,
} from '../../../src/store/transfer/manifest.ts';
import { openFolder } from '../../../src/store/transfer/open-folder.ts';
import { linesOf, writePart } from '../../../src/store/transfer/part-file.ts';
import { countRows, type TransferProgress } from '../../../src/store/transfer/progress.ts';
import { COLUMNS } from '../../../src/store/transfer/tables.ts';
import { putInPlace, writeWhole } from '../../../src/store/transfer/write-whole.ts';

const parent = mkdtempSync(join(tmpdir(), 'floatwatch-folder-'));
afterAll(() => rmSync(parent, { recursive: true }));
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(parent, 'export-'));
});

const manifest: Manifest = {
  ...{
    format: 1,
    floatwatch: '0.2.0',
    schema: '0042',
    engine: 'postgresql',
    database: '2026-03-02 12:00:00+00',
  },
  ...{ began_at: '2026-03-02 12:00:00+00', taken_at: null, complete: false },
  ...{ tables: COLUMNS as Manifest['tables'], accounts: [] },
};
const account: AccountManifest = {
  ...{
    account: 'acme',
    timezone: 'Africa/Kampala',
    taken_at: '2026-03-02',
    last_slot: null,
    rolled_to: null,
  },
  parts: [
    {
      kind: 'ledger',
      month: '2026-02',
      rows: { poll: 3 },
      sha256: 'a'.repeat(64),
      bytes: 7,
      seen: [3, 3, 0, 9],
    },
  ],
};
const failing = (work: () => unknown): { message: string; exitCode: number } => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(ExportError);
    return error as ExportError;
  }
  throw new Error('nothing was thrown');
};
const path = () => join(folder, 'manifest.json');

describe('a manifest', () => {
  test('is read as it was written, and named by its checksum', () => {
    expect(readManifest(folder)).toBeNull();
    expect(readAccountManifest(folder)).toBeNull();
    const sum = writeManifest(folder, manifest);
    expect(readManifest(folder)).toEqual(manifest);
    const text = readFileSync(path(), 'utf8');
    expect(text).toBe(`${JSON.stringify(manifest, null, 1)}\n`);
    expect(sum).toBe(createHash('sha256').update(text).digest('hex'));
    expect(readdirSync(folder)).toEqual(['manifest.json']);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  test('of an account that was changed is refused', () => {
    const sum = writeManifest(folder, account);
    expect(readAccountManifest(folder)).toEqual(account);
    expect(readAccountManifest(folder, sum)).toEqual(account);
    expect(failing(() => readAccountManifest(folder, 'b'.repeat(64)))).toMatchObject({
      message: `${path()}: was changed after the export (its SHA-256 isn't the one in the manifest above): copy the folder again from where it was written`,
      exitCode: 1,
    });
  });

  test('of a later format is left to the floatwatch that wrote it', () => {
    writeFileSync(path(), JSON.stringify({ format: 2, odd: true }));
    expect(failing(() => readManifest(folder))).toMatchObject({
      message: `${path()}: the export has format 2, and this version reads up to 1: use the floatwatch that wrote it, or a newer one`,
      exitCode: 1,
    });
  });

  test.each([
    ['no JSON', 'x'],
    ['without a format', '{}'],
    ['with a format alone', '{"format":1}'],
    ['with a broken format', '{"format":1.5}'],
  ])('%s is none', (_what, text) => {
    writeFileSync(path(), text);
    const { message, exitCode } = failing(() => readManifest(folder));
    expect(message).toContain(`${path()} is damaged, or is not the manifest of an export (`);
    expect(message).not.toContain('\n');
    expect(exitCode).toBe(2);
  });

  test.each([
    ['a month that there is not', { ...account.parts[0]!, month: '2026-13' }],
    ['a month of zero', { ...account.parts[0]!, month: '2026-00' }],
    ['a day', { ...account.parts[0]!, month: '2026-02-01' }],
    ['a checksum that is too short', { ...account.parts[0]!, sha256: 'a'.repeat(63) }],
    ['a checksum of other signs', { ...account.parts[0]!, sha256: 'G'.repeat(64) }],
    ['less than no bytes', { ...account.parts[0]!, bytes: -1 }],
    ['half a row', { ...account.parts[0]!, rows: { poll: 0.5 } }],
    ['an unknown table', { ...account.parts[0]!, rows: { odd: 1 } }],
    ['an unknown kind', { ...account.parts[0]!, kind: 'odd' }],
  ])('with %s is none', (_what, part) => {
    writeFileSync(path(), JSON.stringify({ ...account, parts: [part] }));
    expect(failing(() => readAccountManifest(folder)).exitCode).toBe(2);
  });

  test('of every month from January to December can be read', () => {
    const parts = Array.from({ length: 12 }, (_, i) => ({
      ...account.parts[0]!,
      month: `2026-${String(i + 1).padStart(2, '0')}`,
    }));
    writeManifest(folder, { ...account, parts });
    expect(readAccountManifest(folder)?.parts).toEqual(parts);
  });

  test('that can not be read says why', () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file');
    const { message, exitCode } = failing(() => readManifest(folder));
    expect(message).toContain(`${path()} can't be read: ENOTDIR`);
    expect(exitCode).toBe(2);
  });
});

test('an export with columns that this version does not know is refused, and names them', () => {
  expect(exportedColumns('hist', manifest)).toBe(manifest.tables);
  const older = { account: ['name'], poll: ['slot', 'operation'] };
  expect(exportedColumns('hist', { ...manifest, tables: older })).toBe(older);
  const newer = { ...older, poll: ['slot', 'mood'], weather: ['at'], toString: [] };
  expect(failing(() => exportedColumns('hist', { ...manifest, tables: newer })).message).toBe(
    "hist: the export is of a newer floatwatch (0.2.0, schema 0042): this one doesn't know poll.mood, weather, toString. Use that version",
  );
});

test('where the parts of an export are', () => {
  expect(fileOf({ kind: 'state' })).toBe('state.gz');
  expect(fileOf({ kind: 'common' })).toBe('common.gz');
  expect(fileOf({ kind: 'ledger', month: '2026-02' })).toBe('2026-02.ledger.gz');
  expect(folderOf('acme-ug')).toBe(join('accounts', 'acme-ug'));
  expect(folderOf('..')).toBe(join('accounts', '%2E.'));
  expect(folderOf('a.b')).toBe(join('accounts', 'a.b'));
});

describe('a file', () => {
  test('is there whole, or as it was', async () => {
    const file = join(folder, 'x');
    writeWhole(file, 'one');
    expect(readFileSync(file, 'utf8')).toBe('one');
    writeWhole(file, 'two');
    expect(readFileSync(file, 'utf8')).toBe('two');
    await putInPlace(file, async (half) => {
      expect(half).toBe(`${file}.half`);
      writeFileSync(half, 'three');
      expect(readFileSync(file, 'utf8')).toBe('two');
    });
    expect(readFileSync(file, 'utf8')).toBe('three');
    const broken = putInPlace(file, async (half) => {
      writeFileSync(half, 'fo');
      throw new Error('no room');
    });
    await expect(broken).rejects.toThrow('no room');
    expect(readFileSync(file, 'utf8')).toBe('three');
    expect(readdirSync(folder)).toEqual(['x']);
  });

  const inPieces = async function* (...pieces: string[]) {
    for (const piece of pieces) yield Buffer.from(piece, 'latin1');
  };
  const linesIn = async (file: string) => {
    const hash = createHash('sha256');
    const lines: string[] = [];
    for await (const some of linesOf(file, hash)) lines.push(...some);
    return { lines, sha256: hash.digest('hex') };
  };

  test.each([
    ['lines', ['one\ntwo\n'], ['one', 'two']],
    ['lines in pieces', ['on', 'e\nt', 'wo\n'], ['one', 'two']],
    ['an empty line', ['\n'], ['']],
    ['nothing', [], []],
    ['a last line without an end', ['one\ntwo'], ['one', 'two']],
    ['bytes of every kind', ['\u00ff\u0080\n'], ['\u00ff\u0080']],
  ])('of a part is read as it was written: %s', async (_what, pieces, lines) => {
    const file = join(folder, 'x.gz');
    const { sha256, bytes } = await writePart(file, inPieces(...pieces));
    expect(gunzipSync(readFileSync(file)).toString('latin1')).toBe(pieces.join(''));
    expect(bytes).toBe(statSync(file).size);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(sha256).toBe(createHash('sha256').update(pieces.join(''), 'latin1').digest('hex'));
    expect(await linesIn(file)).toEqual({ lines, sha256 });
  });

  test('of a part that is gone, or no such file, says so', async () => {
    await expect(linesIn(join(folder, 'none.gz'))).rejects.toThrow('no such file');
    writeFileSync(join(folder, 'x.gz'), 'text');
    await expect(linesIn(join(folder, 'x.gz'))).rejects.toThrow('incorrect header check');
  });

  test('of a part whose rows can not be read leaves nothing behind', async () => {
    const file = join(folder, 'x.gz');
    const broken = async function* () {
      yield Buffer.from('one\n');
      throw new Error('the database is gone');
    };
    await expect(writePart(file, broken())).rejects.toThrow('the database is gone');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the folder', () => {
  test('is made, and is one export’s at a time', () => {
    const fresh = join(folder, 'a', 'b');
    const opened = openFolder(fresh, manifest);
    expect(opened.manifest).toBeNull();
    expect(statSync(fresh).mode & 0o777).toBe(0o700);
    expect(failing(() => openFolder(fresh, manifest))).toMatchObject({
      message: `another floatwatch is exporting to ${fresh}: wait for its end`,
      exitCode: 1,
    });
    opened[Symbol.dispose]();
    openFolder(fresh, manifest)[Symbol.dispose]();
    expect(existsSync(fresh)).toBe(true);
  });

  test('of an export of this database is gone on with', () => {
    writeManifest(folder, manifest);
    writeFileSync(join(folder, 'other'), '');
    using opened = openFolder(folder, { ...manifest, floatwatch: '0.3.0' });
    expect(opened.manifest).toEqual(manifest);
  });

  test('with other content is left alone', () => {
    writeFileSync(join(folder, 'photo.jpg'), '');
    expect(failing(() => openFolder(folder, manifest))).toMatchObject({
      message: `${folder} isn't empty, and not an export: name an empty folder, or a new one`,
      exitCode: 2,
    });
  });

  test.each([
    [{ database: 'other' }, 'has the export of another database: name another folder'],
    [
      { schema: '0043' },
      'has an export by another version of floatwatch (0.2.0, schema 0042): name another folder',
    ],
  ])('of another export is left alone: %j', (change, why) => {
    writeManifest(folder, manifest);
    expect(failing(() => openFolder(folder, { ...manifest, ...change }))).toMatchObject({
      message: `${folder} ${why}`,
      exitCode: 2,
    });
  });

  test('of an earlier format is left alone', () => {
    writeManifest(folder, { ...manifest, format: 0 });
    expect(failing(() => openFolder(folder, manifest)).message).toContain('by another version of floatwatch');
  });
});

test('progress is told when a part begins, and with each piece of it', () => {
  const told: TransferProgress[] = [];
  const at = { account: 'acme', month: null, accounts: { done: 1, all: 3 } };
  const more = countRows(at, (progress) => told.push(progress));
  more(5);
  more(2);
  expect(told).toEqual([0, 5, 7].map((rows) => ({ ...at, rows })));
});

test.each([
  [
    { code: 'EACCES' },
    'x is closed: this user lacks the right: give it the right, or name a folder of its own',
  ],
  [
    { code: 'EPERM', syscall: 'open' },
    'x is closed: this user lacks the right: give it the right, or name a folder of its own',
  ],
  [{ code: 'EROFS' }, 'x is closed: the disk is mounted read-only: name a folder on another'],
  [{ code: 'ENOSPC', syscall: 'write' }, 'x is closed: the disk is full: make room there'],
  [{ code: 'EIO', syscall: 'read' }, 'x is closed: the disk fails: see what the system says of it'],
  [{ code: 'EDQUOT' }, "x is closed: this user's share of the disk is used up: make room there"],
  [{ code: 'ENOENT' }, 'x is closed: there is no such file or folder'],
  [{ code: 'EISDIR', syscall: 'open' }, 'x is closed: EISDIR'],
  [{ code: 'ECONNRESET', syscall: 'read' }, 'ECONNRESET'],
  [{ code: '57P01' }, '57P01'],
])('a failure %j is of a file, or stays as it is', (more, message) => {
  const cause = Object.assign(new Error(more.code), more);
  const told = fileError('x', 'is closed', cause) as Error;
  expect(told.message).toBe(message);
  expect(told === cause).toBe(message === more.code);
});
