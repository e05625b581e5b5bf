// Names in a sentence, of which there may be thousands. Used by commands that tell which accounts something is about.

const MOST = 8;

/** `acme-ug, acme-ke`; of more than eight the first, `and 12 more`. */
export function listed(names: readonly string[]): string {
  const more = names.length > MOST ? ` and ${names.length - MOST} more` : '';
  return `${names.slice(0, MOST).join(', ')}${more}`;
}
