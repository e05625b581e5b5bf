// Which of the numbered cases of docs/cases.md have a test that bears their number, and which are open; as JSON with --json.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CASE = /^- \*\*([A-Z]\d+)\*\* /gm;
/** A name that begins with numbers, unless its test is marked as one that fails. */
const TITLE = /(?<!\.fails\(\s*)['"`]((?:[A-Z]\d{1,2} )+)/g;

const all = [...readFileSync(join(import.meta.dirname, '../docs/cases.md'), 'utf8').matchAll(CASE)].map(
  ([, number]) => number!,
);
const tested = new Set<string>();
for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.test.ts')) continue;
  for (const [, numbers] of readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(TITLE)) {
    for (const number of numbers!.trim().split(' ')) tested.add(number);
  }
}
const covered = all.filter((number) => tested.has(number));
const open = all.filter((number) => !tested.has(number));
if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ covered, open })}\n`);
else {
  process.stdout.write(`covered (${covered.length} of ${all.length}): ${covered.join(' ')}\n`);
  process.stdout.write(`open: ${open.join(' ') || 'none'}\n`);
}
