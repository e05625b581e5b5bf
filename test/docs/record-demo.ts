// Plays the demo for a minute and a half and writes what a terminal of 80 columns showed into README.md:
//
//   node test/docs/record-demo.ts
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { main } from '../../src/cli/main.ts';
import { capture } from '../support/io.ts';
import { floatwatch } from '../support/process.ts';

const README = join(import.meta.dirname, '../../README.md');
const [BEGIN, END] = ['<!-- recorded by test/docs/record-demo.ts -->\n```text\n', '```\n<!-- end -->\n'];
const WIDTH = 80;
const PLAYED_MS = 90_000; // the wallet has run low, and its plan has a past to go by
const FOLDER = 'floatwatch-demo';
const MOST_LINES = 8; // of each
const COMMANDS = [['balances', 'demo-acme-ug'], ['alerts'], ['plan']];

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-record-'));
try {
  const anyPorts = ['--web.port', '0', '--database-port', '0', '--sandbox-port', '0'];
  await using demo = floatwatch(['demo', '--data-dir', join(folder, FOLDER), ...anyPorts]);
  await demo.until(/past fortnight of the four merchants is in the history/, 120_000);
  await setTimeout(PLAYED_MS);
  const lines = [
    '$ npm start',
    ...greeting(demo.output()),
    `$ export FLOATWATCH_CONFIG_FILE=${FOLDER}/demo.yaml`,
  ];
  for (const argv of COMMANDS) lines.push(`$ npx floatwatch ${argv.join(' ')}`, ...(await shown(argv)));
  demo.tell('SIGTERM');
  await demo.ended();
  write(lines.join('\n'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The two sentences in which the demo says what it is. */
function greeting(output: string): string[] {
  return output.split('\n').filter((line) => /^(floatwatch watches|In twenty seconds)/.test(line));
}

async function shown(argv: readonly string[]): Promise<string[]> {
  const { io, written } = capture();
  const stdout = Object.assign(io.stdout, { isTTY: true, columns: WIDTH });
  const file = join(folder, FOLDER, 'demo.yaml');
  const code = await main([...argv, '--config.file', file], { ...io, stdout, env: { NO_COLOR: '1' } });
  if (code !== 0) throw new Error(written().stderr);
  const lines = written().stdout.trimEnd().split('\n');
  return lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
}

function write(text: string): void {
  const readme = readFileSync(README, 'utf8');
  const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (from < 0 || to < from) throw new Error('README.md has no place for the recording');
  writeFileSync(README, `${readme.slice(0, from)}${BEGIN}${text}\n${readme.slice(to)}`);
}
