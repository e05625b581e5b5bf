import { describe, expect, test } from 'vitest';
import { parsePostgresUrl } from '../../src/net/postgres-url.ts';

describe('the address of a Postgres', () => {
  test.each([
    'postgres://user:1234?geheim@db.example.com/money',
    'postgres://user:1234/geheim@db.example.com/money',
    'postgres://user:1234#geheim@db.example.com/money',
    'postgres://user:1234?sslmode=geheim@db.example.com/money',
  ])('%s: what was cut off a password is not shown, nor called a host', (url) => {
    expect(() => parsePostgresUrl(url)).toThrow(/^has a "\/", "\?" or "#" .* write %2F, %3F or %23 /);
    expect(() => parsePostgresUrl(url)).not.toThrow(/geheim|1234/);
  });

  test.each([
    ['postgres://user:12%2F3%3F4%235@db.example.com/money', '12/3?4#5'],
    ['postgres://user:p@ss@db.example.com/money?sslrootcert=/etc/a@b.pem', 'p@ss'],
  ])('%s has the password %s', (url, password) => {
    expect(parsePostgresUrl(url)).toMatchObject({ host: 'db.example.com', database: 'money', password });
  });

  test.each(['%2Fvar%2Frun%2Fpostgresql', '%2fvar%2frun%2fpostgresql'])(
    '%s is a folder of a socket',
    (host) => {
      expect(parsePostgresUrl(`postgres://user@${host}/money`)).toMatchObject({
        host: '/var/run/postgresql',
        tls: false,
      });
    },
  );

  const whole = { host: 'db.example.com', port: 5433, user: 'ann', password: 'pa ss', database: 'money' };

  test.each([
    ['postgres://ann:pa%20ss@db.example.com:5433/money', { ...whole, tls: true, rootFile: undefined }],
    ['postgresql://ann:pa%20ss@db.example.com:5433/money?sslmode=disable', { ...whole, tls: false }],
    [
      'postgres://ann:pa%20ss@db.example.com:5433/money?sslrootcert=/etc/ca.pem&sslmode=verify-full',
      { ...whole, tls: true, rootFile: '/etc/ca.pem' },
    ],
    ['postgres://db.example.com/?sslrootcert=', { rootFile: undefined }],
    ['postgres://localhost/money?sslmode=verify-full', { host: 'localhost', tls: true }],
    ['postgres:///money', { host: '127.0.0.1', tls: false }],
  ])('%s says %j', (url, said) => {
    expect(parsePostgresUrl(url)).toMatchObject(said);
  });

  test.each(['postgres://db.example.com', 'postgres://db.example.com/'])(
    '%s leaves the rest to the defaults',
    (url) => {
      const { port, user, password, database } = parsePostgresUrl(url);
      expect({ port, user, password, database }).toEqual({
        ...{ port: 5432, user: 'floatwatch', password: '', database: 'floatwatch' },
      });
    },
  );

  test.each([
    ['localhost', 'localhost', false],
    ['127.0.0.1', '127.0.0.1', false],
    ['127.8.9.10', '127.8.9.10', false],
    ['[::1]', '::1', false],
    ['localhost.example.com', 'localhost.example.com', true],
    ['10.127.0.1', '10.127.0.1', true],
    ['127.0.0.1.example.com', '127.0.0.1.example.com', true],
    ['[2001:db8::1]', '2001:db8::1', true],
  ])('TLS is spoken to every host but this machine: %s', (written, host, tls) => {
    expect(parsePostgresUrl(`postgres://ann@${written}/money`)).toMatchObject({ host, tls });
  });

  test.each([
    ['postgres://one,two/money', /^names several hosts: only one is supported, so name an address/],
    ['postgresql://ann:pw@one:5432,two:5432', /^names several hosts/],
    [
      'mysql://db.example.com/money',
      /^is not an address such as postgres:\/\/user:password@host:5432\/database$/,
    ],
    ['postgres://', /^is not an address/],
    ['postgres:/db', /^is not an address/],
    ['', /^is not an address/],
    ['postgres://db.example.com/money#', null],
    [
      'postgres://db.example.com/money#top',
      /^has a "\/", "\?" or "#" in its user or password: write %2F, %3F or %23 there, and %40 for a "@"$/,
    ],
    [
      'postgres://db.example.com/money?application_name=x',
      /^has the parameter application_name, which is not/,
    ],
    ['postgres://localhost/money?sslmode=require', /^says sslmode=require: only verify-full and disable are/],
    ['postgres://db.example.com/money?sslmode=', /^says sslmode=: only/],
    ['postgres://ann:100%@db.example.com/money', /^has a "%" that is not followed by two digits .* as %25$/],
    ['postgres://db.example.com/100%', /^has a "%"/],
  ])('%s is refused with the reason: %s', (url, reason) => {
    if (reason) expect(() => parsePostgresUrl(url)).toThrow(reason);
    else expect(parsePostgresUrl(url)).toMatchObject({ database: 'money' });
  });

  test('a list in a password or a parameter is no list of hosts', () => {
    expect(parsePostgresUrl('postgres://ann:a,b@db.example.com/money')).toMatchObject({ password: 'a,b' });
    expect(parsePostgresUrl('postgres://db.example.com/money,too')).toMatchObject({ database: 'money,too' });
  });
});
