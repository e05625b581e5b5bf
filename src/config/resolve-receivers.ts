// Everyone who is told of alerts, in one list, with secrets opened: what `app/` starts.
import { resolve } from 'node:path';
import type { AlertmanagerSettings } from '../receivers/alertmanager/access.ts';
import type { ConfiguredReceiver } from '../receivers/registry.ts';
import { flawOfReceiverUrl, type OpenSecret } from './check-secrets.ts';
import type { FileConfig } from './schema.ts';
import { isSecret, RECEIVER_SECTIONS, type ReceiverSection } from './schema-receivers.ts';
import type { Secret } from './secret.ts';
import { entries, list, valueAt } from './valid.ts';

interface Resolving {
  readonly open: OpenSecret;
  readonly folder: string;
}

/** `alerts` has passed every check. */
export function resolveReceivers(alerts: FileConfig['alerts'], how: Resolving): ConfiguredReceiver[] {
  const alertmanagers = alerts.alertmanagers.map((settings): ConfiguredReceiver => {
    return {
      kind: 'alertmanager',
      name: settings.url,
      only: [],
      quietHours: null,
      settings: resolveAlertmanager(settings, how),
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

function resolveAlertmanager(
  { url, basic_auth, bearer_token, bearer_token_file, tls }: FileConfig['alerts']['alertmanagers'][number],
  { open, folder }: Resolving,
): AlertmanagerSettings {
  const inFolder = (path: string | null): string | null => path && resolve(folder, path);
  const secret = (value: Secret | null, from: string | null): Secret | null =>
    value ?? (from === null ? null : open(from));
  return {
    url,
    basic_auth: basic_auth && {
      username: basic_auth.username,
      password: secret(basic_auth.password, basic_auth.password_file) as Secret, // the checks have seen to it
    },
    bearer_token: secret(bearer_token, bearer_token_file),
    tls: tls && {
      ca_file: inFolder(tls.ca_file),
      cert_file: inFolder(tls.cert_file),
      key_file: inFolder(tls.key_file),
      server_name: tls.server_name,
    },
  };
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
