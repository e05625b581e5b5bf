// The daemon's own alerts beside real Prometheus that evaluates the generated rules, over the same faults: the current
// release and Debian's old one at once.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { merchantOf } from '../../src/sandbox/merchants.ts';
import { optionsAt } from '../../src/sandbox/options.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox } from '../../src/sandbox/server.ts';
import type { Pool } from '../../src/store/postgres/pool.ts';
import { eventually } from '../support/eventually.ts';
import { accountsAt, configFolder } from '../support/floatwatch-config.ts';
import { freePort } from '../support/ports.ts';
import { ENGINE, testDatabase } from '../support/postgres.ts';
import { floatwatch } from '../support/process.ts';
import { type Prometheus, startPrometheus } from '../support/prometheus.ts';
import { describeWith, releases } from '../support/tools.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** At which every payment option of the scenario is active: each is away for some hours in three days. */
const CALM = Date.parse('2026-05-06T10:00:00Z');
/** A poll, a scrape and an evaluation a second each, and one to read it; as much again for a machine that is busy. */
const BOUND_MS = 8_000;
const LONG_MS = 45_000; // blind begins after two slots and 30 s
const SECONDLY = '* * * * * *';

interface Difference {
  /** Its row in docs/alerts.md. */
  readonly row: readonly [what: string, floatwatch: string, prometheus: string];
  /** Alerts of the story below in which it shows, and how. */
  readonly onlyOurs?: RegExp;
  readonly startsLater?: RegExp;
}

/** Where the two must differ. Anything else that they tell differently is a fault of one of them. */
const DIFFERENCES: readonly Difference[] = [
  {
    row: [
      'sees',
      'each response, when it has been read',
      'the gauge, at its next scrape and evaluation: up to two intervals later',
    ],
  },
  {
    row: ['amounts', 'exact decimals', '64-bit floats: 17 digits; written with two decimals'],
  },
  {
    row: [
      '`for`',
      'in slots',
      'in evaluations: the same value is looked at again and again, and no second poll is waited for',
    ],
  },
  {
    row: ['pending while blind', 'kept', 'starts anew, for the series is gone'],
    startsLater: /^Low pending/,
  },
  {
    row: ['`keep_firing_for` while blind', 'goes on', 'starts anew'],
  },
  {
    row: [
      'held while blind',
      'as long as it takes, over restarts',
      "seven days, and not over a gap of five minutes in Prometheus' own life",
    ],
  },
  {
    row: [
      'an account or a wallet that is configured away, or forgotten',
      'its alerts end',
      'looks like blindness: what fired is held for seven days',
    ],
  },
  {
    row: [
      '`drops_by`, `rises_by`',
      '`within` counts from the poll of the earlier value',
      'from the last evaluation that saw it: up to an interval longer',
    ],
  },
  {
    row: [
      '`unknown_for` of a wallet that is named without what is available',
      'unknown',
      'seen: its observation is fresh',
    ],
  },
  {
    row: [
      '`limit_changed`',
      'over when the limit is what it was before',
      'over when it is what it was a day ago',
    ],
  },
  {
    row: [
      'a wallet of `expect` that was never seen',
      '`ExpectedWalletMissing`, later `BalanceUnknown` too',
      '`ExpectedWalletMissing`',
    ],
  },
  {
    row: [
      '`BalanceUnknown` of a schedule that rests, at night or at the weekend',
      'when `stale_after` polls are missed',
      'after the longest pause of the schedule, at any hour',
    ],
  },
  {
    row: [
      '`CredentialsRefused`, `ScheduleStalled`, `WalletUnreadable`',
      'alerts of their own',
      'told as `BalanceUnknown`, later',
    ],
    onlyOurs: /^CredentialsRefused /,
  },
  {
    row: [
      '`SpoolFilling`, `ClockSkewed`, `MaintenanceFailing`, `NotificationFailing`, `ReceiverCreditExhausted`, `AlertmanagerClockSkewed`',
      'alerts',
      'left out',
    ],
  },
  {
    row: [
      '`Watchdog`',
      'where `alerts.watchdog` asks for it',
      "always: route it to a dead man's switch, or delete it from the file",
    ],
  },
  { row: ['`BalanceUnknown`, `ExpectedWalletMissing`', 'unless `alerts.builtin` is false', 'always'] },
  {
    row: [
      'no floatwatch at all',
      'nobody is left to say so',
      '`FloatwatchAbsent`, `FloatwatchAccountAbsent`; what fired is held',
    ],
  },
  {
    row: ['labels', "the rule's and the wallet's", "the target's too, such as `job`"],
  },
  {
    row: [
      '`{{previous}}`, `{{age}}`, `{{threshold}}` of `wallet_below_min` and of `runway_below: top_up_lead_time`',
      'known',
      'not known',
    ],
  },
  {
    row: [
      'the `summary` of an alert that has ended',
      'says that it is over, unless the rule has its own',
      'is that of its last evaluation',
    ],
  },
  { row: ['`{{plan}}`, and its parts', 'known', 'its sum and its time in UTC'] },
];

