// Looks up host names for every connection that floatwatch makes: to services, receivers and Postgres.
//
// Node's own `dns.lookup` runs on libuv's thread pool, two names at a time, and a lookup that timed out keeps its thread: a
// few names whose name server is silent hold up all others. So this file asks the name servers directly (c-ares), with a
// timeout for each name. As usual, the hosts file comes first, and the search domains of resolv.conf are tried.
import { Resolver } from 'node:dns/promises';
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import type { Lookup, LookupAddress } from './lookup.ts';
import {
  candidates,
  followFile,
  HOSTS_FILE,
  parseHosts,
  parseResolvConf,
  RESOLV_CONF,
} from './name-files.ts';

const TIMEOUT_MS = 5_000;
const TRY_MS = 1_500; // the second try waits twice as long
const TRIES = 2;
const AFTER_IPV4_MS = 500;
const ATTEMPT_MS = 2_000; // a packet that was lost is sent again after a second

export interface LookupOptions {
  /** Name servers as `127.0.0.1:53`. @default those of the system */
  readonly servers?: readonly string[];
  /** @default `/etc/hosts`, or its like on Windows */
  readonly hostsFile?: string;
  /** @default `/etc/resolv.conf` */
  readonly resolvConf?: string;
  /** How long one name may take in all, in milliseconds. @default 5000 */
  readonly timeoutMs?: number;
}

/**
 * A replacement for `dns.lookup`: fails with `ENOTFOUND` for a name that doesn't exist, and with `EAI_AGAIN` when no
 * name server would say.
 *
 * IPv4 addresses come first. Simultaneous lookups of a name share one query; nothing is cached.
 */
export function createLookup(options: LookupOptions = {}): Lookup {
  const { servers, timeoutMs = TIMEOUT_MS, hostsFile = HOSTS_FILE, resolvConf = RESOLV_CONF } = options;
  const hosts = followFile(hostsFile, parseHosts);
  const searchRules = followFile(resolvConf, parseResolvConf);
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>();

  return (hostname, { all, family }, callback) => {
    const name = (domainToASCII(hostname) || hostname).toLowerCase();
    const asked = underWay.get(name) ?? find(name).finally(() => underWay.delete(name));
    underWay.set(name, asked);
    asked.then(
      (addresses) => {
        const wanted = { IPv4: 4, IPv6: 6 }[String(family)] ?? family;
        const fitting = wanted ? addresses.filter((each) => each.family === wanted) : addresses;
        const [first] = fitting;
        if (!first) callback(new NameError('ENOTFOUND', hostname));
        else if (all) callback(null, [...fitting]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error),
    );
  };

  async function find(name: string): Promise<readonly LookupAddress[]> {
    const known = hosts().get(name.replace(/\.$/, '')) ?? loopback(name);
    if (known) return sorted(known);
    // Made for each lookup, so that it has the name servers that the system has now.
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const late = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      return await searchFor(resolver, name);
    } finally {
      clearTimeout(late);
      resolver.cancel(); // ends questions that nobody waits for any more
    }
  }

  async function searchFor(resolver: Resolver, name: string): Promise<readonly LookupAddress[]> {
    let failed = false; // after a server's failure, the next candidate is tried all the same
    for (const candidate of candidates(name, searchRules())) {
      const found = hosts().get(candidate) ?? (await ask(resolver, candidate));
      if (found === 'failed') failed = true;
      else if (found.length > 0) return sorted(found);
    }
    throw new NameError(failed ? 'EAI_AGAIN' : 'ENOTFOUND', name);
  }
}

// Of several addresses, Node gives up each but the last after 250 ms, for good: a machine without IPv6 could not reach a
// distant service whose last address is IPv6.
setDefaultAutoSelectFamilyAttemptTimeout(ATTEMPT_MS);

/** The lookup for all connections that don't get another one. */
export const systemLookup: Lookup = createLookup();

/** The addresses of exactly this name; none when it has none. Rejects when no name server answers. */
async function ask(resolver: Resolver, name: string): Promise<readonly string[] | 'failed'> {
  const [four, six] = [resolver.resolve4(name), resolver.resolve6(name)];
  // Some name servers never answer questions for IPv6, and Postgres has three seconds for the whole connection.
  const patience = four.then(
    () => sleep(AFTER_IPV4_MS, [], { ref: false }),
    () => six,
  );
  const asked = await Promise.allSettled([four, Promise.race([six, patience])]);
  const addresses = asked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  if (addresses.length > 0) return addresses;
  const codes = asked.map((each) => (each.status === 'rejected' ? String(each.reason.code) : ''));
  if (codes.every((code) => NO_ADDRESS.has(code))) return [];
  if (codes.some((code) => SERVER_FAILURES.has(code))) return 'failed';
  throw new NameError('EAI_AGAIN', name);
}

const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
const SERVER_FAILURES = new Set(['ESERVFAIL', 'EREFUSED', 'ENOTIMP', 'EFORMERR', 'EBADRESP']);

/** The addresses of names that always mean this machine (RFC 6761), whether the hosts file has them or not. */
function loopback(name: string): readonly string[] | undefined {
  return /^(?:.+\.)?localhost\.?$/.test(name) ? ['127.0.0.1', '::1'] : undefined;
}

/** IPv4 first: a machine without IPv6 would try IPv6 in vain, but one without IPv4 notices that at once. */
function sorted(addresses: readonly string[]): readonly LookupAddress[] {
  return addresses
    .map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    .sort((a, b) => a.family - b.family);
}

/** A name that wasn't found, with the codes of `dns.lookup`. */
class NameError extends Error {
  readonly code: 'ENOTFOUND' | 'EAI_AGAIN';
  readonly syscall = 'getaddrinfo';
  readonly hostname: string;
  constructor(code: 'ENOTFOUND' | 'EAI_AGAIN', hostname: string) {
    super(
      code === 'ENOTFOUND'
        ? `${code}: there is no host ${hostname}`
        : `${code}: no name server says where ${hostname} is`,
    );
    this.code = code;
    this.hostname = hostname;
  }
}
