// Turns the file into what the program uses: merges defaults into accounts, opens secrets, and makes rules of the domain.
import { resolve } from 'node:path';
import type { OpenSecret } from '../checks/check-secrets.ts';
import { flawOfDatabaseUrl } from '../schema/address.ts';
import { defaultDeadline } from '../schema/interval.ts';
import type { FileConfig } from '../schema/schema.ts';
import { flawOfHeader, type Secret, type SecretCheck } from '../secret.ts';
import { resolveAccess } from './resolve-access.ts';
import { resolveReceivers } from './resolve-receivers.ts';
import { ruleOf } from './rule.ts';

const DEFAULT_LEAD_MS = 2 * 86_400_000;

/**
 * A whole configuration: every default is filled in, and `poll` is merged into every account.
 *
 * Durations are milliseconds, amounts are exact, secrets can't be printed, and an absent value is `null`.
 */
export type Config = ReturnType<typeof resolveConfig>;

/** Resolves a `file` that has passed every check: `open` has already opened every secret file and no longer fails. */
export function resolveConfig(
  file: FileConfig,
  { open, folder }: { readonly open: OpenSecret; readonly folder: string },
) {
  const secret = (value: Secret | null, from: string | null, check?: SecretCheck): Secret | null =>
    value ?? (from === null ? null : open(from, check));
  const required = secret as (...of: Parameters<typeof secret>) => Secret; // the checks have ensured it

  const inFolder = (path: string | null): string | null => path && resolve(folder, path);

  const { url, url_file, ...database } = file.database;
  const { alertmanagers, webhooks, ...settings } = file.alerts;
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
        deadline: account.deadline ?? file.poll.deadline ?? defaultDeadline(schedulesOf(account, file)),
        retries: account.retries ?? file.poll.retries,
        concurrency: account.concurrency ?? file.poll.concurrency,
        stale_after: account.stale_after ?? file.poll.stale_after,
        top_up_lead_time: account.top_up_lead_time ?? account.top_up.lead_time ?? DEFAULT_LEAD_MS,
      }),
    ),
    otlp: file.otlp && {
      ...resolveAccess(file.otlp, { open, folder }),
      url: file.otlp.url,
      interval: file.otlp.interval,
      resource_attributes: file.otlp.resource_attributes,
      headers: file.otlp.headers.map(({ name, value, value_file }) => ({
        name,
        value: required(value, value_file, flawOfHeader),
      })),
    },
    alerts: {
      ...settings,
      receivers: resolveReceivers(file.alerts, { open, folder }),
      rules: file.alerts.rules.map(ruleOf),
    },
  };
}

/** The schedules of its balances, and of its payment options if it polls them: both have the same deadline. */
function schedulesOf(
  account: Pick<FileConfig['accounts'][number], 'schedule' | 'payment_options'>,
  { poll }: FileConfig,
): readonly string[] {
  const options = account.payment_options?.schedule;
  return [account.schedule ?? poll.schedule, ...(options === undefined ? [] : [options])];
}
