// What receivers report of themselves, as built-in alerts.
import { expect, test } from 'vitest';
import type { ReceiverStatus } from '../../src/receivers/delivery/receiver.ts';
import { reportsOf } from '../../src/receivers/reports.ts';

const well: ReceiverStatus = { failingSince: null, trouble: null };
const reported = (status: Partial<ReceiverStatus>) =>
  reportsOf([{ name: 'ops', status: () => ({ ...well, ...status }) }]);
const report = (
  alert: string,
  met: boolean | null,
  value: string | null,
  threshold: string | null = null,
) => ({
  ...{ alert, labels: { receiver: 'ops' }, met, value, threshold },
});
const fails = report('NotificationFailing', false, null);

test.each<readonly [string, Partial<ReceiverStatus>, readonly unknown[]]>([
  ['is well', {}, [fails]],
  ['has not answered', { trouble: undefined }, [report('NotificationFailing', null, null)]],
  ['fails', { trouble: 'away' }, [report('NotificationFailing', true, 'away')]],
  ['has credit', { credit: { exhausted: null } }, [fails, report('ReceiverCreditExhausted', false, null)]],
  ['has none', { credit: { exhausted: 'no' } }, [fails, report('ReceiverCreditExhausted', true, 'no')]],
  [
    'may have some',
    { credit: { exhausted: undefined } },
    [fails, report('ReceiverCreditExhausted', null, null)],
  ],
  [
    'has not said its time',
    { clockSkew: { ms: null, exceeded: false, limitMs: 60_000 } },
    [fails, report('AlertmanagerClockSkewed', null, null, '1m')],
  ],
  [
    'is a little behind',
    { clockSkew: { ms: -1_499, exceeded: false, limitMs: 60_000 } },
    [fails, report('AlertmanagerClockSkewed', false, '1s', '1m')],
  ],
  [
    'is far ahead',
    { clockSkew: { ms: 61_500, exceeded: true, limitMs: 60_000 } },
    [fails, report('AlertmanagerClockSkewed', true, '1m2s', '1m')],
  ],
])('a receiver that %s', (_, status, reports) => expect(reported(status)).toEqual(reports));

test('each receiver reports by its own name', () => {
  const of = (name: string) => ({ name, status: () => well });
  expect(reportsOf([]).concat(reportsOf([of('a'), of('b')]))).toMatchObject([
    { labels: { receiver: 'a' } },
    { labels: { receiver: 'b' } },
  ]);
});
