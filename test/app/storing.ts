// A storage over a made-up database, for tests of what it does by itself.
import { readConfigured } from '../../src/app/configured.ts';
import { createLogEvents } from '../../src/app/log/log-events.ts';
import { createLogger } from '../../src/app/log/logger.ts';
import type { PostgresOptions } from '../../src/app/postgres.ts';
import { openStorage, type StorageOptions } from '../../src/app/storage/storage.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { NewTopUpRequest } from '../../src/monitor/storage/ports.ts';
import type { SpoolOptions } from '../../src/store/spool/spool.ts';
import { createWorld, memorySpool } from '../store/writer/simulated.ts';

const ACCOUNT = {
  ...{ name: 'acme', base_url: 'https://pay.example.com', public_key: 'p', secret_key: 's' },
  ...{ schedule: '*/5 * * * *', timezone: 'Africa/Kampala' },
};

/** Two accounts, of which one expects a wallet and polls payment options. */
export const CONFIG = parseConfig(
  JSON.stringify({
    accounts: [
      { ...ACCOUNT, expect: ['UGX/PAYOUT'], payment_options: { schedule: '0 * * * *' } },
      { ...ACCOUNT, name: 'plain' },
    ],
  }),
  { env: {}, file: 'a' },
).config;

/** What a database answers; a test replaces what fails. */
const ANSWERS = {
  migrate: async (): Promise<readonly string[]> => [],
  complete: async (results: readonly unknown[]): Promise<readonly string[]> => results.map(() => 'stored'),
  clock: async () => 0,
  requests: async () => {},
  past: async () => {},
  alerts: async () => {},
};

export interface Storing {
  readonly spool?: ReturnType<typeof memorySpool>;
  readonly config?: typeof CONFIG;
  readonly answers?: Partial<typeof ANSWERS>;
}

/** Opens it; the clock goes on when the test says so. */
export async function storing({ spool = memorySpool(), config = CONFIG, answers: given = {} }: Storing = {}) {
  const simulated = createWorld();
  const world = {
    ...simulated,
    /** Work that is divided into turns by the real clock may need some more of them. */
    async advance(ms: number) {
      await simulated.advance(ms);
      for (let turn = 0; turn < 25; turn++) await new Promise((resolve) => setImmediate(resolve));
    },
  };
  const asked: string[] = [];
  const lines: Record<string, unknown>[] = [];
  const answers = { ...ANSWERS, ...given };
  const opened = {} as { postgres: PostgresOptions; spool: SpoolOptions; doubt: () => void };
  const ledger = { complete: (results: readonly unknown[]) => answers.complete(results) };
  const postgres = {
    ...{ ledger, optionLedger: ledger, migrate: () => answers.migrate() },
    outflow: {
      async withPast(names: readonly string[]) {
        asked.push(`past of ${names.join(' ')}`);
        await answers.past();
        return [];
      },
    },
    topUps: {
      async read(since: ReadonlyMap<string, number>) {
        asked.push(`requests of ${[...since.keys()].join(' ')}`);
        await answers.requests();
        return [];
      },
      add: async ({ by }: NewTopUpRequest) => void asked.push(`add by ${by}`),
    },
    maintenance: { run: async () => void asked.push('maintenance') },
    alertLog: {
      async load() {
        await answers.alerts();
        return [];
      },
    },
    async measureClockSkew() {
      asked.push('clock');
      return await answers.clock();
    },
    checkFailover: async () => void asked.push('failover'),
    onDoubt(listener: () => void) {
      opened.doubt = listener;
    },
    [Symbol.asyncDispose]: async () => void asked.push('close'),
  };
  const log = createLogger({
    ...{ level: 'debug', format: null, scrub: (text: string) => text },
    write: (line: string) => void lines.push(JSON.parse(line)),
  });
  const storage = await openStorage(config, {
    world: {
      ...world,
      openSpool(_folder: string, options: SpoolOptions) {
        opened.spool = options;
        return spool;
      },
      async openPostgres(options: PostgresOptions) {
        opened.postgres = options;
        return postgres;
      },
    },
    configured: () => readConfigured(config),
    ...{ log, logEvents: createLogEvents(log), onProgress() {}, embedded: undefined, onDrained() {} },
  } as unknown as StorageOptions);
  return {
    ...{ world, storage, answers, spool, opened },
    /** What was logged since the last call, without the times of lines. */
    told: () => lines.splice(0).map(({ ts, ...line }) => line),
    /** What the database was asked since the last call, in order. */
    asks: () => asked.splice(0),
  };
}
