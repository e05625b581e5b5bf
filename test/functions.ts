// How long functions are by themselves: lines of a function that stand in another one within it count there, so that
// each closure of a factory counts by itself. Used by `rooms.ts`.
import { parseSync } from 'oxc-parser';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The functions of more than `most` lines of their own, each by its first line and its length. */
export function longFunctions(file: string, text: string, most: number): { line: number; lines: number }[] {
  const starts = [...text.matchAll(/^/gm)].map(({ index }) => index);
  const lineAt = (offset: number) => starts.findLastIndex((start) => start <= offset);
  const long: { line: number; lines: number }[] = [];
  visit(parseSync(file, text).program);
  return long.sort((a, b) => a.line - b.line);

  /** Visits a node, and returns the lines that belong to the functions in it: all but the first and last of each. */
  function visit(node: unknown): number {
    if (typeof node !== 'object' || node === null) return 0;
    const inside = Object.values(node).reduce((sum: number, child) => sum + visit(child), 0);
    if (!isFunction(node)) return inside;
    const first = lineAt(node.start);
    const span = lineAt(node.end - 1) - first + 1;
    if (span - inside > most) long.push({ line: first + 1, lines: span - inside });
    return Math.max(0, span - 2);
  }
}

function isFunction(node: object): node is Node {
  return (
    'type' in node &&
    typeof node.type === 'string' &&
    /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
  );
}
