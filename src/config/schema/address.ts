// Settings for addresses that floatwatch calls. The address that a name resolves to is checked again when connecting.
import { existsSync } from 'node:fs';
import { parsePostgresUrl } from '../../net/postgres-url.ts';
import { flawOfKey } from '../secret.ts';
import { flawOfCertificate } from './certificates.ts';
import { neverCalled, readHttpUrl } from './http-url.ts';
import { refuse } from './refusal.ts';
import { text } from './settings.ts';

/** An `http` or `https` address, in its normal form and without a slash at its end. */
export const httpUrl = (example: string) =>
  text(`an address such as ${example}`, (value) => readHttpUrl(value));

/** As {@link httpUrl}, for the Grafana that people open: the pages show it, so everybody can read it. */
export const grafanaUrl = () =>
  text('an address such as http://localhost:3000', (value) => {
    const read = readHttpUrl(value);
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url && url.username + url.password !== '') {
      return refuse('must not hold a user name or password: whoever opens the page could read them');
    }
    if (typeof read === 'string' && url?.pathname.includes('/d/')) {
      return refuse('is the address of a dashboard: leave out /d/ and what follows');
    }
    return read;
  });

/** As {@link httpUrl}, for the receiver of OTLP metrics, with the path of the POST. */
export const otlpUrl = () =>
  text('an address such as http://127.0.0.1:4318/v1/metrics', (value) => {
    const read = readHttpUrl(value);
    return typeof read === 'string' && new URL(read).pathname === '/'
      ? refuse('has no path: of a collector it is /v1/metrics, of Prometheus /api/v1/otlp/v1/metrics')
      : read;
  });

/** The name or the address of a mail server; the value is without brackets. */
export const mailHost = () =>
  text('the name of a host alone, such as mail.example.com (the port is a setting of its own)', (value) =>
    /^(?:[\w.-]+|\[?[\da-fA-F]*:[\da-fA-F:.]+\]?)$/.test(value)
      ? (neverCalled(value.toLowerCase()) ?? value.replace(/^\[(.*)\]$/, '$1'))
      : undefined,
  );

/** Says what is wrong with a secret address, without showing it. A query is allowed, because it may hold the token. */
export function flawOfSecretUrl(value: string): string | undefined {
  const flaw = flawOfKey(value);
  if (flaw !== undefined) return flaw;
  const result = readHttpUrl(value, true);
  if (typeof result === 'string') return undefined;
  return result?.message ?? 'is not an address such as https://hooks.example.com/float';
}

/** Says what is wrong with a database address, without showing it. */
export function flawOfDatabaseUrl(value: string): string | undefined {
  const flaw = flawOfKey(value);
  if (flaw !== undefined) return flaw;
  try {
    const { rootFile } = parsePostgresUrl(value);
    const flawOfRoot = rootFile && (existsSync(rootFile) ? flawOfCertificate(rootFile) : 'does not exist');
    return flawOfRoot && `names the file ${rootFile}, which ${flawOfRoot}`;
  } catch (error) {
    return (error as Error).message;
  }
}
