// Addresses as the flags write them: `127.0.0.1:14219`, `[::1]:0`.

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Reads `host:port`; throws a `RangeError` that says what is wrong. */
export function parseListenAddress(text: string): ListenAddress {
  const found = /^(?:\[([0-9A-Fa-f:]+)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text);
  const port = Number(found?.[3]);
  if (!found || port > 65_535) {
    throw new RangeError(
      `not a listen address: ${JSON.stringify(text)}; write host:port, for example 127.0.0.1:14219`,
    );
  }
  return { host: found[1] ?? found[2] ?? '', port };
}

/** Whether only this machine can reach the address. */
export function isLoopback({ host }: ListenAddress): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
