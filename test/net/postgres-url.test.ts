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
});
