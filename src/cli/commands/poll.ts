import { hostname } from 'node:os';
import { Command } from 'commander';
import { createSources } from '../../app/sources.ts';
import { secretsOf } from '../../config/load.ts';
import { createScrubber } from '../../config/scrub.ts';
import type { Observation } from '../../domain/observation.ts';
import { succeeded } from '../../domain/observation.ts';
import { staleFrom } from '../../monitor/board/board.ts';
import type { Clock } from '../../monitor/clock.ts';
import { poll as pollOnce } from '../../monitor/polling/poll.ts';
import { createLedger } from '../../store/ledger/ledger.ts';
import { configFileOption } from '../input/config-file.ts';
import { namedAccounts } from '../input/named-accounts.ts';
import { openStore } from '../input/open-store.ts';
import type { Io } from '../terminal/io.ts';
import { table } from '../terminal/table.ts';
import { readConfig } from './run.ts';

interface PollFlags {
  readonly 'config.file': string;
  readonly json?: true;
}

/** `floatwatch poll`: one poll now, stored like any other. */
export function poll(io: Io): Command {
  return new Command('poll')
    .description('one poll now, stored like any other; exit code 1 if any failed')
    .argument('[account...]', 'names of accounts; none: all')
    .addOption(configFileOption())
    .option('--json', 'as JSON; amounts are strings')
    .action(async (names: readonly string[], flags: PollFlags) => {
      const config = readConfig(flags['config.file'], io);
      const accounts = namedAccounts(config, names);
      const clock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
      const scrub = createScrubber(secretsOf(config));
      await using stack = new AsyncDisposableStack();
      const store = stack.use(await openStore(config, io));
      const sources = createSources(accounts, { clock, random: Math.random, scrub, onDeviation() {} });
      stack.defer(() => sources.close());
      const ledger = createLedger({
        ...store,
        clock,
        replica: `${hostname()}:${process.pid}`,
        staleAt: (name, slot) => staleFrom(accounts.find((account) => account.name === name)!, slot),
        timezone: (name) => accounts.find((account) => account.name === name)!.config.timezone,
      });

      const now = clock.now();
      const slot = now % 1_000 === 0 ? now + 1 : now; // never the slot of a schedule
      await ledger.claim(accounts.map(({ name }) => ({ account: name, slot })));
      const observations = await Promise.all(
        sources.accounts.map(({ name, source, deadlineMs }) =>
          pollOnce(
            {
              account: name,
              slot,
              source,
              deadlineMs,
              notAfter: now + deadlineMs,
              hadWallets: false,
              signal: io.signal,
            },
            clock,
          ),
        ),
      );
      await ledger.complete(observations);
      io.stdout.write(flags.json ? `${JSON.stringify(observations, null, 2)}\n` : summary(observations));
      if (!observations.every(({ outcome }) => succeeded(outcome))) io.exitCode = 1;
    });
}

function summary(observations: readonly Observation[]): string {
  return table(
    [
      { title: 'ACCOUNT', cell: (each) => each.account },
      { title: 'OUTCOME', cell: (each) => each.outcome },
      { title: 'WALLETS', align: 'right', cell: (each) => String(each.wallets.length) },
      { title: 'TOOK', align: 'right', cell: (each) => `${each.durationMs} ms` },
      { title: 'DETAIL', cell: (each) => each.detail ?? '' },
    ],
    observations,
  );
}
