// "The house" and "The way of one amount" in CONTRIBUTING.md, held against the folders and the imports of the files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');
const MAX_FILES = { 'a gauge': 10, 'the database': 12, 'an Alertmanager': 12 };

/** What declares a value that one file hands to another without either knowing the other: `app/` connects them. */
const HANDED_OVER = [
  'monitor/polling/ports.ts', // a reading
  'domain/observation.ts',
  'conditions/wallet/condition.ts', // a sample
  'domain/alert.ts',
  'store/ledger/codec.ts', // rows
];

/** Who takes amounts from a poll and isn't on the way, and why. */
const ASIDE: Readonly<Record<string, string>> = {
  'monitor/polling/ports.ts': 'declares the reading',
  'monitor/polling/monitor.ts': 'makes a scheduler of polls of balances',
  'monitor/board/board-entry.ts': 'holds what the board takes in of one account',
  'monitor/alerts/wallet-alerts.ts': 'declares what is remembered of a wallet',
  'monitor/alerts/payment-option-alerts.ts': 'a wallet below the smallest payout: alerts of payment options',
  'monitor/alerts/payout-minima.ts': 'what payout wallets hold, for these alerts',
  'monitor/alerts/simulation.ts': 'replays the past for `simulate`',
  'receivers/alertmanager/accepted.ts': 'declares the head of an alert',
};

const contributing = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const chapter = /^## The way of one amount$(.*?)^## /ms.exec(contributing)![1]!;
const begin = filesIn(chapter.slice(0, chapter.indexOf('From there')));
const [onwards] = chapter.slice(chapter.indexOf('- **')).split('\n\n');
const ways = onwards!.split(/^- /m).flatMap((text) => {
  const [, to, count] = /^\*\*to (.+?)\*\* \((\d+)\)/.exec(text) ?? [];
  if (!to) return [];
  const [main, instead] = text.split('; where Postgres is away,');
  const ends = [main!, ...(instead ? [instead] : [])].map(filesIn);
  return [{ to, count: Number(count), files: [...begin, ...ends[0]!], instead: ends[1] }];
});

/** Their folders are a service or a receiver each. */
const FOLDERS_OF_A_KIND = ['upstream', 'receivers'];

test.each(readdirSync(SRC).filter((room) => !FOLDERS_OF_A_KIND.includes(room)))(
  'the table of rooms has each folder of %s/',
  (room) => {
    const row = contributing
      .split('\n')
      .find((line) => line.startsWith('|') && line.includes(`\`${room}/\``))!;
    const folders = readdirSync(join(SRC, room), { withFileTypes: true }).filter((each) =>
      each.isDirectory(),
    );
    expect(folders.map(({ name }) => `\`${name}/\``).filter((name) => !row.includes(name))).toEqual([]);
  },
);

test('it goes to a gauge, to the database and to an Alertmanager', () => {
  expect(ways.map(({ to }) => to)).toEqual(Object.keys(MAX_FILES));
});

describe.each(ways)('to $to', ({ to, count, files, instead }) => {
  test('as many files as it says, and no more than it may', () => {
    expect(files.length).toBe(count);
    expect(count).toBeLessThanOrEqual(MAX_FILES[to as keyof typeof MAX_FILES]);
    expect(begin.length + 1 + (instead?.length ?? 0)).toBeLessThanOrEqual(12);
  });

  test('each file exists, and stands on it once', () => {
    const all = [...files, ...(instead ?? [])];
    expect(all.filter((file) => !existsSync(join(SRC, file)))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
  });

  test('each file knows one before it, or what both hand over', () => {
    const unlinked = (way: readonly string[]) =>
      way.filter((file, i) => i > 0 && !way.slice(0, i).some((before) => areLinked(before, file)));
    expect(unlinked(files)).toEqual([]);
    expect(unlinked([...files, ...(instead ?? [])])).toEqual([]);
  });
});

test('nobody else takes the amounts of a poll on their way to an alert', () => {
  const listed = new Set(ways.flatMap(({ files }) => files));
  const takers = ['monitor/polling', 'monitor/board', 'monitor/alerts', 'receivers/alertmanager']
    .flatMap((folder) => readdirSync(join(SRC, folder)).map((name) => `${folder}/${name}`))
    .filter((file) => takesAmounts(file));
  expect(takers.filter((file) => !listed.has(file)).sort()).toEqual(Object.keys(ASIDE).sort());
});

/** The files that a text names with their folders; those named without are only asked, and aren't counted. */
function filesIn(text: string): string[] {
  return [...text.matchAll(/`([\w/-]+\/[\w-]+\.ts)`/g)].map(([, file]) => file!);
}

function areLinked(a: string, b: string): boolean {
  const [ofA, ofB] = [importsOf(a), importsOf(b)];
  return (
    ofA.includes(b) || ofB.includes(a) || HANDED_OVER.some((file) => ofA.includes(file) && ofB.includes(file))
  );
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  const found = [...text.matchAll(/from '(\.[^']+\.ts)'/g)].map(([, path]) => join(dirname(file), path!));
  // A poll's result is an observation, of balances or of payment options.
  return found.includes('domain/poll-result.ts') ? [...found, 'domain/observation.ts'] : found;
}

/** Whether it imports the type of a whole observation, of a balance, or of an alert with its texts. */
function takesAmounts(file: string): boolean {
  const text = readFileSync(join(SRC, file), 'utf8');
  const names = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '[^']*domain\/[^']*'/g)].flatMap(
    ([, list]) => list!.split(',').map((name) => name.trim().replace(/^type /, '')),
  );
  const taken = file.startsWith('receivers') ? ['Alert'] : ['Observation', 'Balance', 'WalletBalance'];
  return taken.some((name) => names.includes(name));
}
