// Postgres counts business days by the time zone of an account. So a name that a configuration accepts must mean the same
// zone there: `CET` does not, because Postgres takes it for an abbreviation, without summer time.
import { expect, test } from 'vitest';
import { timezone } from '../../../src/config/schema/settings.ts';
import { wallTime } from '../../../src/domain/local-time.ts';
import { testDatabase } from '../../support/postgres.ts';

const SEASONS = [Date.UTC(2022, 0, 15), Date.UTC(2022, 6, 15)];

test('a time zone that both know is accepted, and means the same, unless three letters name it', async () => {
  await using database = await testDatabase();
  const zones = await database.pool.query<{ name: string; shown: string[] }>(
    `SELECT name, ARRAY(
       SELECT to_char(to_timestamp(at / 1000.0) AT TIME ZONE name, 'YYYY-MM-DD HH24:MI:SS')
       FROM unnest($1::float8[]) WITH ORDINALITY AS s (at, i) ORDER BY i) AS shown
     FROM pg_catalog.pg_timezone_names`,
    [SEASONS],
  );
  const known = zones.filter(({ name }) => isKnownToIntl(name));
  expect(known.length).toBeGreaterThan(300);
  const accepted = known.filter(({ name }) => timezone().safeParse(name).success);
  const refused = known.filter((zone) => !accepted.includes(zone)).map(({ name }) => name);
  expect(refused.filter((name) => name.length !== 3)).toEqual([]);
  expect(accepted.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['UTC', 'Africa/Kampala', 'EST5EDT']),
  );
  for (const { name, shown } of accepted)
    expect([name, ...shown]).toEqual([name, ...SEASONS.map((at) => wallTime(at, name))]);
});

function isKnownToIntl(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
