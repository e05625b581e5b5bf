// Prints the findings of `floatwatch doctor` for people: a line for each, and below a problem what to do about it.
import { styleText } from 'node:util';
import { type Io, isLively } from '../terminal/io.ts';
import { printable, terminalWidth, wrapped } from '../terminal/sentence.ts';
import type { Finding, State } from './check.ts';

const MARKS: Readonly<Record<State, string>> = { ok: 'ok', warn: 'WARN', bad: 'BAD', skipped: '-' };
const COLOURS = { ok: 'green', warn: 'yellow', bad: 'red', skipped: 'dim' } as const;
const MARK = 4;

export function printFindings(io: Io, findings: readonly Finding[]): void {
  const { stdout, env } = io;
  const colour = isLively(stdout, env);
  const name = Math.max(...findings.map(({ check }) => check.length));
  const margin = MARK + name + 4;
  const width = terminalWidth(io) - margin;
  for (const { check, state, found, advice } of findings) {
    const mark = MARKS[state].padEnd(MARK);
    const shown = colour ? styleText(COLOURS[state], mark, { validateStream: false }) : mark;
    const said = [found, ...(advice === null ? [] : [`→ ${advice}`])];
    const lines = said.flatMap((sentence) => wrapped(printable(sentence), width));
    const text = lines.join(`\n${' '.repeat(margin)}`);
    stdout.write(`${shown}  ${check.padEnd(name)}  ${text}\n`);
  }
  stdout.write(`\n${summary(findings)}\n`);
}

function summary(findings: readonly Finding[]): string {
  const count = (state: State) => findings.filter((finding) => finding.state === state).length;
  const [bad, warn] = [count('bad'), count('warn')];
  if (bad + warn === 0) return 'Nothing is wrong.';
  return [
    ...(bad > 0 ? [`${bad} ${bad === 1 ? 'thing is' : 'things are'} wrong`] : []),
    ...(warn > 0 ? [`${warn} ${warn === 1 ? 'deserves' : 'deserve'} a look`] : []),
  ]
    .join(', ')
    .concat('.');
}
