import { expect, test } from 'vitest';
import { transfer } from '../../src/cli/commands/transfer-table.ts';
import { capture } from '../support/io.ts';

/** The last line of progress that a terminal of 60 columns gets. */
async function progressOf(account: string): Promise<string> {
  const { io, written } = capture();
  Object.assign(io.stderr, { isTTY: true, columns: 60 });
  await transfer(io, { done: 'imported', folder: 'hist' }, async function* parts(onProgress) {
    onProgress({ account, month: '2026-05', rows: 1, accounts: { done: 3, all: 4 } });
    yield { account, month: '2026-05', kind: 'ledger', rows: { poll: 1 }, sha256: '' };
  });
  const lines = written().stderr.split('\r\x1b[K');
  expect([lines[0], ...lines.slice(2)]).toEqual(['', '']); // the end takes it away
  return lines[1]!;
}

test('progress tells the account, the month and the rows', async () => {
  expect(await progressOf('acme-ug')).toBe('3 of 4 accounts: acme-ug 2026-05, 1 row');
});

test('progress is one line on a terminal, however long an account is called', async () => {
  const line = await progressOf('acme'.repeat(20));
  expect(line).toMatch(/^3 of 4 accounts: acme.*…$/);
  expect(line.length).toBeLessThan(60);
});

test('progress moves no cursor by what an account is called', async () => {
  expect(await progressOf('acme\x1b[2J\n')).toBe('3 of 4 accounts: acme\u{FFFD}[2J\u{FFFD} 2026-05, 1 row');
});
