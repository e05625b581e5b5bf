// Listening addresses as people write them: `127.0.0.1:14217`, `:14217`, `[::1]:0`, `localhost:9000`.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isIP } from 'node:net';

export interface ListenAddress {
  /** Empty: every address of the machine. */
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

/** Reads a listening address; throws an `Error` that shows the text. */
export function parseListenAddress(text: string): ListenAddress {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:[\]]*)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > 65_535 || (bracketed !== undefined && isIP(bracketed) !== 6)) {
    throw new Error(`not a listening address (HOST:PORT, [IPV6]:PORT or :PORT): ${JSON.stringify(text)}`);
  }
  return { host, port: Number(port) };
}

/** Whether only this machine can reach the address. */
export function isLoopback({ host }: ListenAddress): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

/** Starts listening; resolves with the address as a URL has it, `127.0.0.1:43121`. */
export async function listen(server: Server, { host, port }: ListenAddress): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host === '' ? {} : { host }) }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  }).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'EADDRINUSE' ? 'another process listens there' : cause.message;
    throw new Error(`can't listen on ${host}:${port}: ${reason}`, { cause });
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  return `${family === 'IPv6' ? `[${address}]` : address}:${bound}`;
}
