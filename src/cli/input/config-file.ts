import { Option } from 'commander';

/** The flag of every command that needs a configuration; its value is `flags['config.file']`. */
export function configFileOption(): Option {
  return new Option('--config.file <path>', 'configuration file')
    .env('FLOATWATCH_CONFIG_FILE')
    .default('floatwatch.yaml');
}
