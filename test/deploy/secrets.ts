import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Writes a configuration with a file for every `…_file` that it names, all in one folder; removed afterwards. */
export async function withSecrets(text: string, use: (file: string) => void | Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'floatwatch-config-'));
  try {
    const named = [...text.matchAll(/_file: (\/\S+)/g)].map(([, path]) => path!);
    for (const path of named) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      const secret = path.endsWith('database_url') ? 'postgres://floatwatch:x@127.0.0.1/floatwatch' : 'a-key';
      await writeFile(join(folder, path), secret, { mode: 0o600 });
    }
    const file = join(folder, 'floatwatch.yaml');
    await writeFile(file, text.replaceAll(/_file: (\/\S+)/g, `_file: ${folder}$1`));
    await use(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
