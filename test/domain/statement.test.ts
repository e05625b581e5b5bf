// The lines of a statement as records and as CSV.
import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import {
  type StatementLine,
  statementCsv,
  statementCsvTitle,
  statementRecord,
} from '../../src/domain/statement.ts';

const figures = (opening: string, closing: string, lowest: string, highest: string, netChange: string) => ({
  ...{ opening: amountOf(opening), closing: amountOf(closing), lowest: amountOf(lowest) },
  ...{ highest: amountOf(highest), netChange: amountOf(netChange) },
});
const LINE: StatementLine = {
  ...{ day: '2026-11-20', account: 'acme, "ug"', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' },
  ...{ available: figures('1', '2', '3', '4', '5'), actual: figures('11', '12', '13', '14', '15') },
  ...{ closingUncleared: amountOf('6'), closingReserve: amountOf('7') },
  ...{ inflow: amountOf('8'), outflow: amountOf('9.50'), samples: 288 },
};

test('a line is this record, in this order', () => {
  expect(Object.entries(statementRecord(LINE))).toEqual([
    ...[
      ['day', '2026-11-20'],
      ['account', 'acme, "ug"'],
      ['currency', 'UGX'],
      ['wallet_type', 'MERCHANT_PAYOUT'],
    ],
    ...['opening', 'closing', 'lowest', 'highest', 'net_change'].map((name, i) => [
      `${name}_available`,
      String(i + 1),
    ]),
    ...['opening', 'closing', 'lowest', 'highest', 'net_change'].map((name, i) => [
      `${name}_actual`,
      String(i + 11),
    ]),
    ...[
      ['closing_uncleared', '6'],
      ['closing_reserve', '7'],
      ['inflow', '8'],
      ['outflow', '9.50'],
      ['samples', 288],
    ],
  ]);
});

test('as CSV it has a line of titles, and one for each wallet and day; what is not known is empty', () => {
  expect(statementCsvTitle()).toBe(
    'day,account,currency,wallet_type,opening_available,closing_available,lowest_available,highest_available,net_change_available,opening_actual,closing_actual,lowest_actual,highest_actual,net_change_actual,closing_uncleared,closing_reserve,inflow,outflow,samples\r\n',
  );
  const unknown: StatementLine = {
    ...{ ...LINE, account: 'b', inflow: null, outflow: null, closingUncleared: null, closingReserve: null },
    available: { opening: null, closing: null, lowest: null, highest: null, netChange: null },
    samples: 0,
  };
  expect(statementCsv([LINE, unknown])).toBe(
    '2026-11-20,"acme, ""ug""",UGX,MERCHANT_PAYOUT,1,2,3,4,5,11,12,13,14,15,6,7,8,9.50,288\r\n' +
      '2026-11-20,b,UGX,MERCHANT_PAYOUT,,,,,,11,12,13,14,15,,,,,0\r\n',
  );
  expect(statementCsv([])).toBe('');
});
