// Finds the alerts of the demo's imported past: plays the demo's rules over its snapshots.
import type { Rule } from '../../conditions/rule.ts';
import type { Instant, Observation } from '../../domain/observation.ts';
import { type AlertEvaluator, createAlertEvaluator } from '../../monitor/alerts/alert-evaluator.ts';
import type { SavedAlert } from '../../monitor/alerts/ports.ts';
import { createSchedule } from '../../monitor/polling/schedule.ts';
import { createAlertLog } from '../../store/alerts/alert-log.ts';
import type { ImportedSnapshot } from '../../store/import/import.ts';
import { type Connection, quoteSchema } from '../../store/postgres/connection.ts';
import { createPool } from '../../store/postgres/pool.ts';

const EVERY_MINUTE = createSchedule('* * * * *', 'UTC'); // nothing here asks when a slot is due

export interface PastEpisodes {
  /** Takes the next snapshot. Slots come in order, and the wallets of an account and slot follow each other. */
  take(snapshot: ImportedSnapshot): void;
  /** Saves the episodes that have ended. The running monitor tells those that still fire. */
  save(connection: Connection): Promise<void>;
}

export function createPastEpisodes(rules: readonly Rule[]): PastEpisodes {
  const evaluators = new Map<string, AlertEvaluator>();
  const ended: SavedAlert[] = [];
  let now: Instant = 0;
  let current:
    | { readonly slot: Instant; readonly account: string; readonly wallets: Observation['wallets'][number][] }
    | undefined;

  function evaluatorOf(account: string): AlertEvaluator {
    const known = evaluators.get(account);
    if (known) return known;
    const accounts = [{ name: account, schedule: EVERY_MINUTE, staleAfter: 1, expect: [] }];
    const clock = { now: () => now, monotonic: () => now };
    const made = createAlertEvaluator({ rules, accounts, builtin: false }, clock);
    evaluators.set(account, made);
    return made;
  }

  function evaluate(): void {
    if (!current) return;
    const { account, slot, wallets } = current;
    now = slot;
    const evaluator = evaluatorOf(account);
    const observation = { ...OK, account, slot, startedAt: slot, observedAt: slot, wallets };
    if (evaluator.observe(observation).length === 0) return;
    ended.push(
      ...evaluator.unsaved().filter(({ state }) => state.phase === 'inactive' && state.resolvedAt !== null),
    );
  }

  return {
    take(snapshot) {
      const { account, slot, ...wallet } = snapshot;
      if (current?.slot !== slot || current.account !== account) {
        evaluate();
        current = { slot, account, wallets: [] };
      }
      current.wallets.push(wallet);
    },
    async save(connection) {
      evaluate();
      await using pool = createPool({ ...connection, max: 1 });
      await createAlertLog({ pool, schema: quoteSchema(connection.schema) }).save(ended);
    },
  };
}

const OK = {
  ...{ outcome: 'ok', durationMs: 0, httpStatus: null, envelopeCode: null, detail: null },
  unreadable: [],
} as const satisfies Partial<Observation>;
