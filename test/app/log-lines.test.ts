// What each event of the monitor writes to the log: the whole lines, as an operator's tools read them.
import { expect, test } from 'vitest';
import { both, createLogEvents, type LogEvents } from '../../src/app/log/log-events.ts';
import type { Alert } from '../../src/domain/alert.ts';
import { observation } from '../support/ledger.ts';
import { linesOf } from './lines-of.ts';

const SLOT = Date.parse('2026-05-04T10:00:00Z');
const ALERT = {
  ...{ rule: 'FloatLow', severity: 'critical', account: 'acme', currency: 'UGX', walletType: 'PAYOUT' },
  ...{ value: '40', threshold: '50', labels: {} as Record<string, string> },
} as Alert;
const about = (alert: Partial<Alert>) =>
  ({ alert: { ...ALERT, ...alert }, transition: 'fired', reason: 'condition', at: SLOT }) as never;
const FACTS = {
  ...{ alert: 'FloatLow', severity: 'critical', account: 'acme', currency: 'UGX', wallet_type: 'PAYOUT' },
  ...{ value: '40', threshold: '50', reason: 'condition', at: '2026-05-04T10:00:00.000Z' },
};
const changed = (transition: 'fired' | 'resolved') =>
  ({ alert: ALERT, transition, reason: 'condition', at: SLOT }) as unknown as Parameters<
    LogEvents['changed']
  >[0];
const stored = { reason: null, needsAttention: false, since: SLOT };

test.each<[string, (events: LogEvents) => void, Record<string, unknown>[]]>([
  [
    'an alert that fires is a warning',
    (on) => on.changed(changed('fired')),
    [{ level: 'warn', ...FACTS, msg: 'alert fired' }],
  ],
  [
    'an alert is about its payment option, or the part of floatwatch, too',
    (on) => {
      const option = {
        transaction_type: 'PAYOUT',
        transaction_method: 'MOBILE_MONEY',
        provider_code: 'MTN_UG',
      };
      on.changed(about({ walletType: '', labels: option }));
      on.changed(about({ account: '', currency: '', walletType: '', labels: { receiver: 'ops' } }));
    },
    [
      { level: 'warn', ...FACTS, wallet_type: '', about: 'PAYOUT/MOBILE_MONEY/MTN_UG', msg: 'alert fired' },
      {
        ...{ level: 'warn', ...FACTS, account: '', currency: '', wallet_type: '' },
        ...{ about: 'ops', msg: 'alert fired' },
      },
    ],
  ],
  [
    'an alert that ends is information',
    (on) => on.changed(changed('resolved')),
    [{ level: 'info', ...FACTS, msg: 'alert resolved' }],
  ],
  [
    'a deviation has the name that is meant, if there is one',
    (on) => {
      on.deviated('acme', 'unknown_field');
      on.deviated('acme', 'unknown_wallet_type', 'LOAN');
    },
    [
      ...[{ deviation: 'unknown_field' }, { deviation: 'unknown_wallet_type', name: 'LOAN' }].map((of) => ({
        ...{ level: 'warn', account: 'acme', ...of },
        msg: 'the service answers otherwise than its document says',
      })),
    ],
  ],
  [
    'each thing that is wrong with the number of wallets is said once of an account, whatever else is',
    (on) => {
      for (const account of ['acme', 'acme', 'zeta']) {
        on.walletsIgnored(account, 3);
        on.walletsDropped(account);
        on.walletsLeftOut(account, 4);
      }
    },
    ['acme', 'zeta'].flatMap((account) => [
      {
        ...{ level: 'error', account, count: 3 },
        msg: 'the service names new wallets without end: the new ones have no alerts',
      },
      {
        ...{ level: 'error', account },
        msg: 'the service names new wallets without end: of the missing ones the oldest are known no more',
      },
      {
        ...{ level: 'error', account, count: 4 },
        msg: 'the service names new wallets without end: the new ones have no history, 2000 others are stored',
      },
    ]),
  ],
  [
    'of notifications, those that failed and those that were given up',
    (on) => {
      on.notified('ops', 'delivered', null);
      on.notified('ops', 'failed', 'HTTP 500');
      on.notified('ops', 'dropped', 'too old');
    },
    [
      { level: 'warn', receiver: 'ops', detail: 'HTTP 500', msg: 'a notification was not accepted' },
      { level: 'error', receiver: 'ops', detail: 'too old', msg: 'a notification was given up' },
    ],
  ],
  [
    'a notification that is not stored',
    (on) => on.notificationNotKept('ops', new Error('no room')),
    [{ level: 'error', receiver: 'ops', reason: 'no room', msg: 'a notification is kept in memory only' }],
  ],
  [
    'whether the database takes results',
    (on) => {
      on.storeChanged({ ...stored, up: false, reason: 'no password', needsAttention: true });
      on.storeChanged({ ...stored, up: true, reason: 'slow' });
    },
    [
      {
        ...{ level: 'warn', reason: 'no password', needs_attention: true },
        msg: 'the database does not take results: spooling',
      },
      { level: 'info', reason: 'slow', msg: 'the database takes results' },
    ],
  ],
  [
    'a ledger that is away is said once, and again only when the database took results between',
    (on) => {
      on.ledgerFailed(new Error('one'));
      on.ledgerFailed(new Error('two'));
      on.storeChanged({ ...stored, up: false });
      on.ledgerFailed(new Error('three'));
      on.storeChanged({ ...stored, up: true });
      on.ledgerFailed(new Error('four'));
    },
    [
      { level: 'warn', reason: 'one', msg: 'polling without claims: no ledger' },
      {
        ...{ level: 'warn', reason: null, needs_attention: false },
        msg: 'the database does not take results: spooling',
      },
      { level: 'info', reason: null, msg: 'the database takes results' },
      { level: 'warn', reason: 'four', msg: 'polling without claims: no ledger' },
    ],
  ],
])('%s', (_, tell, lines) => {
  expect(linesOf((log) => tell(createLogEvents(log)))).toEqual(lines);
});

test('ten thousand deviations are logged, and none after these', () => {
  const lines = linesOf((log) => {
    const events = createLogEvents(log);
    for (let i = 0; i < 10_010; i++) events.deviated('acme', 'unknown_wallet_type', `W${i}`);
  });
  expect(lines).toHaveLength(10_000);
});

test('two who hear the same events hear each of them, with all that is said', () => {
  const heard: unknown[][] = [];
  const hearing = (who: string) => ({
    observed: (...of: unknown[]) => void heard.push([who, 'observed', ...of]),
    kept: (...of: unknown[]) => void heard.push([who, 'kept', ...of]),
    missed: (...of: unknown[]) => void heard.push([who, 'missed', ...of]),
    ledgerFailed: (...of: unknown[]) => void heard.push([who, 'ledgerFailed', ...of]),
  });
  const events = both(hearing('one'), hearing('other'));
  const [seen, error] = [observation(SLOT), new Error('away')];
  events.observed(seen, 7);
  events.kept(seen, 'stored', 8);
  events.missed('acme', 2);
  events.ledgerFailed(error);
  const all = [
    ['observed', seen, 7],
    ['kept', seen, 'stored', 8],
    ['missed', 'acme', 2],
    ['ledgerFailed', error],
  ];
  expect(heard).toEqual(all.flatMap((of) => ['one', 'other'].map((who) => [who, ...of])));
});
