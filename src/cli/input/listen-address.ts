// Parses the addresses on which a command listens. `floatwatch run` uses it.
import { InvalidArgumentError } from 'commander';
import { type ListenAddress, parseListenAddress } from '../../net/listen-address.ts';

/** Collects the values of a repeatable listening flag. */
export function listenAddress(text: string, before: readonly ListenAddress[] = []): ListenAddress[] {
  const address = parseListenAddress(text);
  if (!address) throw new InvalidArgumentError('host:port, please, such as 127.0.0.1:14217 or :14217.');
  return [...before, address];
}
