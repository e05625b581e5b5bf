// Which tests import a file, the nearest first.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const WORDS = /[a-z\d]+/g;
/** What waits for real programs, or a browser, is asked when the others have said nothing. */
const SLOW = /^test\/(?:e2e|docs|deploy|grafana|simulation)\/|prometheus|-kill|web\/pages/;
const SLOW_STEPS = 4;
const WORD_STEPS = 2;

/**
 * Returns a function that names a file's tests, the nearest first: by how many imports there are from them to the file, where a
 * word that both paths have makes up for two.
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
    .map(([test, count]) => {
      const shared = test.match(WORDS)!.filter((word) => words.has(word)).length;
      return { test, far: count - shared * WORD_STEPS + (SLOW.test(test) ? SLOW_STEPS : 0) };
    })
    .sort((a, b) => a.far - b.far)
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
