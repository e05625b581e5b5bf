import { expect, test } from 'vitest';
import { createLogEvents } from '../../src/app/log/log-events.ts';
import { createLogger } from '../../src/app/log/logger.ts';

test('a deviation is logged once per account, kind and name, and names without end don’t fill the log', () => {
  const lines: { msg: string; account: string; deviation: string; name?: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const events = createLogEvents(
    createLogger({ level: 'info', format: 'json', scrub: (text) => text, write }),
  );
  for (let poll = 0; poll < 3; poll++) {
    for (const account of ['acme', 'zeta']) {
      events.deviated(account, 'unknown_field');
      events.deviated(account, 'unknown_wallet_type', 'MERCHANT_ESCROW');
    }
    events.deviated('acme', 'unknown_wallet_type', 'MERCHANT_LOAN');
  }
  expect(lines.map(({ account, deviation, name }) => [account, deviation, name])).toEqual([
    ['acme', 'unknown_field', undefined],
    ['acme', 'unknown_wallet_type', 'MERCHANT_ESCROW'],
    ['zeta', 'unknown_field', undefined],
    ['zeta', 'unknown_wallet_type', 'MERCHANT_ESCROW'],
    ['acme', 'unknown_wallet_type', 'MERCHANT_LOAN'],
  ]);
  for (let i = 0; i < 20_000; i++) events.deviated('acme', 'unknown_wallet_type', `W${i}`);
  expect(lines.length).toBeLessThanOrEqual(10_000);
});

test('D13 wallets that are not stored are told once per account', () => {
  const lines: { msg: string; account: string; count: number }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const events = createLogEvents(
    createLogger({ level: 'info', format: 'json', scrub: (text) => text, write }),
  );
  for (let poll = 1; poll < 4; poll++) {
    for (const account of ['acme', 'zeta']) events.walletsLeftOut(account, poll * 100);
  }
  expect(lines).toMatchObject([
    { level: 'error', account: 'acme', count: 100, msg: expect.stringContaining('2000 others are stored') },
    { level: 'error', account: 'zeta', count: 100 },
  ]);
});

test('what Postgres refuses to read is told once per reason', () => {
  const lines: { msg: string; reason: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const events = createLogEvents(
    createLogger({ level: 'info', format: 'json', scrub: (text) => text, write }),
  );
  for (const reason of ['no table', 'no right', 'no table', 'no right']) events.readRefused(reason);
  expect(lines).toMatchObject([
    { level: 'error', reason: 'no table', msg: 'pages and the API cannot read the past' },
    { level: 'error', reason: 'no right' },
  ]);
});
