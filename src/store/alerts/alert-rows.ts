// Maps saved alerts to the parameters that states and episodes share, and rows back to saved alerts.
import { createHash } from 'node:crypto';
import type { AlertPhase } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import { compareTexts } from '../../domain/order.ts';
import type { Episode } from '../../domain/past.ts';
import { fingerprintOf, episodeOf as identityOf } from '../../monitor/alerts/episode.ts';
import type { SavedAlert } from '../../monitor/alerts/ports.ts';
import { iso, wellFormed } from '../postgres/encode.ts';

export const COMMON_NAMES =
  'account_id, alert, rule, severity, currency, wallet_type, value, threshold, labels, at, pending_at, firing_at, resolved_at';
export const COMMON = [
  '$1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[]',
  '$10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[]',
].join(', ');

export function common(rows: readonly SavedAlert[], id: (alert: SavedAlert) => number): unknown[] {
  return [
    rows.map(id),
    rows.map(keyOf),
    rows.map(({ rule }) => wellFormed(rule)),
    rows.map(({ severity }) => wellFormed(severity)),
    rows.map(({ currency }) => wellFormed(currency)),
    rows.map(({ walletType }) => wellFormed(walletType)),
    rows.map(({ state }) => state.value && wellFormed(state.value)),
    rows.map(({ state }) => state.threshold && wellFormed(state.threshold)),
    rows.map(({ labels }) =>
      JSON.stringify(labels, (_, value) => (typeof value === 'string' ? wellFormed(value) : value)),
    ),
    rows.map(({ state }) => iso(state.at)),
    rows.map(({ state }) => at(state.pendingAt)),
    rows.map(({ state }) => at(state.firingAt)),
    rows.map(({ state }) => at(state.resolvedAt)),
  ];
}

/** The key of an alert within its account: a hash, so that labels of any length fit. */
export function keyOf({ fingerprint }: Pick<SavedAlert, 'fingerprint'>): string {
  return createHash('sha256').update(fingerprint).digest('hex');
}

export interface StateRow {
  readonly name: string;
  readonly fingerprint: string;
  readonly rule: string;
  readonly severity: string;
  readonly currency: string;
  readonly wallet_type: string;
  readonly labels: Record<string, string>;
  readonly phase: AlertPhase;
  readonly pending_at: Date | null;
  readonly firing_at: Date | null;
  readonly resolved_at: Date | null;
  readonly clear_since: Date | null;
  readonly value: string | null;
  readonly threshold: string | null;
  readonly at: Date;
}

export type EpisodeRow = Pick<
  StateRow,
  | 'name'
  | 'rule'
  | 'severity'
  | 'currency'
  | 'wallet_type'
  | 'pending_at'
  | 'resolved_at'
  | 'value'
  | 'threshold'
  | 'labels'
> & { readonly firing_at: Date; readonly episode: string | null };

export function savedOf(row: StateRow): SavedAlert {
  return {
    fingerprint: row.fingerprint,
    rule: row.rule,
    severity: row.severity,
    account: row.name,
    currency: row.currency,
    walletType: row.wallet_type,
    labels: row.labels,
    state: {
      phase: row.phase,
      held: false,
      ...outcomeOf(row),
      firingAt: row.firing_at?.getTime() ?? null,
      clearSince: row.clear_since?.getTime() ?? null,
      at: row.at.getTime(),
    },
  };
}

export function episodeOf(row: EpisodeRow): Episode {
  const { labels } = row;
  const firingAt = row.firing_at.getTime();
  return {
    episode: row.episode ?? identityOf({ fingerprint: fingerprintOf(labels), firingAt }),
    labels,
    rule: row.rule,
    severity: row.severity,
    account: row.name,
    currency: row.currency,
    walletType: row.wallet_type,
    ...outcomeOf(row),
    firingAt,
  };
}

/** The fields that a state and an episode share beside those of their alert. */
function outcomeOf({
  pending_at,
  resolved_at,
  value,
  threshold,
}: Pick<StateRow, 'pending_at' | 'resolved_at' | 'value' | 'threshold'>) {
  return {
    pendingAt: pending_at?.getTime() ?? null,
    resolvedAt: resolved_at?.getTime() ?? null,
    value,
    threshold,
  };
}

export function at(instant: Instant | null): string | null {
  return instant === null ? null : iso(instant);
}

type AlertName = Pick<SavedAlert, 'account' | 'fingerprint'>;

/** The order in which rows are locked: with different orders, replicas that save the same rows could deadlock. */
export function byAlert(a: AlertName, b: AlertName): number {
  return compareTexts(a.account, b.account) || compareTexts(a.fingerprint, b.fingerprint);
}
