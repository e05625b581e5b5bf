// Renders the metrics about floatwatch itself: the registry of its instruments, with the gauges of `self-gauges.ts` in it.
// Used by `metrics.ts`.
import type { Format } from './family.ts';
import type { Instruments } from './instruments.ts';
import { registerGauges, type SelfSources } from './self-gauges.ts';

export interface SelfMetrics {
  /** Renders the registry in a format, without an end mark. Never rejects: a family that failed goes to `onError`. */
  render(format: Format): Promise<string>;
}

/** Registers the gauges. */
export function createSelfMetrics(
  { registry }: Instruments,
  sources: SelfSources,
  onError: (family: string, error: unknown) => void = () => {},
): SelfMetrics {
  registerGauges(registry, sources);

  return {
    async render(format) {
      // Not registry.metrics(): there one collector that throws costs all the others, and OpenMetrics renames counters.
      const families = await Promise.all(
        registry.getMetricsAsArray().map(async ({ name }) => {
          try {
            return translate(await registry.getSingleMetricAsString(name), format);
          } catch (error) {
            onError(name, error);
            return '';
          }
        }),
      );
      return families.join('');
    },
  };
}

/** Turns the library's 0.0.4 text of one family into our format, without samples that aren't numbers. */
function translate(text: string, format: Format): string {
  let result = '';
  for (const line of text.split('\n')) {
    if (line === '' || / nan$/i.test(line)) continue;
    result += `${format === 'openmetrics' ? forOpenMetrics(line, text) : line}\n`;
  }
  return result;
}

function forOpenMetrics(line: string, family: string): string {
  const header = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line);
  if (!header) return line;
  const [, kind, name = '', rest = ''] = header;
  const isCounter = /^# TYPE \S+ counter$/m.test(family);
  const told = kind === 'HELP' ? rest.replace(/"/g, '\\"') : rest; // the rest is escaped already
  return `# ${kind} ${isCounter ? name.replace(/_total$/, '') : name} ${told}`;
}
