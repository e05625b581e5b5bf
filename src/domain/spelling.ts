// Guesses which name somebody meant: used wherever a name is refused.
import { distance } from 'fastest-levenshtein';
import { listed } from './listed.ts';

const MAX_LENGTH = 64; // no setting has a longer name, and comparing long ones takes time

/** Returns `did you mean schedule?`, or the list of all known names when none is near. */
export function nearest(name: string, known: readonly string[]): string {
  const meant = meantBy(name, known);
  return meant === undefined ? `here there are ${known.join(', ')}` : `did you mean ${meant}?`;
}

/** As {@link nearest}, of names that somebody gave to things: there may be thousands of them, or none. */
export function nearestOf(name: string, known: readonly string[]): string {
  const meant = meantBy(name, known);
  return meant === undefined ? `there are ${listed(known) || 'none'}` : `did you mean ${meant}?`;
}

/** The known name that is near enough to have been meant. */
export function meantBy(name: string, known: readonly string[]): string | undefined {
  const typed = plain(name);
  if (typed.length > MAX_LENGTH) return undefined;
  const near = known
    .map((candidate) => ({ candidate, edits: editsBetween(typed, plain(candidate)) }))
    .sort((a, b) => a.edits - b.edits)
    .find(
      ({ edits }) =>
        edits <= Math.max(1, Math.floor(name.length / 4)) && (edits === 0 || edits < typed.length),
    );
  if (near) return near.candidate;
  const longEnough = (text: string) => text.length > 2;
  return (
    known.find((candidate) => longEnough(candidate) && typed.startsWith(plain(candidate))) ??
    (longEnough(typed) ? only(known.filter((candidate) => plain(candidate).startsWith(typed))) : undefined)
  );
}

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Two letters the wrong way round are one edit, too. */
function editsBetween(a: string, b: string): number {
  const letters = (text: string) => [...text].sort().join('');
  const edits = distance(a, b);
  return edits === 2 && a.length === b.length && letters(a) === letters(b) ? 1 : edits;
}
