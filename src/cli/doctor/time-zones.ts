// Checks whether Postgres knows the time zones that accounts name.
import { bad, databaseCheck, type Judgement, ok } from './check.ts';

export interface TimeZoneFacts {
  readonly named: readonly string[];
  /** The zones that the database doesn't have. */
  readonly unknown: readonly string[];
}

export const timeZones = databaseCheck(
  'time zones',
  async ({ db }, { config }): Promise<TimeZoneFacts> => {
    const named = [...new Set(config.accounts.map(({ timezone }) => timezone))];
    const unknown = await db.query<{ name: string }>(
      `SELECT n.name FROM unnest($1::text[]) AS n (name)
       WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_timezone_names z WHERE lower(z.name) = lower(n.name))`,
      [named],
    );
    return { named, unknown: unknown.map(({ name }) => name) };
  },
  judgeTimeZones,
);

export function judgeTimeZones({ named, unknown }: TimeZoneFacts): readonly Judgement[] {
  if (unknown.length === 0) return [ok(named.join(', '))];
  const found = `the database doesn't know ${unknown.join(', ')}: accounts there get no hourly and daily figures`;
  return [bad(found, "bring the server's time zone data (tzdata) up to date, or name the zone as it does")];
}
