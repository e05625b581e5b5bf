// A YAML text as plain values, with the place of each. Variables are expanded after parsing, so that no value of
// the environment can become YAML.
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml';
import { type Env, expand } from './expand.ts';
import { formatPath, type Path } from './problem.ts';

const MOST_BYTES = 1024 * 1024;
const DEEPEST = 20;
const MOST_BY_ALIAS = 10_000; // values that stand in the file once and are used again

export interface Place {
  readonly line: number;
  readonly col: number;
}

export interface Tree {
  /** Maps, lists, strings, numbers and booleans; `undefined` where the file has nothing, or what can't be used. */
  readonly root: unknown;
  /** The place of a value, of the nearest part of the file that holds it when it isn't there itself. */
  readonly place: (path: Path) => Place;
  readonly keyPlace: (path: Path) => Place;
  /** The value as the file writes it, variables not expanded; `undefined` if it isn't there. */
  readonly source: (path: Path) => string | undefined;
  /** Whether something has been said about the value already. */
  readonly isBroken: (path: Path) => boolean;
}

/** Reads one YAML document; `report` gets what is wrong with it, and may be called for several things. */
export function readTree(
  text: string,
  env: Env,
  report: (place: Place, path: Path, message: string) => void,
): Tree {
  const lines = new LineCounter();
  const values = new Map<string, Node>();
  const keys = new Map<string, number>();
  const broken = new Set<string>();
  const anchors = new Map<string, Node>();
  let byAlias = 0;

  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), col: Math.max(col, 1) };
  };
  const place = (path: Path): Place => {
    for (let length = path.length; length >= 0; length--) {
      const key = formatPath(path.slice(0, length));
      const node = values.get(key);
      const offset = node?.range && !isEmpty(node) ? node.range[0] : keys.get(key);
      if (offset !== undefined) return placeOf(offset);
    }
    return { line: 1, col: 1 };
  };
  const tree = (root: unknown): Tree => ({
    root,
    place,
    keyPlace: (path) => {
      const offset = keys.get(formatPath(path));
      return offset === undefined ? place(path) : placeOf(offset);
    },
    source: (path) => {
      const range = values.get(formatPath(path))?.range;
      return range ? text.slice(range[0], range[1]) : undefined;
    },
    isBroken: (path) => broken.has(formatPath(path)),
  });
  const refuse = (path: Path, message: string, at: Place = place(path)): undefined => {
    broken.add(formatPath(path));
    report(at, path, message);
    return undefined;
  };

  const read = (node: Node | null, path: Path, again = false): unknown => {
    if (!node) return undefined;
    values.set(formatPath(path), node);
    if (again) byAlias++;
    if (byAlias > MOST_BY_ALIAS || path.length > DEEPEST) throw new Overgrown(path.slice(0, DEEPEST));
    if (isAlias(node)) {
      const target = anchors.get(node.source); // the library would search the whole file each time
      return target
        ? read(target, path, true)
        : refuse(path, `there is no anchor ${node.source} before this`);
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (node.tag !== undefined) return refuse(path, 'tags (!…) are not used here: write the plain value');
    if (isMap(node)) {
      const map: Record<string, unknown> = {};
      for (const { key, value } of node.items) {
        const name = keyOf(key);
        const at = placeOf((key as Node | null)?.range?.[0] ?? 0);
        if (name === undefined || name === '__proto__') {
          refuse(path, 'a setting has a name of plain text', at);
        } else if (Object.hasOwn(map, name)) {
          report(at, [...path, name], 'is here twice: keep one');
        } else {
          keys.set(formatPath([...path, name]), (key as Node).range?.[0] ?? 0);
          map[name] = read(value as Node | null, [...path, name], again);
        }
      }
      return map;
    }
    if (isSeq(node)) return node.items.map((item, i) => read(item as Node | null, [...path, i], again));
    return isScalar(node) ? readScalar(node, path) : undefined;
  };

  const readScalar = (node: Scalar, path: Path): unknown => {
    if (typeof node.value !== 'string') return node.value ?? undefined;
    try {
      const expanded = expand(node.value, env);
      // As in YAML itself, where nothing stands unquoted there is no value.
      return expanded === '' && node.type === 'PLAIN' ? undefined : expanded;
    } catch (error) {
      return refuse(path, (error as Error).message);
    }
  };

  let parsed: Document | undefined;
  const document = (): Document => {
    parsed ??= parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false, // they quote lines of the file, and with them secrets
      uniqueKeys: false, // checked above, to name the setting
      stringKeys: false,
    });
    return parsed;
  };

  if (Buffer.byteLength(text) > MOST_BYTES) {
    refuse([], 'the file is larger than 1 MB, which no configuration is');
    return tree(undefined);
  }
  try {
    const { errors } = document();
    // Only the first: what follows is mostly its echo.
    for (const { code, message, pos } of errors.slice(0, 1)) {
      const opening = code === 'MISSING_CHAR' ? quoteAround(document(), pos[0]) : undefined;
      const variable = text[pos[0] - 1] === '$';
      const why =
        opening !== undefined ? NOT_CLOSED : variable ? UNQUOTED_VARIABLE : (SAID_BETTER[code] ?? message);
      refuse([], `not YAML: ${why}`, placeOf(opening ?? pos[0]));
    }
    return tree(errors.length > 0 ? undefined : read(document().contents as Node | null, []));
  } catch (error) {
    if (!(error instanceof Overgrown || error instanceof RangeError)) throw error;
    const at = error instanceof Overgrown ? place(error.path) : undefined;
    refuse([], 'nested more deeply than any setting, or grown by aliases beyond all measure', at);
    return tree(undefined);
  }
}

class Overgrown extends Error {
  readonly path: Path;
  constructor(path: Path) {
    super();
    this.path = path;
  }
}

const NOT_CLOSED = 'a quote is opened here and not closed';
const UNQUOTED_VARIABLE = `within braces or brackets, a \${VARIABLE} needs quotes around it`;

/** The library's own words for the rest; these would quote the file, or explain little. */
const SAID_BETTER: Readonly<Record<string, string>> = {
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

/** Where the quoted text begins that reaches up to `offset`, if there is one. */
function quoteAround(document: Document, offset: number): number | undefined {
  let opening: number | undefined;
  visit(document, {
    Scalar(_, { type, range }) {
      if (type?.startsWith('QUOTE_') && range && range[0] < offset && offset <= range[2]) opening = range[0];
    },
  });
  return opening;
}

function keyOf(key: unknown): string | undefined {
  if (!isScalar(key) || key.tag !== undefined) return undefined;
  return typeof key.value === 'string' ? key.value : key.source;
}

function isEmpty(node: Node): boolean {
  return isScalar(node) && node.value === null && node.source === '';
}
