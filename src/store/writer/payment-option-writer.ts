// Results of payment options on their way into Postgres. While it is away the newest of each account waits in memory:
// the next poll tells the same again, and what is stored is compared with it then (docs/adr/0016).
import type { OptionObservation } from '../../domain/payment-option.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { OptionLedger } from '../../monitor/storage/ports.ts';
import { classifyFailure } from '../postgres/sqlstate.ts';

const MAX_AT_ONCE = 200;
const PAUSE_MS = 5_000; // after a failure

export interface PaymentOptionWriterOptions {
  readonly ledger: Pick<OptionLedger, 'close'>;
  readonly clock: Clock;
  /** Told of the first failure after a success. Must not throw. */
  readonly onAway: (error: unknown) => void;
  /** Postgres will never take this one; it is given up. Must not throw. */
  readonly onRefused: (observation: OptionObservation, error: unknown) => void;
}

export interface PaymentOptionWriter {
  /** Resolves when it is stored, or when that has been tried and failed. Never rejects. */
  keep(observation: OptionObservation): Promise<void>;
  /** Tries again what waits, if that is due. Never rejects. */
  flush(): Promise<void>;
  /** How many accounts' results wait. */
  waiting(): number;
}

export function createPaymentOptionWriter(options: PaymentOptionWriterOptions): PaymentOptionWriter {
  const { ledger, clock, onAway, onRefused } = options;
  const waiting = new Map<string, OptionObservation>();
  let away = false;
  let notBefore = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | undefined;

  return {
    async keep(observation) {
      const other = waiting.get(observation.account);
      if (!other || other.slot <= observation.slot) waiting.set(observation.account, observation);
      await flush();
      if (waiting.get(observation.account) === observation) await flush(); // a write was under way already
    },
    flush,
    waiting: () => waiting.size,
  };

  function flush(): Promise<void> {
    if (!writing && (waiting.size === 0 || clock.monotonic() < notBefore)) return Promise.resolve();
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, MAX_AT_ONCE);
      if (!(await write(batch))) return;
    }
  }

  /** False when Postgres is away. One that spoils its batch is found by writing each by itself. */
  async function write(batch: readonly OptionObservation[]): Promise<boolean> {
    try {
      await ledger.close(batch);
      away = false;
    } catch (error) {
      const { policy } = classifyFailure(error);
      if (policy !== 'poison') {
        if (!away) onAway(error);
        away = true;
        notBefore = clock.monotonic() + PAUSE_MS;
        return false;
      }
      if (batch.length > 1) {
        for (const each of batch) if (!(await write([each]))) return false;
        return true;
      }
      onRefused(batch[0]!, error);
    }
    for (const each of batch) if (waiting.get(each.account) === each) waiting.delete(each.account);
    return true;
  }
}
