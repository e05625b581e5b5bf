// Which tests import a file, the nearest first.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** For each test the number of imports from it to the file; tests that don't get there are absent. */
export function testsThatImport(
  root: string,
  file: string,
  files: readonly string[],
): readonly { readonly test: string; readonly steps: number }[] {
  const importers = new Map<string, string[]>();
  for (const each of files) {
    for (const imported of importsOf(root, each)) {
      const list = importers.get(imported);
      if (list) list.push(each);
      else importers.set(imported, [each]);
    }
  }
  const steps = new Map([[file, 0]]);
  const queue = [file];
  for (let at = 0; at < queue.length; at++) {
    for (const importer of importers.get(queue[at]!) ?? []) {
      if (steps.has(importer)) continue;
      steps.set(importer, steps.get(queue[at]!)! + 1);
      queue.push(importer);
    }
  }
  return [...steps]
    .filter(([each]) => each.endsWith('.test.ts'))
    .map(([test, count]) => ({ test, steps: count }))
    .sort((a, b) => a.steps - b.steps);
}

function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'|new URL\('(\.[^']+\.ts)'/g)];
  return names.map(([, a, b]) => relative(root, resolve(root, dirname(file), a ?? b!)));
}
