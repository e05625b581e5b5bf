// From what the file says to what the program uses: defaults merged into accounts, secrets opened, rules in the
// terms of the domain.
import { resolve } from 'node:path';
import { flawOfDatabaseUrl } from './address.ts';
import { flawOfWebhook, type OpenSecret } from './check-secrets.ts';
import { ruleOf } from './rule.ts';
import type { FileConfig } from './schema.ts';
import type { Secret, SecretCheck } from './secret.ts';

/**
 * A whole configuration: every default filled in, `poll` merged into every account.
 *
 * Durations are milliseconds, amounts exact, secrets unprintable, and what may be absent is `null`.
 */
export type Config = ReturnType<typeof resolveConfig>;

/** `file` has passed every check, so `open` has opened every secret file already and doesn't fail any more. */
export function resolveConfig(
  file: FileConfig,
  { open, folder }: { readonly open: OpenSecret; readonly folder: string },
) {
  const secret = (value: Secret | null, from: string | null, check?: SecretCheck): Secret | null =>
    value ?? (from === null ? null : open(from, check));
  const required = secret as (...of: Parameters<typeof secret>) => Secret; // the checks have seen to it

  const inFolder = (path: string | null): string | null => path && resolve(folder, path);

  const { url, url_file, ...database } = file.database;
  return {
    ...file,
    database: { ...database, url: secret(url, url_file, flawOfDatabaseUrl) },
    web: { ...file.web, config_file: inFolder(file.web.config_file) },
    accounts: file.accounts.map(
      ({ public_key, public_key_file, secret_key, secret_key_file, ...account }) => ({
        ...account,
        public_key: required(public_key, public_key_file),
        secret_key: required(secret_key, secret_key_file),
        schedule: account.schedule ?? file.poll.schedule,
        timezone: account.timezone ?? file.poll.timezone,
        deadline: account.deadline ?? file.poll.deadline,
        retries: account.retries ?? file.poll.retries,
        concurrency: account.concurrency ?? file.poll.concurrency,
        stale_after: account.stale_after ?? file.poll.stale_after,
      }),
    ),
    alerts: {
      ...file.alerts,
      alertmanagers: file.alerts.alertmanagers.map(
        ({ basic_auth, bearer_token, bearer_token_file, tls, ...rest }) => ({
          ...rest,
          basic_auth: basic_auth && {
            username: basic_auth.username,
            password: required(basic_auth.password, basic_auth.password_file),
          },
          bearer_token: secret(bearer_token, bearer_token_file),
          tls: tls && {
            ca_file: inFolder(tls.ca_file),
            cert_file: inFolder(tls.cert_file),
            key_file: inFolder(tls.key_file),
            server_name: tls.server_name,
          },
        }),
      ),
      webhooks: file.alerts.webhooks.map(({ url, url_file, hmac_secret, hmac_secret_file, ...webhook }) => ({
        ...webhook,
        url: required(url, url_file, flawOfWebhook(webhook.allow_insecure_http)),
        hmac_secret: secret(hmac_secret, hmac_secret_file),
      })),
      rules: file.alerts.rules.map(ruleOf),
    },
  };
}
