import { expect, test } from 'vitest';
import { table } from '../../src/cli/terminal/table.ts';

test('figures stand under each other, and lines end where their text ends', () => {
  const rows = [
    { wallet: 'UGX/MERCHANT_PAYOUT', amount: '4,999,999.50' },
    { wallet: 'KES/X', amount: '7' },
  ];
  const columns = [
    { title: 'AMOUNT', align: 'right', cell: (row: (typeof rows)[0]) => row.amount },
    { title: 'WALLET', cell: (row: (typeof rows)[0]) => row.wallet },
  ] as const;
  expect(table(columns, rows)).toBe(
    ['      AMOUNT  WALLET', '4,999,999.50  UGX/MERCHANT_PAYOUT', '           7  KES/X', ''].join('\n'),
  );
});

test('X11 text from outside can neither colour the terminal nor start a line', () => {
  const out = table([{ title: 'A', cell: (row: string) => row }], ['\u001b[31mred\nnext']);
  expect(out.split('\n')).toHaveLength(3);
  expect(out).not.toContain('\u001b');
});
