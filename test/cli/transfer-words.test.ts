// What `export` and `import` say of their files, of how far they are, and when they are interrupted.
import { expect, test, vi } from 'vitest';
import { partColumns, sizeText, transfer } from '../../src/cli/commands/transfer-table.ts';
import { layOut } from '../../src/cli/terminal/table.ts';
import type { ExportedPart } from '../../src/store/transfer/export.ts';
import { ExportError } from '../../src/store/transfer/export-error.ts';
import type { TransferProgress } from '../../src/store/transfer/progress.ts';
import { capture } from '../support/io.ts';

const CLEARED = '\r\u001b[K';

const part = (
  account: string | null,
  month: string | null,
  kind: ExportedPart['kind'],
  rows: Readonly<Record<string, number>>,
): ExportedPart => ({ account, month, kind, rows, sha256: `${account}-${month}`, known: false });

const PARTS = [
  part('acme-ug', '2026-04', 'ledger', { poll: 1_200, snapshot: 34 }),
  part('acme-ug', '2026-05', 'records', { poll: 2, snapshot: 0 }),
  part('acme-ke', '2026-05', 'ledger', { poll: 7 }),
  part('acme-ke', null, 'state', { balance_daily: 9 }),
  part(null, null, 'common', {}),
];

test('each file has a line, with the columns of a command before the checksum', () => {
  const own = [{ title: 'OWN', cell: ({ rows }: ExportedPart) => Object.keys(rows).join('+') }];
  const { text } = layOut(partColumns(own), PARTS, { width: Number.POSITIVE_INFINITY, colour: false });
  expect(text).toMatchInlineSnapshot(`
    "ACCOUNT  MONTH    PART     ROWS  OWN            SHA256
    acme-ug  2026-04  ledger   1234  poll+snapshot  acme-ug-2026-04
    acme-ug  2026-05  records     2  poll+snapshot  acme-ug-2026-05
    acme-ke  2026-05  ledger      7  poll           acme-ke-2026-05
    acme-ke           state       9  balance_daily  acme-ke-null
                      common      0                 null-null
    "
  `);
  expect(layOut(partColumns(own), PARTS, { width: 60, colour: false })).toMatchObject({
    ...{ dropped: ['SHA256'], text: expect.stringMatching(/^ACCOUNT .* OWN\n/) },
  });
});

test.each<[string, readonly ExportedPart[], string]>([
  ['nothing', [], '0 accounts, 0 months'],
  ['what belongs to no account', PARTS.slice(4), '0 accounts, 0 months'],
  ['what belongs to no month', PARTS.slice(3, 4), '1 account, 0 months'],
  ['a month of an account', PARTS.slice(0, 1), '1 account, 1 month'],
  ['a month in two files', [PARTS[0]!, PARTS[0]!], '1 account, 1 month'],
  ['a month of two accounts', PARTS.slice(1, 3), '2 accounts, 2 months'],
  ['all', PARTS, '2 accounts, 3 months'],
])('the size of %s', (_, parts, text) => {
  expect(sizeText(parts)).toBe(text);
});

const at = (account: string | null, month: string | null, rows: number): TransferProgress => ({
  ...{ account, month, rows, accounts: { done: 0, all: 1 } },
});

/** What a terminal gets of so many steps, each a while after the last. */
async function told(steps: readonly TransferProgress[], everyMs: number, screen: object = { isTTY: true }) {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { io, written } = capture();
  Object.assign(io.stderr, screen);
  const parts = await transfer(
    io,
    { done: 'imported', folder: 'hist' },
    async function* transferred(onProgress) {
      for (const step of steps) {
        onProgress(step);
        vi.advanceTimersByTime(everyMs);
      }
      yield* PARTS;
    },
  ).finally(() => vi.useRealTimers());
  expect(parts).toEqual(PARTS);
  return written().stderr;
}

