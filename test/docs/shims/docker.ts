// Stands in for `docker`, which isn't here: starts nothing, and refuses what Docker would refuse of this repository's
// files. `docker compose run … rules` is really run, on the files that the service would get mounted.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { type Compose, mounts } from '../../deploy/compose.ts';
import { commandOnPath } from '../../deploy/image.ts';

const [command, ...rest] = process.argv.slice(2);
if (command === 'compose') compose(rest);
else if (command === 'build') build(rest);
else refuse(`no stand-in for docker ${command}`);

function compose(argv: string[]): void {
  const at = argv.findIndex((word, index) => !word.startsWith('-') && !argv[index - 1]?.startsWith('--'));
  const { values: general } = parseArgs({
    args: argv.slice(0, at),
    options: { 'env-file': { type: 'string' }, profile: { type: 'string' } },
  });
  const file = interpolated(general['env-file']);
  if (
    general.profile !== undefined &&
    !all(file).some(([, { profiles }]) => profiles?.includes(general.profile!))
  )
    refuse(`no service has the profile ${general.profile}`);
  const enabled = all(file).filter(([, { profiles = [] }]) =>
    profiles.every((each) => each === general.profile),
  );
  const [verb, ...args] = argv.slice(at);
  const flag = { type: 'boolean' } as const;
  switch (verb) {
    case 'up': {
      const options = { build: flag, detach: flag, wait: flag, 'force-recreate': flag };
      const { positionals } = parseArgs({ args, allowPositionals: true, options });
      known(file, positionals);
      for (const [name] of enabled) start(file, name);
      return;
    }
    case 'build':
      known(file, args);
      return;
    case 'logs':
      known(
        file,
        parseArgs({ args, allowPositionals: true, options: { follow: { ...flag, short: 'f' } } }).positionals,
      );
      return;
    case 'kill': {
      const { positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: { signal: { type: 'string', short: 's' } },
      });
      known(file, positionals);
      return;
    }
    case 'run': {
      const own = args.findIndex((word) => !word.startsWith('-'));
      parseArgs({ args: args.slice(0, own), options: { rm: flag, 'no-deps': flag } });
      const [name = '', ...words] = args.slice(own);
      known(file, [name]);
      within(file, name, words);
      return;
    }
    case 'exec': {
      const [name = '', program, ...words] = args;
      const command = commandOnPath();
      known(file, [name]);
      if (program !== command.name) refuse(`"${program}": executable file not found in $PATH`);
      within(file, name, [...words, `--config.file=${command.configuration}`]);
      return;
    }
    default:
      refuse(`no stand-in for docker compose ${verb}`);
  }
}

/** What a start would stumble over: a file that is not there, or one that its program doesn't take. */
function start(file: Compose, name: string): void {
  const service = file.services[name]!;
  for (const { from, named } of mounts(file, service)) {
    if (!named && !existsSync(from)) refuse(`${name} mounts ${from}, which is not there`);
  }
  const mounted = (to: string) => mounts(file, service).find((each) => each.to === to)?.from ?? '';
  if (name === 'floatwatch')
    within(file, name, ['check-config', '--config.file=/etc/floatwatch/floatwatch.yaml']);
  if (name === 'alertmanager')
    check('amtool', ['check-config', mounted('/etc/alertmanager/alertmanager.yml')]);
  if (name === 'prometheus') {
    const folder = mkdtempSync(join(tmpdir(), 'floatwatch-promtool-'));
    for (const to of ['prometheus.yml', 'floatwatch.rules.yml'])
      copyFileSync(mounted(`/etc/prometheus/${to}`), join(folder, to));
    try {
      check('promtool', ['check', 'config', join(folder, 'prometheus.yml')]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

/** Runs floatwatch on the files that the service gets: with the paths that they have outside. */
function within(file: Compose, name: string, words: readonly string[]): void {
  const places = mounts(file, file.services[name]!).filter(({ named }) => !named);
  const outside = (text: string) =>
    places.reduce((result, { from, to }) => result.replaceAll(to, join(process.cwd(), from)), text);
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-container-'));
  try {
    const args = words.map((word) => {
      const [, option, to] = /^(--config\.file=)(.*)$/.exec(word) ?? [];
      if (!option) return word;
      const config = places.find((each) => each.to === to);
      if (!config) refuse(`${to} is mounted into no ${name}`);
      writeFileSync(join(folder, 'floatwatch.yaml'), outside(readFileSync(config!.from, 'utf8')));
      return `${option}${join(folder, 'floatwatch.yaml')}`;
    });
    check('floatwatch', args);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function build(args: string[]): void {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      tag: { type: 'string', short: 't' },
      'build-arg': { type: 'string', multiple: true, default: [] },
    },
  });
  const [context = ''] = positionals;
  const text = readFileSync(join(context, 'Dockerfile'), 'utf8');
  if (values.tag === undefined) refuse('an image without a name');
  for (const argument of values['build-arg']) {
    if (!new RegExp(`^ARG ${argument.split('=')[0]}\\b`, 'm').test(text))
      refuse(`no ARG of the Dockerfile: ${argument}`);
  }
  const ignored = execFileSync('cat', [join(context, '.dockerignore')], { encoding: 'utf8' });
  for (const [, sources = ''] of text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)) {
    for (const path of sources.split(' ')) {
      if (globSync(path, { cwd: context }).length === 0 || !ignored.includes(`!${path}`))
        refuse(`COPY ${path} finds nothing`);
    }
  }
}

/** docker-compose.yml of the folder, with the variables of the environment and of a file. */
function interpolated(envFile: string | undefined): Compose {
  const lines = envFile === undefined ? [] : readFileSync(envFile, 'utf8').split('\n');
  const own = Object.fromEntries(
    lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s)),
  );
  const variables = { ...own, ...process.env } as Record<string, string>;
  const text = readFileSync('docker-compose.yml', 'utf8');
  const value = (_: string, name: string, otherwise: string) => variables[name] ?? otherwise;
  return parse(text.replace(/\$\{(\w+):-([^}]*)\}/g, value), { merge: true }) as Compose;
}

function all({ services }: Compose): [string, Compose['services'][string]][] {
  return Object.entries(services);
}

function known({ services }: Compose, names: readonly string[]): void {
  for (const name of names) if (!Object.hasOwn(services, name)) refuse(`no such service: ${name}`);
}

function check(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) refuse(`${program} ${args.join(' ')} ended with ${status ?? error?.message}`);
}

function refuse(why: string): never {
  process.stderr.write(`docker: ${why}\n`);
  process.exit(1);
}
