// Makes flags that are ports. Used by `floatwatch demo`.
import { InvalidArgumentError, Option } from 'commander';

const MOST = 65_535;

/** A flag whose value is a port; 0 is a free one. */
export function portOption(flag: string, description: string): Option {
  return new Option(flag, description).argParser((value) => {
    if (!/^\d{1,5}$/.test(value) || Number(value) > MOST)
      throw new InvalidArgumentError(`A port from 0 to ${MOST}, please.`);
    return Number(value);
  });
}
