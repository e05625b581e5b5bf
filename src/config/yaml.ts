// A YAML text as plain values, with the place of each. Variables are expanded after parsing, so that no value of
// the environment can become YAML.
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar } from 'yaml';
import { type Env, expand } from './expand.ts';
import { formatPath, type Path } from './problem.ts';
import { explain, STAR } from './yaml-errors.ts';

const MAX_BYTES = 8 * 1024 * 1024; // ten thousand accounts with all their keys take three
const MAX_DEPTH = 20;
const MAX_BY_ALIAS = 10_000; // values that stand in the file once and are used again

export interface YamlPosition {
  readonly line: number;
  readonly col: number;
}

export interface Tree {
  /** Maps, lists, strings, numbers and booleans; `undefined` where the file has nothing, or what can't be used. */
  readonly root: unknown;
  /** The place of a value, of the nearest part of the file that holds it when it isn't there itself. */
  readonly place: (path: Path) => YamlPosition;
  readonly keyPlace: (path: Path) => YamlPosition;
  /** The value as the file writes it, variables not expanded; `undefined` if it isn't there. */
  readonly source: (path: Path) => string | undefined;
  /** Whether something has been said about the value already. */
  readonly isBroken: (path: Path) => boolean;
}

/** Reads one YAML document; `report` gets what is wrong with it, and may be called for several things. */
export function readTree(
  text: string,
  env: Env,
  report: (place: YamlPosition, path: Path, message: string) => void,
): Tree {
  const lines = new LineCounter();
  const values = new Map<string, Node>();
  const keys = new Map<string, number>();
  const broken = new Set<string>();
  const anchors = new Map<string, Node>();
  let byAlias = 0;

  const placeOf = (offset: number): YamlPosition => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), col: Math.max(col, 1) };
  };
  const place = (path: Path): YamlPosition => {
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
  const refuse = (path: Path, message: string, at: YamlPosition = place(path)): undefined => {
    broken.add(formatPath(path));
    report(at, path, message);
    return undefined;
  };

  const read = (node: Node | null, path: Path, again = false): unknown => {
    if (!node) return undefined;
    if (again) byAlias++;
    else values.set(formatPath(path), node); // the place of what an alias brings is the alias
    if (byAlias > MAX_BY_ALIAS || path.length > MAX_DEPTH) throw new Overgrown(path.slice(0, MAX_DEPTH));
    if (isAlias(node)) {
      const target = anchors.get(node.source); // the library would search the whole file each time
      return target ? read(target, path, true) : refuse(path, `there is no such anchor before this; ${STAR}`);
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
          if (!again) keys.set(formatPath([...path, name]), (key as Node).range?.[0] ?? 0);
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

  if (Buffer.byteLength(text) > MAX_BYTES) {
    refuse([], 'the file is larger than 8 MB, which no configuration is');
    return tree(undefined);
  }
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false, // they quote lines of the file, and with them secrets
      uniqueKeys: false, // checked above, to name the setting
    });
    const [error] = document.errors; // what follows the first is mostly its echo
    if (!error) return tree(read(document.contents as Node | null, []));
    const { why, offset } = explain(error, document, text);
    refuse([], `not YAML: ${why}`, placeOf(offset));
    return tree(undefined);
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

function keyOf(key: unknown): string | undefined {
  if (!isScalar(key) || key.tag !== undefined) return undefined;
  return typeof key.value === 'string' ? key.value : key.source;
}

function isEmpty(node: Node): boolean {
  return isScalar(node) && node.value === null && node.source === '';
}
