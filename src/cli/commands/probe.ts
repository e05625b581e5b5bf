import type { Command } from 'commander';
import { formatAmount } from '../../domain/money.ts';
import { succeeded } from '../../domain/observation.ts';
import { walletKey } from '../../domain/wallet.ts';
import type { ProbeResult } from '../../upstream/service.ts';
import { namedAccounts } from '../input/named-accounts.ts';
import { openSources } from '../input/open-sources.ts';
import { type ConfigFlags, dataCommand, readConfig } from '../input/read-config.ts';
import { jsonText } from '../terminal/format.ts';
import type { Io } from '../terminal/io.ts';
import { layOut } from '../terminal/table.ts';

interface Probed extends ProbeResult {
  readonly account: string;
  /** Without query and keys. */
  readonly baseUrl: string;
}

/** `floatwatch probe`: one live call per account, nothing stored; what happened, in words, and the evidence. */
export function probe(io: Io): Command {
  return dataCommand(
    'probe',
    'one live call per account, nothing stored: what happened, in words; exit code 1 if any failed',
  )
    .argument('[account...]', 'names of accounts; none: all')
    .action(async (names: readonly string[], flags: ConfigFlags) => {
      const config = readConfig(flags['config.file'], io);
      const accounts = namedAccounts(config, names);
      using sources = openSources(config, accounts);
      const { clock, scrub } = sources;
      const probed = await Promise.all(
        sources.accounts.map(async ({ name, source, deadlineMs }, i): Promise<Probed> => {
          const probe = await source.probe({ notAfter: clock.now() + deadlineMs, signal: io.signal });
          return { account: name, baseUrl: accounts[i]!.config.base_url, ...probe };
        }),
      );
      const text = flags.json ? jsonText(probed) : probed.map(describe).join('\n');
      io.stdout.write(scrub(text));
      if (!probed.every(({ reading }) => succeeded(reading.outcome))) io.exitCode = 1;
    });
}

function describe({ account, baseUrl, reading, evidence, requests }: Probed): string {
  const lines = [`${account}: ${reading.outcome}${wallets(reading)}`];
  if (reading.detail !== null) lines.push(`  ${reading.detail}`);
  lines.push(
    `  asked      ${baseUrl}${evidence?.address ? ` at ${evidence.address}` : ''}, ${plural(requests, 'request')}`,
  );
  if (evidence && evidence.httpStatus !== null) {
    const size = evidence.bytes === null ? 'body not read' : plural(evidence.bytes, 'byte');
    lines.push(
      `  answer     HTTP ${evidence.httpStatus}, ${evidence.contentType ?? 'no content type'}, ${size}`,
    );
  }
  if (evidence) {
    const steps = [
      evidence.answerAfterMs === null ? null : `answer began after ${evidence.answerAfterMs.toFixed(0)} ms`,
      `ended after ${evidence.endAfterMs.toFixed(0)} ms`,
    ];
    lines.push(`  time       ${steps.filter((step) => step !== null).join(', ')}`);
  }
  return `${lines.join('\n')}\n${reading.wallets.length > 0 ? walletTable(reading) : ''}`;
}

function wallets({ wallets, outcome }: ProbeResult['reading']): string {
  return succeeded(outcome) ? `, ${plural(wallets.length, 'wallet')}` : '';
}

function walletTable({ wallets }: ProbeResult['reading']): string {
  const { text } = layOut<(typeof wallets)[number]>(
    [
      { title: 'WALLET', cell: (wallet) => walletKey(wallet) },
      {
        title: 'AVAILABLE',
        align: 'decimal',
        cell: ({ available }) => (available === null ? '?' : formatAmount(available)),
      },
      {
        title: 'ACTUAL',
        align: 'decimal',
        cell: ({ actual }) => (actual === null ? '?' : formatAmount(actual)),
      },
    ],
    wallets,
    { width: Number.POSITIVE_INFINITY, colour: false },
  );
  return text.replace(/^(?=.)/gm, '  ');
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
