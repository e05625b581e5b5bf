// Small texts of the terminal: figures, instants, lists and sentences, at their boundaries.
import { EventEmitter } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { partColumns, sizeText, transfer } from '../../src/cli/commands/transfer-table.ts';
import { isoOrNull, jsonText, valueText } from '../../src/cli/terminal/format.ts';
import { CommandError, isLively } from '../../src/cli/terminal/io.ts';
import { localMinute, localTime } from '../../src/cli/terminal/local-time.ts';
import { createLogSink, painted } from '../../src/cli/terminal/log-sink.ts';
import { writeJsonList, writePiece } from '../../src/cli/terminal/pieces.ts';
import { everyMsOf } from '../../src/cli/terminal/repeat.ts';
import {
  cutLine,
  printable,
  printSentence,
  terminalWidth,
  wrapped,
} from '../../src/cli/terminal/sentence.ts';
import { layOut } from '../../src/cli/terminal/table.ts';
import { thereAlready } from '../../src/cli/terminal/there-already.ts';
import { counted } from '../../src/domain/counted.ts';
import { listed } from '../../src/domain/listed.ts';
import { capture } from '../support/io.ts';

const AT = Date.UTC(2026, 4, 4, 10, 5, 9);
test.each([
  ['UTC', '2026-05-04 10:05:09Z', '2026-05-04 10:05Z'],
  ['Africa/Kampala', '2026-05-04 13:05:09+03', '2026-05-04 13:05+03'],
  ['Asia/Kathmandu', '2026-05-04 15:50:09+05:45', '2026-05-04 15:50+05:45'],
  ['America/Lima', '2026-05-04 05:05:09-05', '2026-05-04 05:05-05'],
  ['America/St_Johns', '2026-05-04 07:35:09-02:30', '2026-05-04 07:35-02:30'],
  ['Pacific/Kiritimati', '2026-05-05 00:05:09+14', '2026-05-05 00:05+14'],
])('an instant in %s is %s', (timezone, time, minute) => {
  expect([localTime(AT, timezone), localMinute(AT, timezone)]).toEqual([time, minute]);
});

test('an instant in an offset of seconds has its minutes, and no instant is nothing', () => {
  expect(localTime(Date.UTC(1900, 0, 1), 'Africa/Kampala')).toMatch(/\+02:\d\d$/);
  expect(localTime(null, 'UTC')).toBe('');
});

test.each([
  [0, '0 things'],
  [1, '1 thing'],
  [2, '2 things'],
])('%i is %s', (count, said) => {
  expect(counted(count, 'thing')).toBe(said);
});

test.each([
  [0, '0 were there already', '0 of 3 files were there already'],
  [1, '1 was there already', '1 of 3 files was there already'],
  [2, '2 were there already', '2 of 3 files were there already'],
])('of %i: %s', (known, alone, ofSome) => {
  expect([thereAlready(known), thereAlready(known, `${known} of 3 files`)]).toEqual([alone, ofSome]);
});

test.each([
  [0, ''],
  [1, 'n1'],
  [8, 'n1, n2, n3, n4, n5, n6, n7, n8'],
  [9, 'n1, n2, n3, n4, n5, n6, n7, n8 and 1 more'],
  [12, 'n1, n2, n3, n4, n5, n6, n7, n8 and 4 more'],
])('of %i names there are listed: %s', (count, said) => {
  expect(listed(Array.from({ length: count }, (_, i) => `n${i + 1}`))).toBe(said);
});

test.each([
  [null, '', '?'],
  ['1234567.50', '1,234,567.50', '1,234,567.50'],
  ['0', '0', '0'],
  ['true', 'true', 'true'],
  ['', '', ''],
])('the value %j is shown as %j, or as %j where nothing is "?"', (text, plain, known) => {
  expect([valueText(text), valueText(text, '?')]).toEqual([plain, known]);
});

test('an instant in JSON is ISO, or nothing; JSON has two blanks and ends its line', () => {
  expect([isoOrNull(0), isoOrNull(null)]).toEqual(['1970-01-01T00:00:00.000Z', null]);
  expect(jsonText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}\n');
});

test.each([
  ['a b c', 5, ['a b c']],
  ['a b c', 4, ['a b', 'c']],
  ['a b c', 3, ['a b', 'c']],
  ['a b c', 2, ['a', 'b', 'c']],
  ['longer word', 3, ['longer', 'word']],
  ['a longer b', 3, ['a', 'longer', 'b']],
  ['', 3, ['']],
  ['as it is', Number.POSITIVE_INFINITY, ['as it is']],
])('%j in %d columns', (text, width, lines) => {
  expect(wrapped(text, width)).toEqual(lines);
});

