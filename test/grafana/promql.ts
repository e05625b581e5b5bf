// PromQL looked into: which series an expression asks for, and what it does with them.
import { parser } from '@prometheus-io/lezer-promql';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** One selector of an expression, as `max by (account) (rate(polls_total{job="x"}[5m]))` holds one. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
  /** `5m` in `[5m]`, or `null` for an instant selector. */
  readonly range: string | null;
  /** Names of the functions around it, the innermost first. */
  readonly functions: readonly string[];
  /** The aggregations around it, the innermost first. */
  readonly aggregations: readonly Aggregation[];
}

export interface Aggregation {
  readonly operator: string;
  readonly mode: 'by' | 'without' | 'all';
  readonly labels: readonly string[];
}

export interface Expression {
  /** Pieces of text that the grammar has no place for. Empty for a valid expression. */
  readonly errors: readonly string[];
  readonly selectors: readonly Selector[];
}

/** Parses an expression of a dashboard: Grafana's own variables are given values first. */
export function parsePromql(written: string): Expression {
  const text = interpolate(written);
  const errors: string[] = [];
  const selectors: Selector[] = [];
  const slice = (node: SyntaxNode) => text.slice(node.from, node.to);

  parser.parse(text).iterate({
    enter({ node, type }) {
      if (type.isError) errors.push(text.slice(node.from, Math.max(node.to, node.from + 20)));
      if (type.name !== 'VectorSelector') return;
      const functions: string[] = [];
      const aggregations: Aggregation[] = [];
      let range: string | null = null;
      for (let up = node.parent; up; up = up.parent) {
        if (up.name === 'MatrixSelector')
          range = /\[(.*)\]/.exec(text.slice(up.from, up.to))?.[1]?.trim() ?? null;
        if (up.name === 'FunctionCall') functions.push(slice(up.getChild('FunctionIdentifier')!));
        if (up.name === 'AggregateExpr') aggregations.push(aggregation(up, slice));
      }
      const name = node.getChild('Identifier');
      selectors.push({
        metric: name ? slice(name) : '',
        matchers: matchers(node, slice),
        range,
        functions,
        aggregations,
      });
    },
  });
  return { errors, selectors };
}

/** The expression with Grafana's durations put in; `$account` and the like stand inside of strings, where they may stay. */
export function interpolate(expression: string, values: Readonly<Record<string, string>> = {}): string {
  const all: Record<string, string> = { __rate_interval: '4m', __interval: '1m', __range: '1h', ...values };
  return expression.replace(/\$\{?(\w+)(?::\w+)?\}?/g, (whole, name: string) => all[name] ?? whole);
}

function aggregation(node: SyntaxNode, slice: (node: SyntaxNode) => string): Aggregation {
  const operator = slice(node.getChild('AggregateOp')!);
  const modifier = node.getChild('AggregateModifier');
  if (!modifier) return { operator, mode: 'all', labels: [] };
  const [, mode = '', labels = ''] = /^(\w+)\s*\(([^)]*)\)$/.exec(slice(modifier)) ?? [];
  return {
    operator,
    mode: mode === 'by' ? 'by' : 'without',
    labels: labels.split(',').map((label) => label.trim()),
  };
}

function matchers(node: SyntaxNode, slice: (node: SyntaxNode) => string): Selector['matchers'] {
  const list = node.getChild('LabelMatchers');
  return (list?.getChildren('UnquotedLabelMatcher') ?? []).map((matcher) => ({
    label: slice(matcher.getChild('LabelName')!),
    operator: slice(matcher.getChild('MatchOp')!),
    value: slice(matcher.getChild('StringLiteral')!).slice(1, -1),
  }));
}
