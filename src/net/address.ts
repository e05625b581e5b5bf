// Says which IP addresses floatwatch may connect to, and which mean this machine. Used by all outgoing connections to
// services and receivers, and by the checks of the configuration.
import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const LINK_LOCAL = new BlockList();
addWithEmbedded(LINK_LOCAL, '169.254.0.0', 16);
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');

// Amazon's and Google's over IPv6, Alibaba's, Oracle's. All others answer on 169.254.169.254.
const METADATA = new BlockList();
METADATA.addAddress('fd00:ec2::254', 'ipv6');
METADATA.addAddress('fd20:ce::254', 'ipv6');
addWithEmbedded(METADATA, '100.100.100.200', 32);
addWithEmbedded(METADATA, '192.0.0.192', 32);

/** Whether an address, with or without brackets, means this very machine; `false` for a host name. */
export function isLoopbackAddress(text: string): boolean {
  return lists(LOOPBACK, text);
}

/** Whether a host means this machine without a question to a name server: loopback or `localhost`. */
export function isLoopbackHost(host: string): boolean {
  return isLoopbackAddress(host) || /^(?:.+\.)?localhost$/.test(host);
}

/**
 * Why floatwatch doesn't connect to an address, as the end of a sentence; `undefined` when it may, or for a host name.
 *
 * floatwatch never calls link-local addresses and the metadata services of clouds: somebody who can change a name's
 * address could make it send its keys there, or fetch the machine's own.
 */
export function addressRefusal(text: string): string | undefined {
  if (lists(LINK_LOCAL, text)) {
    return `${text} is a link-local address, where only metadata services of machines answer`;
  }
  return lists(METADATA, text) ? `${text} is a cloud's metadata service` : undefined;
}

/** A `BlockList` compares an IPv4-mapped IPv6 address (`::ffff:127.0.0.1`) with its IPv4 rules by itself. */
function lists(list: BlockList, text: string): boolean {
  const address = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, ''); // a zone names an interface, not a host
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'); // no list has a name
}

/** Adds an IPv4 network, and the same network within IPv6: IPv4-compatible, NAT64 and 6to4 addresses. */
function addWithEmbedded(list: BlockList, network: string, prefix: number): void {
  list.addSubnet(network, prefix, 'ipv4');
  list.addSubnet(`::${network}`, 96 + prefix, 'ipv6');
  list.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6');
  const [a, b, c, d] = network.split('.').map(Number) as [number, number, number, number];
  const hex = (high: number, low: number) => (high * 256 + low).toString(16);
  list.addSubnet(`2002:${hex(a, b)}:${hex(c, d)}::`, 16 + prefix, 'ipv6');
}
