// IP addresses that we may connect to. Names are looked up again and again, so this is asked for each connection, not
// only when a setting is read: a name that meant a service yesterday may mean a cloud's metadata tomorrow.

/** The bytes of an IP address, 4 or 16, from its text with or without brackets; `undefined` for a host name. */
export function parseAddress(text: string): readonly number[] | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, ''); // a zone says where, not who
  return bare.includes(':') ? parseV6(bare) : parseV4(bare);
}

/** Whether an address means this very machine. */
export function isLoopbackAddress(text: string): boolean {
  const bytes = embeddedV4(parseAddress(text));
  if (bytes?.length === 4) return bytes[0] === 127;
  return bytes !== undefined && same(bytes, parseAddress('::1'));
}

/**
 * Why no connection is made to an address, as the end of a sentence; `undefined` when it may be, or is a host name.
 *
 * Link-local addresses and the metadata services of clouds are never called: whoever can change a name's address
 * could have our keys sent there, or have us fetch the machine's own.
 */
export function addressRefusal(text: string): string | undefined {
  const bytes = embeddedV4(parseAddress(text));
  if (!bytes) return undefined;
  const v4 = bytes.length === 4;
  if (v4 ? bytes[0] === 169 && bytes[1] === 254 : bytes[0] === 0xfe && (bytes[1]! & 0xc0) === 0x80) {
    return `${text} is a link-local address, where only metadata services of machines answer`;
  }
  if (METADATA.some((known) => same(bytes, parseAddress(known))))
    return `${text} is a cloud's metadata service`;
  return undefined;
}

interface Found {
  readonly address: string;
  readonly family: number;
}
type LookupAnswer = (error: Error | null, address?: string | Found[], family?: number) => void;
/** `dns.lookup` of Node, as a socket calls it. */
export type Lookup = (hostname: string, options: { readonly all?: boolean }, answer: LookupAnswer) => void;

/**
 * A lookup for `net.connect` and `tls.connect` that fails with a {@link RefusedAddress} when any address found is
 * refused. Sockets don't look up what already is an address: that has to be asked of `refusal` before.
 */
export function guardLookup(lookup: Lookup, refusal: (address: string) => string | undefined): Lookup {
  return (hostname, options, answer) =>
    lookup(hostname, options, (error, address, family) => {
      if (error) return answer(error);
      const found = typeof address === 'string' ? [address] : (address ?? []).map((each) => each.address);
      const why = found.map(refusal).find((reason) => reason !== undefined);
      return why === undefined ? answer(null, address, family) : answer(new RefusedAddress(why));
    });
}

/** No connection was made, on purpose; the message is the end of a sentence that says why. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  readonly code = 'REFUSED_ADDRESS';
}

// Amazon's and Google's over IPv6, Alibaba's, Oracle's. All others answer on 169.254.169.254.
const METADATA = ['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '192.0.0.192'];
// IPv4 inside of IPv6, each with its place: mapped, compatible, NAT64 and 6to4.
const EMBEDDED = [
  ['::ffff:0:0', 12],
  ['::', 12],
  ['64:ff9b::', 12],
  ['2002::', 2],
] as const;

function embeddedV4(bytes: readonly number[] | undefined): readonly number[] | undefined {
  if (bytes?.length !== 16 || same(bytes, parseAddress('::1'))) return bytes;
  for (const [prefix, at] of EMBEDDED) {
    if (same(bytes.slice(0, at), parseAddress(prefix)?.slice(0, at))) return bytes.slice(at, at + 4);
  }
  return bytes;
}

function same(a: readonly number[], b: readonly number[] | undefined): boolean {
  return a.length === b?.length && a.every((byte, i) => byte === b[i]);
}

function parseV4(text: string): readonly number[] | undefined {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return undefined;
  const bytes = text.split('.').map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

function parseV6(text: string): readonly number[] | undefined {
  const [head = '', tail, more] = text.split('::');
  if (more !== undefined) return undefined;
  const before = groups(head, tail === undefined);
  const after = tail === undefined ? [] : groups(tail, true);
  if (!before || !after) return undefined;
  const missing = 16 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 2) return undefined;
  return [...before, ...new Array<number>(missing).fill(0), ...after];
}

function groups(text: string, last: boolean): number[] | undefined {
  if (text === '') return [];
  const bytes: number[] = [];
  const parts = text.split(':');
  for (const [i, part] of parts.entries()) {
    const v4 = last && i === parts.length - 1 ? parseV4(part) : undefined;
    if (v4) bytes.push(...v4);
    else if (/^[0-9a-fA-F]{1,4}$/.test(part)) {
      const value = Number.parseInt(part, 16);
      bytes.push(value >> 8, value & 0xff);
    } else return undefined;
  }
  return bytes;
}
