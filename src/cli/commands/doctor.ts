import { loadConfig, secretsOf } from '../../config/load.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { createScrubber } from '../../config/scrub.ts';
import { connectionTrouble, quoteSchema } from '../../store/postgres/connection.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { loadWebConfig } from '../../web/http/live-config.ts';
import { bad, type Finding, type Installation, type OpenedDatabase, ok } from '../doctor/check.ts';
import { CHECKS } from '../doctor/checks.ts';
import { printFindings } from '../doctor/print.ts';
import { openCommandDatabase } from '../input/command-database.ts';
import type { ConfigFlags } from '../input/read-config.ts';
import { jsonText } from '../terminal/format.ts';
import type { Io } from '../terminal/io.ts';

const NO_RIGHT = '42501'; // SQLSTATE insufficient_privilege

/** `floatwatch doctor`: finds everything that is wrong with an installation, and says what to do. */
export async function doctor(io: Io, flags: ConfigFlags): Promise<void> {
  const { config, warnings } = loadConfig(flags['config.file'], {
    env: io.env,
    readWebConfig: loadWebConfig,
  });
  const scrub = createScrubber(secretsOf(config));
  await using opened = await open(config, io);
  const installation: Installation = {
    config,
    warnings: warnings.map(({ path, message }) => `${path}: ${message}`),
    database: opened.database,
    clock: { now: Date.now, monotonic: () => performance.now() },
  };
  const told = await runAll(installation);
  const findings = [opened.finding, ...told.flat()].map((finding) => ({
    ...finding,
    found: scrub(finding.found),
  }));
  if (flags.json) io.stdout.write(jsonText(findings));
  else printFindings(io, findings);
  if (findings.some(({ state }) => state === 'bad')) io.exitCode = 1;
}

/** Runs all checks. Those of the database run one after another, so that none waits for a connection or slows another. */
async function runAll(installation: Installation): Promise<readonly (readonly Finding[])[]> {
  let before: Promise<unknown> = Promise.resolve();
  return await Promise.all(
    CHECKS.map(({ ofDatabase, run }) => {
      if (!ofDatabase) return run(installation);
      const told = before.then(() => run(installation));
      before = told;
      return told;
    }),
  );
}

interface Opened extends AsyncDisposable {
  readonly finding: Finding;
  readonly database: OpenedDatabase | undefined;
}

/** Opens the database, if it answers. Never rejects. */
async function open(config: Config, io: Io): Promise<Opened> {
  await using stack = new AsyncDisposableStack();
  const check = 'database';
  try {
    const database = await openCommandDatabase(config, io, (message) => void io.stderr.write(`${message}\n`));
    stack.use(database);
    const { connection } = database;
    const pool = stack.use(createPool({ ...connection, max: 2 }));
    const schema = quoteSchema(config.database.schema);
    const [made] = await pool.query<{ is: boolean }>(
      `SELECT to_regclass('${schema}.wallet') IS NOT NULL AS is`,
    );
    const held = stack.move();
    return {
      finding: { check, ...ok(config.database.url ? 'it answers' : 'the embedded Postgres answers') },
      database: { db: pool, connection, schema, isMade: made!.is },
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  } catch (error) {
    const found = `it can't be used: ${connectionTrouble(error as Error)}`;
    return {
      finding: { check, ...bad(found, adviceOf(error as NodeJS.ErrnoException, config)) },
      database: undefined,
      async [Symbol.asyncDispose]() {},
    };
  }
}

function adviceOf({ code }: NodeJS.ErrnoException, { database }: Config): string {
  if (code === NO_RIGHT) return 'run config/grants.sql as the owner of the schema';
  if (database.url === null) return '"floatwatch run" does not start until that is corrected'; // it starts this one itself
  return 'start it, or correct database.url; polls wait in the spool meanwhile';
}
