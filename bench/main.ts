// All figures of the bench, or some groups: npm run bench [-- GROUP…] [--scale N] [--data FILE] [--json] [--profile].
// A group is a file bench/GROUP.ts that exports a function of the same name: (scale, data) => figures. Groups that take
// longer than all others together run only when they are named. A profile is of the works that a group compares, beside
// their floor, or of the whole group where it compares none.
import { readdirSync } from 'node:fs';
import { parseArgs, styleText } from 'node:util';
import { type Measurement, MissingData, profilesShown, showProfiles } from './measure.ts';
import { profileOf, sideBySide } from './profile.ts';

const ONLY_NAMED = ['foresight', 'hour', 'memory', 'peers', 'replicas', 'shards'];
const IN_PROCESSES_OF_THEIR_OWN = ['hour', 'memory', 'peers', 'replicas', 'rest', 'shards'];

type Group = (scale: number, data?: string) => Promise<Readonly<Record<string, Measurement>>>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
    profile: { type: 'boolean', default: false }, // on stderr
    data: { type: 'string' }, // for `foresight`, in place of its own sets
  },
});
const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !['main.ts', 'measure.ts', 'profile.ts'].includes(file))
  .map((file) => file.slice(0, -3));
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`no group ${unknown.join(', ')}; there are ${all.join(', ')}\n`);
  process.exit(2);
}

if (values.profile) showProfiles();
const results: Record<string, Measurement> = {};
const usual = all.filter((name) => !ONLY_NAMED.includes(name));
for (const name of positionals.length > 0 ? positionals : usual) {
  const module: Record<string, Group> = await import(`./${name}.ts`);
  const group = () => module[name]!(Number(values.scale), values.data);
  const before = profilesShown();
  try {
    for (const [figure, measured] of Object.entries(await group())) {
      results[`${name}.${figure}`] = measured;
      if (!values.json) process.stdout.write(`${line(`${name}.${figure}`, measured)}\n`);
    }
    if (values.profile && profilesShown() === before) await showWhole(name, group);
  } catch (error) {
    if (!(error instanceof MissingData)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exitCode = 2;
  }
}
if (values.json) process.stdout.write(`${JSON.stringify(results)}\n`);

/** Runs a group once more, watched, and shows where its CPU goes. */
async function showWhole(name: string, group: () => Promise<unknown>): Promise<void> {
  const said = IN_PROCESSES_OF_THEIR_OWN.includes(name)
    ? `${name}: its works are processes of their own; run them with NODE_OPTIONS=--cpu-prof`
    : sideBySide({ [name]: await profileOf(group, 1) });
  process.stderr.write(`${said}\n`);
}

function line(name: string, { value, unit, floor, target, atLeast }: Measurement): string {
  const met = target === undefined ? undefined : atLeast ? value >= target : value <= target;
  const verdict =
    met === undefined ? '' : met ? styleText('green', 'reached') : styleText('red', 'not reached');
  const bounds = [
    floor === undefined ? '' : `floor ${round(floor)}`,
    target === undefined ? '' : `target ${atLeast ? '≥' : '≤'} ${bound(target)}`,
  ];
  return `${name.padEnd(36)} ${round(value).padStart(12)} ${unit.padEnd(14)} ${bounds.join('  ').padEnd(36)} ${verdict}`;
}

/** A target as it was written, or as it was computed from a floor. */
function bound(target: number): string {
  return Number.isInteger(target) ? String(target) : round(target);
}

function round(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
