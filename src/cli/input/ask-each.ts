// Asks many accounts now, without a schedule that spreads them. Used by `floatwatch poll` and `floatwatch probe`.
import type { ScheduledAccount } from '../../app/configured.ts';

/**
 * Asks each account, by its place in the list, and returns the answers in the order of the list.
 *
 * Asks each origin only as many accounts at a time as its `concurrency` allows, so that no deadline runs while an account
 * waits.
 */
export async function askEach<Answer>(
  accounts: readonly ScheduledAccount[],
  ask: (place: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = new Array(accounts.length);
  const byOrigin = Map.groupBy(accounts.keys(), (place) => new URL(accounts[place]!.config.base_url).origin);
  const askInTurn = async (places: Iterable<number>): Promise<void> => {
    for (const place of places) answers[place] = await ask(place);
  };
  const lines = [...byOrigin.values()].flatMap((places) => {
    const waiting = places.values(); // shared by all lines of this origin
    const atOnce = Math.min(...places.map((place) => accounts[place]!.config.concurrency), places.length);
    return Array.from({ length: atOnce }, () => askInTurn(waiting));
  });
  await Promise.all(lines);
  return answers;
}
