// The demo: a sandbox of the service with continuing trade, and a configuration that watches it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import type { Rule } from '../../conditions/rule.ts';
import { parseConfig } from '../../config/load.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { MINUTE_MS } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';
import { UNKNOWN_BALANCE } from '../../domain/wallet.ts';
import { createSimulatedClock } from '../../sandbox/clock.ts';
import { snapshots } from '../../sandbox/history.ts';
import { MERCHANTS } from '../../sandbox/merchants.ts';
import { createScenario, type Scenario } from '../../sandbox/scenario.ts';
import { createSandbox, type Sandbox } from '../../sandbox/server.ts';
import { type ImportedSnapshot, importSnapshots } from '../../store/import/import.ts';
import { makeFolders } from '../../store/make-folder.ts';
import type { Connection } from '../../store/postgres/connection.ts';
import { demoConfigFile } from './demo-folder.ts';
import { createPastEpisodes } from './demo-past.ts';
import { createPlayer, switchedOption } from './demo-player.ts';
import { CAST, LOW_AFTER_MS, type Playing, playingAt, TOPPED_UP_AFTER_MS } from './demo-story.ts';

const SEED = 'floatwatch';
const SPEED = 60; // an hour of trade in a minute
const POLL_SECONDS = 3;
const OPTIONS_SECONDS = 15; // a quarter of an hour of trade
const PLAY_EVERY_MS = 1_000;
const PAST_MS = 14 * 24 * 60 * MINUTE_MS;
const PAST_STEP_MS = 5 * MINUTE_MS;
const PAST_HOLDS_MS = 2 * PAST_STEP_MS + 30_000; // as of a schedule
const ANSWER_MS = 150;

export interface Demo {
  readonly scenario: Scenario;
  readonly sandbox: Sandbox;
  /** When the demo was first started in this folder. Simulated time starts there, and runs faster. */
  readonly since: Instant;
  /** True when this is that first start. */
  readonly isFirst: boolean;
  /** The scene that is played now. */
  playing(): Playing;
  /** Whether the history contains the two weeks before the first start. */
  readonly hasPast: boolean;
}

/** Makes the sandbox of a folder. The same folder gives the same trade, which goes on while the demo is stopped. */
export function createDemo(dataDir: string, sandboxListen: string): Demo {
  const { since, isFirst, hasPast } = firstStart(dataDir);
  const anchor = {
    merchant: CAST.low,
    currency: 'UGX',
    lowAt: since + LOW_AFTER_MS * SPEED,
    toppedUpAt: since + TOPPED_UP_AFTER_MS * SPEED,
  };
  const scenario = createScenario({ seed: SEED, merchants: MERCHANTS, anchor, calmAt: since });
  const clock = createSimulatedClock({ wall: Date.now, speed: SPEED, start: since });
  const sandbox = createSandbox({ listen: sandboxListen, scenario, clock });
  return { scenario, sandbox, since, isFirst, hasPast, playing: () => playingAt(since, Date.now()) };
}

