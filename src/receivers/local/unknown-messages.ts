// Handles updates of messages that another replica has sent while Postgres, which alone knows these messages, is away.
import { episodeOf } from '../../monitor/alerts/episode.ts';
import type { ClaimedMessage } from '../../monitor/alerts/outbox.ts';
import { type GroupIdentity, groupFingerprint } from '../notification/group-identity.ts';
import type { LocalOutbox } from './local-outbox.ts';

/**
 * Puts off, by so many milliseconds, updates of messages whose ids this machine doesn't know, and returns the rest. Sent as a
 * message of its own, such an update would stay in the chat for ever, because nobody tells its end.
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

/** Whether this machine alone can't change the message about a group: another replica has sent it, and it does not wait here. */
export function isUnknownGroup(local: LocalOutbox, receiver: string, identity: GroupIdentity): boolean {
  const episode = episodeOf({ fingerprint: groupFingerprint(identity), firingAt: identity.firingAt });
  const waiting = [...local.unshared(receiver), ...local.shared(receiver)];
  return (
    local.messageId({ receiver, episode, kind: 'fire' }) === null &&
    !waiting.some((message) => message.kind === 'fire' && message.episode === episode)
  );
}
