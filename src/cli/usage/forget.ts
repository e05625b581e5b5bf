// Declares the command line that `floatwatch forget --help` shows; commands/forget.ts runs the command.
import { Command } from 'commander';
import { configFileOption } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch forget WALLET`: stops waiting for a wallet that the service closed. */
export function forget(io: Io): Command {
  return new Command('forget')
    .description(
      'wait no more for a wallet that the service closed: alerts that are held on it end; its history stays',
    )
    .argument('<wallet>', 'account/CURRENCY/WALLET_TYPE')
    .addOption(configFileOption())
    .option('--reason <text>', 'why, for the record (the view forgotten_wallets)')
    .action(async (name, flags) => (await import('../commands/forget.ts')).forget(io, name, flags));
}
