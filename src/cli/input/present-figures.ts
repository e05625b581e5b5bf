// Finds what alerts that last look at now: the database has only the value and the threshold with which they fired.
import { forecastAccounts, readConfigured } from '../../app/configured.ts';
import type { WalletRule } from '../../conditions/rule.ts';
import { ruleOfAlert } from '../../conditions/rule-of-alert.ts';
import { rulesByAccount } from '../../conditions/rules-by-account.ts';
import { MISSED, type Sample } from '../../conditions/wallet/condition.ts';
import { forAccount, kindOfWalletCondition } from '../../conditions/wallet/conditions.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import type { AlertState } from '../../domain/alert.ts';
import { AMOUNT_FIELDS, type Balance, type WalletId, walletKey } from '../../domain/wallet.ts';
import type { SavedAlert } from '../../monitor/alerts/ports.ts';
import type { SeenState } from '../../monitor/board/board.ts';
import type { Store } from './open-store.ts';
import { type Figures, presentOptions } from './present-options.ts';
import { runwaysAt } from './runways.ts';

/** What the newest poll says about a wallet that isn't fresh. */
const SAMPLES: Partial<Record<SeenState, Sample>> = { stale: MISSED, missing: { kind: 'missing' } };

interface Latest extends Balance {
  readonly account: string;
  readonly currency: string;
  readonly wallet_type: string;
  readonly slot: Date;
  readonly state: SeenState;
}

/** Reads what the figures of these alerts need, and returns a function that tells them, as the monitor's pages do. */
export async function presentFigures(
  store: Store,
  config: Config,
  { alerts, now }: { readonly alerts: readonly SavedAlert[]; readonly now: number },
): Promise<(alert: SavedAlert) => Figures> {
  const configured = readConfigured(config);
  const rulesOf = rulesByAccount(config.alerts.rules);
  const ruleOf = (alert: SavedAlert) => ruleOfAlert(rulesOf(alert.account), alert);
  const about = [...new Set(alerts.map(({ account }) => account))];
  const latest = await readLatest(store, about);
  const options = await presentOptions(store, alerts.filter(isAboutOptions));
  const runways = runwaysAt(now, store);
  const onRunway = new Set(
    alerts.flatMap((alert) => (ruleOf(alert)?.condition.kind === 'runway_below' ? alert.account : [])),
  );
  await runways.refresh(forecastAccounts(configured).filter(({ name }) => onRunway.has(name)));

  /** Of a stale wallet, those of when it was seen last: its alert is held. */
  function figuresOf(rule: WalletRule, alert: SavedAlert, row: Latest | undefined): Figures {
    const condition = forAccount(rule.condition, configured.accounts.get(alert.account)!);
    const kind = kindOfWalletCondition(condition);
    const unknown = { value: null, threshold: kind.threshold(condition), held: null };
    if (!row) return unknown;
    const at = row.slot.getTime();
    const evidence = kind.evidence(condition);
    const isSilence = evidence.kind === 'silence';
    if (isSilence && row.available === null) return unknown; // it was last known at an earlier poll
    const runway =
      evidence.kind === 'runway' ? runways.of(alert, row.available, at, evidence.aim) : undefined;
    const evaluate = (sample: Sample) =>
      kind.evaluate(condition, sample, { knownAt: at, runway }, isSilence ? now : at);
    const seen: Sample = { kind: 'seen', balance: row };
    const held = !isSilence && evaluate(SAMPLES[row.state] ?? seen).state === 'unknown';
    const { state, value, threshold } = evaluate(isSilence ? MISSED : seen);
    return state === 'unknown' ? { ...unknown, held } : { value, threshold, held };
  }

  return (alert) => {
    const rule = ruleOf(alert);
    if (!rule) return { ...asFired(alert.state), value: null, held: null };
    const row = latest.get(nameOf(alert));
    if ('wallets' in rule) return figuresOf(rule, alert, row);
    if (alert.walletType === '') return options.figuresOf(rule, alert);
    const held = row === undefined ? null : row.state !== 'fresh';
    return options.minimumOf(rule, alert, { ...asFired(alert.state), value: row?.available ?? null, held });
  };

  function isAboutOptions(alert: SavedAlert): boolean {
    const rule = ruleOf(alert);
    return rule !== undefined && 'options' in rule;
  }
}

/** A pending alert still has the figures of its last episode. */
function asFired({ phase, value, threshold }: AlertState): Omit<Figures, 'held'> {
  return phase === 'firing' ? { value, threshold } : { value: null, threshold: null };
}

async function readLatest(
  { pool, schema }: Store,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, Latest>> {
  const rows = await pool.query<Latest>(
    `SELECT account, currency, wallet_type, ${AMOUNT_FIELDS.join(', ')}, slot, state
     FROM ${schema}.balances_latest WHERE account = ANY($1)`,
    [accounts],
  );
  return new Map(rows.map((row) => [nameOf({ ...row, walletType: row.wallet_type }), row]));
}

function nameOf(wallet: WalletId & { readonly account: string }): string {
  return `${wallet.account}/${walletKey(wallet)}`;
}
