// The alphabet of plain SMS (3GPP TS 23.038), and the number of parts that a text takes in it. With one sign outside of it,
// every part would hold 70 signs instead of 160, and each part is paid for. Pure.
import { graphemesIn } from '../../domain/cut.ts';

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '^{}\\[~]|€'; // two septets each
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ...[...BASIC].map((sign) => [sign, 1] as const),
  ...[...EXTENDED].map((sign) => [sign, 2] as const),
]);

const ONE_PART = 160;
const EACH_OF_MANY = 153; // the rest is a header that joins the parts
const MARKER = '...';

/** Substitutes for signs that have no decomposition. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  ...{
    '‘': "'",
    '’': "'",
    '‚': ',',
    '‛': "'",
    '“': '"',
    '”': '"',
    '„': '"',
    '«': '"',
    '»': '"',
    '‹': '<',
    '›': '>',
  },
  ...{
    '‐': '-',
    '‑': '-',
    '‒': '-',
    '–': '-',
    '—': '-',
    '―': '-',
    '−': '-',
    '•': '*',
    '·': '.',
    '×': 'x',
    '÷': '/',
  },
  ...{
    '`': "'",
    '´': "'",
    '\t': ' ',
    ç: 'c',
    đ: 'd',
    Đ: 'D',
    ł: 'l',
    Ł: 'L',
    ı: 'i',
    œ: 'oe',
    Œ: 'OE',
    ð: 'd',
    þ: 'th',
  },
  ...{ '→': '->', '←': '<-', '≥': '>=', '≤': '<=', '≠': '!=', '₦': 'NGN', '₵': 'GHS', '°': ' deg', '⁄': '/' },
};

/** The text in this alphabet alone. Accents are dropped where they must be, and a sign without a substitute becomes one `?`. */
export function transliterate(text: string): string {
  return Array.from(graphemesIn(text.replace(/\r\n?/g, '\n')), ({ segment }) => signOf(segment)).join('');
}

function signOf(sign: string): string {
  const composed = sign.normalize('NFC');
  if (LENGTHS.has(composed)) return composed;
  const substitute = SUBSTITUTES[composed];
  if (substitute !== undefined) return substitute;
  const plain = sign.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s/gu, ' ');
  const known = Array.from(plain, (each) => (LENGTHS.has(each) ? each : (SUBSTITUTES[each] ?? ''))).join('');
  return known === '' && !/^\p{Cf}*$/u.test(sign) ? '?' : known;
}

/** The number of parts in which a text of this alphabet is sent. An extended sign is never cut in two. */
export function partsOf(text: string): number {
  if (lengthOf(text) <= ONE_PART) return 1;
  let parts = 1;
  let used = 0;
  for (const sign of text) {
    const length = lengthOf(sign);
    if (used + length > EACH_OF_MANY) {
      parts++;
      used = 0;
    }
    used += length;
  }
  return parts;
}

/** A text of this alphabet, cut to at most so many parts; a text that was cut ends in `...`. */
export function cutToParts(text: string, most: number): string {
  if (partsOf(text) <= most) return text;
  const signs = [...text];
  let [fits, tooMany] = [0, signs.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (partsOf(signs.slice(0, middle).join('') + MARKER) <= most) fits = middle;
    else tooMany = middle;
  }
  return signs.slice(0, fits).join('') + MARKER;
}

function lengthOf(text: string): number {
  let length = 0;
  for (const sign of text) length += LENGTHS.get(sign) ?? 1;
  return length;
}
