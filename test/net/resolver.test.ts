import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { addressRefusal } from '../../src/net/address.ts';
import { guardLookup, type Lookup, RefusedAddress } from '../../src/net/lookup.ts';
import { createLookup, type LookupOptions, systemLookup } from '../../src/net/resolver.ts';
import { startNameServer, type Zone } from '../support/name-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-names-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
function file(text: string): string {
  const path = join(folder, String(files++));
  writeFileSync(path, text);
  return path;
}

type Options = NonNullable<Parameters<Lookup>[1]>;
/** All addresses of a name, or the code of the error. */
const find = (lookup: Lookup, name: string, options: Options = {}) =>
  new Promise<unknown>((resolve) => {
    lookup(name, { all: true, ...options }, (error, found) => {
      resolve(
        error
          ? (error as NodeJS.ErrnoException).code
          : (found as { address: string }[]).map((each) => each.address),
      );
    });
  });

async function withNames(
  zone: Zone,
  {
    hosts = '',
    resolv = '',
    ...options
  }: LookupOptions & { readonly hosts?: string; readonly resolv?: string } = {},
) {
  const server = await startNameServer(zone);
  const lookup = createLookup({
    servers: [server.address],
    hostsFile: file(hosts),
    resolvConf: file(resolv),
    ...options,
  });
  return { lookup, asked: server.asked, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('a name', () => {
  const ZONE = {
    'pay.example.com': ['10.0.0.2', 'fd00::1'],
    'six.example.com': ['fd00::2'],
    'bare.example.com': [],
  };

  test.each([
    ['pay.example.com', {}, ['10.0.0.2', 'fd00::1']],
    ['PAY.example.com', {}, ['10.0.0.2', 'fd00::1']],
    ['pay.example.com.', {}, ['10.0.0.2', 'fd00::1']],
    ['pay.example.com', { family: 4 }, ['10.0.0.2']],
    ['pay.example.com', { family: 'IPv6' as const }, ['fd00::1']],
    ['pay.example.com', { family: 'IPv4' as const }, ['10.0.0.2']],
    ['six.example.com', {}, ['fd00::2']],
    ['six.example.com', { family: 4 }, 'ENOTFOUND'],
    ['bare.example.com', {}, 'ENOTFOUND'],
    ['gone.example.com', {}, 'ENOTFOUND'],
    [`${'x'.repeat(64)}.example.com`, {}, 'ENOTFOUND'],
  ] as const)('%s %j is %j', async (name, options, expected) => {
    await using names = await withNames(ZONE);
    expect(await find(names.lookup, name, options)).toEqual(expected);
  });

  test('is given as one address where one is asked for', async () => {
    await using names = await withNames(ZONE);
    const found = await new Promise((resolve) => {
      names.lookup('pay.example.com', {}, (error, address, family) => resolve([error, address, family]));
    });
    expect(found).toEqual([null, '10.0.0.2', 4]);
  });

  test('is asked for once, however many want it at a time; and again later', async () => {
    await using names = await withNames(ZONE);
    const found = await Promise.all(Array.from({ length: 50 }, () => find(names.lookup, 'pay.example.com')));
    expect(new Set(found.map(String)).size).toBe(1);
    expect(names.asked).toEqual(['pay.example.com']);
    await find(names.lookup, 'pay.example.com');
    expect(names.asked).toHaveLength(2);
  });

  test('in letters of another script is asked for as it is written on the wire', async () => {
    await using names = await withNames({ 'xn--bcher-kva.example': ['10.0.0.3'] });
    expect(await find(names.lookup, 'bücher.example')).toEqual(['10.0.0.3']);
  });

  test('X5 that leads to a metadata service is refused as before', async () => {
    await using names = await withNames({ 'evil.example.com': ['10.0.0.2', '169.254.169.254'] });
    const error = await new Promise((resolve) => {
      guardLookup(names.lookup, addressRefusal)('evil.example.com', { all: true }, resolve);
    });
    expect(error).toBeInstanceOf(RefusedAddress);
  });
});

describe('the hosts file', () => {
  test('comes first, and is read again when it changes', async () => {
    const hostsFile = file(
      '# ours\n10.1.1.1\tpay.example.com  Pay\n::7 pay.example.com # both\nnonsense x\n',
    );
    await using names = await withNames({ 'pay.example.com': ['10.0.0.2'] }, { hostsFile });
    expect(await find(names.lookup, 'pay.example.com')).toEqual(['10.1.1.1', '::7']);
    expect(await find(names.lookup, 'PAY')).toEqual(['10.1.1.1']);
    expect(names.asked).toEqual([]);
    writeFileSync(hostsFile, '10.1.1.22 pay.example.com\n');
    expect(await find(names.lookup, 'pay.example.com')).toEqual(['10.1.1.22']);
    rmSync(hostsFile);
    expect(await find(names.lookup, 'pay.example.com')).toEqual(['10.0.0.2']);
  });

  test('knows a name however it is written, and gives its IPv4 addresses first', async () => {
    await using names = await withNames(
      {},
      { hosts: 'fd00::3 xn--bcher-kva.example\n10.0.0.3 xn--bcher-kva.example' },
    );
    for (const name of ['bücher.example', 'xn--bcher-kva.example', 'xn--bcher-kva.example.'])
      expect(await find(names.lookup, name), name).toEqual(['10.0.0.3', 'fd00::3']);
    expect(names.asked).toEqual([]);
  });

  test.each(['localhost', 'LOCALHOST', 'float.localhost'])('%s is this machine without it', async (name) => {
    await using names = await withNames({});
    expect(await find(names.lookup, name)).toEqual(['127.0.0.1', '::1']);
    expect(names.asked).toEqual([]);
  });

  test('of this machine knows localhost', async () => {
    expect(await find(systemLookup, 'localhost', { family: 4 })).toEqual(['127.0.0.1']);
  });
});

describe('search domains', () => {
  const resolv =
    'nameserver 10.9.9.9\ndomain old.example\nsearch a.example b.example. # ours\noptions timeout:1 ndots:2\n';
  const ZONE = {
    'pay.b.example': ['10.0.0.1'],
    'pay.eu.a.example': ['10.0.0.2'],
    'pay.eu': ['10.0.0.3'],
    'pay.eu.example': ['10.0.0.4'],
    'last.c': ['10.0.0.5'],
    'flaky.a.example': 'servfail',
    'flaky.b.example': ['10.0.0.6'],
    'broken.a.example': 'servfail',
  } as const;

  test.each([
    ['pay', ['10.0.0.1'], ['pay.a.example', 'pay.b.example']],
    ['pay.eu', ['10.0.0.2'], ['pay.eu.a.example']],
    ['pay.eu.', ['10.0.0.3'], ['pay.eu']],
    ['pay.eu.example', ['10.0.0.4'], ['pay.eu.example']],
    ['last.c', ['10.0.0.5'], ['last.c.a.example', 'last.c.b.example', 'last.c']],
    ['flaky', ['10.0.0.6'], ['flaky.a.example', 'flaky.b.example']],
    ['broken', 'EAI_AGAIN', ['broken.a.example', 'broken.b.example', 'broken']],
    ['no.such.name', 'ENOTFOUND', ['no.such.name', 'no.such.name.a.example', 'no.such.name.b.example']],
  ])('with ndots:2, %s is %j', async (name, expected, asked) => {
    await using names = await withNames(ZONE, { resolv });
    expect(await find(names.lookup, name)).toEqual(expected);
    expect(names.asked).toEqual(asked);
  });

  test('without any, a short name is asked for as it is', async () => {
    await using names = await withNames({ postgres: ['10.0.0.9'] });
    expect(await find(names.lookup, 'postgres')).toEqual(['10.0.0.9']);
  });
});

describe('a name server', () => {
  test('that answers for IPv4 alone is not waited for', { tags: 'timed' }, async () => {
    await using names = await withNames({ 'db.example.com': ['10.0.0.2', 'silent'] });
    const begun = performance.now();
    expect(await find(names.lookup, 'db.example.com')).toEqual(['10.0.0.2']);
    expect(performance.now() - begun).toBeLessThan(2_000); // Postgres has three seconds for the whole connection
  });

  test('that never answers costs its own time and nobody else’s', { tags: 'timed' }, async () => {
    await using names = await withNames(
      { 'hangs.example.com': 'silent', 'pay.example.com': ['10.0.0.2'] },
      { timeoutMs: 4_000 },
    );
    const started = performance.now();
    const hanging = Array.from({ length: 100 }, (_, i) =>
      find(names.lookup, i % 2 ? 'hangs.example.com' : 'HANGS.example.com.'),
    );
    expect(await find(names.lookup, 'pay.example.com')).toEqual(['10.0.0.2']);
    expect(performance.now() - started).toBeLessThan(3_500);
    expect(new Set(await Promise.all(hanging))).toEqual(new Set(['EAI_AGAIN']));
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  test.each([
    ['gone.example.com', 'ENOTFOUND: there is no host gone.example.com'],
    ['broken.example.com', 'EAI_AGAIN: no name server says where broken.example.com is'],
  ])('that knows no such host is told apart from one that fails: %s', async (name, sentence) => {
    await using names = await withNames({ 'broken.example.com': 'servfail' });
    const error = await new Promise((resolve) => names.lookup(name, { all: true }, resolve));
    expect(error).toMatchObject({ message: sentence, hostname: name });
  });

  test('that is not there is no refused connection of the service', async () => {
    const gone = await startNameServer({});
    await gone[Symbol.asyncDispose]();
    const lookup = createLookup({ servers: [gone.address], timeoutMs: 800 });
    expect(await find(lookup, 'pay.example.com')).toBe('EAI_AGAIN');
  });
});
