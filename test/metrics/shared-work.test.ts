// Work that scrapes share: one run for all who ask meanwhile, and one gzip stream with an end for each.
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { coalesce } from '../../src/metrics/coalesce.ts';
import { escapeLabel, familyHeader } from '../../src/metrics/family.ts';
import { createFamilyTexts } from '../../src/metrics/family-texts.ts';
import { compress, finish } from '../../src/metrics/gzip.ts';

describe('work that is asked for', () => {
  /** Work whose runs are ended by hand. */
  function working() {
    const runs: PromiseWithResolvers<number>[] = [];
    const ask = coalesce(() => {
      const run = Promise.withResolvers<number>();
      runs.push(run);
      return run.promise;
    });
    return { runs, ask };
  }

  test('while a run is under way is begun after it, once for all who ask meanwhile', async () => {
    const { runs, ask } = working();
    const first = ask();
    const [second, third] = [ask(), ask()];
    expect(runs).toHaveLength(1);
    runs[0]!.resolve(1);
    expect(await first).toBe(1);
    await Promise.resolve();
    expect(runs).toHaveLength(2);
    const fourth = ask(); // nobody gets what was begun before they asked
    runs[1]!.resolve(2);
    expect(await Promise.all([second, third])).toEqual([2, 2]);
    await Promise.resolve();
    expect(runs).toHaveLength(3);
    runs[2]!.resolve(3);
    expect(await fourth).toBe(3);
  });

  test('when none is under way is begun at once, also after one that failed', async () => {
    const { runs, ask } = working();
    const first = ask();
    const second = ask();
    runs[0]!.reject(new Error('no'));
    await expect(first).rejects.toThrow('no');
    await Promise.resolve();
    expect(runs).toHaveLength(2);
    runs[1]!.resolve(2);
    expect(await second).toBe(2);
    void ask();
    expect(runs).toHaveLength(3);
  });
});

describe('a gzip stream of a beginning and an end', () => {
  const big = Buffer.from(Array.from({ length: (1 << 20) + 77 }, (_, i) => (i * 7_919) % 251));

  test.each([
    ['nothing', [], ''],
    ['an end alone', [], 'end\n'],
    ['a beginning alone', ['a\n'], ''],
    ['pieces, one of them empty', ['a\n', '', 'b\n'], 'end\n'],
  ])('%s', async (_what, pieces, end) => {
    const begun = await compress(pieces.map((piece) => Buffer.from(piece)));
    const all = Buffer.concat(await finish(begun, Buffer.from(end)));
    expect(gunzipSync(all).toString()).toBe(pieces.join('') + end);
  });

  test('of more than a slice, with one end after the other', async () => {
    const begun = await compress([big, Buffer.from('x'), big]);
    expect(begun.size).toBe(2 * big.length + 1);
    for (const end of ['one', 'two']) {
      const all = Buffer.concat(await finish(begun, Buffer.from(end)));
      expect(all.subarray(0, 4)).toEqual(Buffer.from([0x1f, 0x8b, 8, 0]));
      expect(gunzipSync(all).equals(Buffer.concat([big, Buffer.from('x'), big, Buffer.from(end)]))).toBe(
        true,
      );
    }
  });
});

test('the header of a family', () => {
  const family = { name: 'x_total', type: 'counter', labels: [], help: 'A "b" \\ c\nd' } as const;
  expect(familyHeader(family, 'text')).toBe('# HELP x_total A "b" \\\\ c\\nd\n# TYPE x_total counter\n');
  expect(familyHeader(family, 'openmetrics')).toBe('# HELP x A \\"b\\" \\\\ c\\nd\n# TYPE x counter\n');
  const gauge = { ...family, type: 'gauge' } as const;
  expect(familyHeader(gauge, 'openmetrics')).toMatch(/^# HELP x_total .*\n# TYPE x_total gauge\n$/);
});

test.each([
  ['plain', 'plain'],
  ['a"b', 'a\\"b'],
  ['a\\b', 'a\\\\b'],
  ['a\nb\rc\r\nd', 'a\\nb\\nc\\nd'],
  ['\\"\n', '\\\\\\"\\n'],
])('the label %j', (text, escaped) => expect(escapeLabel(text)).toBe(escaped));

test('families that are written side by side come one after the other, whenever they were turned into bytes', () => {
  const family = (name: string) => ({ name, type: 'gauge', labels: [], help: name.toUpperCase() }) as const;
  const texts = createFamilyTexts([family('a'), family('b'), family('c')]);
  texts.add(0, 'a 1\n');
  texts.add(1, 'b 1\n');
  texts.write();
  texts.add(0, 'a 2\n');
  texts.write();
  texts.add(1, 'b 2\n');
  const head = (name: string) => `# HELP ${name} ${name.toUpperCase()}\n# TYPE ${name} gauge\n`;
  expect(texts.join().toString()).toBe(`${head('a')}a 1\na 2\n${head('b')}b 1\nb 2\n${head('c')}`);
});
