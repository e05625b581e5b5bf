// Changes every message of an alert that has two, because two replicas told of it while Postgres was away. Their ids stand
// together in the place of one, a line each.
import type { DeliveryVerdict } from './verdict.ts';

/**
 * Changes one message after the other. Tries each, unless the receiver can't take anything now. Returns a refusal, if there
 * was one.
 */
export async function changeEach(
  messageIds: string,
  change: (messageId: string) => Promise<DeliveryVerdict>,
): Promise<DeliveryVerdict> {
  const ids: string[] = [];
  let refused: DeliveryVerdict | undefined;
  for (const id of messageIds.split('\n')) {
    const verdict = await change(id);
    if (verdict.kind === 'temporary') return verdict;
    if (verdict.kind === 'done') ids.push(verdict.messageId ?? id);
    else refused = verdict;
  }
  return refused ?? { kind: 'done', messageId: ids.join('\n') };
}
