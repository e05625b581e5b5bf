// Alerts that no configuration names any more are ended. An account or a rule that only ours doesn't name may be another
// deployment's, or newer than this process: who owns an alert is a matter of configurations, and of that the database
// knows who polls, and who asks for which alerts.
import type { Alert } from '../domain/alert.ts';
import type { AlertLog } from '../monitor/alerts/ports.ts';
import type { Alerting } from './alerting.ts';
import type { Configured } from './configured.ts';
import { alone } from './every.ts';
import type { Logger } from './logger.ts';

export interface EndAbandonedOptions {
  readonly log: Logger;
  readonly configured: () => Configured;
  readonly alerting: Pick<Alerting, 'resume'>;
  /** Every alert as it stands. */
  readonly alerts: () => readonly Alert[];
  readonly storage: { readonly postgres: { readonly alertLog: Pick<AlertLog, 'abandoned' | 'keep'> } };
  /** When what was known before the start is known again: until then nobody can say what is asked for. */
  readonly recalled: Promise<void>;
}

/** Returns what says which are asked for here, and looks for those that aren't anywhere. One look at a time; never rejects. */
export function createEndAbandoned(options: EndAbandonedOptions): () => Promise<void> {
  const { log, configured, alerting, alerts, storage, recalled } = options;
  const { alertLog } = storage.postgres;
  void recalled.then(() => keep().catch(told));
  return alone(look, { ready: recalled, onFailure: told });

  async function look(): Promise<void> {
    await keep();
    const abandoned = await alertLog.abandoned([...configured().accounts.keys()]);
    if (abandoned.length > 0) alerting.resume(abandoned, []);
  }

  async function keep(): Promise<void> {
    await alertLog.keep(alerts().filter(({ phase, account }) => phase !== 'inactive' && account !== ''));
  }

  function told({ message }: Error): void {
    log.debug({ reason: message }, 'alerts that nobody asks for could not be read');
  }
}
