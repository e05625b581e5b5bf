// The address that an account's service is asked at, checked at the last door. Used by `request-with-retry.ts`.
import { addressRefusal, isLoopbackHost } from '../../net/address.ts';

/**
 * Reads a base address and throws a `RangeError`, without showing it, for one that could never be asked.
 *
 * Settings are checked when they are loaded, with better words; this is the door itself. Where a name leads to is
 * checked for each connection.
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
