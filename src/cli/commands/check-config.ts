import { loadConfig } from '../../config/load.ts';
import { ConfigError, formatProblem } from '../../config/problem.ts';
import { SERVICE_NAMES } from '../../upstream/service-names.ts';
import { loadWebConfig } from '../../web/http/live-config.ts';
import type { ConfigFlags } from '../input/read-config.ts';
import { counted } from '../terminal/counted.ts';
import type { Io } from '../terminal/io.ts';
import { printSentence } from '../terminal/sentence.ts';

/** `floatwatch check-config`: finds every problem of the configuration at once; exit code 0 or 2. */
export function checkConfig(io: Io, flags: ConfigFlags): void {
  const file = flags['config.file'];
  try {
    const { config, warnings } = loadConfig(file, {
      ...{ env: io.env, services: SERVICE_NAMES, readWebConfig: loadWebConfig },
    });
    for (const warning of warnings) {
      io.stderr.write(`${formatProblem({ ...warning, message: `warning: ${warning.message}` })}\n`);
    }
    const accounts = named('account', config.accounts);
    printSentence(io, `${file} is fine: ${accounts}; ${named('rule', config.alerts.rules)}`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // Printed without the program's name: editors and CI find the place by the beginning of the line.
    io.stderr.write(`${error.message}\n`);
    io.exitCode = error.exitCode;
  }
}

/** Such as `2 accounts (acme-ug, acme-ke)`; of many only the first few are named. */
function named(what: string, things: readonly { readonly name: string }[]): string {
  const names = things.slice(0, 8).map(({ name }) => name);
  if (things.length > names.length) names.push('…');
  const list = names.length > 0 ? ` (${names.join(', ')})` : '';
  return `${counted(things.length, what)}${list}`;
}