test.each([
  ['12345', 6, '12345'],
  ['123456', 6, '1234…'],
  ['1234567', 6, '1234…'],
  ['1\n345', 6, '1\u{FFFD}345'],
])('%j is one line of less than %i characters: %s', (text, width, line) => {
  expect(cutLine(text, width)).toBe(line);
});

test.each([
  [{ isTTY: true, columns: 100 }, 100],
  [{ isTTY: true, columns: 0 }, 80],
  [{ isTTY: true }, 80],
  [{ isTTY: false, columns: 100 }, Number.POSITIVE_INFINITY],
  [{ columns: 100 }, Number.POSITIVE_INFINITY],
])('the width of %j is %d', (stream, width) => {
  expect(terminalWidth({ stdout: Object.assign(new PassThrough(), stream) })).toBe(width);
});

test('a sentence is broken at the width of the terminal', () => {
  const { io, written } = capture();
  Object.assign(io.stdout, { isTTY: true, columns: 7 });
  printSentence(io, 'one two three\u0007');
  expect(written().stdout).toBe('one two\nthree\u{FFFD}\n');
  expect(printable('\u202ea\u200b')).toBe('\u{FFFD}a\u{FFFD}');
});

test.each([
  [{ isTTY: true }, {}, true],
  [{ isTTY: true }, { TERM: 'xterm' }, true],
  [{ isTTY: true }, { NO_COLOR: '' }, true],
  [{ isTTY: true }, { NO_COLOR: '1' }, false],
  [{ isTTY: true }, { TERM: 'dumb' }, false],
  [{ isTTY: false }, {}, false],
  [{}, {}, false],
])('colour on %j with %j: %s', (stream, env, lively) => {
  expect(isLively(stream, env)).toBe(lively);
});

test('a failure of a command ends it with 1, or as it says', () => {
  expect(new CommandError('no')).toMatchObject({ name: 'CommandError', message: 'no', exitCode: 1 });
  expect(new CommandError('no', 3, { cause: 'x' })).toMatchObject({ exitCode: 3, cause: 'x' });
});

test('an interval is more than nothing and a day at the most', () => {
  expect([everyMsOf(true), everyMsOf('1ms'), everyMsOf('1d')]).toEqual([10_000, 1, 86_400_000]);
  for (const said of ['0s', '1d1ms', 'x']) {
    expect(() => everyMsOf(said)).toThrow(
      `--watch ${said}: is not a duration such as 10s, of a day at the most`,
    );
  }
});

test('levels are coloured where standard error is a terminal that wants colour, and lines elsewhere stay as they are', () => {
  const paintedBy = (isTTY: boolean, env: NodeJS.ProcessEnv) => {
    const { io } = capture();
    Object.assign(io.stderr, { isTTY });
    const lines: string[] = [];
    const write = painted({ ...io, env }, (line) => lines.push(line));
    for (const level of ['debug', 'info', 'warn', 'error', 'errors'])
      write(`ts=1 level=${level} msg="level=info"\n`);
    return lines.map((line) => line.replaceAll('\u001b', '␛'));
  };
  const plain = ['debug', 'info', 'warn', 'error', 'errors'].map(
    (level) => `ts=1 level=${level} msg="level=info"\n`,
  );
  expect(paintedBy(false, {})).toEqual(plain);
  expect(paintedBy(true, { NO_COLOR: '1' })).toEqual(plain);
  expect(paintedBy(true, {})).toEqual([
    'ts=1 ␛[2mlevel=debug␛[22m msg="level=info"\n',
    'ts=1 ␛[36mlevel=info␛[39m msg="level=info"\n',
    'ts=1 ␛[33mlevel=warn␛[39m msg="level=info"\n',
    'ts=1 ␛[31mlevel=error␛[39m msg="level=info"\n',
    'ts=1 level=errors msg="␛[36mlevel=info␛[39m"\n',
  ]);
});

test('log lines are dropped while more than a mebibyte is unread, and counted when the reader is back', () => {
  const took: string[] = [];
  const stream = Object.assign(new EventEmitter(), {
    writableLength: 0,
    write: (line: string) => took.push(line),
  });
  const log = createLogSink(stream as unknown as Writable);
  const MIB = 1 << 20;
  for (const [unread, line] of [
    [0, 'first'],
    [MIB, 'at the limit'],
    [MIB + 1, 'dropped'],
    [MIB + 1, 'dropped too'],
    [0, 'after'],
    [0, 'last'],
  ] as const) {
    stream.writableLength = unread;
    log(line);
  }
  const said = 'floatwatch: 2 log lines dropped: nobody read them in time\n';
  expect(took).toEqual(['first', 'at the limit', said, 'after', 'last']);
});

