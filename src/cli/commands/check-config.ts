import { ofShard } from '../../app/shard-of.ts';
import { loadConfig } from '../../config/load.ts';
import { ConfigError, formatProblem } from '../../config/problem.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { counted } from '../../domain/counted.ts';
import { listed } from '../../domain/listed.ts';
import { SERVICE_NAMES } from '../../upstream/service-names.ts';
import { loadWebConfig } from '../../web/http/live-config.ts';
import { type ShardFlags, shardsAsked } from '../input/asked-shards.ts';
import type { ConfigFlags } from '../input/read-config.ts';
import type { Io } from '../terminal/io.ts';
import { printSentence } from '../terminal/sentence.ts';

/** `floatwatch check-config`: finds every problem of the configuration at once; exit code 0 or 2. */
export function checkConfig(io: Io, flags: ConfigFlags & ShardFlags): void {
  const file = flags['config.file'];
  try {
    const { config, warnings } = loadConfig(file, {
      ...{ env: io.env, services: SERVICE_NAMES, readWebConfig: loadWebConfig },
    });
    for (const warning of warnings) {
      io.stderr.write(`${formatProblem({ ...warning, message: `warning: ${warning.message}` })}\n`);
    }
    const accounts = named('account', config.accounts);
    const shards = shardWords({ ...config, shards: shardsAsked(config, flags) });
    printSentence(io, `${file} is fine: ${accounts}; ${named('rule', config.alerts.rules)}${shards}`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // Printed without the program's name: editors and CI find the place by the beginning of the line.
    io.stderr.write(`${error.message}\n`);
    io.exitCode = error.exitCode;
  }
}

/** Such as `; shard 0 of 2 has 2 accounts (acme-ug, acme-ke)`; empty without shards. */
function shardWords(config: Config): string {
  const { shard, total } = config.shards;
  if (shard !== null && total === null) return `; shard ${shard}, and run must be told of how many`;
  if (total === null || total === 1) return '';
  if (shard === null) return `; ${total} shards, and run must be told which of them it is`;
  return `; shard ${shard} of ${total} has ${named('account', ofShard(config).accounts)}`;
}

/** Such as `2 accounts (acme-ug, acme-ke)`. Rules may share a name. */
function named(what: string, things: readonly { readonly name: string }[]): string {
  const names = listed([...new Set(things.map(({ name }) => name))]);
  return `${counted(things.length, what)}${names && ` (${names})`}`;
}
