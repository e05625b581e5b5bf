// Checks that a process can listen on all its addresses at once: those of `web.listen`, and those of flags. Called by
// checks.ts and by `floatwatch run`.
import { isIP } from 'node:net';
import { type ListenAddress, parseListenAddress } from '../../net/listen-address.ts';
import { formatPath } from '../problem.ts';
import type { Findings } from '../valid.ts';

const ALL = '::'; // IPv4 too
const ALL_OF_IPV4 = '0.0.0.0';

/** Checks that no address is part of another one. */
export function checkListen(raw: readonly unknown[], { problem }: Findings): void {
  const addresses = raw.map((item) => (typeof item === 'string' ? parseListenAddress(item) : undefined));
  for (const { later, earlier, same } of clashes(addresses)) {
    const path = ['web', 'listen', later];
    if (same) problem(path, 'is here twice: keep one');
    else
      problem(
        path,
        `overlaps ${formatPath(['web', 'listen', earlier])}, which it can't listen beside: keep one`,
      );
  }
}

/** Two addresses, by their places in a list, on which one process can't listen. */
interface Clash {
  readonly earlier: number;
  readonly later: number;
  /** They are one address, perhaps written in two ways. */
  readonly same: boolean;
}

/** The addresses that are part of an earlier one. Those that can't be read, `undefined`, are part of none. */
export function clashes(addresses: readonly (ListenAddress | undefined)[]): readonly Clash[] {
  const seen: { readonly host: string; readonly port: number; readonly i: number }[] = [];
  return addresses.flatMap((address, later) => {
    if (!address || address.port === 0) return []; // any free one
    const one = { host: plain(address.host), port: address.port, i: later };
    const before = seen.find(
      ({ host, port }) => port === one.port && (host === one.host || overlap(host, one.host)),
    );
    seen.push(one);
    return before ? [{ earlier: before.i, later, same: before.host === one.host }] : [];
  });
}

/** One form of each address; the names of hosts stay as they are. */
function plain(host: string): string {
  if (host === '') return ALL;
  if (isIP(host) !== 6) return host.toLowerCase();
  const short = new URL(`http://[${host}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}

/** Whether one address is all of a family that the other belongs to. Which address a name has isn't known here. */
function overlap(a: string, b: string): boolean {
  if (a === ALL || b === ALL) return true;
  return (a === ALL_OF_IPV4 && isIP(b) === 4) || (b === ALL_OF_IPV4 && isIP(a) === 4);
}