test('docs/alerts.md lists the differences that are allowed here, and no others', () => {
  const section = readFileSync(join(ROOT, 'docs', 'alerts.md'), 'utf8').split('\n## Prometheus instead')[1]!;
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  expect(rows).toEqual(DIFFERENCES.map(({ row }) => `| ${row.join(' | ')} |`));
});

const payout = { wallet_type: 'MERCHANT_PAYOUT' };
const moving = { account: 'moving', ...payout };
const RULES = [
  {
    name: 'Low',
    severity: 'critical',
    wallets: payout,
    below: '5000000',
    clear_above: '6000000',
    for: '3s',
    keep_firing_for: '2s',
    labels: { team: 'finance' },
    annotations: { summary: '{{wallet}} has {{value}}' },
  },
  { name: 'Empty', wallets: { account: 'dr?ined', ...payout }, below: '1000' },
  { name: 'Much', wallets: moving, above: '20000000', clear_below: '15000000' },
  { name: 'Dropped', wallets: moving, drops_by: '3000000', within: '8s' },
  { name: 'Rose', wallets: moving, rises_by: '50%', within: '8s' },
  { name: 'Fell', wallets: { account: 'lasting', ...payout }, drops_by: '3000000', within: '1h' },
  { name: 'Differs', wallets: moving, difference_above: '100' },
  { name: 'Missing', wallets: payout, missing: true },
  { name: 'OptionInactive', options: {}, inactive_for: '2s' },
  { name: 'OptionVanished', options: { transaction_type: 'P*' }, vanished: true },
  { name: 'LimitChanged', options: { account: 'options' }, limit_changed: true },
  { name: 'BelowMin', options: {}, wallet_below_min: true },
  { name: 'Unseen', wallets: { account: '*', currency: 'U*' }, unknown_for: '15s' },
];
const NAMES = ['drained', 'outage', 'vanishing', 'keys', 'moving', 'pending', 'lasting', 'options', 'quiet'];
const PAYMENT_OPTIONS = {
  schedule: SECONDLY,
  currencies: ['UGX'],
  transaction_types: ['COLLECTION', 'PAYOUT'],
};
const merchants = NAMES.map((name) =>
  merchantOf(name, [{ currency: 'UGX', size: 100, payout: true, service: false }]),
);

interface Episode {
  /** `Low drained/UGX/MERCHANT_PAYOUT` */
  readonly alert: string;
  readonly from: number;
  /** Infinite: it still fires. */
  readonly to: number;
}

/** One release of Prometheus. */
interface Twin {
  /** Its path. */
  readonly program: string;
  readonly prometheus: Prometheus;
  /** The state of each alert, pending or firing. */
  says: ReadonlyMap<string, string>;
}

