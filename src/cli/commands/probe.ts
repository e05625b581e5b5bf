import { succeeded } from '../../domain/observation.ts';
import { namedAccounts } from '../input/named-accounts.ts';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import { answerJson, evidenceJson } from '../json/readings.ts';
import { type Probed, probeAccounts } from '../probe/probe.ts';
import { probeText } from '../probe/probe-text.ts';
import { jsonText } from '../terminal/format.ts';
import type { Io } from '../terminal/io.ts';
import { terminalWidth } from '../terminal/sentence.ts';

/** `floatwatch probe`: calls each account's service once, stores nothing, and says in words what happened, with the evidence. */
export async function probe(io: Io, names: readonly string[], flags: ConfigFlags): Promise<void> {
  const config = readConfig(flags['config.file'], io);
  const { probed, scrub } = await probeAccounts(config, namedAccounts(config, names), io.signal);
  const text = flags.json
    ? jsonText(probed.map(jsonOf))
    : probed.map((each) => probeText(each, terminalWidth(io))).join('\n');
  io.stdout.write(scrub(text));
  if (!probed.every(({ reading }) => succeeded(reading.outcome))) io.exitCode = 1;
}

function jsonOf({ account, baseUrl, reading, evidence, requests }: Probed) {
  return {
    account,
    base_url: baseUrl,
    reading: answerJson(reading),
    evidence: evidence && evidenceJson(evidence),
    requests,
  };
}
