// Every setting of the file, once: its kind, default and description. Types, the JSON Schema and the reference in
// docs/configuration.md are made from it. checks.ts checks settings that depend on each other.
import { z } from 'zod';
import { flawOfDatabaseUrl, grafanaUrl, httpUrl } from './address.ts';
import { MOST_SHARDS } from './most-shards.ts';
import { accountSettings, pollSettings } from './schema-accounts.ts';
import { alertSettings } from './schema-alerts.ts';
import { otlp } from './schema-otlp.ts';
import { secretUrl } from './secret-settings.ts';
import {
  choice,
  duration,
  filePath,
  flag,
  listenAddress,
  optional,
  section,
  text,
  whole,
} from './settings.ts';

const database = section({
  url: optional(secretUrl(flawOfDatabaseUrl)).describe(
    'Where Postgres is, as postgres://user:password@host:port/database. Empty: an embedded Postgres under data_dir.',
  ),
  url_file: optional(filePath()).describe('A file that holds the address, instead of url.'),
  embedded_port: whole(0, 65_535)
    .prefault(14_218)
    .describe('Port of the embedded Postgres, on loopback only.'),
  engine: choice('postgres', 'citus', 'timescaledb')
    .prefault('postgres')
    .describe(
      'What the database runs on beyond one machine. Decides how tables are created and old data dropped.',
    ),
  schema: text('a lower-case name that does not begin with pg_', (value) =>
    /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(value) ? value : undefined,
  )
    .prefault('floatwatch')
    .describe('The database schema that holds every table and view.'),
});

const web = section({
  listen: z
    .array(listenAddress())
    .prefault(['127.0.0.1:14217'])
    .describe(
      'Addresses of the page, the metrics and the API. ":14217" is every interface, port 0 any free port.',
    ),
  config_file: optional(filePath()).describe(
    "TLS, basic auth and headers, in the format of Prometheus' exporter-toolkit.",
  ),
  external_url: httpUrl('http://localhost:14217')
    .prefault('http://localhost:14217')
    .describe('How people reach the page, at the root of a host: the links in alerts begin with it.'),
  grafana_url: optional(grafanaUrl()).describe(
    'Where people open the Grafana that has the dashboards of floatwatch: pages then lead to them.',
  ),
  enable_lifecycle: flag()
    .prefault(false)
    .describe('Allows POST /-/reload and POST /-/quit. Whoever reaches the page may then do both.'),
  enable_top_up_requests: flag()
    .prefault(false)
    .describe(
      'Allows POST /api/v1/plan/requested, which says that a top-up was asked for, to the users of config_file.',
    ),
});

export const retentionSettings = {
  snapshots: duration(86_400_000).prefault('400d').describe('How long every snapshot is kept.'),
  polls: duration(86_400_000).prefault('400d').describe('How long every poll, with its outcome, is kept.'),
  hourly: duration(86_400_000)
    .prefault('5y')
    .describe(
      'How long hourly figures (11 days at the least), ended episodes of alerts, plans and changes of payment options are kept. Daily figures are kept for ever.',
    ),
};

export const shardSettings = {
  shard: optional(whole(0, MOST_SHARDS - 1)).describe(
    'Which shard this process works for, from 0. Each process has its own, so that --shard or FLOATWATCH_SHARD may say it instead.',
  ),
  total: optional(whole(1, MOST_SHARDS)).describe(
    'How many shards there are; more than one need database.url. Absent, or 1: every process works for every account.',
  ),
};

const log = section({
  level: choice('debug', 'info', 'warn', 'error')
    .prefault('info')
    .describe('The lowest level that is logged.'),
  format: optional(choice('json', 'logfmt')).describe(
    'One JSON object, or key=value pairs, per line. Absent: logfmt on a terminal, else json.',
  ),
});

const secretFiles = section({
  permissions: choice('strict', 'any')
    .prefault('strict')
    .describe(
      'strict refuses a secret file that others than its owner can read. any is for containers, where secrets ' +
        'are mounted readable for everybody in a file system that nobody else sees.',
    ),
});

const metrics = section({
  derived: flag()
    .prefault(false)
    .describe(
      "Exposes for each wallet also what follows from its other series: merchant_wallet_balance_difference (without this there where a rule says difference_above), while it is fresh the states that don't hold, and BalanceUnknown and WalletUnreadable though they never fired. Five more series for each wallet.",
    ),
});

export const fileSchema = section({
  database: database.prefault({}).describe('Where history is kept.'),
  data_dir: filePath('folder')
    .prefault('./data')
    .describe('Where the spool and the embedded database are kept, from the working directory.'),
  demo: flag()
    .prefault(false)
    .describe(
      "Whether this configuration is the demo's, whose money is invented: the demo writes it. Without it nobody gets at the demo's folder and database, and with it at no other.",
    ),
  retention: section(retentionSettings)
    .prefault({})
    .describe('How long history is kept; older data is dropped month by month.'),
  web: web.prefault({}).describe('The page, the metrics and the API.'),
  secret_files: secretFiles.prefault({}).describe('How the files named by …_file settings must be.'),
  poll: section(pollSettings)
    .prefault({})
    .describe('How accounts are polled; each account may say otherwise.'),
  accounts: z
    .array(section(accountSettings), {
      error: ({ input }) => (input === undefined ? 'is required: the merchant accounts to watch' : undefined),
    })
    .min(1, 'is empty: name at least one account to watch')
    .describe('The merchant accounts to watch; at least one.'),
  shards: section(shardSettings)
    .prefault({})
    .describe(
      'Divides the accounts among processes, by their names: each polls, watches and shows its own. Several processes of one shard are replicas.',
    ),
  alerts: section(alertSettings).prefault({}).describe('What to be told about, and where.'),
  metrics: metrics.prefault({}).describe('What /metrics tells.'),
  otlp: optional(otlp).describe(
    'Pushes the metrics by OTLP over HTTP, for those who do not scrape; absent: nothing is pushed.',
  ),
  log: log.prefault({}).describe('What is written to stderr.'),
}).meta({ title: 'floatwatch configuration' });

/** The file as it was written, each value in its domain form; {@link ../resolve/resolve.ts} makes the configuration from it. */
export type FileConfig = z.output<typeof fileSchema>;
