// From what the file says to what the program uses: defaults merged into accounts, secrets opened, rules in the
// terms of the domain.
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
export type Config = ReturnType<typeof complete>;
export type Account = Config['accounts'][number];

/** `file` has passed every check, so `open` has opened every secret file already and doesn't fail any more. */
export function complete(file: FileConfig, open: OpenSecret) {
  const secret = (value: Secret | null, from: string | null, check?: SecretCheck): Secret | null =>
    value ?? (from === null ? null : open(from, check));
  const required = secret as (...of: Parameters<typeof secret>) => Secret; // the checks have seen to it

  const { url, url_file, ...database } = file.database;
  return {
    ...file,
    database: { ...database, url: secret(url, url_file, flawOfDatabaseUrl) },
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
        ({ basic_auth, bearer_token, bearer_token_file, ...rest }) => ({
          ...rest,
          basic_auth: basic_auth && {
            username: basic_auth.username,
            password: required(basic_auth.password, basic_auth.password_file),
          },
          bearer_token: secret(bearer_token, bearer_token_file),
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
