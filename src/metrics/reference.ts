// Makes docs/metrics.md from the families themselves: `node src/metrics/reference.ts >docs/metrics.md`
import { FAMILIES } from './account.ts';
import { ALERT_FAMILIES, OPTION_FAMILIES, OPTION_STATE } from './catalogue.ts';
import { createInstruments } from './instruments.ts';
import { MAX_POINTS } from './otlp/push.ts';
import { MAX_OPTIONS } from './payment-options.ts';
import { createSelfMetrics } from './self.ts';
import { DEFAULT_CAPS } from './series-limit.ts';

interface Described {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** The chapter on `metrics.derived`: what it adds, and how to do without it. */
const LEFT_OUT = `## What isn't told unless asked for

What follows from other series of the same wallet is left out, since each Prometheus would have to carry it for each wallet
([ADR 0032](adr/0032-what-follows-isnt-exposed.md)). [\`metrics: {derived: true}\`](configuration.md#metrics) exposes all of it, from the
next scrape after a reload on.

| left out | while | is the same as |
|---|---|---|
| \`merchant_wallet_state{state=~"stale\\|missing"}\` | the wallet is fresh: both were 0 | \`0 * merchant_wallet_state{state="fresh"}\`. How long it was not fresh: \`1 - avg_over_time(merchant_wallet_state{state="fresh"}[1d])\` |
| \`floatwatch_alert_state{alertname=~"BalanceUnknown\\|WalletUnreadable"}\` of a wallet | the alert has never fired: it was 0 | \`0 * merchant_wallet_state{state="fresh"}\`. Those of accounts, and of all rules, are always there |
| \`merchant_wallet_balance_difference\` | no rule says \`difference_above\` | actual - (available + uncleared + reserve), which Prometheus reckons with float64s: \`round(…, 0.0001)\` takes the dust off |

So "is it fresh?" is \`merchant_wallet_state{state="fresh"}\`, 1 or 0, of every wallet that is known, at all times.
`;

/** The reference as Markdown: every family that an installation with everything configured exposes. */
export function metricsReference(): string {
  const own: Described[] = [
    ...FAMILIES,
    ...Object.values(ALERT_FAMILIES),
    ...Object.values(OPTION_FAMILIES),
    OPTION_STATE,
  ];
  const library = selfFamilies();
  return `# Metrics

<!-- Made by "node src/metrics/reference.ts" from the code: change it there. -->

\`GET /metrics\` answers in the text format 0.0.4 or in OpenMetrics 1.0, whichever the scraper prefers, compressed if it
asks for that. Whoever asks for something else alone (OpenMetrics 2.0, the text format 1.0.0) gets the text format 0.0.4.
There is no protobuf and there are no native histograms, also for a scraper that would rather have them: on the way an
amount would become a double.

- **Refreshed by schedule.** A scrape asks no upstream: balances are those of the last poll of the account's schedule.
- **Absent unless fresh.** A balance that is older than \`stale_after\` missed slots and 30 s has no series, from the first
  scrape after that instant on; neither has one that is missing from a good response. It is never zero, never NaN, never
  the old value. \`merchant_wallet_state\` and \`merchant_wallet_observed_timestamp_seconds\` stay and say why.
- **No timestamps**, so a series that ends is marked stale by Prometheus at once. An alerting rule over balances therefore
  needs \`keep_firing_for\` or \`last_over_time\`, and \`absent()\` beside it; \`floatwatch rules\` writes them so.
- **Exact.** The samples are the service's own decimal text. Prometheus keeps a float64: with two decimals every cent is
  told apart up to 90,071,992,547,409. The database and floatwatch's own alerts have all digits.
- **Per replica.** Every replica exposes every wallet: write \`max without (instance, pod) (…)\`, never \`sum\` over replicas,
  and never a sum over currencies.
- **Bounded.** At most ${DEFAULT_CAPS.walletsPerAccount} wallets of an account and ${DEFAULT_CAPS.wallets.toLocaleString('en')} in all have series. Beyond, new ones are left out and counted
  in \`floatwatch_wallets_not_exposed\`; those that are exposed stay. Of an account's payment options the first ${MAX_OPTIONS} have series. A \`sample_limit\` in
  Prometheus must allow ten series per wallet (one more for one of \`expect\`, for each further confidence that a \`runway_below\` rule
  asks for, and where a rule says \`difference_above\`; two more once BalanceUnknown or WalletUnreadable of it has fired; five more
  with \`metrics.derived\`), 34 per account and one for each way in which its answers leave the service's document, seven per payment
  option, three per rule and wallet, and some hundreds for floatwatch itself. Beyond the limit Prometheus takes nothing of the
  scrape: leave room. An outage needs no more: what isn't fresh has no amounts.

${LEFT_OUT}
## Pushed instead of scraped

Where nobody can scrape, [\`otlp\`](configuration.md#otlp) pushes the same metrics under the same names by OTLP over HTTP, each
\`interval\` (a minute): to an OpenTelemetry collector, or to a Prometheus that was started with
\`--web.enable-otlp-receiver\`.

\`\`\`yaml
otlp:
  url: https://prometheus.example.com/api/v1/otlp/v1/metrics
  bearer_token_file: /run/secrets/otlp
\`\`\`

- **Scrape if you can.** A push can't say that a series has ended: a balance that is no longer fresh is shown by Prometheus
  for five minutes more (\`--query.lookback-delta\`). \`merchant_wallet_state\` says at once that it is stale: join
  \`state="fresh"\`, or alert by it. (After the wallet is fresh again, \`state="stale"\` is shown as 1 for five minutes too.)
  There is no \`up\` either: \`absent_over_time(floatwatch_build_info[5m])\` says that floatwatch is gone.
- **Amounts become doubles on the way**: 12345678901234567.89 arrives as 12345678901234568. A scrape brings Prometheus the
  exact text, of which it then makes the same double. The database, the page and floatwatch's own alerts have all digits.
- **Never push and scrape into one Prometheus**: every series would be there twice, and each sum doubled.
- \`job\` is \`service.name\` (\`floatwatch\`), \`instance\` is \`service.instance.id\` (host and port of the page): each replica has
  its own. Other attributes of the resource are in \`target_info\` alone. Nothing has a unit, which would become part of its
  name. \`le="1.0"\` of a scrape is \`le="1"\` here.
- Cumulative, as Prometheus wants it; in JSON, compressed, ${MAX_POINTS.toLocaleString('en')} points a request: with 5,000 wallets 22 requests,
  270 kB and 0.2 s of CPU time for each push.
- What isn't taken isn't kept: the next push tells how things are then. The log says when pushing begins to fail, and why, and
  \`floatwatch_otlp_last_push_successful\` is 0 on \`/metrics\`. \`Retry-After\` is honoured, redirects aren't followed.
- A reload puts another \`otlp\` in force at once; files of tokens and certificates are read again when they change. Without the
  section nothing of it is loaded.

## Wallets, accounts, alerts, payment options

${table(own)}

## floatwatch itself

Some appear only with what they are about: receivers, a reload, a spool.

${table(library.filter(({ name }) => name.startsWith('floatwatch_')))}

## The process

${table(library.filter(({ name }) => !name.startsWith('floatwatch_')))}
`;
}

function selfFamilies(): Described[] {
  const instruments = createInstruments();
  createSelfMetrics(instruments, {
    build: { version: '', revision: '', nodeVersion: '' },
    externalUrl: '',
    clockSkew: () => [],
    storeUp: () => true,
    spool: () => ({ polls: 0, bytes: 0, oldest: null }),
    databaseClockSkew: () => null,
    shards: { shard: 0, total: 1 },
    maintenance: () => [],
    droppedWallets: () => [],
    reload: () => ({ successful: true, succeededAt: 0 }),
    otlp: () => null,
    refused: () => ({}),
  });
  return instruments.registry.getMetricsAsArray().map((metric) => {
    const {
      name,
      help,
      type,
      labelNames = [],
    } = metric as unknown as Omit<Described, 'labels'> & {
      readonly labelNames?: readonly string[];
    };
    return { name, help, type: String(type), labels: labelNames };
  });
}

function table(families: readonly Described[]): string {
  const rows = families.map(
    ({ name, type, labels, help }) =>
      `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help.replace(/\|/g, '\\|')} |`,
  );
  return ['| metric | type | labels | |', '|---|---|---|---|', ...rows].join('\n');
}

if (import.meta.main) process.stdout.write(metricsReference());
