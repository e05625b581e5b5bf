// Declares the command line that `floatwatch run --help` shows; commands/run.ts runs the command.
import { Command, InvalidArgumentError, Option } from 'commander';
import { LOG_FORMATS, LOG_LEVELS } from '../../app/log/log-settings.ts';
import { readHttpUrl } from '../../config/schema/http-url.ts';
import { booleanOption } from '../input/boolean-option.ts';
import { configFileOption } from '../input/common-options.ts';
import { filePath } from '../input/file-path.ts';
import { listenAddress } from '../input/listen-address.ts';
import { withShardOptions } from '../input/shard-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch run`: runs the monitor until it is told to stop. */
export function run(io: Io): Command {
  const command = new Command('run')
    .description('the monitor')
    .addOption(configFileOption())
    .addOption(
      new Option('--web.listen-address <host:port...>', 'where to listen, instead of web.listen')
        .env('FLOATWATCH_WEB_LISTEN_ADDRESS')
        .argParser(listenAddress),
    )
    .addOption(
      new Option('--web.config.file <path>', 'TLS and basic auth, instead of web.config_file')
        .env('FLOATWATCH_WEB_CONFIG_FILE')
        .argParser(filePath), // empty, it would turn off the file's setting: the page would be open to everybody
    )
    .addOption(
      new Option('--web.external-url <url>', 'how people reach the page, instead of web.external_url')
        .env('FLOATWATCH_WEB_EXTERNAL_URL')
        .argParser(externalUrl),
    )
    .addOption(
      booleanOption(
        '--web.enable-lifecycle',
        'FLOATWATCH_WEB_ENABLE_LIFECYCLE',
        'allow POST /-/reload and /-/quit, instead of web.enable_lifecycle',
      ),
    );
  return withShardOptions(command)
    .addOption(
      new Option('--log.level <level>', 'instead of log.level')
        .choices(LOG_LEVELS)
        .env('FLOATWATCH_LOG_LEVEL'),
    )
    .addOption(
      new Option('--log.format <format>', 'instead of log.format')
        .choices(LOG_FORMATS)
        .env('FLOATWATCH_LOG_FORMAT'),
    )
    .action(async (flags) => (await import('../commands/run.ts')).run(io, flags));
}

/** Reads the address by the same rules as the file. */
function externalUrl(text: string): string {
  const read = readHttpUrl(text);
  if (typeof read === 'string') return read;
  const why = read?.message ?? `must be an address such as http://localhost:14217, not ${text}`;
  throw new InvalidArgumentError(`It ${why}.`);
}
