// Makes one list of all receivers of alerts, with secrets opened; `app/` starts them.
import type { AlertmanagerSettings } from '../../receivers/alertmanager/access.ts';
import type { ConfiguredReceiver } from '../../receivers/registry.ts';
import { flawOfReceiverUrl } from '../checks/check-secrets.ts';
import type { FileConfig } from '../schema/schema.ts';
import { isSecret, RECEIVER_SECTIONS, type ReceiverSection } from '../schema/schema-receivers.ts';
import { entries, list, valueAt } from '../valid.ts';
import { type Resolving, resolveAccess } from './resolve-access.ts';

/** Resolves the receivers of `alerts`, which has passed every check. */
export function resolveReceivers(alerts: FileConfig['alerts'], how: Resolving): ConfiguredReceiver[] {
  const alertmanagers = alerts.alertmanagers.map((settings): ConfiguredReceiver => {
    return {
      kind: 'alertmanager',
      name: settings.url,
      only: [],
      quietHours: null,
      settings: { url: settings.url, ...resolveAccess(settings, how) } satisfies AlertmanagerSettings,
    };
  });
  return [
    ...alertmanagers,
    ...RECEIVER_SECTIONS.flatMap((section) =>
      list(valueAt({ alerts }, section.path)).map((settings): ConfiguredReceiver => {
        const {
          name,
          only,
          quiet_hours: quietHours,
          ...own
        } = entries(settings) as {
          name: string;
          only: readonly string[];
          quiet_hours: ConfiguredReceiver['quietHours'];
        };
        return { kind: section.kind, name, only, quietHours, settings: withSecrets(own, section, how) };
      }),
    ),
  ];
}

/** The settings of a receiver with each `NAME_file` opened and put in the place of `NAME`. */
function withSecrets(
  settings: Readonly<Record<string, unknown>>,
  { shape }: ReceiverSection,
  { open }: Resolving,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, setting]) => {
      const from = settings[`${name}_file`];
      if (!isSecret(setting) || typeof from !== 'string') return [name, settings[name]];
      const insecure = settings['allow_insecure_http'] === true;
      return [name, setting.takes === 'secret_url' ? open(from, flawOfReceiverUrl(insecure)) : open(from)];
    }),
  );
}