test('a log whose stream has broken is written no more', () => {
  const stream = new PassThrough();
  const log = createLogSink(stream);
  log('one\n');
  stream.emit('error', new Error('EPIPE'));
  log('two\n');
  expect(String(stream.read())).toBe('one\n');
});

test('a piece waits until what was written before it is read', async () => {
  const stdout = new PassThrough({ highWaterMark: 4 });
  let written = 0;
  const writing = (async () => {
    for (const piece of ['1234', '5678']) {
      await writePiece({ stdout }, piece);
      written++;
    }
  })();
  await new Promise(setImmediate);
  expect(written).toBe(0);
  stdout.read();
  await new Promise(setImmediate);
  expect(written).toBe(1);
  stdout.read();
  await writing;
  expect(written).toBe(2);
});

test.each<[readonly (readonly unknown[])[]]>([[[]], [[[]]], [[[1]]], [[[1, { a: 'x' }], [], [[2]]]]])(
  'a list in pieces is the list: %j',
  async (parts) => {
    const { io, written } = capture();
    await writeJsonList(
      io,
      (async function* all() {
        yield* parts;
      })(),
    );
    expect(written().stdout).toBe(jsonText(parts.flat()));
  },
);

const part = (account: string | null, month: string | null, rows: Record<string, number>) =>
  ({ account, month, kind: 'ledger', rows, sha256: 'abc' }) as const;
test('the parts of an export are a table, and their size is in accounts and months', () => {
  const parts = [
    part(null, null, { account: 2 }),
    part('a', '2026-05', { poll: 3, snapshot: 4 }),
    part('b', '2026-05', {}),
    part('a', '2026-06', { poll: 1 }),
  ];
  const own = [{ title: 'NEW', cell: () => 'new' }];
  expect(layOut(partColumns<(typeof parts)[number]>(own), parts, { width: 80, colour: false }).text).toBe(
    [
      'ACCOUNT  MONTH    PART    ROWS  NEW  SHA256',
      '                  ledger     2  new  abc',
      'a        2026-05  ledger     7  new  abc',
      'b        2026-05  ledger     0  new  abc',
      'a        2026-06  ledger     1  new  abc',
      '',
    ].join('\n'),
  );
  expect(
    layOut(partColumns<(typeof parts)[number]>([]), parts, { width: 31, colour: false }).dropped,
  ).toEqual(['SHA256']);
  expect(sizeText(parts)).toBe('2 accounts, 3 months');
  expect(sizeText(parts.slice(1, 2))).toBe('1 account, 1 month');
  expect(sizeText([])).toBe('0 accounts, 0 months');
});

test('a transfer that is interrupted or fails says how far it came', async () => {
  const failing = async (aborted: boolean, isTTY: boolean) => {
    const { io, written } = capture();
    Object.assign(io.stderr, { isTTY, columns: 40 });
    const signal = aborted ? AbortSignal.abort() : io.signal;
    const said = await transfer(
      { ...io, signal },
      { done: 'imported', folder: 'hist' },
      async function* parts() {
        yield part('a', '2026-05', {});
        throw new Error('the network is away');
      },
    ).catch((error: Error) => error.message);
    return [said, written().stderr];
  };
  const INTERRUPTED = 'interrupted after 1 account, 1 month: run it again, and it goes on';
  const FAILED =
    'hist: the network is away. Imported already: 1 account, 1 month. Run it again, and it goes on';
  expect(await failing(true, false)).toEqual([INTERRUPTED, '']);
  expect(await failing(true, true)).toEqual([INTERRUPTED, '\r\x1b[K\r\x1b[K']);
  expect(await failing(false, true)).toEqual([FAILED, '\r\x1b[K\r\x1b[K']);
});

test('a transfer shows nothing where nobody looks, and at most five lines a second where somebody does', async () => {
  const shown = async (isTTY: boolean) => {
    const { io, written } = capture();
    Object.assign(io.stderr, { isTTY, columns: 60 });
    const parts = await transfer(io, { done: 'imported', folder: 'hist' }, async function* all(onProgress) {
      for (let rows = 1; rows < 4; rows++)
        onProgress({ account: 'a', month: null, rows, accounts: { done: 0, all: 1 } });
      yield part('a', null, {});
    });
    expect(parts).toHaveLength(1);
    return written().stderr;
  };
  expect(await shown(false)).toBe('');
  expect(await shown(true)).toBe('\r\x1b[K0 of 1 account: a, 1 row\r\x1b[K');
});
