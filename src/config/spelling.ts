/** What may have been meant by a name that isn't known. */
export function nearest(name: string, known: readonly string[]): string {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const ranked = known
    .map((candidate) => ({ candidate, distance: distanceOf(plain(name), plain(candidate)) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  if (best && best.distance <= Math.max(1, Math.floor(name.length / 4))) {
    return `did you mean ${best.candidate}?`;
  }
  const start = known.find((candidate) => candidate.length > 2 && plain(name).startsWith(plain(candidate)));
  if (start !== undefined) return `did you mean ${start}?`;
  return `here there are ${known.join(', ')}`;
}

/** How many letters must be put in, taken out or replaced to make one word of the other. */
function distanceOf(a: string, b: string): number {
  if (a.length > 64) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
