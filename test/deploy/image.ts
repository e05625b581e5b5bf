// What the Dockerfile would put into the image's /app: the files that it copies, and the packages that it installs.
import { cpSync, existsSync, globSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT, read } from './compose.ts';

/** The words of the image's entrypoint. */
export function entrypoint(): readonly string[] {
  const [, words = '[]'] = /^ENTRYPOINT (.*)$/m.exec(read('Dockerfile')) ?? [];
  return JSON.parse(words) as string[];
}

/** The command of ours that is on the image's path, the file that it is, and the configuration that it reads; empty: none. */
export function commandOnPath() {
  const text = read('Dockerfile');
  const [, file = '', name = ''] = /ln -s (\/app\/\S+) \/usr\/local\/bin\/(\S+)/.exec(text) ?? [];
  const [, configuration = ''] = /\bFLOATWATCH_CONFIG_FILE=(\S+)/.exec(text) ?? [];
  return { name, file, configuration };
}

/** Makes the image's /app in a folder. Packages are linked, not copied: those for production and no others. */
export function makeImage(app: string): void {
  const [, final = ''] = read('Dockerfile').split(/^FROM .*$(?![\s\S]*^FROM )/m);
  for (const [, words = ''] of final.matchAll(/^COPY (?!--from)(.+)$/gm)) {
    const paths = words.split(' ');
    const to = join(app, paths.pop()!);
    for (const from of paths.flatMap((path) => globSync(path, { cwd: ROOT }))) {
      // Docker copies the content of a folder, and a file into a place that ends in a slash.
      const target = words.endsWith('/') ? join(to, basename(from)) : to;
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(ROOT, from), target, { recursive: true });
    }
  }
  for (const path of productionPackages()) {
    mkdirSync(dirname(join(app, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(app, path));
  }
}

/** What `npm ci --omit=dev --omit=optional` installs at the top, without what the Dockerfile removes. */
function productionPackages(): string[] {
  interface Entry {
    readonly dev?: boolean;
    readonly optional?: boolean;
    readonly devOptional?: boolean;
  }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, Entry>> };
  const removed = [...(/rm -rf (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '').split(' ')];
  return Object.entries(packages)
    .filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional)
    .map(([path]) => path)
    .filter((path) => path.lastIndexOf('node_modules/') === 0 && !removed.includes(path))
    .filter((path) => existsSync(join(ROOT, path)));
}
