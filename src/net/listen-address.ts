// Reads listen addresses as settings and flags write them: `127.0.0.1:14217`, `:14217`, `[::1]:0`, `localhost:9000`.
// Used by the configuration, the commands, the web server and the sandbox.
import { isIP } from 'node:net';
import { isLoopbackAddress } from './address.ts';

export interface ListenAddress {
  /** Without brackets. Empty: every interface. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

/** Reads `127.0.0.1:14217`, `[::1]:14217` or `:14217`; `undefined` for anything else. */
export function parseListenAddress(text: string): ListenAddress | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]*)\]|([\w.-]*)):(\d{1,5})$/.exec(text) ?? [];
  if (bracketed !== undefined && isIP(bracketed) !== 6) return undefined;
  const port = Number(digits);
  return port <= 65_535 ? { host: bracketed ?? plain!, port } : undefined;
}

/** Whether only this machine can reach the address. */
export function isLoopbackListen({ host }: ListenAddress): boolean {
  return host === 'localhost' || isLoopbackAddress(host);
}

/** Writes the address as settings and flags write it. */
export function listenText({ host, port }: ListenAddress): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** The error for an address that can't be listened on. */
export function listenFailure(address: ListenAddress, cause: NodeJS.ErrnoException): Error {
  const reason = cause.code === 'EADDRINUSE' ? 'another process listens there' : cause.message;
  return new Error(`can't listen on ${listenText(address)}: ${reason}`, { cause });
}

/** As {@link parseListenAddress}; throws a `RangeError` that says what to write instead. */
export function toListenAddress(text: string): ListenAddress {
  const address = parseListenAddress(text);
  if (address) return address;
  throw new RangeError(
    `not a listen address: ${JSON.stringify(text)}; write host:port, for example 127.0.0.1:14219`,
  );
}
