// Guesses which name somebody meant: used wherever a name of the file is refused.
import { distance } from 'fastest-levenshtein';

const MAX_LENGTH = 64; // no setting has a longer name, and comparing long ones takes time

/** Returns `did you mean schedule?`, or the list of all known names when none is near. */
export function nearest(name: string, known: readonly string[]): string {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const typed = plain(name);
  const meant =
    known
      .map((candidate) => ({
        candidate,
        edits: typed.length > MAX_LENGTH ? Number.POSITIVE_INFINITY : distance(typed, plain(candidate)),
      }))
      .sort((a, b) => a.edits - b.edits)
      .find(({ edits }) => edits <= Math.max(1, Math.floor(name.length / 4)))?.candidate ??
    known.find((candidate) => candidate.length > 2 && typed.startsWith(plain(candidate)));
  return meant === undefined ? `here there are ${known.join(', ')}` : `did you mean ${meant}?`;
}
