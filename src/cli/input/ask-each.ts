// Many accounts asked now, without a schedule that spreads them. Used by `floatwatch poll` and `floatwatch probe`.
import type { ScheduledAccount } from '../../app/configured.ts';

/**
 * Asks each account, by its place in the list, and gives the answers in the order of the list.
 *
 * Of one origin no more at a time than may be asked there: so nobody's deadline runs while others are asked.
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
    const waiting = places.values(); // of all lines of this origin
    const atOnce = Math.min(...places.map((place) => accounts[place]!.config.concurrency), places.length);
    return Array.from({ length: atOnce }, () => askInTurn(waiting));
  });
  await Promise.all(lines);
  return answers;
}
