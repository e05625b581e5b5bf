// Judges promises 1, 2, 6 and 7: results that waited on a disk are in the database; no answer is lost, and none is stored
// twice; the digits are those that were sent; and each poll ended as its service behaved.
import type { Observation, Outcome } from '../../src/domain/observation.ts';
import { succeeded } from '../../src/domain/observation.ts';
import { isBalances } from '../../src/domain/poll-result.ts';
import type { Fault } from './faults.ts';
import { type Asked, walletKeyOf } from './service.ts';
import { DEADLINE_MS } from './settings.ts';
import type { World } from './world.ts';

const OUTCOMES: Readonly<Record<NonNullable<Asked['trouble']> | 'none', readonly Outcome[]>> = {
  none: ['ok'],
  refused: ['connect'],
  silent: ['deadline'],
  slow: ['deadline'],
  error_500: ['upstream_5xx'],
  keys_refused: ['auth'],
  old_keys: ['auth'],
  rate_limited: ['rate_limited'],
  retry_after: ['rate_limited'],
  web_page: ['not_json'],
  no_wallets: ['empty', 'ok'], // ok where there never were any
  unreadable: ['partial'],
  doubled: ['partial'],
};

/** How a poll may end that asked nothing: it waited, or the answer before told it to wait. */
const WITHOUT_ASKING: readonly Outcome[] = ['rate_limited', 'deadline', 'aborted'];
const STOP_MS = 30_000;
const MINUTE_MS = 60_000; // alerts tell of clocks that are wrong by more
const OUTAGE_MS = 3_600_000; // longer than any outage of the database

export function judgeSpooled({ replicas, violation }: World): void {
  for (const { disk, name } of replicas) {
    if (disk.waiting() > 0) violation(`promise 1: ${name} still has ${disk.waiting()} results on its disk`);
  }
}

/** What SQL would answer about alerts. */
export function judgeEpisodes({ database, violation }: World): void {
  for (const { fingerprint, state } of database.episodes.values()) {
    if (state.resolvedAt !== null && state.resolvedAt < (state.firingAt ?? 0))
      violation(`promise 5: an episode of ${fingerprint} is over before it has begun`);
  }
}

/** Each answer that a process got, and had the time to keep, is in the database or was set aside. */
export function judgeLost(
  { services, database, replicas, ends, violation }: World,
  from: number,
  faults: readonly Fault[],
): void {
  const kept = [
    ...[...database.rows.values()].map(({ result }) => result),
    ...database.beside,
    ...replicas.flatMap(({ disk }) => disk.quarantined.map(({ result }) => result)),
  ].filter((result): result is Observation => result !== null && result !== 'lost' && isBalances(result));
  const byAccount = Map.groupBy(kept, ({ account }) => account);
  for (const [account, all] of services.served) {
    for (const { at, by, theirClock } of all) {
      const ended = ends.get(by) ?? Number.POSITIVE_INFINITY;
      if (ended < at + STOP_MS || faults.some((fault) => mayCost(fault, at - from))) continue;
      if (!byAccount.get(account)?.some((poll) => isDuring(poll, theirClock)))
        violation(`promise 1: what ${account} answered ${by.name} at ${new Date(at).toISOString()} is lost`);
    }
  }
}

/** A disk that fails while the database is away loses results that both refuse. A clock that is set can't be compared. */
function mayCost({ kind, at, lasts }: Fault, answeredAt: number): boolean {
  if (kind.startsWith('disk')) return answeredAt > at - OUTAGE_MS && answeredAt < at + lasts + OUTAGE_MS;
  const edges = kind.startsWith('clock') ? [at, at + lasts] : [];
  return edges.some((edge) => Math.abs(edge - answeredAt) < STOP_MS);
}

/** Whether the process asked or heard at that instant, by its clock. It may have been set back during the poll. */
function isDuring(
  { startedAt, observedAt, durationMs }: Pick<Observation, 'startedAt' | 'observedAt' | 'durationMs'>,
  theirClock: number,
): boolean {
  const [from, to] = [Math.min(startedAt, observedAt), Math.max(startedAt + durationMs, observedAt)];
  return theirClock >= from - 100 && theirClock <= to + 100;
}

/** Judges what has been stored since its last look. */
export function createStoredJudge(world: World) {
  const judged = new Set<Observation>();
  const doubled = new Set<string>();

  return {
    look(): void {
      for (const { result, claimedBy } of world.database.rows.values()) {
        if (result === null || result === 'lost' || !isBalances(result) || judged.has(result)) continue;
        judged.add(result);
        judge(world, result, claimedBy);
      }
      for (const [key, count] of world.database.fills) {
        if (count === 1 || doubled.has(key)) continue;
        doubled.add(key);
        world.violation(`promise 2: ${key} was stored ${count} times`);
      }
    },
  };
}

function judge({ services, stops, pauses, violation }: World, result: Observation, claimedBy: string): void {
  const { account, slot, outcome, startedAt, observedAt, durationMs } = result;
  const of = `${account} at ${new Date(slot).toISOString()}`;
  const asked = (services.asked.get(account) ?? []).filter(({ theirClock }) => isDuring(result, theirClock));
  // A wrong clock names another time: a request may belong to another poll, and this poll may have asked nothing. So may a
  // poll that took no time, while another replica polls a slot for the second time, since its clock was set back.
  const mayBeNone = asked.every(
    ({ at, theirClock, by }) =>
      Math.abs(theirClock - at) > MINUTE_MS || (durationMs === 0 && by.name !== claimedBy),
  );
  if (outcome === 'aborted') {
    const stopped = mayBeNone || asked.some(({ at }) => stops.some((stop) => Math.abs(stop - at) < STOP_MS));
    if (!stopped) violation(`a poll of ${of} was cut off, and nobody stopped`);
    return;
  }
  // The clock was set ahead during the poll: by it the poll took too long, and later polls of others lie within it.
  const seemedLong = observedAt - startedAt - durationMs > MINUTE_MS;
  // The process was paused during the poll, and apart from that it was in time.
  const wasPaused = asked.some(({ at, by }) =>
    pauses.some(({ process, from, to }) => {
      const isNear = from <= at + DEADLINE_MS && to >= at - DEADLINE_MS;
      return process === by && isNear && to - from >= durationMs - DEADLINE_MS;
    }),
  );
  const outcomes = asked.flatMap(({ trouble }) => OUTCOMES[trouble ?? 'none']);
  if (wasPaused && durationMs >= DEADLINE_MS) outcomes.push('deadline');
  const expected = mayBeNone || seemedLong ? [...outcomes, ...WITHOUT_ASKING] : outcomes;
  if (!expected.includes(outcome)) {
    violation(`promise 6: ${of} ended as ${outcome}, and not as ${[...new Set(expected)].join(' or ')}`);
  } else if (succeeded(outcome) && !asked.some((each) => isSame(result, each))) {
    violation(`promise 7: what is stored of ${of} was never sent so`);
  }
}

function isSame({ wallets }: Observation, { amounts }: Asked): boolean {
  if (!amounts || wallets.length < amounts.size) return false;
  return wallets.every(
    (wallet) => wallet.available === null || amounts.get(walletKeyOf(wallet)) === wallet.available,
  );
}
