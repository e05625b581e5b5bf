// Alerts of accounts that no configuration names any more are ended. An account that only ours doesn't name may be
// another deployment's, or newer than this process: who owns an alert is a matter of configurations, and of that the
// database knows who polls.
import type { AlertLog } from '../monitor/alerts/ports.ts';
import type { Alerting } from './alerting.ts';
import type { Configured } from './configured.ts';
import type { Logger } from './logger.ts';

export interface EndAbandonedOptions {
  readonly log: Logger;
  readonly configured: () => Configured;
  readonly alerting: Pick<Alerting, 'resume'>;
  readonly storage: { readonly postgres: { readonly alertLog: Pick<AlertLog, 'abandoned'> } };
}

/** Returns what looks for them once. Never rejects. */
export function createEndAbandoned(options: EndAbandonedOptions): () => Promise<void> {
  const { log, configured, alerting, storage } = options;
  return async () => {
    try {
      const abandoned = await storage.postgres.alertLog.abandoned([...configured().accounts.keys()]);
      if (abandoned.length > 0) alerting.resume(abandoned, []);
    } catch (error) {
      log.debug({ reason: (error as Error).message }, 'alerts that nobody asks for could not be read');
    }
  };
}
