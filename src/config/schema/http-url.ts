// Reads addresses of HTTP services, as settings and flags write them, and says which hosts are never called. Used by
// `address.ts` and `floatwatch run`.
import { addressRefusal } from '../../net/address.ts';
import { refuse, type SettingRefusal } from './refusal.ts';

const NOWHERE = ['0.0.0.0', '[::]'];

/** Returns an `http` or `https` address in its normal form, without a slash at its end. `query` allows a query. */
export function readHttpUrl(value: string, query = false): string | SettingRefusal | undefined {
  if (/^(?!https?:)[A-Za-z][\w+.-]*:\/\//.test(value)) return refuse('must begin with https:// (or http://)');
  if (!/^https?:\/\/[^/]/.test(value) || !URL.canParse(value)) return undefined;
  if (/[^\x21-\x7e]/.test(value)) {
    return refuse(
      'must be plain ASCII: a foreign letter can look like another one (write xn--… if it is meant)',
    );
  }
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') {
    return refuse('must not hold a user name or password: those have settings of their own');
  }
  if ((url.search !== '' && !query) || url.hash !== '') return refuse('must not hold a "?" or "#"');
  if (NOWHERE.includes(url.hostname)) return refuse('is an address to listen on, not one to call');
  return neverCalled(url.hostname) ?? url.href.replace(/\/+$/, '');
}

/** Refuses a host that is never called: an address that only metadata services have, or the name of one. */
export function neverCalled(host: string): SettingRefusal | undefined {
  return addressRefusal(host) !== undefined || host === 'metadata.google.internal'
    ? refuse('is a link-local or metadata address, which is never called')
    : undefined;
}
