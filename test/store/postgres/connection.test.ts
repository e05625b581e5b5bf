import { describe, expect, test } from 'vitest';
import { clientConfig } from '../../../src/store/postgres/connection.ts';

describe('the address', () => {
  const config = (url: string) => clientConfig({ url });

  test('of this machine goes without TLS, of another with its certificate checked', () => {
    expect(config('postgres://u:p@127.0.0.1:5433/db')).toMatchObject({
      ssl: false,
      host: '127.0.0.1',
      port: 5433,
      database: 'db',
    });
    expect(config('postgres://u:p@db.example.com/db')).toMatchObject({
      ssl: { rejectUnauthorized: true },
      port: 5432,
    });
    expect(config('postgres://u:p@db.example.com/db?sslmode=disable')).toMatchObject({ ssl: false });
  });

  test.each([
    ['postgres://h/db?sslmode=require', 'only verify-full and disable'],
    ['postgres://h/db?options=-c', 'the parameter options'],
    ['postgres://u:p,q@one,two/db', 'names several hosts'],
    ['postgres://one:5432,two:5432/db', 'names several hosts'],
    ['mysql://h/db', 'is not an address such as postgres://'],
    ['h/db', 'is not an address such as postgres://'],
    ['postgres://u:p%zz@h/db', 'has a "%"'],
  ])('%s is refused', (url, sentence) => {
    expect(() => config(url)).toThrow(sentence);
  });

  test('may hold any character in its password, and errors never quote it', () => {
    const secret = 'p@ss/w:rd?,';
    expect(config(`postgres://u:${encodeURIComponent(secret)}@127.0.0.1/db`).password).toBe(secret);
    expect(config('postgres://u:a,b@127.0.0.1/db').password).toBe('a,b');
    expect(() => config('postgres://u:canary@h/db?sslmode=prefer')).toThrow(
      expect.not.stringContaining('canary'),
    );
  });
});
