// Every command that the documents show: in blocks of the shell, in passing, and in comments of shipped files.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

export interface Shown {
  readonly file: string;
  readonly line: number;
  /** As it stands there, continued lines included. */
  readonly command: string;
  /** In a block it is a step that follows the one before; a phrase is named in a sentence. */
  readonly how: 'block' | 'phrase' | 'comment';
  /** What the document shows that it prints. */
  readonly prints?: string;
}

/** What a command begins with, and has something behind; of programs in the repository their path is enough. */
const PROGRAM =
  /^(?:\w+=\S+ )*(?:npm|npx|node|floatwatch|docker|kubectl|systemctl|curl|psql|pg_dump|pg_restore|sqlite3|sed|git|sh|promtool|amtool|jsonnet|export|cp|install|mkdir|cd) \S/;

/** Documents that people read, in the order in which they would. */
export const DOCUMENTS: readonly string[] = tracked('README.md', 'CONTRIBUTING.md', 'docs/**/*.md');

/** Files that people copy or run, whose comments show how. */
const COMMENTED = tracked(
  'grafana',
  'deploy',
  'config',
  'bench',
  'test/cases.ts',
  'Dockerfile',
  'docker-compose.yml',
);

const PROGRAMS = git('ls-files', '--stage')
  .filter((line) => line.startsWith('100755 '))
  .map((line) => line.split('\t')[1]!);

/** All of a document, in its order; blocks line by line. */
export function shownIn(file: string): Shown[] {
  return [...blocks(file), ...phrases(file)].sort((a, b) => a.line - b.line);
}

/** All of the comments; a comment shows a command on a line of its own, set in by three blanks or more. */
export function shownInComments(): Shown[] {
  return COMMENTED.filter((file) => !file.endsWith('.json')).flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((text, index) => {
        const [, blanks = '', command = ''] = /^(?:#|\/\/|--)( +)(.*)$/.exec(text) ?? [];
        if (!PROGRAM.test(command) || blanks.length < 3) {
          if (/^(?:npm run|npx|node|docker|kubectl|promtool) [a-z.]/.test(command))
            throw new Error(`${file}:${index + 1}: set the command in by three blanks, on a line of its own`);
          return [];
        }
        return [{ file, line: index + 1, command, how: 'comment' as const }];
      }),
  );
}

function blocks(file: string): Shown[] {
  return [...read(file).matchAll(/^( *)```(sh|bash|console)\n(.*?)^ *```$/gms)].flatMap((match) => {
    const [, indent = '', language, body = ''] = match;
    const first = lineOf(file, match.index) + 1;
    const lines = body
      .split('\n')
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    const found: Shown[] = [];
    for (let at = 0; at < lines.length; at++) {
      const from = at;
      if (lines[at] === '' || lines[at]!.startsWith('#')) continue;
      while (lines[at]!.endsWith('\\')) at++;
      const command = lines.slice(from, at + 1).join('\n');
      if (language !== 'console') found.push({ file, line: first + from, command, how: 'block' });
      else if (command.startsWith('$ '))
        found.push({ file, line: first + from, command: command.slice(2), how: 'block', prints: '' });
      else {
        const asked = found.pop()!;
        found.push({ ...asked, prints: `${asked.prints}${command}\n` });
      }
    }
    return found;
  });
}

function phrases(file: string): Shown[] {
  const text = read(file).replaceAll(/^ *```.*?^ *```$/gms, (block) => block.replaceAll(/[^\n]/g, ' '));
  return [...text.matchAll(/(?<![`\w])`([^`\n]+)`/g)]
    .filter(([, phrase]) => isCommand(phrase!))
    .map((match) => ({ file, line: lineOf(file, match.index), command: match[1]!, how: 'phrase' as const }));
}

/** A phrase with an ellipsis is a sketch. */
function isCommand(phrase: string): boolean {
  if (PROGRAM.test(phrase)) return !phrase.includes('…');
  return /^[\w./-]+$/.test(phrase) && PROGRAMS.includes(phrase.replace(/^\.\//, ''));
}

function lineOf(file: string, index: number): number {
  return read(file).slice(0, index).split('\n').length;
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function tracked(...paths: string[]): string[] {
  return paths.flatMap((path) => git('ls-files', '--', `:(glob)${path}`, `:(glob)${path}/**`));
}

function git(...args: string[]): string[] {
  const output = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return output.split('\n').filter((line) => line !== '');
}
