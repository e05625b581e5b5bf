import { expect, test } from 'vitest';
import {
  isLoopbackListen,
  listenFailure,
  parseListenAddress,
  toListenAddress,
} from '../../src/net/listen-address.ts';

test.each([
  ['127.0.0.1:14217', '127.0.0.1', 14_217, true],
  [':14217', '', 14_217, false],
  ['[::1]:0', '::1', 0, true],
  ['[::]:9000', '::', 9_000, false],
  ['localhost:65535', 'localhost', 65_535, true],
  ['my_host.example-1.com:80', 'my_host.example-1.com', 80, false],
  ['0.0.0.0:80', '0.0.0.0', 80, false],
])('%s is read; only this machine reaches it: %s %s %s', (text, host, port, loopback) => {
  expect(parseListenAddress(text)).toEqual({ host, port });
  expect(toListenAddress(text)).toEqual({ host, port });
  expect(isLoopbackListen({ host, port })).toBe(loopback);
});

test.each([
  ...[
    '',
    'nowhere',
    '14217',
    'localhost',
    'localhost:',
    'localhost:65536',
    'localhost:1e3',
    ':-1',
    ':123456',
  ],
  ...['::1:80', '[::1]', '[127.0.0.1]:80', '[::g]:80', '[]:80', 'a b:80', 'http://localhost:80', 'a:80 '],
])('%j is no listening address', (text) => {
  expect(parseListenAddress(text)).toBeUndefined();
  expect(() => toListenAddress(text)).toThrow(/^not a listen address: .* 127\.0\.0\.1:14219$/);
});

test.each([
  ['EADDRINUSE', "can't listen on [::1]:80: another process listens there"],
  ['EACCES', "can't listen on [::1]:80: permission denied"],
])('the error %s of a socket says %s, and keeps its cause', (code, message) => {
  const cause = Object.assign(new Error('permission denied'), { code });
  const failure = listenFailure({ host: '::1', port: 80 }, cause);
  expect(failure).toMatchObject({ message, cause });
});
