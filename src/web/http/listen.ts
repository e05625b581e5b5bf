// Binds a server to a listening address; fails with a plain sentence when it is taken. Used by the web server.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ListenAddress, listenFailure } from '../../net/listen-address.ts';

/** Starts listening; resolves with the address as it stands in a URL, `127.0.0.1:43121`. */
export async function listen(server: Server, { host, port }: ListenAddress): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host === '' ? {} : { host }) }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  }).catch((cause: NodeJS.ErrnoException) => {
    throw listenFailure({ host, port }, cause);
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  return `${family === 'IPv6' ? `[${address}]` : address}:${bound}`;
}
