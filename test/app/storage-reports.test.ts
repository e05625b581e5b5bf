import { expect, test } from 'vitest';
import { storageReports } from '../../src/app/storage/storage-reports.ts';

const HOUR = 3_600_000;
const spool = { polls: 0, bytes: 0, oldest: null, quarantined: 0, maxBytes: 268_435_456 };
const reports = (skewMs: number | null, overdueMs = 0) =>
  storageReports({
    spoolStats: () => spool,
    databaseClockSkewMs: () => skewMs,
    maintenanceStatus: () => [{ task: 'rollups', succeededAt: 1, overdueMs }],
  });

test.each([
  [null, null, null],
  [0, false, '0s'],
  [29_499, false, '29s'],
  [-59_500, false, '1m'],
  [60_000, false, '1m'],
  [60_001, true, '1m'],
  [-61_000, true, '1m'],
  [119_999, true, '1m'],
  [120_000, true, '2m'],
  [2 * HOUR, true, '2h'],
])('E5 ClockSkewed: a skew of %s ms', (skewMs, met, value) => {
  expect(reports(skewMs)).toContainEqual({ alert: 'ClockSkewed', labels: {}, met, value, threshold: '1m' });
});

test.each([
  [0, false, '0s'],
  [HOUR, false, '1h'],
  [HOUR + 1, true, '1h'],
  [3 * HOUR + 90_000, true, '3h1m'],
])('E11 MaintenanceFailing: due for %s ms', (overdueMs, met, value) => {
  expect(reports(0, overdueMs)).toContainEqual({
    alert: 'MaintenanceFailing',
    labels: { task: 'rollups' },
    met,
    value,
    threshold: '1h',
  });
});

test('E11 without a database nothing is known of its maintenance: what fires is held', () => {
  const silent = storageReports({
    spoolStats: () => spool,
    databaseClockSkewMs: () => null,
    maintenanceStatus: () => null,
  });
  const tasks = silent.filter(({ alert }) => alert === 'MaintenanceFailing');
  expect(tasks.map(({ labels }) => labels['task'])).toEqual([
    'partitions',
    'lost',
    'relay',
    'rollups',
    'retention',
    'compression',
  ]);
  expect(new Set(tasks.map(({ met }) => met))).toEqual(new Set([null]));
});

test.each([
  [0, false, '0 MiB'],
  [214_748_364, false, '205 MiB'],
  [214_748_365, true, '205 MiB'],
  [268_435_456, true, '256 MiB'],
])('SpoolFilling: %i bytes of 268,435,456 are four fifths: %s', (bytes, met, value) => {
  const [report] = storageReports({
    spoolStats: () => ({ ...spool, bytes }),
    databaseClockSkewMs: () => 0,
    maintenanceStatus: () => [],
  });
  expect(report).toEqual({ alert: 'SpoolFilling', labels: {}, met, value, threshold: '256 MiB' });
});
