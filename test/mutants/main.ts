// `npm run mutate`: Stryker over the intake; `npm run mutate -- --sample 200 --seed 7`: mutants drawn from all of src.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { runSample } from './sample.ts';

const argv = process.argv.slice(2);
if (argv.includes('--sample')) {
  const { values } = parseArgs({
    args: argv,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string' },
      jobs: { type: 'string', default: '2' },
      from: { type: 'string', default: '1' },
      nearest: { type: 'string', default: '100' },
      only: { type: 'string' },
    },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
  const enough = await runSample({
    count: Number(values.sample),
    seed,
    jobs: Number(values.jobs),
    from: Number(values.from),
    nearest: Number(values.nearest),
    only: values.only?.split(',').map(Number),
    print: (line) => process.stdout.write(`${line}\n`),
  });
  process.exitCode = enough ? 0 : 1;
} else {
  const { status } = spawnSync('stryker', ['run', 'stryker.config.json', ...argv], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
