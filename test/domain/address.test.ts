import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addressRefusal,
  guardLookup,
  isLoopbackAddress,
  type Lookup,
  parseAddress,
  RefusedAddress,
} from '../../src/domain/address.ts';

test('reads exactly what Node takes for an address', () => {
  const soup = fc.array(fc.constantFrom('::', ':', '.', '0', '1', '255', '256', 'ffff', 'g', '127.0.0.1'), {
    maxLength: 12,
  });
  const text = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    soup.map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (address) => {
      // Zones and zeros in front are for others to judge: no lookup gives them.
      fc.pre(!/(^|[.:])0\d/.test(address));
      expect(parseAddress(address)?.length).toBe(
        ({ 0: undefined, 4: 4, 6: 16 } as Record<number, number | undefined>)[isIP(address)],
      );
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ...['256.1.1.1', '1.2.3.256', '1:2:3:4:5:6:7:8::', '1:2:3:4:5:6:7::8', '1:2:3:4:5:6:7::', '1.2.3.4::'],
  ...['::1.2.3.4:1', '::1::', '1::2::3', '1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8:9::'],
])('reads %s as Node does', (address) => {
  expect(parseAddress(address) !== undefined).toBe(isIP(address) !== 0);
});

test.each(['[::1', '::1]', 'x[::1]', '[::1]x'])('half in brackets, %s is no address', (address) => {
  expect(parseAddress(address)).toBeUndefined();
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
  ['127.255.0.3', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['128.0.0.1', false],
  ['::2', false],
  ['0.0.0.0', false],
  ['localhost', false],
])('%s means this machine: %s', (address, loopback) => {
  expect(isLoopbackAddress(address)).toBe(loopback);
});
