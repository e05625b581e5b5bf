// Makes flags that are on or off. `floatwatch run` uses it.
import { InvalidArgumentError, Option } from 'commander';

/**
 * A flag that its environment variable can turn on and off: `--flag`, `--flag=false`, `VARIABLE=false`.
 *
 * Any value but true and false is a mistake: the library itself takes every value of the variable for true.
 */
export function booleanOption(flag: string, variable: string, description: string): Option {
  return new Option(`${flag} [true|false]`, description)
    .env(variable)
    .preset('true')
    .argParser((value) => {
      if (value !== 'true' && value !== 'false') throw new InvalidArgumentError('It must be true or false.');
      return value === 'true';
    });
}
