// The demo: a sandbox of the service with a living trade, and a configuration that watches it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config/complete.ts';
import { parseConfig } from './config/load.ts';
import type { Instant } from './domain/observation.ts';
import { createSimulatedClock } from './sandbox/clock.ts';
import { MERCHANTS } from './sandbox/merchants.ts';
import { createScenario, type Scenario } from './sandbox/scenario.ts';
import { createSandbox, type Sandbox } from './sandbox/server.ts';

const SEED = 'floatwatch';
const SPEED = 60; // an hour of trade in a minute
const MINUTE = 60_000;
const LOW_AFTER = 20 * MINUTE; // of simulated time: twenty seconds after the first start
const TOPPED_UP_AFTER = 4 * 60 * MINUTE;
const POLL_SECONDS = 3;

export interface Demo {
  readonly scenario: Scenario;
  readonly sandbox: Sandbox;
  /** When the demo was first started in this folder: simulated time runs ahead from there. */
  readonly since: Instant;
  /** True when this is that first start. */
  readonly isFirst: boolean;
}

/** The sandbox of a folder. The same folder gives the same trade, which goes on while nobody looks. */
export function createDemo(dataDir: string, sandboxListen: string): Demo {
  const { since, isFirst } = firstStart(dataDir);
  const anchor = {
    merchant: 'acme-ug',
    currency: 'UGX',
    lowAt: since + LOW_AFTER,
    toppedUpAt: since + TOPPED_UP_AFTER,
  };
  const scenario = createScenario({ seed: SEED, merchants: MERCHANTS, anchor });
  const clock = createSimulatedClock({ wall: Date.now, speed: SPEED, start: since });
  return { scenario, sandbox: createSandbox({ listen: sandboxListen, scenario, clock }), since, isFirst };
}

export interface DemoPorts {
  readonly web: number;
  readonly postgres: number;
}

/** The configuration of the demo, as a user would write it for these merchants. */
export function demoConfig(demo: Demo, dataDir: string, ports: DemoPorts): Config {
  const listen = `127.0.0.1:${ports.web}`;
  const file = {
    database: { embedded_port: ports.postgres },
    data_dir: dataDir,
    web: { listen: [listen], external_url: `http://localhost:${ports.web}` },
    poll: { schedule: `*/${POLL_SECONDS} * * * * *`, deadline: '1s' },
    accounts: demo.scenario.merchants.map(({ name, publicKey, secretKey, wallets }) => ({
      name,
      base_url: demo.sandbox.address,
      public_key: publicKey,
      secret_key: secretKey,
      expect: wallets.map(({ currency }) => `${currency}/MERCHANT_COLLECTION`),
    })),
    alerts: {
      rules: demo.scenario.thresholds.map(({ merchant, currency, walletType, threshold }) => ({
        name: walletType === 'MERCHANT_PAYOUT' ? 'PayoutFloatLow' : 'ServiceFloatLow',
        severity: walletType === 'MERCHANT_PAYOUT' ? 'critical' : 'warning',
        wallets: { account: merchant, currency, wallet_type: walletType },
        below: threshold,
        for: `${2 * POLL_SECONDS}s`,
        annotations: {
          summary: '{{account}} can pay out {{value}} {{currency}}; the threshold is {{threshold}}',
        },
      })),
    },
    log: { level: 'warn', format: 'logfmt' },
  };
  return parseConfig(JSON.stringify(file, null, 2), { env: {}, file: 'the demo' }).config;
}

function firstStart(dataDir: string): { since: Instant; isFirst: boolean } {
  const path = join(dataDir, 'demo.json');
  try {
    return { since: (JSON.parse(readFileSync(path, 'utf8')) as { since: Instant }).since, isFirst: false };
  } catch {
    mkdirSync(dataDir, { recursive: true });
    const since = Date.now();
    writeFileSync(path, `${JSON.stringify({ since })}\n`);
    return { since, isFirst: true };
  }
}
