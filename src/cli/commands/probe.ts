import { succeeded } from '../../domain/observation.ts';
import { namedAccounts } from '../input/named-accounts.ts';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import { probeAccounts } from '../probe/probe.ts';
import { probeText } from '../probe/probe-text.ts';
import { jsonText } from '../terminal/format.ts';
import type { Io } from '../terminal/io.ts';
import { terminalWidth } from '../terminal/sentence.ts';

/** `floatwatch probe`: calls each account's service once, stores nothing, and says in words what happened, with the evidence. */
export async function probe(io: Io, names: readonly string[], flags: ConfigFlags): Promise<void> {
  const config = readConfig(flags['config.file'], io);
  const { probed, scrub } = await probeAccounts(config, namedAccounts(config, names), io.signal);
  const texts = probed.map((each) => probeText(each, terminalWidth(io)));
  io.stdout.write(scrub(flags.json ? jsonText(probed) : texts.join('\n')));
  if (!probed.every(({ reading }) => succeeded(reading.outcome))) io.exitCode = 1;
}
