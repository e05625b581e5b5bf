import { statSync } from 'node:fs';
import { readConfigured } from '../../app/configured.ts';
import type { Rule, WalletRule } from '../../conditions/rule.ts';
import { kindOfWalletCondition } from '../../conditions/wallet/conditions.ts';
import { counted } from '../../domain/counted.ts';
import { formatDuration } from '../../domain/duration.ts';
import { listed } from '../../domain/listed.ts';
import type { Observation } from '../../domain/observation.ts';
import { AMOUNT_FIELDS, walletName } from '../../domain/wallet.ts';
import {
  comparison,
  createSimulator,
  type RuleSummary,
  type SimulatedEpisode,
  type Simulation,
} from '../../monitor/alerts/simulation.ts';
import { REPLAYED_HOURS } from '../../monitor/forecast/replayed-runways.ts';
import { replay } from '../../store/queries/replay.ts';
import { chosenRules } from '../input/changed-rules.ts';
import { readCsvHistory } from '../input/csv-history.ts';
import { openStore } from '../input/open-store.ts';
import { type ConfigFlags, readConfig, sharedTimezone, timezones } from '../input/read-config.ts';
import { instantOf, pastInstantOf } from '../input/when.ts';
import { isoOrNull, jsonText, valueText } from '../terminal/format.ts';
import { CommandError, type Io, isLively } from '../terminal/io.ts';
import { localTime } from '../terminal/local-time.ts';
import { printSentence } from '../terminal/sentence.ts';
import { type Column, printTable } from '../terminal/table.ts';

interface SimulateFlags extends ConfigFlags {
  readonly csv?: string;
  readonly since: string;
  readonly until?: string;
  readonly rule: readonly string[];
  readonly set: readonly string[];
}

/** `floatwatch simulate`: replays the past through the rules, and prints what would have fired. */
export async function simulate(io: Io, flags: SimulateFlags): Promise<void> {
  const config = readConfig(flags['config.file'], io);
  const { before, after } = chosenRules(config.alerts.rules, flags.rule, flags.set);
  if (before.length === 0) throw new CommandError('there is no rule for wallets to simulate');
  if (flags.rule.length === 0) sayWhatIsLeftOut(config.alerts.rules, io);
  const now = Date.now();
  const timezone = timezones(config, flags);
  const names = config.accounts.map(({ name }) => name);
  const here = { now, timezone: sharedTimezone(names, timezone) };
  const since = pastInstantOf('--since', flags.since, here);
  const until = flags.until === undefined ? now : instantOf('--until', flags.until, here);
  if (since >= until) throw new CommandError('--since must be before --until', 2);
  const { accounts } = readConfigured(config);
  const options = {
    accountOf: (account: string) => accounts.get(account),
    ...(flags.csv === undefined && { from: since }),
  };
  const asIs = createSimulator(before, options);
  const changed = flags.set.length > 0 ? createSimulator(after, options) : undefined;
  const take = (observation: Observation): void => {
    asIs.take(observation);
    changed?.take(observation);
  };
  const fields = AMOUNT_FIELDS.filter((field) =>
    [...before, ...after].some(({ condition }) =>
      kindOfWalletCondition(condition).fields(condition).includes(field),
    ),
  );
  const progress = progressOn(io);
  try {
    if (flags.csv !== undefined) {
      const { size } = statOf(flags.csv);
      await readCsvHistory(flags.csv, take, { fields, onBytes: (bytes) => progress.show(bytes / size) });
    } else {
      await using store = await openStore(config, io);
      // A runway needs the past before the range.
      const first = [...before, ...after].some(isAboutRunway) ? since - REPLAYED_HOURS * 3_600_000 : since;
      const range = { ...store.connection, since: first, until, fields };
      await replay(range, take, (at) => progress.show((at - first) / (until - first)));
    }
  } finally {
    progress.end();
  }
  const result = asIs.finish();
  const other = changed?.finish();
  if (flags.json) io.stdout.write(asJson(result, other));
  else printSimulation(io, { result, changed: other, timezone }, flags);
}

function sayWhatIsLeftOut(rules: readonly Rule[], { stderr }: Io): void {
  const names = rules.flatMap((rule) => ('options' in rule ? [rule.name] : []));
  if (names.length > 0)
    stderr.write(`floatwatch: rules about payment options are not replayed: ${listed(names)}\n`);
}

function isAboutRunway({ condition }: WalletRule): boolean {
  return kindOfWalletCondition(condition).evidence(condition).kind === 'runway';
}

interface Told {
  readonly result: Simulation;
  /** The result with the settings that were tried. */
  readonly changed: Simulation | undefined;
  readonly timezone: (account: string) => string;
}

