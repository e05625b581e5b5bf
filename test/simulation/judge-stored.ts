// Promises 1, 2, 6 and 7: what waited on a disk is in the database; nothing twice; the digits that were sent; and each poll
// ended as its service behaved.

import type { Observation, Outcome } from '../../src/domain/observation.ts';
import { succeeded } from '../../src/domain/observation.ts';
import { isBalances } from '../../src/domain/poll-result.ts';
import { type Asked, walletKeyOf } from './service.ts';
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

/** How a poll may end that asked nothing: it waited, or was told to by the answer before. */
const WITHOUT_ASKING: readonly Outcome[] = ['rate_limited', 'deadline', 'aborted'];
const STOP_MS = 30_000;

export function judgeStored({ database, replicas, violation }: World): void {
  for (const [key, count] of database.fills) {
    if (count > 1) violation(`promise 2: ${key} was stored ${count} times`);
  }
  for (const { disk, name } of replicas) {
    if (disk.waiting() > 0) violation(`promise 1: ${name} still has ${disk.waiting()} results on its disk`);
  }
}

export function judgeOutcomes(world: World): void {
  for (const { result } of world.database.rows.values()) {
    if (result !== null && result !== 'lost' && isBalances(result)) judge(world, result);
  }
}

function judge({ services, stops, violation }: World, result: Observation): void {
  const { account, slot, outcome, startedAt, observedAt } = result;
  const of = `${account} at ${new Date(slot).toISOString()}`;
  const asked = (services.asked.get(account) ?? []).filter(
    ({ theirClock }) => theirClock >= startedAt - 100 && theirClock <= observedAt + 100,
  );
  if (outcome === 'aborted') {
    const stopped =
      asked.length === 0 || asked.some(({ at }) => stops.some((stop) => Math.abs(stop - at) < STOP_MS));
    if (!stopped) violation(`a poll of ${of} was cut off, and nobody stopped`);
    return;
  }
  const expected =
    asked.length === 0 ? WITHOUT_ASKING : asked.flatMap(({ trouble }) => OUTCOMES[trouble ?? 'none']);
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