describeWith(['prometheus'], 'the generated rules in a real Prometheus', () => {
  test('A8 A9 over the same faults they tell the story that the daemon tells', {
    ...{ tags: 'timed', timeout: 300_000 },
  }, async () => {
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await testDatabase());
    const clock = createSimulatedClock({ wall: () => CALM }); // nothing moves but by our hand
    const scenario = createScenario({ seed: 'twin', merchants });
    const sandbox = stack.use(createSandbox({ scenario, clock, control: '127.0.0.1:0' }));
    await sandbox.start();
    const control = async (method: 'PUT' | 'DELETE', path: string, body?: object) => {
      const answer = await request(`${sandbox.controlAddress}/${path}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      expect(answer.statusCode, await answer.body.text()).toBeLessThan(300);
    };
    const wallet = (account: string, override: object) =>
      control('PUT', `merchants/${account}/wallets/UGX/MERCHANT_PAYOUT`, override);
    const set = (account: string, available: string) => wallet(account, { available });
    for (const name of NAMES) await set(name, '9000000');

    const address = `127.0.0.1:${await freePort()}`; // the same after a restart
    const config = stack.use(
      await configFolder({
        database: { url: database.url, engine: ENGINE },
        web: { listen: [address] },
        poll: { schedule: SECONDLY, deadline: '400ms' },
        accounts: accountsAt(sandbox.address, merchants).map((account) => ({
          ...account,
          expect: ['UGX/MERCHANT_PAYOUT'],
          ...('name' in account && account.name === 'options' && { payment_options: PAYMENT_OPTIONS }),
        })),
        alerts: { rules: RULES, watchdog: true },
      }),
    );
    const start = async () => {
      const monitor = stack.use(floatwatch(['run', '--config.file', config.file]));
      await monitor.until(/"addresses":\["([^"]+)"\]/);
      return monitor;
    };
    const command = [join(ROOT, 'bin', 'floatwatch.js'), 'rules', '--config.file', config.file];
    const [monitor, { stdout }] = await Promise.all([
      start(),
      promisify(execFile)(process.execPath, command),
    ]);
    const rules = join(config.folder, 'floatwatch.rules.yml');
    await writeFile(rules, stdout);
    await chmod(rules, 0o644);
    const twins: readonly Twin[] = await Promise.all(
      releases('prometheus').map(async (program) => {
        const prometheus = await startPrometheus(
          `
global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
rule_files: ['${rules}']
scrape_configs: [{job_name: floatwatch, static_configs: [{targets: ['${address}']}]}]
`,
          program,
        );
        return { program, prometheus: stack.use(prometheus), says: new Map() };
      }),
    );

    // What all of them say now, read again and again.
    let ours = new Map<string, string>();
    const look = async () => {
      ours = await daemonSays(address).catch(() => ours); // it is restarted once
      for (const twin of twins) {
        twin.says = new Map(
          (await twin.prometheus.query('ALERTS')).map(({ metric }) => [
            nameOf(metric),
            metric['alertstate']!,
          ]),
        );
      }
    };
    const isEverywhere = (alert: string, state: 'firing' | undefined) => {
      expect(ours.get(alert), `${alert}, ours`).toBe(state);
      for (const { program, says } of twins) expect(says.get(alert), `${alert}, ${program}`).toBe(state);
    };
    const asked = async (expression: string, check: (value: string | undefined) => void) => {
      for (const { prometheus } of twins) check((await prometheus.query(expression))[0]?.value);
    };
    let looking = true;
    const eyes = (async () => {
      while (looking) {
        await look();
        await sleep(200);
      }
    })();
    stack.defer(async () => {
      looking = false;
      await eyes;
    });
    const fires = (alert: string, ms = BOUND_MS * 2) => eventually(() => isEverywhere(alert, 'firing'), ms);
    const isQuiet = (alert: string, ms = BOUND_MS * 2) =>
      eventually(() => isEverywhere(alert, undefined), ms);
    const stillFires = (alert: string) => isEverywhere(alert, 'firing');
    const evaluated = (account: string, value: string | undefined) =>
      eventually(() => {
        const selector = `{account="${account}",wallet_type="MERCHANT_PAYOUT"}`;
        return asked(`wallet:merchant_wallet_available_balance:max${selector}`, (told) =>
          expect(told, account).toBe(value),
        );
      });
    const of = (alert: string, account: string) => `${alert} ${account}/UGX/MERCHANT_PAYOUT`;

    for (const name of NAMES) await evaluated(name, '9000000');
    await fires('Watchdog //');

    const stories: Record<string, () => Promise<void>> = {
      async drained() {
        await set('drained', '4000000');
        await fires(of('Low', 'drained'));
        await set('drained', '5500000'); // better, but not past the clear level
        await evaluated('drained', '5500000');
        await set('drained', '900');
        await fires(of('Empty', 'drained'));
        stillFires(of('Low', 'drained'));
        await set('drained', '6000000');
        await isQuiet(of('Low', 'drained'));
        await isQuiet(of('Empty', 'drained'));

        await set('drained', '4000000'); // a blip, shorter than `for`
        await eventually(() => expect(ours.get(of('Low', 'drained'))).toBe('pending'));
        await set('drained', '9000000');
        await evaluated('drained', '9000000');
        await isQuiet(of('Low', 'drained'));

        await set('drained', '4999999');
        await fires(of('Low', 'drained'));
        for (const available of ['5000000', '4999999', '5999999', '4999999']) {
          await set('drained', available);
          await evaluated('drained', available);
          stillFires(of('Low', 'drained'));
        }
        await set('drained', '6000001');
        await isQuiet(of('Low', 'drained'));
      },

      async outage() {
        await set('outage', '4000000');
        await fires(of('Low', 'outage'));
        await control('PUT', 'faults/outage', { name: 'error-503' });
        await fires(of('Unseen', 'outage'), LONG_MS);
        await fires('BalanceUnknown outage//', LONG_MS);
        await evaluated('outage', undefined);
        stillFires(of('Low', 'outage'));
        await control('DELETE', 'faults/outage');
        await isQuiet('BalanceUnknown outage//');
        await isQuiet(of('Unseen', 'outage'));
        stillFires(of('Low', 'outage'));
        await set('outage', '9000000');
        await isQuiet(of('Low', 'outage'));
      },

      async vanishing() {
        await set('vanishing', '4000000');
        await fires(of('Low', 'vanishing'));
        await wallet('vanishing', { vanished: true });
        await fires(of('Missing', 'vanishing'));
        await fires(of('ExpectedWalletMissing', 'vanishing'));
        await fires(of('Unseen', 'vanishing'), LONG_MS);
        await fires(of('BalanceUnknown', 'vanishing'), LONG_MS);
        stillFires(of('Low', 'vanishing'));
        await set('vanishing', '4000000');
        for (const alert of ['Missing', 'ExpectedWalletMissing', 'Unseen', 'BalanceUnknown']) {
          await isQuiet(of(alert, 'vanishing'));
        }
        stillFires(of('Low', 'vanishing'));
        await set('vanishing', '9000000');
        await isQuiet(of('Low', 'vanishing'));
      },

      async keys() {
        await set('keys', '4000000');
        await fires(of('Low', 'keys'));
        await control('PUT', 'faults/keys', { name: 'unauthorized' });
        await eventually(() => expect(ours.get('CredentialsRefused keys//')).toBe('firing'));
        await control('DELETE', 'faults/keys');
        await eventually(() => expect(ours.get('CredentialsRefused keys//')).toBeUndefined());
        stillFires(of('Low', 'keys'));
        await set('keys', '9000000');
        await isQuiet(of('Low', 'keys'));
      },

      async moving() {
        await set('moving', '25000000');
        await fires(of('Rose', 'moving'));
        await fires(of('Much', 'moving'));
        await isQuiet(of('Rose', 'moving'));
        await set('moving', '21000000');
        await fires(of('Dropped', 'moving'));
        stillFires(of('Much', 'moving'));
        await isQuiet(of('Dropped', 'moving'));
        await set('moving', '15000000');
        await isQuiet(of('Much', 'moving'));
        await fires(of('Dropped', 'moving'));
        await wallet('moving', { available: '15000000', actual: '15000100.01' });
        await fires(of('Differs', 'moving'));
        await wallet('moving', { available: '15000000', actual: '14999900' });
        await isQuiet(of('Differs', 'moving'));
        await isQuiet(of('Dropped', 'moving'));
      },

      async pending() {
        await set('pending', '4000000');
        await eventually(() => expect(ours.get(of('Low', 'pending'))).toBe('pending'));
        await wallet('pending', { vanished: true });
        await fires(of('Missing', 'pending'));
        await fires(of('ExpectedWalletMissing', 'pending')); // by both, before the wallet is back
        expect(ours.get(of('Low', 'pending'))).toBe('pending');
        await set('pending', '4000000');
        await fires(of('Low', 'pending'));
        await set('pending', '9000000');
        await isQuiet(of('Low', 'pending'));
      },

      async options() {
        const [payout] = optionsAt('twin', merchants[NAMES.indexOf('options')]!, clock.now()).filter(
          ({ transactionType }) => transactionType === 'PAYOUT',
        );
        const { providerCode, transactionMethod, max } = payout!;
        const path = `merchants/options/options/UGX/PAYOUT/${transactionMethod}/${providerCode}`;
        const option = (override: object) => control('PUT', path, { active: true, max, ...override });
        const selector = `{provider_code="${providerCode}",transaction_type="PAYOUT"}`;
        await option({});
        await eventually(() =>
          asked(`option:payment_option_max_amount:last6d_max${selector}`, (known) => expect(known).toBe(max)),
        );
        await option({ active: false });
        await fires('OptionInactive options/UGX/');
        await option({ vanished: true });
        await fires('OptionVanished options/UGX/');
        stillFires('OptionInactive options/UGX/');
        await option({ max: '123456789' });
        await isQuiet('OptionVanished options/UGX/');
        await isQuiet('OptionInactive options/UGX/');
        await fires('LimitChanged options/UGX/');
        await option({});
        await isQuiet('LimitChanged options/UGX/');
        await set('options', '0.5');
        await fires(of('BelowMin', 'options'));
        await wallet('options', { vanished: true });
        await fires(of('Missing', 'options'));
        await fires(of('ExpectedWalletMissing', 'options')); // as above
        stillFires(of('BelowMin', 'options'));
        await set('options', '9000000');
        await isQuiet(of('BelowMin', 'options'));
        await isQuiet(of('Low', 'options'));
      },

      async lasting() {
        await set('lasting', '4000000');
        await fires(of('Low', 'lasting'));
        await fires(of('Fell', 'lasting'));
      },
    };
    const began = Date.now();
    for (const [name, error] of await settled(stories)) {
      if (error) throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
    }

    monitor.tell('SIGKILL');
    await monitor.ended();
    await start();
    const restarted = Date.now();
    await eventually(() =>
      asked('floatwatch_account_last_success_timestamp_seconds{account="lasting"}', (last) =>
        expect(Number(last) * 1_000).toBeGreaterThan(restarted),
      ),
    );
    stillFires(of('Low', 'lasting'));
    stillFires(of('Fell', 'lasting')); // what it fell from is in the history
    await set('lasting', '9000000');
    await isQuiet(of('Low', 'lasting'));
    await isQuiet(of('Fell', 'lasting'));

    const daemon = await eventually(async () => {
      const all = await daemonEpisodes(database.pool);
      expect(all.filter(({ to }) => to === Number.POSITIVE_INFINITY)).toEqual([]);
      return all;
    });
    expect(ours).toEqual(new Map([['Watchdog //', 'firing']]));
    for (const { program, prometheus, says } of twins) {
      const episodes = await prometheusEpisodes(prometheus.url, began, (alert) => says.has(alert));
      compare(
        [...daemon, { alert: 'Watchdog //', from: began, to: Number.POSITIVE_INFINITY }],
        episodes,
        program,
      );
    }
  });
});

/** Every episode of the one is one of the other, begun and ended within the bound, but for the differences. */
function compare(daemon: readonly Episode[], twin: readonly Episode[], program: string): void {
  const known = (kind: 'onlyOurs' | 'startsLater', alert: string) =>
    DIFFERENCES.some((difference) => difference[kind]?.test(alert));
  const of = (all: readonly Episode[], alert: string) => all.filter((episode) => episode.alert === alert);
  const told = (all: readonly Episode[], alert: string) => ({ alert, episodes: of(all, alert).length });
  const alerts = [...new Set([...daemon, ...twin].map(({ alert }) => alert))].sort();
  const ownOnly = alerts.filter((alert) => known('onlyOurs', alert));
  expect(
    ownOnly.flatMap((alert) => of(twin, alert)),
    program,
  ).toEqual([]);
  const shared = alerts.filter((alert) => !ownOnly.includes(alert));
  expect(
    shared.map((alert) => told(twin, alert)),
    program,
  ).toEqual(shared.map((alert) => told(daemon, alert)));
  const lags = shared.flatMap((alert) =>
    of(twin, alert).flatMap(({ from, to }, i) => {
      const episode = of(daemon, alert)[i]!;
      const start = known('startsLater', alert) ? 0 : from - episode.from;
      return [start, to === episode.to ? 0 : to - episode.to].map((lag) => ({ alert, lag }));
    }),
  );
  // Never before it can be known, and never much later.
  expect(
    lags.filter(({ lag }) => lag <= -1_000 || lag > BOUND_MS),
    program,
  ).toEqual([]);
  for (const { onlyOurs } of DIFFERENCES) if (onlyOurs) expect(ownOnly.join()).toMatch(onlyOurs);
}

/** All stories at once, each with its failure. */
function settled(
  stories: Readonly<Record<string, () => Promise<void>>>,
): Promise<[name: string, error: unknown][]> {
  return Promise.all(
    Object.entries(stories).map(async ([name, story]): Promise<[string, unknown]> => {
      try {
        await story();
        return [name, undefined];
      } catch (error) {
        return [name, error];
      }
    }),
  );
}

async function daemonSays(address: string): Promise<Map<string, string>> {
  const { body } = await request(`http://${address}/api/v1/alerts`, { headersTimeout: 2_000 });
  const { alerts } = (await body.json()) as {
    alerts: { labels: Record<string, string>; phase: string }[];
  };
  return new Map(alerts.map(({ labels, phase }) => [nameOf(labels), phase]));
}

async function daemonEpisodes(pool: Pool): Promise<readonly Episode[]> {
  const rows = await pool.query<{
    rule: string;
    account: string;
    currency: string | null;
    wallet_type: string | null;
    firing_at: Date;
    resolved_at: Date | null;
  }>(
    `SELECT rule, account, currency, wallet_type, firing_at, resolved_at FROM floatwatch.alerts
     WHERE firing_at IS NOT NULL ORDER BY firing_at`,
  );
  return rows.map(({ rule, account, currency, wallet_type, firing_at, resolved_at }) => ({
    alert: `${rule} ${account}/${currency ?? ''}/${wallet_type ?? ''}`,
    from: firing_at.getTime(),
    to: resolved_at?.getTime() ?? Number.POSITIVE_INFINITY,
  }));
}

/** What fired at each second since; seconds in a row are an episode. */
async function prometheusEpisodes(
  url: string,
  since: number,
  still: (alert: string) => boolean,
): Promise<readonly Episode[]> {
  const end = Math.floor(Date.now() / 1_000);
  const query = new URLSearchParams({
    query: 'ALERTS{alertstate="firing"}',
    start: String(Math.floor(since / 1_000)),
    end: String(end),
    step: '1',
  });
  const { body } = await request(`${url}/api/v1/query_range?${query}`);
  const { data } = (await body.json()) as {
    data: { result: { metric: Record<string, string>; values: [number, string][] }[] };
  };
  return data.result.flatMap(({ metric, values }) => {
    const episodes: { alert: string; from: number; to: number }[] = [];
    for (const [second] of values) {
      const last = episodes.at(-1);
      if (last && last.to === second * 1_000) last.to += 1_000;
      else episodes.push({ alert: nameOf(metric), from: second * 1_000, to: (second + 1) * 1_000 });
    }
    return episodes.map((episode) =>
      episode.to > end * 1_000 && still(episode.alert)
        ? { ...episode, to: Number.POSITIVE_INFINITY }
        : episode,
    );
  });
}

function nameOf({
  alertname,
  account = '',
  currency = '',
  wallet_type = '',
}: Record<string, string>): string {
  return `${alertname} ${account}/${currency}/${wallet_type}`;
}
