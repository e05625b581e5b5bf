// Writes a text as one word of a shell, for commands that people copy.

/** The text as one word, in single quotes unless every character is harmless to a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : singleQuoted(text);
}

/** The text in single quotes, within which a POSIX shell expands nothing. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
