import { describe, expect, test } from 'vitest';
import { addressRefusal, isLoopbackAddress, isLoopbackHost } from '../../src/net/address.ts';
import { guardLookup, type Lookup, RefusedAddress } from '../../src/net/lookup.ts';

test.each(['[::1', '::1]', 'x[::1]', '[::1]x', '127.0.0.256', '127.1', ''])('%s is no address', (address) => {
  expect(isLoopbackAddress(address)).toBe(false);
  expect(addressRefusal(address)).toBeUndefined();
});

describe('X5 link-local and metadata addresses', () => {
  test.each([
    '169.254.169.254',
    '169.254.0.1',
    '[fe80::1]',
    'fe80::1%eth0',
    'febf:ffff::1',
    'fd00:ec2::254',
    '[fd00:ec2:0:0:0:0:0:254]',
    'fd20:ce::254',
    '100.100.100.200',
    '::ffff:169.254.169.254',
    '[::ffff:a9fe:a9fe]',
    '::a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '::ffff:100.100.100.200',
    '2002:6464:64c8::',
    '64:ff9b::192.0.0.192',
    '[fe80::1%25eth0]',
  ])('%s is refused', (address) => {
    expect(addressRefusal(address)).toMatch(/is a/);
  });

  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.253.1.1',
    '10.254.169.254',
    '253.0.14.194', // how a metadata service's IPv6 address begins
    '2090::1',
    '192.168.1.1',
    '::1',
    'fec0::1',
    '2001:db8::1',
    'fd00:ec2::255',
    'example.com',
    '',
  ])('%s is not', (address) => {
    expect(addressRefusal(address)).toBeUndefined();
  });

  test('one such address among those of a name is enough', () => {
    const names: Lookup = (_name, { all }, answer) =>
      all
        ? answer(
            null,
            ['127.0.0.1', '169.254.169.254'].map((address) => ({ address, family: 4 })),
          )
        : answer(null, '169.254.169.254', 4);
    for (const all of [true, false]) {
      guardLookup(names, addressRefusal)('rebound.example', { all }, (error, address) => {
        expect(error).toBeInstanceOf(RefusedAddress);
        expect(error).toMatchObject({ name: 'RefusedAddress', code: 'REFUSED_ADDRESS' });
        expect(address).toBeUndefined();
      });
    }
  });
});

test.each([
  ['127.0.0.1', true],
  ['[::ffff:7f00:1]', true],
  ['127.255.0.3', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['128.0.0.1', false],
  ['::2', false],
  ['2002:7f00:1::', false], // is sent to a relay, not to this machine
  ['64:ff9b::127.0.0.1', false],
  ['0.0.0.0', false],
  ['localhost', false],
])('%s means this machine: %s', (address, loopback) => {
  expect(isLoopbackAddress(address)).toBe(loopback);
});

test.each([
  ['localhost', true],
  ['float.localhost', true],
  ['notlocalhost', false],
  ['localhost.example.com', false],
  ['[::1]', true],
  ['10.0.0.1', false],
])('the host %s is this machine: %s', (host, loopback) => {
  expect(isLoopbackHost(host)).toBe(loopback);
});
