// Checks whether each service, receiver and OTLP endpoint takes a connection, and how long its certificate lasts.
import { readFileSync } from 'node:fs';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Config } from '../../config/resolve/resolve.ts';
import { counted } from '../../domain/counted.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { addressRefusal } from '../../net/address.ts';
import { guardLookup } from '../../net/lookup.ts';
import { systemLookup } from '../../net/resolver.ts';
import { bad, check, type Installation, type Judgement, ok, warn } from './check.ts';

const TIMEOUT_MS = 5_000;
const SOON_DAYS = 21;

/** The target of a connection, without path and query, which may hold tokens. */
interface Endpoint {
  /** Such as `account acme-ug` or `receiver ops`. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** A certificate authority to trust instead of the system's, in PEM. */
  readonly ca?: string;
  /** The name on its certificate, if not the host's. */
  readonly serverName?: string;
}

/** The part of the TLS settings that is used here. */
interface TlsSettings {
  readonly ca_file?: string | null;
  readonly server_name?: string | null;
}

export interface Reached extends Pick<Endpoint, 'name' | 'host' | 'port'> {
  /** Why the connection failed; `null` when it succeeded. */
  readonly error: string | null;
  /** `null` without TLS. */
  readonly certificate: { readonly daysLeft: number; readonly untrusted: string | null } | null;
}

export const services = check('services', (of) => reachAll(serviceEndpoints(of.config), of), judgeReached);
export const receivers = check(
  'receivers',
  (of) => reachAll([...receiverEndpoints(of.config), ...otlpEndpoints(of.config)], of),
  judgeReached,
);

/** The endpoints of the services: one for each origin, however many accounts have it. */
function serviceEndpoints({ accounts }: Config): readonly Endpoint[] {
  const byOrigin = Map.groupBy(accounts, ({ base_url: url }) => new URL(url).origin);
  return [...byOrigin].map(([origin, [first, ...others]]) => {
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return endpointAt(`account ${first!.name}${more}`, origin);
  });
}

/** The endpoints of the receivers. Each kind of the registry has an address, or is a mail server. */
export function receiverEndpoints({ alerts }: Config): readonly Endpoint[] {
  return alerts.receivers.map(({ name, settings }) => {
    const { url, host, port, tls } = settings as {
      readonly url?: string | { reveal(): string };
      readonly host?: string;
      readonly port?: number;
      readonly tls?: string | TlsSettings | null;
    };
    if (url === undefined)
      return { name: `receiver ${name}`, host: host!, port: port!, isTls: tls === 'implicit' };
    const address = typeof url === 'string' ? url : url.reveal();
    return endpointAt(`receiver ${name}`, address, typeof tls === 'object' ? tls : null);
  });
}

/** The endpoint that takes pushed metrics, if there is one. */
function otlpEndpoints({ otlp }: Config): readonly Endpoint[] {
  if (otlp === null) return [];
  return [endpointAt('otlp', otlp.url, otlp.tls)];
}

function endpointAt(name: string, address: string, tls: TlsSettings | null = null): Endpoint {
  const { protocol, hostname, port } = new URL(address);
  const isTls = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    ...{ name, host, port: Number(port || (isTls ? 443 : 80)), isTls },
    ...(tls?.ca_file && { ca: readFileSync(tls.ca_file, 'utf8') }),
    ...(tls?.server_name && { serverName: tls.server_name }),
  };
}

async function reachAll(
  endpoints: readonly Endpoint[],
  { clock }: Installation,
): Promise<readonly Reached[]> {
  return await Promise.all(endpoints.map((endpoint) => reach(endpoint, clock.now())));
}

/** Makes a connection and ends it; sends only what TLS needs. Never rejects. */
async function reach({ name, host, port, isTls, ca, serverName }: Endpoint, now: number): Promise<Reached> {
  const where = { name, host, port };
  const refusal = addressRefusal(host);
  if (refusal !== undefined) return { ...where, error: refusal, certificate: null };
  const to = { host, port, lookup: guardLookup(systemLookup, addressRefusal) as never };
  const socket = isTls
    ? connectTls({
        ...to,
        rejectUnauthorized: false,
        ...(/[a-z]/i.test(serverName ?? host) && { servername: serverName ?? host }),
        ...(ca && { ca }),
      })
    : connectPlain(to);
  try {
    await connected(socket, isTls ? 'secureConnect' : 'connect');
    return { ...where, error: null, certificate: isTls ? certificateOf(socket as TLSSocket, now) : null };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException; // an error about several addresses has no message
    return { ...where, error: message || String(code), certificate: null };
  } finally {
    socket.destroy();
  }
}

function connected(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(TIMEOUT_MS, () => reject(new Error(`no answer within ${TIMEOUT_MS / 1_000} s`)));
    socket.once('error', reject).once(event, () => resolve());
  });
}

function certificateOf(socket: TLSSocket, now: number): Reached['certificate'] {
  const { valid_to: validTo } = socket.getPeerCertificate();
  const untrusted = socket.authorized ? null : String(socket.authorizationError);
  return { daysLeft: daysUntil(validTo, now), untrusted };
}

/** The whole days until a date, negative after it. */
export function daysUntil(date: string, now: number): number {
  return Math.floor((Date.parse(date) - now) / DAY_MS);
}

export function judgeReached(all: readonly Reached[]): readonly Judgement[] {
  if (all.length === 0) return [ok('there are none')];
  const troubles = all.flatMap((one) => troubleOf(one) ?? []);
  if (troubles.length === 0)
    return [ok(all.map(({ name, host, port }) => `${name} at ${host}:${port}`).join(', '))];
  return troubles;
}

function troubleOf({ name, host, port, error, certificate }: Reached): Judgement | undefined {
  const who = `${name} at ${host}:${port}`;
  if (error !== null) {
    return bad(`${who} can't be reached: ${error}`, 'check the address, the name servers and the firewall');
  }
  if (certificate === null) return undefined;
  const { daysLeft, untrusted } = certificate;
  if (daysLeft < 0)
    return bad(
      `the certificate of ${who} ended ${counted(-daysLeft, 'day')} ago`,
      'ask whoever runs it for a new one',
    );
  if (untrusted !== null) {
    return bad(
      `the certificate of ${who} isn't trusted: ${untrusted}`,
      'NODE_EXTRA_CA_CERTS names authorities of your own',
    );
  }
  if (daysLeft >= SOON_DAYS) return undefined;
  return warn(
    `the certificate of ${who} ends in ${counted(daysLeft, 'day')}`,
    'ask whoever runs it to renew it',
  );
}