function printSimulation(io: Io, { result, changed, timezone }: Told, flags: SimulateFlags): void {
  if (result.since === null) {
    io.stdout.write('There is no history in that range.\n');
    return;
  }
  const { observations, watched, since, until } = result;
  const shown = changed ?? result;
  const [first] = shown.episodes; // where nothing fired, the zone that the accounts share
  const zone = sharedTimezone(first ? [first.account] : shown.accounts, timezone);
  printSentence(
    io,
    `${counted(observations, 'poll')} from ${localTime(since, zone)} to ${localTime(until ?? since, zone)}, ${watched} (rule, wallet) watched.`,
  );
  io.stdout.write('\n');
  if (shown.episodes.length === 0) io.stdout.write('Nothing would have fired.\n');
  else printTable(io, episodeColumns(timezone), shown.episodes, flags);
  io.stdout.write('\n');
  const isShared = sharesName(shown.rules);
  printTable(io, summaryColumns(shown.rules.some(isShared)), shown.rules, flags);
  if (!changed) return;
  io.stdout.write('\n');
  for (const [i, rule] of result.rules.entries()) {
    const name = isShared(shown.rules[i]!) ? `${rule.rule} (${walletsText(rule)})` : rule.rule;
    printSentence(io, comparison(rule, changed.rules[i]!, name));
  }
}

function asJson(result: Simulation, changed: Simulation | undefined): string {
  return jsonText(changed ? { ...dated(result), changed: dated(changed) } : dated(result));
}

/** Writes instants as ISO dates and durations as seconds, as in our other JSON. */
function dated({ since, until, accounts: _, episodes, rules, ...rest }: Simulation) {
  return {
    since: isoOrNull(since),
    until: isoOrNull(until),
    ...rest,
    episodes: episodes.map(({ pendingAt, firingAt, resolvedAt, lastedMs, walletType, ...episode }) => ({
      ...episode,
      wallet_type: walletType,
      pending_at: isoOrNull(pendingAt),
      firing_at: isoOrNull(firingAt),
      resolved_at: isoOrNull(resolvedAt),
      lasted_seconds: lastedMs / 1_000,
    })),
    rules: rules.map(({ rule, severity, wallets, episodes: count, perWeek, firingMs, longestMs }) => ({
      rule,
      severity,
      wallets: { account: wallets.account, currency: wallets.currency, wallet_type: wallets.walletType },
      episodes: count,
      per_week: perWeek,
      firing_seconds: firingMs / 1_000,
      longest_seconds: longestMs / 1_000,
    })),
  };
}

function episodeColumns(timezone: Told['timezone']): readonly Column<SimulatedEpisode>[] {
  return [
    { title: 'RULE', cell: ({ rule }) => rule },
    { title: 'WALLET', cell: walletName },
    { title: 'FIRED', cell: ({ account, firingAt }) => localTime(firingAt, timezone(account)) },
    {
      title: 'LASTED',
      align: 'right',
      cell: ({ lastedMs, resolvedAt }) => `${formatDuration(lastedMs)}${resolvedAt === null ? '+' : ''}`,
    },
    { title: 'VALUE', align: 'decimal', drop: 2, cell: ({ value }) => valueText(value) },
    { title: 'WORST', align: 'decimal', drop: 1, cell: ({ worst }) => valueText(worst) },
  ];
}

/** `which` adds the wallets of each rule, for when names alone don't tell the rules apart. */
function summaryColumns(which: boolean): readonly Column<RuleSummary>[] {
  return [
    { title: 'RULE', cell: ({ rule }) => rule },
    ...(which ? [{ title: 'WALLETS', cell: walletsText }] : []),
    { title: 'SEVERITY', drop: 1, cell: ({ severity }) => severity },
    { title: 'EPISODES', align: 'right', cell: ({ episodes }) => String(episodes) },
    { title: 'A WEEK', align: 'right', cell: ({ perWeek }) => perWeek.toFixed(1) },
    { title: 'FIRING', align: 'right', cell: ({ firingMs }) => formatDuration(firingMs) },
    { title: 'LONGEST', align: 'right', cell: ({ longestMs }) => formatDuration(longestMs) },
  ];
}

function sharesName(rules: readonly RuleSummary[]): (one: RuleSummary) => boolean {
  return (one) => rules.some((other) => other !== one && other.rule === one.rule);
}

function walletsText({ wallets }: RuleSummary): string {
  return walletName(wallets);
}

function statOf(path: string): { readonly size: number } {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new CommandError(`--csv ${path}: there is no such file`, 2);
  if (stat.isDirectory()) throw new CommandError(`--csv ${path}: is a folder, not a file`, 2);
  return stat;
}

function progressOn(io: Io): { show(share: number): void; end(): void } {
  const lively = isLively(io.stderr, io.env);
  let shown = -1;
  return {
    show(share) {
      const percent = Math.min(100, Math.floor(share * 100));
      if (!lively || percent === shown) return;
      shown = percent;
      io.stderr.write(`\rreading history: ${percent} %`);
    },
    end() {
      if (shown >= 0) io.stderr.write('\r\x1b[K');
    },
  };
}
