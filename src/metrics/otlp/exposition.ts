// Reads our own answer to a scrape back into families, so that a push has exactly what a scrape would have. Used by
// `producer.ts`.
import type { Turns } from '../../monitor/turns.ts';

export interface ExposedFamily {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: ExposedSample[];
}

export interface ExposedSample {
  /** For a histogram the family's name with `_bucket`, `_sum` or `_count` behind it. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The value as it was written, to the digit. */
  readonly value: string;
}

const HEADER = /^# (HELP|TYPE) (\S+) (.*)$/;
const SAMPLE = /^([^{ ]+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)",?/g;

/**
 * Reads the families of an answer in the text format 0.0.4, in order and in short turns. Families without samples are left
 * out.
 */
export async function readFamilies(pieces: readonly Buffer[], turns: Turns): Promise<ExposedFamily[]> {
  const families = new Map<string, ExposedFamily>();
  let family: ExposedFamily | undefined;
  let help = '';
  for (const piece of pieces) {
    for (const line of piece.toString().split('\n')) {
      const [, header, name, rest] = line.startsWith('#') ? (HEADER.exec(line) ?? []) : [];
      if (header === 'HELP') help = plain(rest!);
      else if (header === 'TYPE') {
        family = families.get(name!) ?? { name: name!, type: rest!, help, samples: [] };
        families.set(name!, family);
      } else if (line !== '' && !line.startsWith('#')) family?.samples.push(sampleOf(line));
      if (turns.isOver()) await turns.next();
    }
  }
  return [...families.values()].filter(({ samples }) => samples.length > 0);
}

function sampleOf(line: string): ExposedSample {
  const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`this is no sample: ${line}`);
  const pairs = Array.from(labels.matchAll(LABEL), ([, label = '', text = '']) => [label, plain(text)]);
  return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value };
}

/** Removes the escapes. */
function plain(text: string): string {
  return text.includes('\\')
    ? text.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))
    : text;
}
