// Checks that a process can listen on all addresses of `web.listen` at once. Called by checks.ts.
import { isIP } from 'node:net';
import { parseListenAddress } from '../../net/listen-address.ts';
import { formatPath } from '../problem.ts';
import type { Findings } from '../valid.ts';

const ALL = '::'; // IPv4 too
const ALL_OF_IPV4 = '0.0.0.0';

/** Checks that no address is part of another one. */
export function checkListen(raw: readonly unknown[], { problem }: Findings): void {
  const seen: { readonly host: string; readonly port: number; readonly i: number }[] = [];
  raw.forEach((item, i) => {
    const address = typeof item === 'string' ? parseListenAddress(item) : undefined;
    if (!address || address.port === 0) return; // invalid by itself, or any free one
    const one = { host: plain(address.host), port: address.port, i };
    const path = ['web', 'listen', i];
    const earlier = seen.find(
      ({ host, port }) => port === one.port && (host === one.host || overlap(host, one.host)),
    );
    if (earlier?.host === one.host) problem(path, 'is here twice: keep one');
    else if (earlier)
      problem(
        path,
        `overlaps ${formatPath(['web', 'listen', earlier.i])}, which it can't listen beside: keep one`,
      );
    seen.push(one);
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
