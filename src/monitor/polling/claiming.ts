// Which replica polls a slot: claims, what other replicas saw of theirs, and the slots of replicas that died.
// `scheduler.ts` uses it.
import type { Instant, Polled } from '../../domain/observation.ts';
import type { Clock } from '../clock.ts';
import type { AccountSlot, Claims } from '../storage/ports.ts';
import { createAsking, type Followed } from './asking.ts';

const CLAIM_PATIENCE_MS = 2_000; // how long a slot waits for Postgres before it is polled without a claim
const CLAIM_PATIENCE_DOWN_MS = 250; // and while Postgres is known to be away

export interface ClaimingOptions<Seen extends Polled> {
  readonly claims: Claims<Seen>;
  readonly clock: Clock;
  /** When the next slot is due, after which this one isn't current any more. */
  nextSlot(each: AccountSlot): Instant;
  /** How long after the slot its poll begins, in milliseconds. */
  startsMs(each: AccountSlot): number;
  /** How long after the slot a living replica may still poll or write it, in milliseconds. */
  livesMs(each: AccountSlot): number;
  /** Takes in what another replica saw. */
  observe(seen: Seen): void;
  /** A request to the ledger failed: Postgres is away. */
  onFailure(error: unknown): void;
}

export interface Claiming {
  /** What of this we are to poll: what the ledger gives us, or all of it when there is no ledger to ask. */
  claim(due: readonly AccountSlot[]): Promise<readonly AccountSlot[]>;
  /**
   * Learns what other replicas saw of the slots that they claimed, and takes over from those that died while the slot
   * is still current: returns what is ours now. One at a time; never rejects.
   */
  follow(): Promise<readonly AccountSlot[]>;
  /** Wants to see what others see of these, and takes none of them over: their accounts rest. */
  watch(resting: readonly AccountSlot[]): void;
  /** We poll it: it isn't followed any more. */
  forget(slot: AccountSlot): void;
  /** Slots that another replica claimed and whose result we want to see, by account. */
  readonly followed: Map<string, Followed>;
  /** The same, and those of which it isn't answered yet who has them. */
  perhapsFollowed(): ReadonlyMap<string, Followed>;
}

export function createClaiming<Seen extends Polled>(options: ClaimingOptions<Seen>): Claiming {
  const { claims, clock, observe, onFailure } = options;
  const followed = new Map<string, Followed>();
  const unanswered = new Set<readonly AccountSlot[]>();
  const asking = createAsking<Seen>(options);
  let ledgerIsDown = false;
  let following = false;

  return {
    forget,
    followed,
    perhapsFollowed: () =>
      new Map([...followed, ...[...unanswered].flat().map((each) => [each.account, each] as const)]),

    watch(resting) {
      for (const { account, slot } of resting) followed.set(account, { account, slot, rests: true });
    },

    async claim(due) {
      if (due.length === 0) return due;
      const asked = claims.claim(due);
      unanswered.add(due);
      try {
        const ours = await within(asked, ledgerIsDown ? CLAIM_PATIENCE_DOWN_MS : CLAIM_PATIENCE_MS);
        ledgerIsDown = false;
        const mine = new Set(ours.map((each) => each.account));
        for (const each of due) if (!mine.has(each.account)) followed.set(each.account, each);
        return ours;
      } catch (error) {
        ledgerIsDown = true;
        // An answer that comes late is one all the same: the next claim is waited for as long as ever.
        asked
          .then(() => {
            ledgerIsDown = false;
          })
          .catch(() => {});
        onFailure(error);
        return due;
      } finally {
        unanswered.delete(due);
      }
    },

    async follow() {
      if (following || followed.size === 0) return [];
      following = true;
      try {
        const asked = toAsk(clock.now());
        if (asked.length === 0) return [];
        const ended = await claims.ended(asked);
        asking.answered(asked, ended);
        for (const seen of ended) {
          forget(seen);
          observe(seen);
        }
        const orphaned = orphans(clock.now());
        if (orphaned.length === 0) return [];
        const olderThan = Math.max(...orphaned.map(options.livesMs));
        // What is claimed now is polled, whatever becomes of the rest, which is taken over at the next look.
        const claimed = await claims.claim(orphaned);
        const ours = claimed.length > 0 ? claimed : await claims.takeOver(orphaned, olderThan);
        for (const each of ours) forget(each);
        return ours;
      } catch (error) {
        onFailure(error);
        return [];
      } finally {
        following = false;
      }
    },
  };

  /** What should be over by now, and what is about to be given up. */
  function toAsk(now: Instant): readonly Followed[] {
    const ready = asking.ready(followed.values());
    if (ready.length === followed.size) return ready;
    const known = new Set(ready);
    for (const each of followed.values()) {
      if (now >= options.nextSlot(each) || isOrphan(each, now)) known.add(each);
    }
    return [...known];
  }

  function orphans(now: Instant): AccountSlot[] {
    const found: AccountSlot[] = [];
    for (const each of followed.values()) {
      if (now >= options.nextSlot(each)) forget(each);
      else if (isOrphan(each, now)) found.push(each);
    }
    return found;
  }

  /** Whether who claimed it is taken to be dead, by when it is. */
  function isOrphan(each: Followed, now: Instant): boolean {
    return !each.rests && now >= each.slot + options.livesMs(each);
  }

  function forget({ account, slot }: AccountSlot): void {
    if (followed.get(account)?.slot === slot) followed.delete(account);
  }
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
