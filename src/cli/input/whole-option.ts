// Makes flags that are whole numbers. Used by `floatwatch run`.
import { InvalidArgumentError, Option } from 'commander';

/** A flag whose value is a whole number, from 0. */
export function wholeOption(flag: string, description: string): Option {
  return new Option(flag, description).argParser((value) => {
    if (!/^\d{1,6}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
    return Number(value);
  });
}
