import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createScrubber } from '../../src/config/scrub.ts';
import { openSecretFile, secretOf } from '../../src/config/secret.ts';
import { computingMs } from '../support/cpu.ts';

const KEY = 'sk/"live"\\42+8=%?';

test.each([
  ['raw', KEY],
  ['URL-encoded', encodeURIComponent(KEY)],
  ['URL-encoded in lower case', encodeURIComponent(KEY).toLowerCase()],
  ['JSON-escaped', JSON.stringify(KEY).slice(1, -1)],
  ['JSON within JSON', JSON.stringify(JSON.stringify(KEY)).slice(3, -3)],
  ['hexadecimal', Buffer.from(KEY).toString('hex')],
  ['hexadecimal in upper case', Buffer.from(KEY).toString('hex').toUpperCase()],
])('X1 a secret is taken out of a text %s', (_, form) => {
  const scrub = createScrubber([secretOf(KEY)]);
  expect(scrub(`before ${form} and ${form}; after`)).toBe('before [secret] and [secret]; after');
});

test('X1 base64 hides nothing, wherever in it the secret begins', () => {
  const key = '0123456789ABCDEF';
  const scrub = createScrubber([secretOf(key)]);
  for (const before of ['', 'u', 'u:', 'user:', 'somebody:']) {
    for (const after of ['', '!', ', and more']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const encoded = Buffer.from(before + key + after).toString(encoding);
        expect(scrub(encoded)).toContain('[secret]');
        const left = Buffer.from(scrub(encoded).split('[secret]')[0] ?? '', 'base64').toString();
        expect(left).not.toContain('01');
      }
    }
  }
});

test.each(['base64', 'base64url'] as const)('X1 %s hides nothing, with all its characters', (encoding) => {
  const scrub = createScrubber([secretOf('key?>~key?>~key')]); // a2V5Pz5+… and the like hold plus and slash
  for (const before of ['', '?', '??']) {
    const encoded = Buffer.from(`${before}key?>~key?>~key`).toString(encoding);
    expect(scrub(encoded)).toMatch(/^.{0,3}\[secret\].{0,2}=*$/);
  }
});

test('a path is a secret when it is long enough to hold a token, and no common word', () => {
  const scrub = createScrubber([
    secretOf('https://a.example.com/hook-of'),
    secretOf('https://b.example.com/sixteen-letters'),
    secretOf('https://c.example.com/fifteen-letter'),
  ]);
  expect(scrub('/hook-of /fifteen-letter /sixteen-letters')).toBe('/hook-of /fifteen-letter [secret]');
  expect(scrub('to https://a.example.com/hook-of')).toBe('to [secret]');
});

test('a key that looks like an address and is none is taken out as it stands', () => {
  expect(createScrubber([secretOf('sk://[live-42')])('with sk://[live-42.')).toBe('with [secret].');
});

test('a secret address is hidden as a whole, and so are its password and the token in its path', () => {
  const scrub = createScrubber([
    secretOf('postgres://user:pass%2Fword@db.example.com/x'),
    secretOf('https://hooks.example.com/services/T0/B0/abcdef'),
  ]);
  expect(scrub('connecting to postgres://user:pass%2Fword@db.example.com/x failed')).toBe(
    'connecting to [secret] failed',
  );
  expect(scrub('no such user with pass/word')).toBe('no such user with [secret]');
  expect(scrub('POST /services/T0/B0/abcdef to hooks.example.com')).toBe(
    'POST [secret] to hooks.example.com',
  );
});

test('secrets that are learnt later, or that change, are taken out too, and so is what they were', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-scrub-'));
  try {
    const path = join(folder, 'key');
    writeFileSync(path, 'key-before', { mode: 0o600 });
    const secret = openSecretFile(path);
    const scrub = createScrubber([secret]);
    scrub.add([secretOf('key-added')]);
    writeFileSync(path, 'key-after');
    secret.reveal();
    expect(scrub('key-before key-after key-added')).toBe('[secret] [secret] [secret]');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('of two secrets, one the beginning of the other, the longer is taken out', () => {
  const scrub = createScrubber([secretOf('key-12'), secretOf('key-1234')]);
  expect(scrub('key-12 key-1234')).toBe('[secret] [secret]');
});

test('X1 no text keeps a secret in it, and nothing else is touched', () => {
  const secret = fc.string({
    minLength: 6,
    maxLength: 40,
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((c) => String.fromCharCode(c)),
  });
  fc.assert(
    fc.property(fc.array(secret, { minLength: 1, maxLength: 5 }), fc.array(fc.string()), (values, texts) => {
      const scrub = createScrubber(values.map((value) => secretOf(value)));
      const text = texts.flatMap((part, i) => [part, values[i % values.length]]).join('');
      const clean = scrub(text);
      return values.every((value) => !clean.replaceAll('[secret]', '\0').includes(value));
    }),
  );
});

test('the time it takes does not grow with the number of secrets', { tags: 'timed' }, () => {
  const secrets = Array.from({ length: 20_000 }, (_, i) => secretOf(`key-${i}-${(i * 7919) % 100_003}`));
  const scrub = createScrubber(secrets);
  const line = `{"level":"info","msg":"${'nothing to hide here '.repeat(20)}"}`;
  const all = computingMs(() => {
    for (let i = 0; i < 1_000; i++) scrub(line);
  });
  expect(all / 1_000).toBeLessThan(1);
});

test('what held no secret is looked through again once another secret is known', () => {
  const scrub = createScrubber([secretOf('key-before')]);
  expect(scrub('UGX key-after')).toBe('UGX key-after');
  expect(scrub('UGX key-after')).toBe('UGX key-after');
  scrub.add([secretOf('key-after')]);
  expect(scrub('UGX key-after')).toBe('UGX [secret]');
});

test('texts without number are scrubbed like the first ones', () => {
  const scrub = createScrubber([secretOf('key-12')]);
  for (let i = 0; i < 3_000; i++) expect(scrub(`wallet ${i} key-12`)).toBe(`wallet ${i} [secret]`);
  for (let i = 0; i < 3_000; i++) expect(scrub(`wallet ${i}`)).toBe(`wallet ${i}`);
});
