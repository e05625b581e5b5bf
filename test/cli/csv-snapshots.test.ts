// A file of snapshots, line by line: whatever way it is written in, what it says is read, and what can't be is refused by its place.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type CsvOptions, type CsvSnapshot, readCsvSnapshots } from '../../src/cli/input/csv-snapshots.ts';
import { type Amount, amountOf } from '../../src/domain/money.ts';
import { AMOUNT_FIELDS, type AmountField, forAmounts } from '../../src/domain/wallet.ts';
import { seeded } from '../support/seeded.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-csv-'));
const file = join(folder, 'h.csv');
afterAll(() => rmSync(folder, { recursive: true }));

const HEAD = 'account,currency,wallet_type,slot,available,actual';
const SLOT = Date.UTC(2025, 4, 4, 10); // long ago: an instant in the future is refused
const MINUTE = 60_000;
const MIB = 1 << 20;

async function read(text: string, options?: CsvOptions): Promise<CsvSnapshot[]> {
  writeFileSync(file, text);
  const all = [];
  for await (const part of readCsvSnapshots(file, options)) all.push(...part);
  return all;
}
const reading = (text: string, options?: CsvOptions) =>
  read(text, options).then(
    (all) => `${all.length} read`,
    (error: Error) => error.message.replace(folder, ''),
  );
const at = (ms: number) => new Date(ms).toISOString();

interface Line {
  readonly account: string;
  readonly walletType: string;
  readonly slot: number;
  readonly observedAt: number;
  readonly amounts: Readonly<Partial<Record<AmountField, Amount | null>>>;
}

/** A past of some minutes, in which wallets come, go and change their places, now and then. */
function somePast(random: () => number, columns: readonly string[]): Line[] {
  const lines: Line[] = [];
  let wallets = ['PAYOUT', 'COLLECTION', '=FEES'];
  for (let slot = SLOT; slot < SLOT + 4 * MINUTE; slot += MINUTE) {
    if (random() < 0.2) wallets = wallets.toReversed();
    if (random() < 0.2) wallets = [...wallets.slice(1), `NEW_${slot % 7}`];
    for (const account of random() < 0.8 ? ['a', 'b'] : ['b']) {
      for (const walletType of wallets) {
        const amounts = AMOUNT_FIELDS.filter((field) => columns.includes(field)).map((field) => [
          field,
          random() < 0.2 ? null : amountOf(`${Math.floor(random() * 1e4)}.${random() < 0.5 ? '5' : '25'}`),
        ]);
        const observedAt = columns.includes('observed_at') ? slot + Math.floor(random() * 5e3) : slot;
        lines.push({ account, walletType, slot, observedAt, amounts: Object.fromEntries(amounts) });
      }
    }
  }
  return lines;
}

function written(lines: readonly Line[], columns: readonly string[], quoted: () => boolean): string {
  const row = (line: Line) =>
    columns.map((column) => {
      const cell = {
        ...{ account: line.account, currency: 'UGX', slot: at(line.slot), observed_at: at(line.observedAt) },
        wallet_type: line.walletType.replace(/^=/, "'="),
        ...Object.fromEntries(AMOUNT_FIELDS.map((field) => [field, line.amounts[field] ?? ''])),
      }[column]!;
      return quoted() ? `"${cell}"` : cell;
    });
  return [columns, ...lines.map(row)].map((cells) => cells.join(',')).join('\n');
}

const REGULAR = ['account', 'currency', 'wallet_type', 'slot'];
test.each([
  ['as history --csv writes it', [...REGULAR, 'observed_at', ...AMOUNT_FIELDS]],
  ['with two amounts', [...REGULAR, 'actual', 'available']],
  ['with one amount and when it was seen behind it', [...REGULAR, 'reserve', 'observed_at']],
  [
    'with columns in another order',
    ['slot', 'available', 'wallet_type', 'account', 'currency', 'observed_at'],
  ],
  ['with columns that are not known', [...REGULAR, 'comment', 'available', 'note']],
])('every line is read as it was written: %s', async (_, columns) => {
  const random = seeded();
  for (let i = 0; i < 6; i++) {
    const lines = somePast(random, columns);
    const known = columns.map((column) => (['comment', 'note'].includes(column) ? 'currency' : column));
    const text = written(lines, known, () => i % 2 === 1 && random() < 0.05);
    const titled = [columns.join(','), ...text.split('\n').slice(1)].join(i % 3 === 0 ? '\r\n' : '\n');
    expect(await read(titled)).toEqual(
      lines.map(({ amounts, ...line }, index) => ({
        ...{ ...line, currency: 'UGX', exposable: true, line: index + 2 },
        ...forAmounts((field) => amounts[field] ?? null),
      })),
    );
  }
});

test('a quote is no part of a cell in a line that begins like those before it either', async () => {
  const line = (type: string, minute: number, seen = at(SLOT)) =>
    `a,UGX,${type},${at(SLOT + minute * MINUTE)},${seen},1`;
  const lines = [line('X', 0), line('Y', 0), line('X', 1), line('Y', 1, `"${at(SLOT)}"`)];
  const head = 'account,currency,wallet_type,slot,observed_at,available';
  expect(await reading([head, ...lines].join('\n'))).toBe('4 read');
});

