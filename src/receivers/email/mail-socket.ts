// Connects to a mail server: its name is looked up, and its address checked, as for every other connection. The library of
// SMTP would ask by `dns.lookup` when no name server answers, and so keep threads from the disk.
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { addressRefusal } from '../../net/address.ts';
import { guardLookup, type Lookup, RefusedAddress } from '../../net/lookup.ts';
import { systemLookup } from '../../net/resolver.ts';

export interface MailServer {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/**
 * Resolves with a socket that is connected, without TLS. Rejects with a {@link RefusedAddress} for an address that is never
 * called, else with the error of the lookup or the connection. The signal ends the socket, connected or not; with it Node
 * listens to the socket's errors, too, which nobody else does until the library has it.
 */
export async function connectToMailServer(
  { host, port }: MailServer,
  signal: AbortSignal,
  lookup: Lookup = systemLookup,
): Promise<Socket> {
  const why = isIP(host) === 0 ? undefined : addressRefusal(host); // sockets don't look up an address
  if (why !== undefined) throw new RefusedAddress(why);
  const socket = connect({ host, port, signal, lookup: guardLookup(lookup, addressRefusal) as never });
  await once(socket, 'connect');
  return socket;
}
