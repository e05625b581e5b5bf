// What a probe says of an account, line by line.
import { expect, test } from 'vitest';
import type { Probed } from '../../src/cli/probe/probe.ts';
import { probeText } from '../../src/cli/probe/probe-text.ts';
import { amountOf } from '../../src/domain/money.ts';
import { wallet } from '../support/ledger.ts';

const EVIDENCE = {
  ...{ permitAfterMs: 0, answerAfterMs: 12.4, endAfterMs: 20.6, address: '192.0.2.1' },
  ...{ httpStatus: 200, contentType: 'application/json', bytes: 1 },
};
const READING = {
  outcome: 'ok',
  httpStatus: 200,
  envelopeCode: 200,
  detail: null,
  wallets: [],
  unreadable: [],
} as const;
function probed(reading: Partial<Probed['reading']>, change: Partial<Probed> = {}): Probed {
  return {
    ...{ account: 'acme-ug', baseUrl: 'https://pay.example.com', requests: 1, evidence: EVIDENCE, ...change },
    reading: { ...READING, ...reading } as Probed['reading'],
  };
}
const said = (it: Probed, width = 80) => probeText(it, width).split('\n');

test('an account that is read: how, and its wallets', () => {
  const wallets = [
    wallet('1234567.50', { walletType: 'A' }),
    { ...wallet(null, { walletType: 'B' }), actual: null },
    { ...wallet('5', { currency: 'KES', walletType: 'LONGER' }), actual: amountOf('7') },
  ];
  const lines = said(probed({ wallets }));
  expect(lines.slice(0, 4)).toEqual([
    'acme-ug: ok, 3 wallets',
    '  asked      https://pay.example.com at 192.0.2.1, 1 request',
    '  answer     HTTP 200, application/json, 1 byte',
    '  time       answer began after 12 ms, ended after 21 ms',
  ]);
  expect(lines.slice(4, 8)).toEqual([
    '  WALLET         AVAILABLE        ACTUAL',
    '  UGX/A       1,234,567.50  1,234,567.50',
    '  UGX/B               ?             ?',
    '  KES/LONGER          5             7',
  ]);
  expect(lines.slice(8)).toEqual(['']);
});

test.each<[string, Probed, readonly string[]]>([
  [
    'no wallet',
    probed({ outcome: 'ok' }),
    [
      'acme-ug: ok, 0 wallets',
      '  asked      https://pay.example.com at 192.0.2.1, 1 request',
      '  answer     HTTP 200, application/json, 1 byte',
      '  time       answer began after 12 ms, ended after 21 ms',
      '',
    ],
  ],
  [
    'nothing was asked',
    probed({ outcome: 'connect', detail: 'no keys' }, { evidence: null, requests: 0 }),
    ['acme-ug: connect', '  no keys', '  asked      https://pay.example.com, 0 requests', ''],
  ],
  [
    'no answer',
    probed(
      { outcome: 'deadline', detail: 'no answer' },
      {
        requests: 3,
        evidence: {
          ...EVIDENCE,
          address: null,
          answerAfterMs: null,
          httpStatus: null,
          contentType: null,
          bytes: null,
        },
      },
    ),
    [
      'acme-ug: deadline',
      '  no answer',
      '  asked      https://pay.example.com, 3 requests',
      '  time       ended after 21 ms',
      '',
    ],
  ],
  [
    'an answer that was not read',
    probed(
      { outcome: 'upstream_5xx', detail: 'no' },
      { evidence: { ...EVIDENCE, httpStatus: 500, contentType: null, bytes: null } },
    ),
    [
      'acme-ug: upstream_5xx',
      '  no',
      '  asked      https://pay.example.com at 192.0.2.1, 1 request',
      '  answer     HTTP 500, no content type, body not read',
      '  time       answer began after 12 ms, ended after 21 ms',
      '',
    ],
  ],
])('%s', (_, it, lines) => {
  expect(said(it)).toEqual(lines);
});

test('long lines are broken below where their words begin', () => {
  expect(said(probed({ outcome: 'upstream_5xx', detail: 'this is a sentence of some length' }), 30)).toEqual([
    'acme-ug: upstream_5xx',
    '  this is a sentence of some',
    '  length',
    '  asked      https://pay.example.com',
    '             at 192.0.2.1, 1',
    '             request',
    '  answer     HTTP 200,',
    '             application/json,',
    '             1 byte',
    '  time       answer began',
    '             after 12 ms,',
    '             ended after 21 ms',
    '',
  ]);
});
