// Declares the command line that `floatwatch sandbox --help` shows; commands/sandbox.ts runs the command.
import { Command, InvalidArgumentError } from 'commander';
import { isMeant } from '../../domain/local-time.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch sandbox`: simulates the upstream service until it is interrupted. */
export function sandbox(io: Io): Command {
  return new Command('sandbox')
    .description('the upstream service, simulated: both operations, faults on demand')
    .option('--listen-address <host:port>', 'where to listen', '127.0.0.1:14219')
    .option('--seed <text>', 'another seed is another trade', 'floatwatch')
    .option('--speed <factor>', 'simulated seconds per second', positive, 1)
    .option(
      '--start <time>',
      'when simulated time left the wall clock: a date or epoch seconds (default: now)',
      time,
    )
    .option('--merchants <count>', 'so many generated merchants instead of the named ones', count)
    .option('--wallets <count>', 'wallets of each generated merchant', count, 10)
    .option(
      '--control.listen-address <host:port>',
      'open the control door there, on loopback only (default: none)',
    )
    .option('--list-faults', 'describe every fault that the control door can switch on, and stop')
    .action(async (flags) => (await import('../commands/sandbox.ts')).sandbox(io, flags));
}

function positive(text: string): number {
  if (!/^\d+(?:\.\d+)?$/.test(text) || !(Number(text) > 0))
    throw new InvalidArgumentError('A positive number, please.');
  return Number(text);
}

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new InvalidArgumentError('A whole number from 1 to 999999, please.');
  return Number(text);
}

function time(text: string): number {
  const parsed = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text);
  if (!isMeant(parsed))
    throw new InvalidArgumentError('A date such as 2026-11-01T00:00:00Z, or epoch seconds.');
  return parsed;
}
