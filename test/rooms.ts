// The plan of the house, held against its imports: who may import whom, and that nothing goes round in a circle; and
// how long a file and a function may be, how much may stand twice, and that no two types have one name.
// `npm run check` runs it; `node test/rooms.ts --list` prints the rooms and the arrows between them.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { longFunctions } from './functions.ts';
import { repeats } from './repeats.ts';

const ROOT = join(import.meta.dirname, '..');
const OUTSIDE = ['bench', 'grafana', 'deploy'];
const MAX_ROOMS = 18;
const MAX_ARROWS = 60;
const MAX_LINES = 250;
const MAX_FUNCTION_LINES = 80;
const MAX_REPEATS = 8;

/** A file imports from its own room or from a room of lower rank. */
const RANK: Readonly<Record<string, number>> = {
  ...{ domain: 0, net: 0 },
  conditions: 1,
  monitor: 2,
  ...{ config: 3, upstream: 3, receivers: 3, metrics: 3, store: 3, web: 3, sandbox: 3 },
  app: 4,
  cli: 5,
  ...{ bench: 6, grafana: 6, deploy: 6 },
};

/**
 * What rooms of one rank share: the sandbox speaks the service's own words, and a receiver's settings stand in its
 * folder, as data of which the configuration makes a section.
 */
const SHARED = ['sandbox -> upstream', 'config -> receivers'];

type Graph = Map<string, Set<string>>;

const files = [
  ...list('src'),
  ...OUTSIDE.flatMap(list), // each of them is one room
].map((file) => ({ file, imports: importsOf(file) }));

const rooms = graph(roomOf);
const faults = [
  ...files.flatMap(climbs),
  ...circles(rooms, 'rooms'),
  ...[...rooms.keys()].flatMap((room) => circles(within(room), `src/${room}`)),
  ...circles(
    graph((file) => file),
    'files',
  ),
  ...files.flatMap(tooLong),
  ...namesakes(),
];
const arrows = [...rooms].flatMap(([from, to]) => [...to].map((room) => `${from} -> ${room}`));
if (rooms.size > MAX_ROOMS) faults.push(`${rooms.size} rooms; at most ${MAX_ROOMS}`);
if (arrows.length > MAX_ARROWS) faults.push(`${arrows.length} arrows between rooms; at most ${MAX_ARROWS}`);

const repeated = repeats(
  files
    .filter(({ file }) => file.startsWith('src'))
    .map(({ file }) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') })),
);
if (repeated.length > MAX_REPEATS) {
  faults.push(
    `${repeated.length} pairs of places share six lines; at most ${MAX_REPEATS}:`,
    ...repeated.map(({ places, lines }) => `${places.join(' and ')} share ${lines} lines`),
  );
}

if (process.argv.includes('--list')) {
  for (const [from, to] of rooms)
    process.stdout.write(`${from} -> ${[...to].sort().join(' ') || 'nothing'}\n`);
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(
  `${rooms.size} rooms, ${arrows.length} arrows, ${repeated.length} repeats, ${faults.length} faults\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

function list(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .sort();
}

/** What a file imports of ours, types and what is loaded later included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = text.matchAll(/(?:^|[\s}])(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/gm);
  return [...found].map(([, path]) => relative(ROOT, resolve(ROOT, dirname(file), path!)));
}

/** A folder under `src/`, a file beside those, and each folder outside that imports from `src/`. */
function roomOf(file: string): string {
  const [top, second] = file.split(sep);
  return top === 'src' ? second!.replace(/\.ts$/, '') : top!;
}

/** The subfolders of a room, and the files beside them, each for itself. */
function within(room: string): Graph {
  return graph((file) => (file.startsWith(join('src', room) + sep) ? file.split(sep)[2]! : undefined));
}

function graph(nodeOf: (file: string) => string | undefined): Graph {
  const found: Graph = new Map();
  for (const { file, imports } of files) {
    const from = nodeOf(file);
    if (from === undefined) continue;
    const to = found.get(from) ?? found.set(from, new Set()).get(from)!;
    for (const path of imports) {
      const node = nodeOf(path);
      if (node !== undefined && node !== from) to.add(node);
    }
  }
  return found;
}

function climbs({ file, imports }: (typeof files)[number]): string[] {
  const from = roomOf(file);
  if (!(from in RANK)) return [`${file}: the room ${from} has no rank in test/rooms.ts`];
  return imports.flatMap((path) => {
    const to = roomOf(path);
    if (to === from || SHARED.includes(`${from} -> ${to}`)) return [];
    return (RANK[to] ?? Number.POSITIVE_INFINITY) < RANK[from]!
      ? []
      : [`${file}: imports ${path}, which is not of a lower rank`];
  });
}

/** Circles, each told once by the nodes that lie on it (Tarjan's strongly connected components). */
function circles(of: Graph, what: string): string[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[] = [];
  for (const node of of.keys()) if (!index.has(node)) visit(node);
  return found;

  function visit(node: string): void {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of of.get(node) ?? []) {
      if (!of.has(next)) continue;
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) found.push(`a circle of ${what}: ${component.sort().join(', ')}`);
  }
}

/** The names that more than one file of `src/` exports a type by. */
function namesakes(): string[] {
  const places = new Map<string, string[]>();
  for (const { file } of files) {
    if (!file.startsWith('src')) continue;
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [, name] of text.matchAll(/^export (?:interface|type|(?:abstract )?class) (\w+)/gm))
      places.set(name!, [...(places.get(name!) ?? []), file]);
  }
  return [...places]
    .filter(([, where]) => where.length > 1)
    .map(([name, where]) => `${where.join(' and ')} each export a type ${name}`);
}

function tooLong({ file }: (typeof files)[number]): string[] {
  if (!file.startsWith('src')) return [];
  const text = readFileSync(join(ROOT, file), 'utf8');
  const lines = text.split('\n').length - 1;
  return [
    ...(lines > MAX_LINES ? [`${file}: ${lines} lines; at most ${MAX_LINES}`] : []),
    ...longFunctions(file, text, MAX_FUNCTION_LINES).map(
      (long) => `${file}:${long.line}: a function of ${long.lines} lines; at most ${MAX_FUNCTION_LINES}`,
    ),
  ];
}
