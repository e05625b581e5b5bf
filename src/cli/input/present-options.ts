// Finds what alerts about payment options look at now: each option as it was seen last, and how its limits have changed.
import type { PaymentOptionSample } from '../../conditions/option/condition.ts';
import { kindOfOptionCondition } from '../../conditions/option/conditions.ts';
import { type LimitMemory, learnLimits, NEWS_MS, NO_LIMITS } from '../../conditions/option/limits.ts';
import type { OptionRule } from '../../conditions/rule.ts';
import { matchesGlob } from '../../conditions/selector.ts';
import type { Alert, Evaluation } from '../../domain/alert.ts';
import { type Amount, amountOf } from '../../domain/money.ts';
import { LIMITS } from '../../domain/option-change.ts';
import { type PaymentOption, type PaymentOptionId, paymentOptionKey } from '../../domain/payment-option.ts';
import type { SavedAlert } from '../../monitor/alerts/ports.ts';
import type { SeenState } from '../../monitor/board/board.ts';
import { optionOf } from '../../store/ledger/payment-option-rows.ts';
import { readOptionChanges, type StoredOptionChange } from '../../store/queries/payment-option-changes.ts';
import { readPaymentOptions } from '../../store/queries/payment-options.ts';
import type { Store } from './open-store.ts';

const MOST_CHANGES = 10_000;

/** What the newest poll says about an option that isn't fresh. */
const SAMPLES: Partial<Record<SeenState, PaymentOptionSample>> = {
  stale: { kind: 'failed' },
  missing: { kind: 'missing' },
};

/** What an alert looks at, and what with; `null` where there is none, and while it isn't known. */
export interface Figures extends Pick<Alert, 'value' | 'threshold'> {
  /** Whether the figures are those of when it was seen last, as it can't be judged now; `null` where nobody can tell. */
  readonly held: boolean | null;
}

interface KnownOption extends PaymentOption {
  readonly account: string;
  readonly lastSeen: number;
  readonly state: SeenState;
}

/** Judges alerts about payment options by the newest that is known of these. */
export interface PresentOptions {
  /** Of an alert about an option. */
  figuresOf(rule: OptionRule, alert: SavedAlert): Figures;
  /** Of an alert that compares a payout wallet's amount with the options of its currency; `last` while they tell nothing. */
  minimumOf(rule: OptionRule, alert: SavedAlert, last: Figures & { readonly value: Amount | null }): Figures;
}

/** Reads what these alerts need. */
export async function presentOptions(store: Store, alerts: readonly SavedAlert[]): Promise<PresentOptions> {
  const accounts = [...new Set(alerts.map(({ account }) => account))];
  const known = accounts.length === 0 ? [] : await readOptions(store, accounts);
  const byName = new Map(known.map((option) => [nameOf(option), option]));
  const changes = Map.groupBy(await readChanges(store, alerts, accounts), nameOf);

  return {
    figuresOf(rule, alert) {
      const { condition } = rule;
      const kind = kindOfOptionCondition(condition);
      const option = byName.get(nameOf({ account: alert.account, ...idOf(alert) }));
      const unknown = { value: null, threshold: kind.threshold(condition), held: null };
      if (!option || kind.about !== 'option') return unknown;
      const limits = limitsOf(option, changes.get(nameOf(option)) ?? []);
      const seen: PaymentOptionSample = { kind: 'seen', option };
      const [now, last] = [SAMPLES[option.state] ?? seen, seen].map((sample) =>
        kind.evaluate(condition, sample, limits),
      ) as [Evaluation, Evaluation];
      const held = now.state === 'unknown';
      const { state, value, threshold } = held ? last : now;
      return state === 'unknown' ? { ...unknown, held } : { value, threshold, held };
    },

    minimumOf({ condition, options }, { account, currency }, last) {
      const kind = kindOfOptionCondition(condition);
      if (kind.about !== 'payout_wallet') return last;
      const payouts = known.filter(
        (option) =>
          option.account === account &&
          option.currency === currency &&
          option.transactionType === 'PAYOUT' &&
          option.state !== 'missing' &&
          matchesGlob(options.providerCode, option.providerCode),
      );
      const { state, value, threshold } = kind.evaluate(condition, last.value, payouts, false);
      const isOld = last.held !== false || payouts.some((option) => option.state === 'stale');
      return state === 'unknown' ? { ...last, held: true } : { value, threshold, held: isOld };
    },
  };
}

/** The limits as they are, and what those were that changed lately: learnt again from the changes, the newest of which comes first. */
function limitsOf(option: KnownOption, changes: readonly StoredOptionChange[]): LimitMemory {
  const untold = { ...option, min: null, max: null, maxDaily: null };
  let memory = NO_LIMITS;
  for (const { field, before, after, seenAt } of changes.toReversed()) {
    const limit = LIMITS.find(([name]) => name === field)?.[1];
    for (const amount of limit ? [before, after] : [])
      if (amount !== null) memory = learnLimits(memory, { ...untold, [limit!]: amountOf(amount) }, seenAt);
  }
  return learnLimits(memory, option, option.lastSeen);
}

/** The changes that the alerts may be about. */
async function readChanges(
  { pool, schema }: Store,
  alerts: readonly SavedAlert[],
  accounts: readonly string[],
): Promise<readonly StoredOptionChange[]> {
  const since = Math.min(...alerts.flatMap(({ state }) => state.pendingAt ?? [])) - NEWS_MS;
  if (!Number.isFinite(since)) return [];
  return await readOptionChanges(pool, schema, { accounts, since, most: MOST_CHANGES });
}

async function readOptions(
  { pool, schema }: Store,
  accounts: readonly string[],
): Promise<readonly KnownOption[]> {
  const rows = await readPaymentOptions(pool, schema, accounts);
  return rows.map((row) => ({
    ...optionOf({ ...row, exposable: true }), // only such ones have alerts
    ...{ account: row.account, lastSeen: row.last_seen.getTime(), state: row.state },
  }));
}

function idOf({ currency, labels }: SavedAlert): PaymentOptionId {
  return {
    currency,
    transactionType: labels['transaction_type'] ?? '',
    transactionMethod: labels['transaction_method'] ?? '',
    providerCode: labels['provider_code'] ?? '',
  };
}

function nameOf(option: PaymentOptionId & { readonly account: string }): string {
  return `${option.account}/${paymentOptionKey(option)}`;
}
