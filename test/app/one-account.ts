// A database of its own, and a configuration that polls one account and stores there.
import { loadConfig } from '../../src/config/load.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { testDatabase } from '../support/postgres.ts';

/** The account is `acme`; `sections` are added to the file. Stop what runs on it before it is disposed of. */
export async function oneAccount(sections: object = {}) {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const { file } = stack.use(
    await configFolder({
      database: { url: database.url },
      web: { listen: ['127.0.0.1:0'] },
      accounts: [{ name: 'acme', base_url: 'http://127.0.0.1:1', public_key: 'p', secret_key: 's' }],
      ...sections,
    }),
  );
  const { config } = loadConfig(file, { env: {} });
  const owned = stack.move();
  return { database, file, config, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
