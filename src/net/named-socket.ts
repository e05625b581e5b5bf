// A TCP socket for libraries that open it themselves, by a host's name. Used by the connections to Postgres.
import { Socket, type SocketConnectOpts } from 'node:net';
import type { Lookup } from './lookup.ts';

/** A socket whose `connect(port, host)` looks the host up by `lookup`; otherwise like any other socket. */
export function createNamedSocket(lookup: Lookup): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket) as (...of: unknown[]) => Socket;
  socket.connect = ((target: number | string | SocketConnectOpts, host?: string): Socket =>
    typeof target === 'number' && typeof host === 'string'
      ? connect({ port: target, host, lookup })
      : connect(target, host)) as Socket['connect'];
  return socket;
}
