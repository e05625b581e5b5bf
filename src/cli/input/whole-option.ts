// Makes flags that are whole numbers. Used by `shard-options.ts`.
import { InvalidArgumentError, Option } from 'commander';

/** A flag whose value is a whole number from `least` to `most`. */
export function wholeOption(
  flag: string,
  description: string,
  [least, most]: readonly [least: number, most: number],
): Option {
  return new Option(flag, description).argParser((text) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  });
}
