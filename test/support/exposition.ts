// A strict reader of both exposition formats. promtool accepts duplicates, interleaved families and `Nan`; this doesn't.

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The value as it was written, to the digit. */
  readonly value: string;
}

export interface ExposedFamily {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: Sample[];
}

export interface Exposed {
  readonly families: ReadonlyMap<string, ExposedFamily>;
  /** The samples of that very name whose labels include these. */
  find(name: string, labels?: Readonly<Record<string, string>>): Sample[];
  /** The value of the one sample; `undefined` when there is none; throws when there are several. */
  value(name: string, labels?: Readonly<Record<string, string>>): string | undefined;
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/y;
const NUMBER = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]Inf)$/; // NaN is legal, and never ours
const TYPES = {
  text: ['counter', 'gauge', 'histogram', 'summary', 'untyped'],
  openmetrics: ['counter', 'gauge', 'histogram', 'summary', 'unknown', 'info', 'stateset', 'gaugehistogram'],
};
const SUFFIXES: Record<string, readonly string[]> = {
  histogram: ['_bucket', '_sum', '_count', '_created'],
  summary: ['', '_sum', '_count', '_created'],
};

/** Reads an exposition, or throws an `Error` with the line that breaks the format. */
export function readExposition(text: string, format: 'text' | 'openmetrics'): Exposed {
  const families = new Map<string, ExposedFamily>();
  const seen = new Set<string>();
  let current: ExposedFamily | undefined;
  let help: { name: string; text: string } | undefined;
  let ended = false;

  if (!text.endsWith('\n')) throw new Error('the last line has no line feed');
  for (const [i, line] of text.slice(0, -1).split('\n').entries()) {
    const fail = (why: string): never => {
      throw new Error(`line ${i + 1}: ${why}: ${line.slice(0, 200)}`);
    };
    if (ended) fail('something after # EOF');
    if (line.includes('\r')) fail('carriage return');
    if (line === '') {
      if (format === 'openmetrics') fail('blank line');
    } else if (line === '# EOF' && format === 'openmetrics') ended = true;
    else if (line.startsWith('#')) header(line, fail);
    else sample(line, fail);
  }
  if (format === 'openmetrics' && !ended) throw new Error('# EOF is missing');

  return {
    families,
    find: (name, labels = {}) =>
      [...families.values()].flatMap((family) =>
        family.samples.filter(
          (one) =>
            one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
        ),
      ),
    value(name, labels) {
      const found = this.find(name, labels);
      if (found.length > 1) throw new Error(`${found.length} samples of ${name} where one was asked for`);
      return found[0]?.value;
    },
  };

  function header(line: string, fail: (why: string) => never): void {
    const [, kind, name = '', rest = ''] =
      /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? fail('neither HELP nor TYPE');
    if (!NAME.test(name)) fail('bad family name');
    if (kind === 'HELP') {
      const escapes = format === 'openmetrics' ? /^(?:[^\\"]|\\[\\n"])*$/ : /^(?:[^\\]|\\[\\n])*$/;
      if (!escapes.test(rest)) fail('bad escape in HELP');
      if (help) fail(`HELP of ${help.name} has no TYPE`);
      help = { name, text: rest };
      return;
    }
    if (help && help.name !== name) fail(`HELP of ${help.name} before TYPE of another`);
    if (families.has(name))
      fail('the family was there before: its lines are not contiguous, or it is told twice');
    if (!TYPES[format].includes(rest)) fail('unknown type');
    if (format === 'openmetrics' && rest === 'counter' && name.endsWith('_total'))
      fail('a counter family with _total');
    current = { name, type: rest, help: help?.text ?? '', samples: [] };
    families.set(name, current);
    help = undefined;
  }

  function sample(line: string, fail: (why: string) => never): void {
    const [, name = '', labelText, value = ''] =
      SAMPLE.exec(line) ?? fail('not a sample (or it has a timestamp)');
    if (!current || help) fail('a sample before its TYPE');
    const suffixes =
      current.type === 'counter' && format === 'openmetrics'
        ? ['_total', '_created']
        : (SUFFIXES[current.type] ?? ['']);
    if (!suffixes.some((suffix) => name === current?.name + suffix))
      fail(`not of the family ${current.name}`);
    if (!NUMBER.test(value)) fail('not a number');
    const labels = readLabels(labelText, fail);
    const identity = `${name} ${JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
    if (seen.has(identity)) fail('duplicate series');
    seen.add(identity);
    current.samples.push({ name, labels, value });
  }
}

function readLabels(text: string | undefined, fail: (why: string) => never): Record<string, string> {
  const labels: Record<string, string> = Object.create(null);
  if (text === undefined) return labels;
  LABEL.lastIndex = 0;
  for (let at = 0; at < text.length; at = LABEL.lastIndex) {
    const [, name = '', value = '', comma] = LABEL.exec(text) ?? fail('bad labels');
    if (name in labels) fail('a label twice');
    if (comma === ',' && LABEL.lastIndex === text.length) fail('a comma after the last label');
    labels[name] = value.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
  }
  return labels;
}
