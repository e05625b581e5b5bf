// What becomes of names that a service sends, before they are keys in the database and labels in metrics.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { currencyLabel, displayText, nameLabel, upperCaseLabel } from '../../src/upstream/records/label.ts';

const hashed = (raw: string, kept: string) =>
  `${kept}~${createHash('sha256').update(raw, 'utf16le').digest('hex').slice(0, 16)}`;
const A = (length: number) => 'A'.repeat(length);

describe('a currency', () => {
  test.each([
    ['UGX', 'UGX'],
    ['ugx', 'UGX'],
    ['u1x', 'U1X'],
    [A(12), A(12)],
  ])('like %j is exposed in upper case', (raw, text) => {
    expect(currencyLabel(raw)).toEqual({ text, exposable: true });
  });

  test.each(['UG', A(13), 'UG-X', 'ugıx', 'uﬀ', ' UGX', 'UGX\n', ''])('like %j is kept as it is', (raw) => {
    expect(currencyLabel(raw)).toEqual({ text: raw, exposable: false });
  });
});

describe('a name', () => {
  test.each(['A', 'a_b.c:d-9', A(64)])('like %j is exposed as it is', (raw) => {
    expect(nameLabel(raw)).toEqual({ text: raw, exposable: true });
  });

  test.each([A(65), A(128), 'a b', 'é', 'a,b', 'a\nb'])(
    'like %j is stored as it is, and not exposed',
    (raw) => {
      expect(nameLabel(raw)).toEqual({ text: raw, exposable: false });
    },
  );

  test.each([
    ['is too long', A(129), A(111)],
    ['has a slash', 'a/b/c', 'a\ufffdb\ufffdc'],
    ['has a NUL', 'a\0b', 'a\ufffdb'],
    ['is no text', 'a\ud800b', 'a\ufffdb'],
    ['is cut in a character', `${A(110)}😀${A(20)}`, `${A(110)}\ufffd`],
  ])('that %s is changed, and marked by what it was', (_, raw, kept) => {
    expect(nameLabel(raw)).toEqual({ text: hashed(raw, kept), exposable: false });
    expect(currencyLabel(raw)).toEqual(nameLabel(raw));
  });

  test('that is changed stays another than all others', () => {
    const raw = [A(129), A(130), `${A(128)}B`, 'a/b', 'a\0b', 'a\ufffdb', 'a\ud800b', 'a\udfffb'];
    expect(new Set(raw.map((each) => nameLabel(each).text)).size).toBe(raw.length);
    for (const { text } of raw.map(nameLabel)) expect(text.length).toBeLessThanOrEqual(128);
  });
});

describe('a name in which case says nothing', () => {
  test.each([
    ['payout', 'PAYOUT'],
    ['Mobile_Money', 'MOBILE_MONEY'],
  ])('like %j is exposed in upper case', (raw, text) => {
    expect(upperCaseLabel(raw)).toEqual({ text, exposable: true });
  });

  test.each(['payın', 'oﬀ', 'straße', 'pay out'])(
    'like %j, which is not of plain letters, is left alone',
    (raw) => {
      expect(upperCaseLabel(raw)).toEqual({ text: raw, exposable: false });
    },
  );
});

test('thousands of names are read as the first ones', () => {
  for (let i = 0; i < 2_500; i++) expect(nameLabel(`NAME_${i}`).text).toBe(`NAME_${i}`);
  for (let i = 0; i < 2_500; i += 100) expect(nameLabel(`NAME_${i}`).text).toBe(`NAME_${i}`);
});

test.each([
  ['as it is', 'MTN "Uganda" /é', 'MTN "Uganda" /é'],
  ['of two hundred characters', A(200), A(200)],
  ['cut when it is longer', `${A(199)}BC`, `${A(199)}B`],
  ['without NUL', 'a\0b', 'a\ufffdb'],
  ['without half a character', `${A(199)}😀`, `${A(199)}\ufffd`],
])('text for people is kept %s', (_, raw, text) => {
  expect(displayText(raw)).toBe(text);
});
