// Shows where the CPU of two works goes, side by side: look next at what is expensive in ours and cheap in the floor.
import { type Profiler, Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const TIMES = 5;
const ROWS = 20;
const WIDTH = 62;

/** The functions whose own code takes most of the time of a work, which is done so many times, each with its share. */
export async function profileOf(work: () => Promise<unknown>, times = TIMES): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
    for (let i = 0; i < times; i++) await work();
    const { profile } = await session.post('Profiler.stop');
    return dearest(profile);
  } finally {
    session.disconnect();
  }
}

/** The profiles as columns under their names. */
export function sideBySide(profiles: Readonly<Record<string, readonly string[]>>): string {
  const row = (cells: readonly string[]) =>
    `${cells
      .map((cell) => cell.slice(0, WIDTH).padEnd(WIDTH))
      .join('  ')
      .trimEnd()}\n`;
  const columns = Object.values(profiles);
  const rows = Array.from({ length: ROWS }, (_, i) => row(columns.map((column) => column[i] ?? '')));
  return [row(Object.keys(profiles)), ...rows].join('');
}

function dearest({ nodes, samples = [] }: Profiler.Profile): readonly string[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const counts = new Map<string, number>();
  let busy = 0;
  for (const sample of samples) {
    const name = names.get(sample)!;
    if (name === '(idle)') continue;
    busy++;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, ROWS)
    .map(([name, count]) => `${((100 * count) / busy).toFixed(1).padStart(5)} %  ${name}`);
}

function nameOf({
  functionName,
  url,
  lineNumber,
}: {
  functionName: string;
  url: string;
  lineNumber: number;
}): string {
  const file = url.startsWith('file:') ? relative(process.cwd(), fileURLToPath(url)) : url;
  const place = file === '' ? '' : ` ${file.replace(/^node_modules\//, '')}:${lineNumber + 1}`;
  return `${functionName || '(anonymous)'}${place}`;
}
