// Checks the address at which an account's service is asked, just before it is used. Used by `request-with-retry.ts`.
import { addressRefusal, isLoopbackHost } from '../../net/address.ts';

/**
 * Reads a base address. Throws a `RangeError`, without showing the address, when it can never be used.
 *
 * The loading of the settings checks the same, with better messages; this is the last check. The IP address behind a
 * name is checked for each connection.
 */
export function readBaseUrl(
  text: string,
  { allowInsecureHttp }: { readonly allowInsecureHttp: boolean },
): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const refuse = (why: string) => new RangeError(`the base address ${why}`);
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw refuse('is not an https address');
  if (url.username !== '' || url.password !== '') throw refuse('must not hold a user name or password');
  if (url.search !== '' || url.hash !== '') throw refuse('must not hold a query or a fragment');
  const local = isLoopbackHost(url.hostname);
  if (url.protocol === 'http:' && !local && !allowInsecureHttp) throw refuse('must begin with https://');
  if (addressRefusal(url.hostname) !== undefined) throw refuse('is a link-local or metadata address');
  return url;
}
