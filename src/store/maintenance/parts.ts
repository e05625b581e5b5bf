// Divides work on many accounts into ever smaller parts, because one statement may not manage it, or it may fail for one account.
import { HOUR_MS } from '../../domain/duration.ts';
import type { LateHours } from '../ledger/late-arrivals.ts';
import { classifyFailure } from '../postgres/sqlstate.ts';
import type { Stretch } from './figures.ts';

const TOO_LONG = '57014'; // the statement timed out

export interface Parts<S> {
  /** Divides a stretch in two; returns nothing when it can't be divided any more. */
  readonly halve: (stretch: S) => readonly S[];
  /** Collects the accounts for which the work fails even alone; they are left out from then on. */
  readonly failures: Map<number, Error>;
}

/**
 * Does the work, or its halves when it takes too long or Postgres refuses a part of it.
 *
 * Rejects when Postgres is away, for example when a restart cancels the work: then nothing is wrong with the
 * accounts.
 */
export async function inParts<S extends Stretch>(
  stretch: S,
  parts: Parts<S>,
  work: (stretch: S) => Promise<void>,
): Promise<void> {
  try {
    await work(stretch);
  } catch (error) {
    const { sqlstate, policy } = classifyFailure(error);
    if (sqlstate !== TOO_LONG && policy !== 'refused') throw error;
    const halves = parts.halve(stretch);
    if (halves.length === 0) for (const id of stretch.accountIds) parts.failures.set(id, error as Error);
    for (const half of halves) {
      const accountIds = half.accountIds.filter((id) => !parts.failures.has(id));
      if (accountIds.length > 0) await inParts({ ...half, accountIds }, parts, work);
    }
  }
}

/** Divides by accounts, and a single account by time, at whole hours. */
export function halve(stretch: Stretch): readonly Stretch[] {
  const { accountIds, from, to } = stretch;
  if (accountIds.length > 1) return halveAccounts(stretch);
  const middle = Math.floor((from + to) / 2 / HOUR_MS) * HOUR_MS;
  return middle <= from
    ? []
    : [
        { accountIds, from, to: middle },
        { accountIds, from: middle, to },
      ];
}

/** Divides marked hours in the same way. Their `to` is an hour after the last one: see {@link LateHours}. */
export function halveLate(late: LateHours): readonly LateHours[] {
  if (late.accountIds.length > 1) return halveAccounts(late);
  const end = late.to - HOUR_MS;
  const middle = Math.floor((late.from + end) / 2 / HOUR_MS) * HOUR_MS;
  return middle <= late.from
    ? []
    : [
        { ...late, to: middle + HOUR_MS },
        { ...late, from: middle },
      ];
}

function halveAccounts<S extends Stretch>(stretch: S): readonly S[] {
  const { accountIds } = stretch;
  const middle = Math.ceil(accountIds.length / 2);
  return [
    { ...stretch, accountIds: accountIds.slice(0, middle) },
    { ...stretch, accountIds: accountIds.slice(middle) },
  ];
}
