import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Merchant } from '../../src/sandbox/merchants.ts';

/** A folder with a configuration file; gone at the end of its scope. */
export interface ConfigFolder extends AsyncDisposable {
  readonly folder: string;
  readonly file: string;
  write(settings: object): Promise<void>;
}

/** Writes settings to a file in a folder of its own; YAML reads JSON too. */
export async function configFolder(settings: object): Promise<ConfigFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'floatwatch-test-'));
  await chmod(folder, 0o755); // Postgres runs as another user when we are root
  const file = join(folder, 'floatwatch.yaml');
  const write = (next: object) =>
    writeFile(file, JSON.stringify({ data_dir: join(folder, 'data'), ...next }));
  await write(settings);
  return {
    folder,
    file,
    write,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The accounts of these merchants at a sandbox, as a configuration names them. */
export function accountsAt(address: string, merchants: readonly Merchant[]): object[] {
  return merchants.map(({ name, publicKey, secretKey }) => ({
    name,
    base_url: address,
    public_key: publicKey,
    secret_key: secretKey,
  }));
}
