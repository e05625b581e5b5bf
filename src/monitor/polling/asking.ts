// Decides when a replica asks the ledger for the results of other replicas: once for all of a slot, when the last poll should
// be over. It learns from the answers how long polls take. `claiming.ts` uses it.
import type { Instant, Polled } from '../../domain/observation.ts';
import { ascending } from '../../domain/order.ts';
import type { Clock } from '../clock.ts';
import type { AccountSlot } from '../storage/ports.ts';

const WRITTEN_MS = 1_500; // this long after a poll, its result is usually in the ledger
const AGAIN_MS = 1_000; // what is then open is asked for again after this, and then after twice as long each time
const QUICK = 0.9; // the share of polls that counts: a slow poll must not delay the others' results

export interface AskingOptions {
  readonly clock: Clock;
  /** How long after its slot a poll begins, in milliseconds. */
  startsMs(each: AccountSlot): number;
}

/** A slot of an account whose result this replica waits for. */
export interface Followed extends AccountSlot {
  /** The account rests: this replica doesn't poll it, and perhaps nobody does. */
  readonly rests?: true;
}

/** When to ask for a slot that other replicas poll. */
interface Asked {
  /** By the monotonic clock. */
  at: number;
  waitMs: number;
}

export function createAsking<Seen extends Polled>({ clock, startsMs }: AskingOptions) {
  const slots = new Map<Instant, Asked>();
  let takesMs = 0;

  return {
    /** The open slots whose time to be asked for has come. */
    ready(open: Iterable<Followed>): Followed[] {
      const bySlot = Map.groupBy(open, ({ slot }) => slot);
      for (const slot of slots.keys()) if (!bySlot.has(slot)) slots.delete(slot);
      const now = clock.monotonic();
      const ready: Followed[] = [];
      for (const [slot, each] of bySlot) {
        let asked = slots.get(slot);
        if (!asked) {
          const last = each.reduce((most, one) => Math.max(most, startsMs(one)), 0);
          asked = { at: now + slot + last + takesMs + WRITTEN_MS - clock.now(), waitMs: AGAIN_MS };
          slots.set(slot, asked);
        }
        if (now >= asked.at) ready.push(...each);
      }
      return ready;
    },

    /** Takes in the answer. The first answer for a slot teaches how long polls take. */
    answered(asked: readonly Followed[], seen: readonly Seen[]): void {
      const ended = new Map(seen.map((each) => [`${each.slot} ${each.account}`, each.observedAt]));
      const now = clock.monotonic();
      for (const [slot, each] of Map.groupBy(asked, (one) => one.slot)) {
        const state = slots.get(slot);
        if (!state) continue;
        if (state.waitMs === AGAIN_MS) learn(slot, each, ended);
        if (now < state.at) continue; // asked for early, because it is about to be given up
        state.at = now + state.waitMs;
        state.waitMs *= 2;
      }
    },
  };

  /** A result that is known now has ended by now, whatever the other replica's clock said. */
  function learn(slot: Instant, each: readonly Followed[], ended: ReadonlyMap<string, Instant>): void {
    const now = clock.now();
    const took = each
      .filter(({ rests }) => !rests)
      .map((one) => Math.min(ended.get(`${slot} ${one.account}`) ?? now, now) - slot - startsMs(one))
      .sort(ascending);
    if (took.length > 0) takesMs = Math.max(0, took[Math.floor((took.length - 1) * QUICK)]!);
  }
}
