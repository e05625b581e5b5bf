// Reads a YAML text into plain values, with the place of each. Variables are expanded after parsing, so that no value of
// the environment can become YAML.
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { formatPath, type Path } from '../problem.ts';
import { type Env, expand } from './expand.ts';
import { explain, STAR } from './yaml-errors.ts';

const MAX_DEPTH = 20;
const MAX_BY_ALIAS = 10_000; // values that stand in the file once and are used again

export interface YamlPosition {
  readonly line: number;
  readonly col: number;
}

export interface Tree {
  /** Maps, lists, strings, numbers and booleans; `undefined` where the file has nothing, or nothing usable. */
  readonly root: unknown;
  /** The place of a value, or of the nearest part of the file around it when it isn't there itself. */
  readonly place: (path: Path) => YamlPosition;
  readonly keyPlace: (path: Path) => YamlPosition;
  /** The value as the file writes it, with variables not expanded; `undefined` if it isn't there. */
  readonly source: (path: Path) => string | undefined;
  /** Whether a problem with the value was reported already. */
  readonly isBroken: (path: Path) => boolean;
}

/** Reads one YAML document; calls `report` for each thing that is wrong with it. */
export function readTree(
  text: string,
  env: Env,
  report: (place: YamlPosition, path: Path, message: string) => void,
): Tree {
  const lines = new LineCounter();
  const broken = new Set<string>();
  const anchors = new Map<string, Node>();
  let contents: Node | null = null;
  let byAlias = 0;

  const placeOf = (offset: number): YamlPosition => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), col: Math.max(col, 1) };
  };
  const place = (path: Path): YamlPosition => {
    for (let length = path.length; length >= 0; length--) {
      const found = find(contents, path.slice(0, length));
      const node = found?.value;
      const range = node?.range && !isEmpty(node) ? node.range : found?.key?.range;
      if (range) return placeOf(range[0]);
    }
    return { line: 1, col: 1 };
  };
  const tree = (root: unknown): Tree => ({
    root,
    place,
    keyPlace: (path) => {
      const range = find(contents, path)?.key?.range;
      return range ? placeOf(range[0]) : place(path);
    },
    source: (path) => {
      const range = find(contents, path)?.value?.range;
      return range ? text.slice(range[0], range[1]) : undefined;
    },
    isBroken: (path) => broken.has(formatPath(path)),
  });
  const refuse = (path: Path, message: string, at: YamlPosition = place(path)): undefined => {
    broken.add(formatPath(path));
    report(at, path, message);
    return undefined;
  };

  const path: (string | number)[] = []; // of the value that is being read
  const readAt = (part: string | number, node: Node | null, again: boolean): unknown => {
    path.push(part);
    const value = read(node, again);
    path.pop();
    return value;
  };
  const read = (node: Node | null, again = false): unknown => {
    if (!node) return undefined;
    if (again) byAlias++;
    if (byAlias > MAX_BY_ALIAS || path.length > MAX_DEPTH) throw new Overgrown(path.slice(0, MAX_DEPTH));
    if (isAlias(node)) {
      const target = anchors.get(node.source); // the library would search the whole file each time
      return target ? read(target, true) : refuse([...path], `there is no such anchor before this; ${STAR}`);
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (node.tag !== undefined)
      return refuse([...path], 'tags (!…) are not used here: write the plain value');
    if (isMap(node)) return readMap(node, again);
    if (isSeq(node)) return node.items.map((item, i) => readAt(i, item as Node | null, again));
    return isScalar(node) ? readScalar(node) : undefined;
  };

  const readMap = ({ items }: YAMLMap, again: boolean): unknown => {
    const map: Record<string, unknown> = {};
    for (const { key, value } of items) {
      const name = keyOf(key);
      const at = () => placeOf((key as Node | null)?.range?.[0] ?? 0);
      if (name === undefined || name === '__proto__') {
        refuse([...path], 'a setting has a name of plain text', at());
      } else if (Object.hasOwn(map, name)) {
        report(at(), [...path, name], 'is here twice: keep one');
      } else map[name] = readAt(name, value as Node | null, again);
    }
    return map;
  };

  const readScalar = (node: Scalar): unknown => {
    if (typeof node.value !== 'string') return node.value ?? undefined;
    try {
      const expanded = expand(node.value, env);
      // As in YAML itself, an empty text without quotes is no value.
      return expanded === '' && node.type === 'PLAIN' ? undefined : expanded;
    } catch (error) {
      return refuse([...path], (error as Error).message);
    }
  };

  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false, // they quote lines of the file, which may hold secrets
      uniqueKeys: false, // checked above, to name the setting
    });
    const [error] = document.errors; // later errors mostly follow from the first
    contents = document.contents as Node | null;
    if (!error) return tree(read(contents));
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

interface Found {
  /** Its name, in a map. */
  readonly key: Node | null;
  readonly value: Node | null;
}

/** Finds what the file itself has at a path; `undefined` when it has nothing, or when an alias brings the value. */
function find(root: Node | null, path: Path): Found | undefined {
  let found: Found = { key: null, value: root };
  for (const part of path) {
    const { value } = found;
    const items: readonly unknown[] = isMap(value) || isSeq(value) ? value.items : [];
    const pair = isMap(value) ? value.items.find(({ key }) => keyOf(key) === part) : undefined;
    if (pair) found = { key: pair.key as Node | null, value: pair.value as Node | null };
    else if (isSeq(value) && Number(part) < items.length)
      found = { key: null, value: items[Number(part)] as Node | null };
    else return undefined;
  }
  return found;
}

function keyOf(key: unknown): string | undefined {
  if (!isScalar(key) || key.tag !== undefined) return undefined;
  return typeof key.value === 'string' ? key.value : key.source;
}

function isEmpty(node: Node): boolean {
  return isScalar(node) && node.value === null && node.source === '';
}
