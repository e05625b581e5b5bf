// Where an alert has two messages, for two replicas told of it while Postgres was away, both are changed: their ids stand in
// the place of one, a line each.
import type { Verdict } from './verdict.ts';

/** Changes one after the other. Each is tried, unless the receiver can't take anything now; what was refused is told. */
export async function changeEach(
  messageIds: string,
  change: (messageId: string) => Promise<Verdict>,
): Promise<Verdict> {
  const ids: string[] = [];
  let refused: Verdict | undefined;
  for (const id of messageIds.split('\n')) {
    const verdict = await change(id);
    if (verdict.kind === 'temporary') return verdict;
    if (verdict.kind === 'done') ids.push(verdict.messageId ?? id);
    else refused = verdict;
  }
  return refused ?? { kind: 'done', messageId: ids.join('\n') };
}
