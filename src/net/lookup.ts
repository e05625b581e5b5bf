// Looks up host names for sockets, and checks every address that a name leads to. Every connection looks its name up
// again, so every connection is checked: a name that meant a service yesterday may mean a cloud's metadata tomorrow (DNS
// rebinding). Used by `resolver.ts` and by all code that opens sockets: to services, to receivers and to Postgres.

export interface LookupAddress {
  readonly address: string;
  readonly family: number;
}
type LookupCallback = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;
/** `dns.lookup` of Node, as a socket calls it. */
export type Lookup = (
  hostname: string,
  options: { readonly all?: boolean; readonly family?: number | 'IPv4' | 'IPv6' },
  callback: LookupCallback,
) => void;

/**
 * A lookup for `net.connect` and `tls.connect` that fails with a {@link RefusedAddress} when any address found is
 * refused. A socket doesn't look up an address: the caller checks one with `refusal` before.
 */
export function guardLookup(lookup: Lookup, refusal: (address: string) => string | undefined): Lookup {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, address, family) => {
      if (error) return callback(error);
      const found = typeof address === 'string' ? [address] : (address ?? []).map((each) => each.address);
      const why = found.map(refusal).find((reason) => reason !== undefined);
      return why === undefined ? callback(null, address, family) : callback(new RefusedAddress(why));
    });
}

/** No connection was made, on purpose; the message is the end of a sentence that says why. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  readonly code = 'REFUSED_ADDRESS';
}
