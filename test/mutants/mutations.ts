// Every small change that could be made in a source file: one operator, literal, condition or statement at a time.
import { parseSync } from 'oxc-parser';

export interface Mutation {
  readonly start: number;
  readonly end: number;
  /** What stands in the place of the text between them. */
  readonly replacement: string;
  readonly kind: string;
  /** The expression that has to be evaluated for the change to make a difference. */
  readonly reached: Span;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const OPERATORS: Readonly<Record<string, string>> = {
  ...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '&&': '||', '||': '&&', '??': '&&' },
  ...{ '+=': '-=', '-=': '+=', '++': '--', '--': '++' },
};

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** All of a file, in the order of the text. Types, imports and exports by name are no code, and are left alone. */
export function mutationsOf(file: string, source: string): Mutation[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const found: Mutation[] = [];
  visit(program as unknown as Node, undefined);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);

  function add({ start, end }: Span, replacement: string, kind: string, reached = { start, end }): void {
    if (source.slice(start, end) !== replacement) found.push({ start, end, replacement, kind, reached });
  }

  function visit(node: Node, parent: Node | undefined): void {
    if (/^(?:TS(?!AsExpression|NonNull|Satisfies)|Import|ExportAll)/.test(node.type)) return;
    mutate(node, parent);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node);
    }
  }

  function mutate(node: Node, parent: Node | undefined): void {
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression':
      case 'AssignmentExpression':
        swapOperator(node);
        break;
      case 'UpdateExpression':
        add(operatorOf(node), OPERATORS[node['operator'] as string]!, 'operator', spanOf(node));
        break;
      case 'UnaryExpression':
        if (node['operator'] !== '!') break;
        add(node, source.slice((node['argument'] as Node).start, node.end), 'negation');
        break;
      case 'Literal':
        mutateLiteral(node, parent);
        break;
      case 'IfStatement':
      case 'ConditionalExpression':
        add(node['test'] as Node, 'true', 'condition');
        add(node['test'] as Node, 'false', 'condition');
        break;
      case 'ExpressionStatement':
        if (!node['directive']) add(node, ';', 'statement', spanOf(node['expression']));
        break;
      case 'ReturnStatement':
        if (node['argument']) add(node, 'return undefined;', 'return', spanOf(node['argument']));
        break;
      case 'ArrayExpression':
        if ((node['elements'] as unknown[]).length > 0) add(node, '[]', 'list');
        break;
    }
  }

  function swapOperator(node: Node): void {
    const swapped = OPERATORS[node['operator'] as string];
    if (swapped === undefined) return;
    const [left, right] = [node['left'] as Node, node['right'] as Node];
    const between = source.slice(left.end, right.start);
    const at = left.end + between.indexOf(node['operator'] as string);
    add({ start: at, end: at + (node['operator'] as string).length }, swapped, 'operator', spanOf(node));
  }

  function operatorOf({ start, end, prefix }: Node): Span {
    return prefix ? { start, end: start + 2 } : { start: end - 2, end };
  }

  function mutateLiteral(node: Node, parent: Node | undefined): void {
    const { value } = node;
    const isName = parent?.type === 'Property' && parent['key'] === node && !parent['computed'];
    if (isName || parent?.type === 'ExportNamedDeclaration') return;
    if (typeof value === 'boolean') add(node, String(!value), 'literal');
    if (typeof value === 'number') add(node, String(value + 1), 'literal');
    if (typeof value === 'string') add(node, value === '' ? "'mutant'" : "''", 'literal');
  }
}

function spanOf(node: unknown): Span {
  const { start, end } = node as Node;
  return { start, end };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
