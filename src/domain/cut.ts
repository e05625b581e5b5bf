// Cuts texts that are too long, between two characters as people see them, and marks the cut. Used where a receiver has a
// limit.

const MARKER = '…';
let graphemes: Intl.Segmenter | undefined; // slow to make: made for the first text

/** A text of at most `most` UTF-16 units; a longer one ends in `…`, and no character, as people see it, is cut in two. */
export function cut(text: string, most: number): string {
  return cutBy(text, most, (part) => part.length);
}

/** Cuts like {@link cut}, by another measure of length, which must be additive: bytes, or characters after escaping. */
export function cutBy(text: string, most: number, lengthOf: (part: string) => number): string {
  if (lengthOf(text) <= most) return text;
  let length = lengthOf(MARKER);
  let kept = '';
  for (const { segment } of graphemesIn(text)) {
    length += lengthOf(segment);
    if (length > most) break;
    kept += segment;
  }
  return most < lengthOf(MARKER) ? '' : `${kept}${MARKER}`;
}

/** The characters of a text, as people see them. */
export function graphemesIn(text: string): Iterable<Intl.SegmentData> {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return graphemes.segment(text);
}
