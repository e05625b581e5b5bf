// Ends alerts that no process asks for any more: those of accounts and rules that no configuration names. Our configuration
// alone can't tell, because another deployment may share the database, or run with a newer configuration. The database
// knows who polls which account, and who asked for which alert recently. Takes over alerts whose process is gone for good,
// such as a replica or a shard too many: nobody else would tell their end. `app.ts` runs this every ten minutes.
import type { Alert } from '../../domain/alert.ts';
import { walletName } from '../../domain/wallet.ts';
import type { AlertLog, SavedAlert } from '../../monitor/alerts/ports.ts';
import type { Board } from '../../monitor/board/board.ts';
import type { Configured } from '../configured.ts';
import { alone } from '../every.ts';
import type { Forgotten } from '../forgotten.ts';
import type { Logger } from '../log/logger.ts';
import type { Alerting } from './alerting.ts';

export interface EndAbandonedOptions {
  readonly log: Logger;
  readonly configured: () => Configured;
  readonly alerting: Pick<Alerting, 'resume' | 'takeOver' | 'forget'>;
  /** The current state of every alert. */
  readonly alerts: () => readonly Alert[];
  readonly board: Pick<Board, 'has'>;
  readonly forgotten: Pick<Forgotten, 'without'>;
  readonly storage: { readonly postgres: { readonly alertLog: Pick<AlertLog, 'abandoned' | 'keep'> } };
  /** Resolves when the state from before the start is recalled: before that, nobody can say which alerts are asked for. */
  readonly recalled: Promise<void>;
}

/**
 * Returns a function that notes which alerts this process asks for, ends those that nobody asks for, and takes over those
 * that nobody else tells of. One look at a time; never rejects.
 */
export function createEndAbandoned(options: EndAbandonedOptions): () => Promise<void> {
  const { log, configured, alerting, alerts, board, forgotten, storage, recalled } = options;
  const { alertLog } = storage.postgres;
  /** The alerts that nobody had asked for at the last look. After an outage, others may still be about to say that they do. */
  let leftBefore: ReadonlySet<string> = new Set();
  void recalled.then(() => keep().catch(told));
  return alone(look, { ready: recalled, onFailure: told });

  async function look(): Promise<void> {
    await keep();
    const unasked = await alertLog.abandoned([...configured().accounts.keys()]);
    const { elsewhere } = configured(); // a reload may have come
    const abandoned = unasked.filter(({ account }) => !elsewhere.has(account)); // its shard may be down for days
    const [known, unknown] = knownHere(abandoned);
    const left = known.filter((alert) => alert.elsewhere);
    alerting.takeOver(left.filter(({ fingerprint }) => leftBefore.has(fingerprint)));
    leftBefore = new Set(left.map(({ fingerprint }) => fingerprint));
    const over = known.filter((alert) => !alert.elsewhere);
    const remembered = new Set(forgotten.without(unknown));
    const gone = unknown.filter((alert) => !alert.elsewhere || !remembered.has(alert));
    if (over.length + gone.length > 0) alerting.resume([...over, ...gone], []);
    // An alert makes its wallet known. Here it would be missed: only the process that is gone expected it, or it was forgotten.
    for (const alert of gone) {
      const { account, currency, walletType } = alert;
      alerting.forget(account, { currency, walletType }, remembered.has(alert) ? 'removed' : 'forgotten');
    }
  }

  /** Parts alerts in those of wallets that this process knows, or of none, and others. */
  function knownHere(all: readonly SavedAlert[]): readonly [known: SavedAlert[], unknown: SavedAlert[]] {
    const ours = new Set(lasting().map(walletName));
    const isKnown = (alert: SavedAlert) =>
      alert.walletType === '' || board.has(alert.account, alert) || ours.has(walletName(alert));
    return [all.filter(isKnown), all.filter((alert) => !isKnown(alert))];
  }

  async function keep(): Promise<void> {
    await alertLog.keep(lasting());
  }

  function lasting(): readonly Alert[] {
    return alerts().filter(({ phase, account }) => phase !== 'inactive' && account !== '');
  }

  function told({ message }: Error): void {
    log.debug({ reason: message }, 'alerts that nobody asks for could not be read');
  }
}
