// Which tests import a file, the nearest first.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const WORDS = /[a-z\d]+/g;
/** What waits for real programs is asked when the others have said nothing. */
const SLOW = /^test\/(?:e2e|docs|deploy|grafana|simulation)\//;
const SLOW_STEPS = 4;

/**
 * Returns a function that names a file's tests: those with the fewest imports from them to the file come first; of as many,
 * those whose paths have most words of its path.
 */
export function createTestFinder(root: string, files: readonly string[]): (file: string) => string[] {
  const importers = new Map<string, string[]>();
  for (const each of files) {
    for (const imported of importsOf(root, each)) {
      const list = importers.get(imported);
      if (list) list.push(each);
      else importers.set(imported, [each]);
    }
  }
  return (file) => testsThatImport(file, importers);
}

function testsThatImport(file: string, importers: ReadonlyMap<string, readonly string[]>): string[] {
  const steps = new Map([[file, 0]]);
  const queue = [file];
  for (let at = 0; at < queue.length; at++) {
    for (const importer of importers.get(queue[at]!) ?? []) {
      if (steps.has(importer)) continue;
      steps.set(importer, steps.get(queue[at]!)! + 1);
      queue.push(importer);
    }
  }
  const words = new Set(file.match(WORDS));
  return [...steps]
    .filter(([each]) => each.endsWith('.test.ts'))
    .map(([test, count]) => ({
      test,
      steps: SLOW.test(test) ? count + SLOW_STEPS : count,
      shared: test.match(WORDS)!.filter((word) => words.has(word)).length,
    }))
    .sort((a, b) => a.steps - b.steps || b.shared - a.shared)
    .map(({ test }) => test);
}

function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'|new URL\('(\.[^']+\.ts)'/g)].map(
    ([, a, b]) => a ?? b!,
  );
  const workers = [...text.matchAll(/new URL\(`(\.[^`$]+)\$\{extname/g)].map(([, name]) => `${name}.ts`);
  return [...names, ...workers].map((name) => relative(root, resolve(root, dirname(file), name)));
}
