// All faults by name, and which of them are switched on for which merchant.
import type { Instant } from '../domain/observation.ts';
import { AMOUNT_FAULTS } from './amount-faults.ts';
import { ANSWER_FAULTS } from './answer-faults.ts';
import { CONNECTION_FAULTS } from './connection-faults.ts';
import { ENCODING_FAULTS } from './encoding-faults.ts';
import type { Fault } from './fault.ts';
import { RECORD_FAULTS } from './record-faults.ts';
import type { SandboxOperation } from './service.ts';

export const FAULTS: ReadonlyMap<string, Fault> = new Map(
  [...CONNECTION_FAULTS, ...ENCODING_FAULTS, ...ANSWER_FAULTS, ...AMOUNT_FAULTS, ...RECORD_FAULTS].map(
    (fault) => [fault.name, fault],
  ),
);

/** A fault that is switched on. */
interface SwitchedFault {
  readonly merchant: string;
  readonly name: string;
  /** By the wall's clock; `null`: until somebody switches it off. */
  readonly until: Instant | null;
  /** The operation that it spoils; `null` for both. */
  readonly operation: SandboxOperation | null;
  readonly value: string;
  /** How many answers it has spoilt. */
  readonly times: number;
}

export interface FaultSwitches {
  /**
   * Switches a fault on for a merchant (`*`: all), in place of the one that it had.
   *
   * `forMs` is in milliseconds of the wall; without it the fault stays on. Throws a `RangeError` for an unknown name.
   */
  on(
    merchant: string,
    name: string,
    options?: { readonly forMs?: number; readonly operation?: SandboxOperation; readonly value?: string },
  ): void;
  /** Does nothing when no fault is on. */
  off(merchant: string): void;
  /** The fault that answers now; it is counted. The merchant's own fault goes before that of all. */
  take(
    merchant: string,
    operation: SandboxOperation,
  ): { readonly fault: Fault; readonly on: SwitchedFault } | undefined;
  list(): readonly SwitchedFault[];
}

/** Creates the switches, all off. `now` is the wall's clock. */
export function createFaultSwitches(now: () => Instant): FaultSwitches {
  const switched = new Map<string, SwitchedFault>();

  const active = (merchant: string): SwitchedFault | undefined => {
    const found = switched.get(merchant);
    if (found?.until != null && now() >= found.until) {
      switched.delete(merchant);
      return undefined;
    }
    return found;
  };

  return {
    on(merchant, name, { forMs, operation, value } = {}) {
      const fault = FAULTS.get(name);
      if (!fault)
        throw new RangeError(`no fault is called ${JSON.stringify(name)}; --list-faults names them all`);
      switched.set(merchant, {
        merchant,
        name,
        until: forMs === undefined ? null : now() + forMs,
        operation: operation ?? null,
        value: value ?? fault.value?.default ?? '',
        times: 0,
      });
    },
    off: (merchant) => void switched.delete(merchant),
    take(merchant, operation) {
      for (const owner of [merchant, '*']) {
        const found = active(owner);
        if (!found || (found.operation && found.operation !== operation)) continue;
        const on = { ...found, times: found.times + 1 };
        switched.set(owner, on);
        return { fault: FAULTS.get(on.name)!, on };
      }
      return undefined;
    },
    list: () => [...switched.keys()].map(active).filter((one) => one !== undefined),
  };
}
