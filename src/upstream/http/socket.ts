// Opens sockets to a service: encrypted, verified, and checked by the address that they really connect to. Used by
// `connection.ts`.
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { addressRefusal, isLoopbackAddress } from '../../net/address.ts';
import { guardLookup, type Lookup, RefusedAddress } from '../../net/lookup.ts';
import { systemLookup } from '../../net/resolver.ts';

export interface SocketOptions {
  readonly url: URL;
  /** Allows plain http to other machines than this one. */
  readonly allowInsecureHttp: boolean;
  /** PEM certificates of the authorities to trust instead of the usual ones. */
  readonly ca?: string | undefined;
  /** @default by the system's hosts file and name servers */
  readonly lookup?: Lookup | undefined;
}

/** Begins to connect. For an address that is not allowed it throws a `RefusedAddress`, or destroys the socket with one. */
export function openSocket({ url, allowInsecureHttp, ca, lookup = systemLookup }: SocketOptions): Socket {
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const refusal = (address: string): string | undefined => {
    if (!secure && !allowInsecureHttp && !isLoopbackAddress(address)) {
      return `http to ${address} would not be encrypted`;
    }
    return addressRefusal(address);
  };
  const literal = isIP(host) !== 0; // sockets don't look up an address
  const why = literal ? refusal(host) : undefined;
  if (why !== undefined) throw new RefusedAddress(why);

  const target = { host, lookup: guardLookup(lookup, refusal) as never, noDelay: true };
  if (!secure) return connectTcp({ ...target, port: Number(url.port || 80) });
  return connectTls({
    ...target,
    port: Number(url.port || 443),
    ...(literal ? {} : { servername: host }),
    ...(ca === undefined ? {} : { ca }),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true, // set here, so that NODE_TLS_REJECT_UNAUTHORIZED can't change it
  });
}
