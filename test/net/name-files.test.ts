// What this machine's own files say about names.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { candidates, followFile, parseHosts, parseResolvConf } from '../../src/net/name-files.ts';

test('a hosts file: names in any case, several of an address, several addresses of a name, comments', () => {
  const hosts = parseHosts(
    [
      '# local',
      '127.0.0.1 localhost',
      '::1\tLocalHost  ip6-loopback # v6',
      '',
      ' 10.0.0.7 db',
      'nonsense db',
      '10.0.0.8',
    ].join('\n'),
  );
  expect([...hosts]).toEqual([
    ['localhost', ['127.0.0.1', '::1']],
    ['ip6-loopback', ['::1']],
    ['db', ['10.0.0.7']],
  ]);
  expect([...parseHosts('')]).toEqual([]);
});

test.each<readonly [text: string, search: readonly string[], ndots: number]>([
  ['', [], 1],
  ['nameserver 10.0.0.1', [], 1],
  ['search a.example b.example', ['a.example', 'b.example'], 1],
  ['search a.example.\nsearch b.example. .', ['b.example'], 1],
  ['domain a.example b.example', ['a.example'], 1],
  ['search a.example\ndomain b.example', ['b.example'], 1],
  ['domain a.example\nsearch b.example c.example', ['b.example', 'c.example'], 1],
  ['#search a.example\n;search b.example\nsearch c.example # d.example', ['c.example'], 1],
  ['options ndots:5', [], 5],
  ['options ndots:5 edns0 ndots:2', [], 2],
  ['options ndots:0', [], 0],
  ['options ndots:14', [], 14],
  ['options ndots:15', [], 15],
  ['options ndots:16', [], 15],
  ['options ndots:many rotate', [], 1],
  ['options ndots:3\noptions rotate', [], 3],
])('resolv.conf %j searches %j with ndots %i', (text, search, ndots) => {
  expect(parseResolvConf(text)).toEqual({ search, ndots });
});

test.each<readonly [name: string, ndots: number, asked: readonly string[]]>([
  ['db', 1, ['db.a.example', 'db.b.example', 'db']],
  ['db.prod', 1, ['db.prod', 'db.prod.a.example', 'db.prod.b.example']],
  ['db.prod', 2, ['db.prod.a.example', 'db.prod.b.example', 'db.prod']],
  ['db', 0, ['db', 'db.a.example', 'db.b.example']],
  ['db.', 5, ['db']],
  ['db.example.com.', 1, ['db.example.com']],
])('the name %s with ndots %i is asked as %j', (name, ndots, asked) => {
  expect(candidates(name, { search: ['a.example', 'b.example'], ndots })).toEqual(asked);
});

test('a name without domains to search is asked as it is', () => {
  expect(candidates('db', { search: [], ndots: 1 })).toEqual(['db']);
});

test('a file is read again only when it has changed; a missing one is as an empty one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-names-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'hosts');
  const parsed: string[] = [];
  const read = followFile(path, (text) => {
    parsed.push(text);
    return text.length;
  });
  const write = (text: string, seconds: number) => {
    writeFileSync(path, text);
    utimesSync(path, seconds, seconds);
  };
  expect(read()).toBe(0);
  write('one', 1);
  expect([read(), read()]).toEqual([3, 3]);
  write('two', 2); // as long as before
  expect(read()).toBe(3);
  write('three', 2); // at the same time
  expect(read()).toBe(5);
  rmSync(path);
  expect([read(), read()]).toEqual([0, 0]);
  expect(parsed).toEqual(['', 'one', 'two', 'three', '']);
});

test('a file that cannot be read keeps its last value until it can', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-names-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'hosts');
  writeFileSync(path, 'one');
  let isBroken = false;
  const read = followFile(path, (text) => {
    if (isBroken) throw new Error('half written');
    return text;
  });
  expect(read()).toBe('one');
  writeFileSync(path, 'another');
  isBroken = true;
  expect(read()).toBe('one');
  isBroken = false;
  expect(read()).toBe('another');
});
