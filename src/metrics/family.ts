// Writes the header of a metric family, and escapes text for both exposition formats.

/** Text format 0.0.4, or OpenMetrics 1.0. Our sample lines are the same in both; headers differ. */
export type Format = 'text' | 'openmetrics';

export interface Family {
  /** The name in its samples: a counter's ends in `_total`. */
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly labels: readonly string[];
  /** One sentence or more: what, its unit, when it is refreshed, where it comes from. */
  readonly help: string;
}

/** The HELP and TYPE lines of a family, LF at the end. OpenMetrics names a counter without its `_total`. */
export function familyHeader(family: Family, format: Format): string {
  const open = format === 'openmetrics';
  const name = open && family.type === 'counter' ? family.name.replace(/_total$/, '') : family.name;
  return `# HELP ${name} ${escapeHelp(family.help, format)}\n# TYPE ${name} ${family.type}\n`;
}

/** Escapes HELP text; only OpenMetrics escapes the double quote there. */
function escapeHelp(text: string, format: Format): string {
  const plain = text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n');
  return format === 'openmetrics' ? plain.replace(/"/g, '\\"') : plain;
}

/** Escapes a label's value. A carriage return becomes a line feed: readers of the two formats treat it differently. */
export function escapeLabel(value: string): string {
  return /[\\"\n\r]/.test(value)
    ? value
        .replace(/\\/g, '\\\\')
        .replace(/"/g, '\\"')
        .replace(/\r?\n|\r/g, '\\n')
    : value;
}
