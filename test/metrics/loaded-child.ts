// Prints the address of each module that is loaded with another one.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

registerHooks({
  load(url, context, next) {
    process.stdout.write(`${url}\n`);
    return next(url, context);
  },
});
await import(pathToFileURL(process.argv[2]!).href);
process.exit();
