// Reports the state of the storage, for the built-in alerts.
import { formatDuration } from '../../domain/duration.ts';
import type { SelfReport } from '../../monitor/alerts/builtin.ts';
import { MAINTENANCE_TASKS } from '../../store/maintenance/maintenance.ts';
import { MAX_AHEAD_MS } from '../../store/postgres/clock.ts';
import type { SpoolStats } from '../../store/spool/spool.ts';
import type { Storage } from './storage.ts';

const SPOOL_FILLING = 0.8;
const OVERDUE_MS = 3_600_000; // a task of maintenance is tried every minute: sixty times without success
const [TOO_SKEWED, OVERDUE] = [MAX_AHEAD_MS, OVERDUE_MS].map(formatDuration) as [string, string];

/** The reports for SpoolFilling, for ClockSkewed, and for MaintenanceFailing of each task, met or not. */
export function storageReports(
  storage: Pick<Storage, 'spoolStats' | 'databaseClockSkewMs' | 'maintenanceStatus'>,
): SelfReport[] {
  const tasks = storage.maintenanceStatus() ?? MAINTENANCE_TASKS.map((task) => ({ task, overdueMs: null }));
  return [
    spoolReport(storage.spoolStats()),
    clockReport(storage.databaseClockSkewMs()),
    ...tasks.map(taskReport),
  ];
}

function spoolReport({ bytes, maxBytes }: SpoolStats): SelfReport {
  const mebibytes = (count: number) => `${Math.round(count / 1_048_576)} MiB`;
  return {
    alert: 'SpoolFilling',
    labels: {},
    met: bytes >= maxBytes * SPOOL_FILLING,
    value: mebibytes(bytes),
    threshold: mebibytes(maxBytes),
  };
}

function clockReport(skewMs: number | null): SelfReport {
  return {
    alert: 'ClockSkewed',
    labels: {},
    met: skewMs === null ? null : Math.abs(skewMs) > MAX_AHEAD_MS,
    value: skewMs === null ? null : inMinutes(Math.abs(skewMs)),
    threshold: TOO_SKEWED,
  };
}

/** The report about a task; `overdueMs` is `null` while the database doesn't tell. */
function taskReport({ task, overdueMs }: { task: string; overdueMs: number | null }): SelfReport {
  return {
    alert: 'MaintenanceFailing',
    labels: { task },
    met: overdueMs === null ? null : overdueMs > OVERDUE_MS,
    value: overdueMs === null ? null : inMinutes(overdueMs),
    threshold: OVERDUE,
  };
}

function inMinutes(ms: number): string {
  return formatDuration(ms < 60_000 ? Math.round(ms / 1_000) * 1_000 : Math.floor(ms / 60_000) * 60_000);
}
