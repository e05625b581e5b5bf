// Words of a shell, held against a real one.
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shellWord, singleQuoted } from '../../src/domain/shell-word.ts';

test.each([
  ['floatwatch.yaml', 'floatwatch.yaml'],
  ['/etc/float-watch_1/a@b,c=d+e%f:g', '/etc/float-watch_1/a@b,c=d+e%f:g'],
  ['my dir/floatwatch.yaml', "'my dir/floatwatch.yaml'"],
  ["it's", "'it'\\''s'"],
  ['$HOME', "'$HOME'"],
  ['~/x', "'~/x'"],
  ['', "''"],
])('%s is typed as %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});

test('a shell reads what was meant', () => {
  const texts = fc.sample(fc.string({ unit: fc.constantFrom(...' \'"$`\\\n!*?~#&;|<>(){}[]a/') }), {
    numRuns: 200,
    seed: 1,
  });
  const words = texts.flatMap((text) => [shellWord(text), singleQuoted(text)]);
  const script = `printf '%s\\0' ${words.join(' ')}`;
  const read = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  expect(read).toEqual(texts.flatMap((text) => [text, text]));
});
