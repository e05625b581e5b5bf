// Explains mistakes of YAML itself in plain words: the library's own messages use terms of its grammar.
import { type Document, visit, type YAMLParseError } from 'yaml';

const OPEN = 'a bracket or brace is opened here and not closed, or the lines within it are not indented';
export const STAR = 'a value that begins with * needs quotes, as "*/5 * * * *" does';

/** Says what is wrong, and where the mistake began: the library says only where it could not go on. */
export function explain(
  error: YAMLParseError,
  document: Document,
  text: string,
): { why: string; offset: number } {
  const { code, message, pos } = error;
  const [offset] = pos;
  const opening = code === 'MISSING_CHAR' ? quoteAround(document, offset) : undefined;
  if (opening !== undefined) return { why: 'a quote is opened here and not closed', offset: opening };
  const bracket = code === 'BAD_INDENT' ? bracketAround(document, offset) : undefined;
  if (bracket !== undefined) return { why: OPEN, offset: bracket };
  if (text[offset - 1] === '$') {
    return { why: `within braces or brackets, a \${VARIABLE} needs quotes around it`, offset };
  }
  if (/alias/i.test(message)) {
    const star = text.indexOf('*', text.lastIndexOf('\n', offset - 1) + 1);
    return { why: STAR, offset: star };
  }
  return { why: SAID_BETTER[code] ?? message, offset };
}

/** Better words for some errors: the library's own would quote the file, or explain little. */
const SAID_BETTER: Readonly<Record<string, string>> = {
  BAD_DIRECTIVE: 'a line that begins with % has a meaning of its own in YAML: quote it',
  BAD_DQ_ESCAPE: 'an escape sequence that YAML does not know: in double quotes a backslash is written \\\\',
  BAD_INDENT: 'the indentation is not that of the lines around it',
  BLOCK_AS_IMPLICIT_KEY: 'a second colon on the line: put the value in quotes, or in a line of its own',
  IMPOSSIBLE: 'this can not be read',
  MISSING_CHAR: 'a quote, bracket or colon is missing here',
  MULTIPLE_DOCS: 'one document per file: take out the "---"',
  MULTILINE_IMPLICIT_KEY: 'a name without a colon, or a quote that is not closed',
  RESOURCE_EXHAUSTION: 'nested more deeply than any setting',
  TAB_AS_INDENT: 'indented with a tab: use spaces',
  TAG_RESOLVE_FAILED: 'tags (!…) are not used here: write the plain value',
  UNEXPECTED_TOKEN: 'something stands here that does not belong, or a bracket or quote is missing before it',
};

/** The beginning of the innermost list in brackets, or section in braces, that reaches up to `offset`, if there is one. */
function bracketAround(document: Document, offset: number): number | undefined {
  let opening: number | undefined;
  visit(document, {
    Collection(_, { flow, range }) {
      if (flow && range && range[0] < offset && offset <= range[1]) opening = range[0];
    },
  });
  return opening;
}

/** The beginning of the quoted text that reaches up to `offset`, if there is one. */
function quoteAround(document: Document, offset: number): number | undefined {
  let opening: number | undefined;
  visit(document, {
    Scalar(_, { type, range }) {
      if (type?.startsWith('QUOTE_') && range && range[0] < offset && offset <= range[1]) opening = range[0];
    },
  });
  return opening;
}
