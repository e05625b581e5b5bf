// Cancels statements at the server. When nobody waits for an answer any more, the statement would still run for seconds.
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ClientBase, ClientConfig } from 'pg';

const PATIENCE_MS = 1_000;
const CANCEL_REQUEST = 80877102; // both from the protocol: https://www.postgresql.org/docs/current/protocol-message-formats.html
const SSL_REQUEST = 80877103;

/** The connection on which a statement runs. */
export interface Running {
  readonly client: ClientBase;
  readonly config: ClientConfig;
}

/**
 * Runs the statement, and asks the server to cancel it when the signal aborts; it then rejects with Postgres' own
 * error.
 *
 * Settles only when the server has accepted the request, or has not within a second. So the next statement on the
 * connection is not cancelled by mistake.
 */
export async function cancelledBy<T>(
  signal: AbortSignal,
  running: Running,
  statement: () => Promise<T>,
): Promise<T> {
  let cancelling: Promise<void> | undefined;
  const cancel = () => {
    cancelling = requestCancel(running);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await statement();
  } finally {
    signal.removeEventListener('abort', cancel);
    await cancelling;
  }
}

/** Cuts the connection, but first cancels its statement: else that goes on at the server, with its locks. Never rejects. */
export async function breakOff(running: Running): Promise<void> {
  await requestCancel(running);
  destroy(running.client);
}

/** Cuts the connection: a query that waits on it rejects at once. */
export function destroy(client: ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** Resolves when the server has accepted the request: it then closes the connection. Never rejects. */
async function requestCancel({ client, config }: Running): Promise<void> {
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const { host = '', port = 5432 } = config;
  const servername = isIP(host) ? undefined : { servername: host }; // TLS takes no address as a server name
  const socket = (config.stream as () => Socket)();
  const late = setTimeout(() => socket.destroy(), PATIENCE_MS);
  socket.on('error', () => {});
  socket.on('close', resolve);
  socket.on('connect', () => {
    if (!config.ssl) return void socket.end(message(CANCEL_REQUEST, processID, secretKey));
    socket.once('data', () => {
      const secured = connectTls({ socket, host, ...servername, ...(config.ssl as object) });
      secured.on('error', () => socket.destroy());
      secured.on('secureConnect', () => secured.end(message(CANCEL_REQUEST, processID, secretKey)));
    });
    socket.write(message(SSL_REQUEST));
  });
  if (host.startsWith('/')) socket.connect(`${host}/.s.PGSQL.${port}`);
  else socket.connect(port, host);
  await gone;
  clearTimeout(late);
}

/** A message that starts a connection: its length, then these numbers. */
function message(...numbers: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * (numbers.length + 1));
  buffer.writeInt32BE(buffer.length, 0);
  for (const [i, number] of numbers.entries()) buffer.writeInt32BE(number, 4 * (i + 1));
  return buffer;
}
