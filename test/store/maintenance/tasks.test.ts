// When each task of maintenance is due, how its state is told, and which polls are looked at for lost ones: without a database.
import { expect, test } from 'vitest';
import { createMaintenance, type MaintenanceOptions } from '../../../src/store/maintenance/maintenance.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 2, 2, 12);

interface Server {
  /** By task, when it was last done; absent: not due. */
  readonly due?: Readonly<Record<string, string>>;
  /** What was done to the poll table fails by this. */
  readonly failure?: Error;
  readonly lost?: number;
  /** Whether another replica takes a task first. */
  readonly taken?: boolean;
  readonly status?:
    | readonly { readonly task: string; readonly succeeded: number; readonly age: number }[]
    | Error;
}

/** Maintenance at a server that answers so; `asked` is what it was asked, by its first words and values. */
function maintaining({ due = {}, failure, lost = 0, taken = false, status = [] }: Server) {
  const asked: [string, ...unknown[]][] = [];
  const told: unknown[] = [];
  const pool = {
    async query(text: string, values: readonly unknown[] = []) {
      const start = text.trim().replaceAll(/\s+/g, ' ').slice(0, 40);
      asked.push([start, ...values]);
      if (text.includes('SELECT done_at::text')) {
        const before = due[values[0] as string];
        return before === undefined ? [] : [{ done_at: before }];
      }
      if (text.includes('RETURNING name')) return taken ? [] : [{ name: values[0] }];
      if (text.includes('SELECT account_id FROM')) return [{ account_id: 7 }];
      if (text.includes("SET outcome = 'lost'")) {
        if (failure) throw failure;
        return Array(lost).fill({ account_id: 7 });
      }
      if (text.includes('AS succeeded')) {
        if (status instanceof Error) throw status;
        return status;
      }
      return [{ ms: NOW }];
    },
  };
  const it = createMaintenance({
    ...{ pool, schema: '"floatwatch"', replica: 'float-0' },
    retention: { snapshotsMs: 400 * DAY, pollsMs: 7 * DAY },
    events: {
      dropped: (partitions: unknown) => told.push(['dropped', partitions]),
      lost: (polls: number) => told.push(['lost', polls]),
      failed: (task: string, error: Error) => told.push(['failed', task, error.message]),
    },
  } as unknown as MaintenanceOptions);
  const askedOf = (words: string) => asked.filter(([text]) => text.includes(words));
  return { it, asked, askedOf, told };
}

const TASKS = ['partitions', 'lost', 'relay', 'rollups', 'retention', 'compression'];

test('the tasks are taken in their order, some each minute and some each six hours', async () => {
  const { it, askedOf, told } = maintaining({});
  expect(it.status()).toBeNull();
  await it.run();
  expect(askedOf('SELECT done_at::text').map(([, task, ms]) => [task, ms])).toEqual([
    ...[
      ['partitions', 6 * HOUR],
      ['lost', MINUTE],
      ['relay', MINUTE],
      ['rollups', MINUTE],
    ],
    ...[
      ['retention', 6 * HOUR],
      ['compression', 6 * HOUR],
    ],
  ]);
  expect(askedOf('INSERT INTO "floatwatch".chore').map(([, task, replica]) => [task, replica])).toEqual(
    TASKS.map((task) => [task, 'float-0']),
  );
  expect(askedOf('UPDATE')).toEqual([]);
  expect(told).toEqual([]);
});

const iso = (instant: number) => new Date(instant).toISOString();

test.each<[string, string, number]>([
  ['never before: those of a day', '-infinity', NOW - DAY - 10 * MINUTE - HOUR],
  ['a minute ago: those since then', iso(NOW - MINUTE), NOW - MINUTE - 10 * MINUTE - HOUR],
  ['by a clock that was ahead: those up to now', iso(NOW + DAY), NOW - 10 * MINUTE - HOUR],
])('lost polls were looked for %s, and an hour and ten minutes before', async (_, before, since) => {
  const { it, askedOf, told } = maintaining({ due: { lost: before }, lost: 3 });
  await it.run();
  const [mark] = askedOf('.poll SET outcome');
  expect(mark!.slice(1)).toEqual([[7], iso(since), iso(NOW + DAY), 10 * MINUTE]);
  expect(told).toEqual([['lost', 3]]);
  expect(askedOf('UPDATE "floatwatch".chore').map((each) => each.slice(1))).toEqual([
    ['lost', 'float-0', before],
    ['lost fails', 'float-0'],
  ]);
});

test('where none is lost there is nothing to tell', async () => {
  const { it, told } = maintaining({ due: { lost: '-infinity' } });
  await it.run();
  expect(told).toEqual([]);
});

test('no part is made that retention would drop', async () => {
  const { it, askedOf } = maintaining({ due: { partitions: '-infinity' } });
  await it.run();
  const [made] = askedOf('.make_partitions');
  expect(made!.slice(1)).toEqual([iso(NOW - 7 * DAY), iso(NOW + 92 * DAY)]);
});

test('a task that another replica has taken is left to it', async () => {
  const { it, askedOf } = maintaining({ due: { lost: '-infinity' }, taken: true });
  await it.run();
  expect(askedOf('.poll SET outcome')).toEqual([]);
});

test('a task that fails is told of, is due again, and doesn’t keep the others from being done', async () => {
  const before = iso(NOW - HOUR);
  const { it, askedOf, told } = maintaining({ due: { lost: before }, failure: new Error('no room') });
  await it.run();
  expect(told).toEqual([['failed', 'lost', 'no room']]);
  expect(askedOf('UPDATE "floatwatch".chore').map((each) => each.slice(1))).toEqual([
    ['lost', 'float-0', before],
    ['lost', before, 'float-0'],
  ]);
  expect(askedOf('INSERT INTO "floatwatch".chore AS c').map((each) => each.slice(1))).toEqual([
    ['lost fails', before, 'float-0'],
  ]);
  expect(askedOf('SELECT done_at::text')).toHaveLength(6);
});

test('a task is overdue by what is beyond its time, by the database’s clock', async () => {
  const { it } = maintaining({
    status: [
      { task: 'partitions', succeeded: 1_000.6, age: 6 * HOUR },
      { task: 'lost', succeeded: 2_000, age: MINUTE + 1 },
      { task: 'retention', succeeded: 3_000, age: 7 * HOUR },
    ],
  });
  await it.run();
  const none = { succeededAt: null, overdueMs: 0 };
  expect(it.status()).toEqual([
    { task: 'partitions', succeededAt: 1_001, overdueMs: 0 },
    { task: 'lost', succeededAt: 2_000, overdueMs: 1 },
    ...['relay', 'rollups'].map((task) => ({ task, ...none })),
    { task: 'retention', succeededAt: 3_000, overdueMs: HOUR },
    { task: 'compression', ...none },
  ]);
});

test('while the database does not tell, nothing is known of any task', async () => {
  const { it } = maintaining({ status: new Error('away') });
  await it.run();
  expect(it.status()).toBeNull();
});