const STEPS = [at('a', '2026-05', 0), at('a', null, 1), at('b', null, 2)];
const LINES = ['0 of 1 account: a 2026-05, 0 rows', '0 of 1 account: a, 1 row', '0 of 1 account: b, 2 rows'];

test.each([
  [200, LINES],
  [199, [LINES[0], LINES[2]]],
  [100, [LINES[0], LINES[2]]],
  [99, [LINES[0]]],
])('progress every %d ms is shown five times a second at the most', async (everyMs, lines) => {
  expect(await told(STEPS, everyMs)).toBe([...lines.map((line) => CLEARED + line), CLEARED].join(''));
});

test('in a file there is no progress', async () => {
  expect(await told(STEPS, 1_000, {})).toBe('');
});

test.each([
  [true, CLEARED + CLEARED],
  [false, ''],
])('interrupted (on a terminal: %j), it says how far it came and how to go on', async (isTTY, said) => {
  const { io, written } = capture();
  Object.assign(io.stderr, { isTTY });
  const stop = new AbortController();
  const cause = new Error('stopped');
  const stopped = transfer(
    { ...io, signal: stop.signal },
    { done: 'imported', folder: 'hist' },
    async function* transferred() {
      yield* PARTS.slice(0, 2);
      stop.abort();
      throw cause;
    },
  );
  await expect(stopped).rejects.toMatchObject({
    ...{ message: 'interrupted after 1 account, 2 months: run it again, and it goes on', exitCode: 1, cause },
  });
  expect(written()).toEqual({ stdout: '', stderr: said });
});

const ended = Object.assign(new Error('terminated'), { code: '57P01' });
const ENDED = 'the server ended the session (SQLSTATE 57P01): terminated';

test.each<[string, Error, TransferProgress | null, readonly ExportedPart[], string, number]>([
  ['before all', ended, null, [], `hist: ${ENDED}. Run it again`, 1],
  ['in an account', ended, at('a', null, 0), [], `hist, a: ${ENDED}. Run it again`, 1],
  [
    'in a month',
    ended,
    at('acme-ug', '2026-06', 3),
    PARTS.slice(0, 2),
    `hist, acme-ug 2026-06: ${ENDED}. Exported already: 1 account, 2 months. Run it again, and it goes on`,
    1,
  ],
  [
    'after all accounts',
    ended,
    at(null, null, 0),
    PARTS.slice(0, 4),
    `hist, what all accounts share: ${ENDED}. Exported already: 2 accounts, 3 months. Run it again, and it goes on`,
    1,
  ],
  ['without a code', new Error('odd'), null, [], 'hist: odd. Run it again', 1],
  [
    'by a file',
    new ExportError('hist/x can not be written'),
    at('a', null, 0),
    [],
    'hist/x can not be written. Run it again then',
    1,
  ],
  [
    'by a later file',
    new ExportError('hist/x can not be written'),
    at('a', null, 0),
    PARTS.slice(0, 1),
    'hist/x can not be written. Exported already: 1 account, 1 month. Run it again then, and it goes on',
    1,
  ],
  ['by another folder', new ExportError('hist is a file', 2), null, [], 'hist is a file', 2],
])(
  'what fails %s is told with its place, what is done, and how to go on',
  async (...[, cause, step, parts, message, exitCode]) => {
    const { io, written } = capture();
    Object.assign(io.stderr, { isTTY: true });
    const failed = transfer(
      io,
      { done: 'exported', folder: 'hist' },
      async function* transferred(onProgress) {
        yield* parts;
        if (step) onProgress(step);
        throw cause;
      },
    );
    await expect(failed).rejects.toMatchObject({ message, exitCode, cause });
    expect(written().stdout).toBe('');
    expect(written().stderr.endsWith(CLEARED)).toBe(true);
  },
);

test('what belongs to all accounts is told without the name of one', async () => {
  expect(await told([at(null, null, 5)], 0)).toBe(`${CLEARED}0 of 1 account: 5 rows${CLEARED}`);
});
