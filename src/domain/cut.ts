// Texts that are too long: cut between two characters as people see them, and marked. Used where a receiver has a limit.

const MARKER = '…';
let graphemes: Intl.Segmenter | undefined; // made with the first text that is too long: few are

/** A text of at most `most` UTF-16 units; a longer one ends in `…`, and no character, as people see it, is cut in two. */
export function cut(text: string, most: number): string {
  return cutBy(text, most, (part) => part.length);
}

/** The same by another measure of length, which must add up: bytes, or characters after escaping. */
export function cutBy(text: string, most: number, lengthOf: (part: string) => number): string {
  if (lengthOf(text) <= most) return text;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let length = lengthOf(MARKER);
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    length += lengthOf(segment);
    if (length > most) break;
    kept += segment;
  }
  return most < lengthOf(MARKER) ? '' : `${kept}${MARKER}`;
}