test('amounts that are not asked for stay unknown, in the first line and in those like it', async () => {
  const text = [0, 1, 2].map((i) => `a,UGX,X,${at(SLOT + i * MINUTE)},${i},7${i}`);
  const amounts = (await read([HEAD, ...text].join('\n'), { fields: ['actual'] })).map(
    ({ available, actual }) => [available, actual],
  );
  expect(amounts).toEqual([
    [null, '70'],
    [null, '71'],
    [null, '72'],
  ]);
});

const GOOD = [0, 1].map((i) => `a,UGX,X,${at(SLOT + i * MINUTE)},1,2`).join('\n');
const NEXT = `a,UGX,X,${at(SLOT + 2 * MINUTE)}`;
test.each([
  ['an amount', `${NEXT},1,x`, '/h.csv:4: actual is not an amount: "x"'],
  ['the other', `${NEXT},1 ,2`, '/h.csv:4: available is not an amount: "1 "'],
  ['nothing but a name', 'acme-ug', '/h.csv:4: has 1 field instead of 6'],
  ['a cell too little', `${NEXT},1`, '/h.csv:4: has 5 fields instead of 6'],
  ['a cell too many', `${NEXT},1,2,3`, '/h.csv:4: has 7 fields instead of 6'],
  ['one more at the end', `${NEXT},1,2,`, '/h.csv:4: has 7 fields instead of 6'],
  ['no cell but the names', NEXT, '/h.csv:4: has 4 fields instead of 6'],
  ['no account', `,UGX,X,${at(SLOT)},1,2`, '/h.csv:4: not the name of an account: ""'],
  ['no currency', `a,,X,${at(SLOT)},1,2`, '/h.csv:4: currency is empty'],
  ['no wallet type', `a,UGX,,${at(SLOT)},1,2`, '/h.csv:4: wallet_type is empty'],
  ['no slot', 'a,UGX,X,,1,2', '/h.csv:4: not an instant: "" (it should look like 2026-05-04T14:05:00Z)'],
  [
    'what goes on where the slot ends',
    `${NEXT}0,1,2`,
    `/h.csv:4: not an instant: "${at(SLOT + 2 * MINUTE)}0" (it should look like 2026-05-04T14:05:00Z)`,
  ],
])('a line that begins like those before it is refused by its place: %s', async (_, line, message) => {
  expect(await reading(`${HEAD}\n${GOOD}\n${line}\n`)).toBe(message);
});

const EARLIEST = Date.UTC(2000, 0, 1);
test.each([
  ['the last that is allowed', SLOT, '1 read'],
  [
    'a millisecond later',
    SLOT + 1,
    `/h.csv:2: "${at(SLOT + 1)}" lies in the future (read as ${at(SLOT + 1)})`,
  ],
  ['the first of 2000', EARLIEST, '1 read'],
  [
    'a millisecond before',
    EARLIEST - 1,
    '/h.csv:2: "1999-12-31T23:59:59.999Z" lies before 2000 (read as 1999-12-31T23:59:59.999Z)',
  ],
])('a slot lies between 2000 and the latest: %s', async (_, slot, said) => {
  expect(await reading(`${HEAD}\na,UGX,X,${at(slot)},1,2`, { latest: SLOT })).toBe(said);
});

test('the latest is a day from now, unless another is said', async () => {
  const HOUR = 60 * MINUTE;
  const one = (hours: number) => reading(`${HEAD}\na,UGX,X,${at(Date.now() + hours * HOUR)},1,2`);
  expect(await one(23)).toBe('1 read');
  expect(await one(25)).toContain('lies in the future');
});

test('what was read as a far future is told', async () => {
  expect(await reading(`${HEAD}\na,UGX,X,99999999999999,1,2`)).toBe(
    '/h.csv:2: "99999999999999" lies in the future (read as 5138-11-16T09:46:39.999Z)',
  );
});

test.each([
  ['nothing', '', '/h.csv is empty: its first line names the columns'],
  ['empty lines', '\n\r\n\n', '/h.csv is empty: its first line names the columns'],
  ['a title alone', HEAD, '0 read'],
  ['empty lines before and after', `\n${HEAD}\n\n${GOOD}\n\n`, '2 read'],
])('a file of %s', async (_, text, said) => {
  expect(await reading(text)).toBe(said);
});

test('a file is read in pieces of a mebibyte, and no line is lost where one ends', async () => {
  const long = 'é'.repeat(100_000); // two bytes each: some of them are cut in two
  const lines = Array.from({ length: 15 }, (_, i) => `a,UGX,X${'x'.repeat(i)}${long},${at(SLOT)},${i},2`);
  const told: number[] = [];
  const text = [HEAD, ...lines].join('\n');
  const all = await read(text, { onBytes: (bytes) => told.push(bytes) });
  expect(all.map(({ available }) => available)).toEqual(lines.map((_, i) => String(i)));
  expect(all.every(({ walletType }, i) => walletType === `X${'x'.repeat(i)}${long}`)).toBe(true);
  expect(told).toEqual([MIB, 2 * MIB, Buffer.byteLength(text)]);
});

test('a last line of almost a mebibyte is read, wherever it begins; a much longer one is refused', async () => {
  const line = (long: number) => `${HEAD}\n${GOOD}\na,UGX,${'x'.repeat(long)},${at(SLOT)},1,2`;
  expect(await reading(line(MIB))).toBe('3 read');
  expect(await reading(line(4 * MIB))).toBe('/h.csv:4: is longer than 1 MiB: this is no CSV file');
});
