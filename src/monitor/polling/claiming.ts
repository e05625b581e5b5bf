// Decides which replica polls a slot: claims slots, reads the results of other replicas, and takes over the slots of replicas
// that died. `scheduler.ts` uses it.
import type { Instant, Polled } from '../../domain/observation.ts';
import type { Clock } from '../clock.ts';
import type { AccountSlot, Claims } from '../storage/ports.ts';
import { createAsking, type Followed } from './asking.ts';

const CLAIM_PATIENCE_MS = 2_000; // how long a slot waits for Postgres before it is polled without a claim
const CLAIM_PATIENCE_DOWN_MS = 250; // the same while Postgres is known to be away

export interface ClaimingOptions<Seen extends Polled> {
  readonly claims: Claims<Seen>;
  readonly clock: Clock;
  /** When the next slot is due; from then on this one isn't current any more. */
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
  /**
   * The slots that this replica is to poll: those that it gets from the ledger, or all when the ledger doesn't answer. `again`
   * may have come before: it is polled in any case, and isn't followed, because what is known of it may be old.
   */
  claim(due: readonly AccountSlot[], again?: readonly AccountSlot[]): Promise<readonly AccountSlot[]>;
  /**
   * Reads what other replicas saw of the slots that they claimed, and takes over from replicas that died while the slot
   * is still current: returns the slots that are now this replica's. While the ledger doesn't answer, these are all that are
   * so late. One at a time; never rejects.
   */
  follow(): Promise<readonly AccountSlot[]>;
  /** Waits for other replicas' results of these, and takes none of them over: their accounts rest. */
  watch(resting: readonly AccountSlot[]): void;
  /** Stops following a slot, because this replica polls it. */
  forget(slot: AccountSlot): void;
  /** Slots that another replica claimed and whose results this replica waits for, by account. */
  readonly followed: Map<string, Followed>;
  /** The same, and the slots whose claim has no answer yet. */
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

    async claim(due, again = []) {
      if (due.length + again.length === 0) return due;
      const asked = claims.claim([...due, ...again]);
      unanswered.add(due);
      try {
        const ours = await within(asked, ledgerIsDown ? CLAIM_PATIENCE_DOWN_MS : CLAIM_PATIENCE_MS);
        ledgerIsDown = false;
        const mine = new Set(ours.map((each) => each.account));
        for (const each of due) if (!mine.has(each.account)) followed.set(each.account, each);
        return [...due.filter(({ account }) => mine.has(account)), ...again];
      } catch (error) {
        ledgerIsDown = true;
        // A late answer shows that Postgres is there: the next claim waits as long as usual.
        asked
          .then(() => {
            ledgerIsDown = false;
          })
          .catch(() => {});
        onFailure(error);
        return [...due, ...again];
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
        // The slots that it claims now are polled in any case; the next call takes over the others.
        const claimed = await claims.claim(orphaned);
        const ours = claimed.length > 0 ? claimed : await claims.takeOver(orphaned, olderThan);
        for (const each of ours) forget(each);
        return ours;
      } catch (error) {
        onFailure(error);
        const untold = orphans(clock.now()); // whether they were polled is known when Postgres is back
        for (const each of untold) forget(each);
        return untold;
      } finally {
        following = false;
      }
    },
  };

  /** The slots that should be over by now, and those that are about to be given up. */
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

  /** Whether it is so late that the replica that claimed the slot counts as dead. */
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
