// Which requests are refused by their head alone.
import { describe, expect, test } from 'vitest';
import {
  type GuardedRequest,
  type RequestGuardOptions,
  refusalOf,
} from '../../../src/web/http/request-guard.ts';

const OPTIONS: RequestGuardOptions = { posts: ['/-/quit'], names: ['float.example.com'], strict: true };
const TARGET = 'The request target must be a plain absolute path.';
const NAME = 'This server does not answer to that host name (web.external_url names ours).';
const SITE = 'Requests from other sites are refused.';

const refused = (asked: Partial<GuardedRequest>, options: Partial<RequestGuardOptions> = {}) =>
  refusalOf({ method: 'GET', url: '/', headers: {}, ...asked }, { ...OPTIONS, ...options });

describe('a target', () => {
  test.each(['/', '/?a=//b', '/a/b?c=%2f', '/?q=\\', '/alerts/%C3%BC', '/a//b'])('%j is looked at', (url) => {
    expect(refused({ url })).toBeUndefined();
  });

  test.each([
    '',
    '*',
    'http://float.example.com/',
    '//evil.example.com/',
    '/a%2Fb',
    '/a%2fb',
    '/a\\b',
    '/a\0',
    '/a%00',
    '/?a=%00',
  ])('%j is refused', (url) => {
    expect(refused({ url })).toEqual({ status: 400, text: TARGET });
  });
});

describe('a host name', () => {
  const known = [
    'localhost',
    'LOCALHOST:9100',
    '127.0.0.1',
    '10.0.0.1:80',
    '[::1]:9100',
    '[::1]',
    'float.example.com',
  ];
  test.each([...known, 'Float.Example.com:443', 'localhost:'])('%s is ours', (host) => {
    expect(refused({ headers: { host } })).toBeUndefined();
  });

  test.each([
    'evil.example.com',
    'localhost.evil.com',
    'float.example.com.',
    '',
    '127.0.0.1.nip.io',
    '::1:x',
  ])('%j isn’t, and is refused where all our names are known', (host) => {
    expect(refused({ headers: { host } })).toEqual({ status: 400, text: NAME });
    expect(refused({ headers: { host } }, { strict: false })).toBeUndefined();
  });

  test('that isn’t told is as good as ours: no browser leaves it out', () => {
    expect(refused({ headers: {} })).toBeUndefined();
  });
});

describe('a method', () => {
  test.each([
    ['GET', '/', undefined],
    ['HEAD', '/', undefined],
    ['POST', '/', 'GET, HEAD'],
    ['PUT', '/', 'GET, HEAD'],
    ['OPTIONS', '/-/quit/', 'GET, HEAD'],
    ['POST', '/-/quit', undefined],
    ['POST', '/-/quit?now', undefined],
    ['GET', '/-/quit', 'POST'],
    ['HEAD', '/-/quit?now', 'POST'],
  ])('%s %s', (method, url, allow) => {
    const refusal = allow && { status: 405, text: `Only ${allow} here.`, headers: { allow } };
    expect(refused({ method, url })).toEqual(refusal);
  });
});

describe('a POST', () => {
  const post = (headers: GuardedRequest['headers']) =>
    refused({ method: 'POST', url: '/-/quit', headers }, { strict: false });
  const host = 'float.example.com';

  test.each<[string, GuardedRequest['headers']]>([
    ['of a client that is no browser', {}],
    ['of such a client to any name', { host: 'other.example.com' }],
    ['of our own page', { host, origin: 'https://float.example.com', 'sec-fetch-site': 'same-origin' }],
    ['of our own page on another port', { host: 'LOCALHOST:9100', origin: 'http://localhost:9100' }],
    ['that was typed in', { host, 'sec-fetch-site': 'none' }],
  ])('%s is let through', (_title, headers) => {
    expect(post(headers)).toBeUndefined();
  });

  test.each<[string, GuardedRequest['headers']]>([
    ['of another site', { host, origin: 'https://evil.example.com' }],
    ['of another site that hides its name', { host, 'sec-fetch-site': 'cross-site' }],
    ['of a sister site', { host, origin: 'https://float.example.com', 'sec-fetch-site': 'same-site' }],
    ['of several sites', { host, 'sec-fetch-site': ['cross-site', 'none'] as never }],
    ['of an origin that is none', { host, origin: 'null' }],
    ['of an origin on another port', { host, origin: 'https://float.example.com:8443' }],
    ['of an origin without a host to hold it against', { origin: 'https://float.example.com' }],
    ['of a site whose name leads to us', { host: 'evil.example.com', origin: 'http://evil.example.com' }],
  ])('%s is refused', (_title, headers) => {
    expect(post(headers)).toEqual({ status: 403, text: SITE });
  });
});
