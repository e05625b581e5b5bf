// Reads what this machine says about names: its hosts file, and how resolv.conf searches for short names. Used by
// `resolver.ts`. Reads synchronously, and only when a file has changed: an asynchronous read would wait in libuv's pool,
// which the resolver avoids.
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';

/** Addresses by lower-case name, in the order of the file. */
export type Hosts = ReadonlyMap<string, readonly string[]>;

export interface SearchRules {
  /** Domains to append to a short name, in order. */
  readonly search: readonly string[];
  /** A name with at least this many dots is tried as it is before the domains are. */
  readonly ndots: number;
}

export const HOSTS_FILE =
  process.platform === 'win32'
    ? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
    : '/etc/hosts';
export const RESOLV_CONF = '/etc/resolv.conf';

export function parseHosts(text: string): Hosts {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = words(line.replace(/#.*/, ''));
    if (isIP(address) === 0) continue;
    for (const name of names.map((each) => each.toLowerCase())) {
      const known = hosts.get(name);
      if (known) known.push(address);
      else hosts.set(name, [address]);
    }
  }
  return hosts;
}

/** Reads resolv.conf(5): the last `search` or `domain` counts, and `options ndots:`, which is 1 when it isn't given. */
export function parseResolvConf(text: string): SearchRules {
  let search: readonly string[] = [];
  let ndots = 1;
  for (const line of text.split('\n')) {
    const [keyword, ...values] = words(line.replace(/[#;].*/, ''));
    if (keyword === 'search') search = values;
    if (keyword === 'domain') search = values.slice(0, 1);
    if (keyword === 'options') {
      const given = values.findLast((value) => /^ndots:\d+$/.test(value));
      if (given !== undefined) ndots = Math.min(15, Number(given.slice('ndots:'.length)));
    }
  }
  return {
    search: search.map((domain) => domain.replace(/\.$/, '')).filter((domain) => domain !== ''),
    ndots,
  };
}

/** The names that a name may be short for, in the order in which they are asked. */
export function candidates(name: string, { search, ndots }: SearchRules): readonly string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const dots = name.split('.').length - 1;
  const longer = search.map((domain) => `${name}.${domain}`);
  return dots >= ndots ? [name, ...longer] : [...longer, name];
}

/** Makes a function that reads a file again when it has changed; a missing file is as an empty one. */
export function followFile<T>(path: string, parse: (text: string) => T): () => T {
  let seen = '';
  let value = parse('');
  return () => {
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      const version = stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : '';
      if (version === seen) return value;
      value = parse(stats ? readFileSync(path, 'utf8') : '');
      seen = version;
    } catch {
      // It is being replaced, or can't be read: the last value stays until the next call.
    }
    return value;
  };
}

function words(line: string): string[] {
  return line.split(/\s+/).filter((word) => word !== '');
}
