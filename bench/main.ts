// All figures of the bench, or some groups: npm run bench [-- GROUP…] [--scale N] [--data FILE] [--json] [--profile].
// A group is a file bench/GROUP.ts that exports a function of the same name: (scale, data) => figures. Groups that take
// longer than all others together run only when they are named.
import { readdirSync } from 'node:fs';
import { parseArgs, styleText } from 'node:util';
import { type Measurement, MissingData, showProfiles } from './measure.ts';

const ONLY_NAMED = ['foresight', 'memory', 'peers', 'replicas', 'shards'];

type Group = (scale: number, data?: string) => Promise<Readonly<Record<string, Measurement>>>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
    profile: { type: 'boolean', default: false }, // on stderr, of the compared works in this process
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
  try {
    for (const [figure, measured] of Object.entries(await module[name]!(Number(values.scale), values.data))) {
      results[`${name}.${figure}`] = measured;
      if (!values.json) process.stdout.write(`${line(`${name}.${figure}`, measured)}\n`);
    }
  } catch (error) {
    if (!(error instanceof MissingData)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exitCode = 2;
  }
}
if (values.json) process.stdout.write(`${JSON.stringify(results)}\n`);

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
