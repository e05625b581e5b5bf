// Which of the fault cases have a test that bears their number, and which are open: npm run cases [-- --json].
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TABLES = { U: 21, M: 16, P: 16, S: 7, A: 15, C: 14, H: 9, X: 22 };
const TITLE = /['"`]((?:[UMPSACHX]\d{1,2} )+)/g;

const tested = new Set<string>();
for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.test.ts')) continue;
  for (const [, numbers] of readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(TITLE)) {
    for (const number of numbers!.trim().split(' ')) tested.add(number);
  }
}
const all = Object.entries(TABLES).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, i) => `${letter}${i + 1}`),
);
const covered = all.filter((number) => tested.has(number));
const open = all.filter((number) => !tested.has(number));
if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ covered, open })}\n`);
else {
  process.stdout.write(`covered (${covered.length} of ${all.length}): ${covered.join(' ')}\n`);
  process.stdout.write(`open: ${open.join(' ') || 'none'}\n`);
}
