// Changes of messages that were sent by another replica, while Postgres, which alone knows them, is away.
import { episodeOf } from '../../monitor/alerts/episode.ts';
import type { ClaimedMessage } from '../../monitor/alerts/outbox.ts';
import { type GroupIdentity, groupFingerprint } from '../notification/group-identity.ts';
import type { LocalOutbox } from './local-outbox.ts';

/**
 * Puts off, by so many milliseconds, what has changed of messages whose ids aren't known on this machine, and returns the
 * rest: sent as a message of its own, such a change would stand in the chat for ever, for nobody tells of its end.
 */
export async function putOffUnknown(
  local: LocalOutbox,
  claimed: readonly ClaimedMessage[],
  ms: number,
): Promise<readonly ClaimedMessage[]> {
  const isUnknown = (message: ClaimedMessage) =>
    message.kind === 'update' && local.messageId(message) === null;
  await local.renew(claimed.filter(isUnknown), ms);
  return claimed.filter((message) => !isUnknown(message));
}

/** Whether the message about a group can't be changed from this machine alone: it was sent by another, and isn't to be sent from here. */
export function isUnknownGroup(local: LocalOutbox, receiver: string, identity: GroupIdentity): boolean {
  const episode = episodeOf({ fingerprint: groupFingerprint(identity), firingAt: identity.firingAt });
  if (local.messageId({ receiver, episode, kind: 'fire' }) !== null) return false;
  const waiting = [...local.unshared(receiver), ...local.shared(receiver)];
  return !waiting.some((message) => message.kind === 'fire' && message.episode === episode);
}