/** Plays the story from now on, until the result is disposed of. */
export function startPlaying({ sandbox, scenario, since }: Demo): Disposable {
  const player = createPlayer({ sandbox, scenario }, since);
  const play = () => player.play(Date.now());
  play();
  const timer = setInterval(play, PLAY_EVERY_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

export interface DemoPorts {
  readonly web: number;
  readonly postgres: number;
}

/**
 * Writes the demo's configuration, as a user would for these merchants, to `demo.yaml` in its folder, and reads it.
 * With that file every other command looks at the demo.
 */
export function writeDemoConfig(demo: Demo, dataDir: string, ports: DemoPorts): Config {
  const text = `${HEADER}${stringify(settingsOf(demo, dataDir, ports))}`;
  const file = demoConfigFile(dataDir);
  writeFileSync(file, text, { mode: 0o600 });
  return parseConfig(text, { env: {}, file }).config;
}

const HEADER = `# Written by floatwatch demo at each start. To look at the demo:
#   npx floatwatch balances --config.file PATH_OF_THIS_FILE
`;

/** The name of a merchant's account in the demo. No user's own account has such a name. */
function accountOf(merchant: string): string {
  return `demo-${merchant}`;
}

function settingsOf({ scenario, sandbox, since }: Demo, dataDir: string, ports: DemoPorts): object {
  return {
    demo: true,
    database: { embedded_port: ports.postgres },
    data_dir: resolve(dataDir),
    web: { listen: [`127.0.0.1:${ports.web}`], external_url: `http://localhost:${ports.web}` },
    poll: { schedule: `*/${POLL_SECONDS} * * * * *`, deadline: '1s' },
    accounts: scenario.merchants.map(({ name, publicKey, secretKey, wallets }) => ({
      name: accountOf(name),
      base_url: sandbox.address,
      public_key: publicKey,
      secret_key: secretKey,
      payment_options: {
        schedule: `*/${OPTIONS_SECONDS} * * * * *`,
        currencies: [...new Set(wallets.map(({ currency }) => currency))],
        transaction_types: ['COLLECTION', 'PAYOUT'],
      },
      expect: wallets.map(({ currency }) => `${currency}/MERCHANT_COLLECTION`),
      top_up_lead_time: '4h',
      top_up: { cover: '1d', round_to: '100' },
    })),
    alerts: { rules: [...thresholdRules(scenario), ...storyRules(scenario, since)] },
    log: { level: 'warn', format: 'logfmt' },
  };
}

function thresholdRules({ thresholds }: Scenario): readonly object[] {
  return thresholds.map(({ merchant, currency, walletType, threshold }) => ({
    name: walletType === 'MERCHANT_PAYOUT' ? 'PayoutFloatLow' : 'ServiceFloatLow',
    severity: walletType === 'MERCHANT_PAYOUT' ? 'critical' : 'warning',
    wallets: { account: accountOf(merchant), currency, wallet_type: walletType },
    below: threshold,
    for: `${2 * POLL_SECONDS}s`,
    annotations: {
      summary: '{{account}} can pay out {{value}} {{currency}}; the threshold is {{threshold}}: {{plan}}',
    },
  }));
}

/** The rules for the scenes that aren't about thresholds. */
function storyRules(scenario: Scenario, since: Instant): readonly object[] {
  const { currency, transactionType, providerCode } = switchedOption(scenario, since);
  return [
    {
      name: 'PaymentOptionOff',
      options: {
        ...{ account: accountOf(CAST.option), currency },
        ...{ transaction_type: transactionType, provider_code: providerCode },
      },
      inactive_for: '10s',
    },
    {
      name: 'PayoutsSurge',
      wallets: { account: accountOf(CAST.payday), currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' },
      drops_by: '40%',
      within: '90s',
    },
  ];
}

/**
 * Imports the two weeks before the first start, with the alerts that they would have had, so that charts, statements and
 * the history of alerts have something to show. The import runs beside the polls. If it doesn't finish, the next start
 * begins it again.
 */
export async function importPast(
  { scenario, since }: Demo,
  dataDir: string,
  {
    connection,
    rules,
    signal,
  }: { readonly connection: Connection; readonly rules: readonly Rule[]; readonly signal: AbortSignal },
): Promise<void> {
  const episodes = createPastEpisodes(rules);
  await importSnapshots(past(), { ...connection, timezone: () => 'UTC', atOnce: 2_000, signal });
  if (signal.aborted) return;
  await episodes.save(connection);
  remember(dataDir, { since, hasPast: true });

  function* past(): Generator<ImportedSnapshot> {
    for (const snapshot of snapshots(scenario, { from: since - PAST_MS, to: since, stepMs: PAST_STEP_MS })) {
      const account = accountOf(snapshot.account);
      const imported = {
        ...UNKNOWN_BALANCE,
        ...snapshot,
        account,
        observedAt: snapshot.slot + ANSWER_MS,
        staleAt: snapshot.slot + PAST_HOLDS_MS,
        exposable: true,
      };
      episodes.take(imported);
      yield imported;
    }
  }
}

interface Remembered {
  readonly since: Instant;
  readonly hasPast: boolean;
}

function firstStart(dataDir: string): Remembered & { readonly isFirst: boolean } {
  try {
    const known = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Partial<Remembered> & {
      since: Instant;
    };
    return { since: known.since, hasPast: known.hasPast === true, isFirst: false };
  } catch {
    const first = { since: Date.now(), hasPast: false };
    makeFolders(dataDir);
    remember(dataDir, first);
    return { ...first, isFirst: true };
  }
}

function remember(dataDir: string, what: Remembered): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(what)}\n`);
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
