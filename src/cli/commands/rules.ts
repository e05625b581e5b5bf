import { stringify } from 'yaml';
import { scheduledAccounts } from '../../app/configured.ts';
import { longestSilence } from '../../config/longest-silence.ts';
import { prometheusRules, untranslatable } from '../../metrics/rules/rules.ts';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import { jsonText } from '../terminal/format.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch rules`: prints recording and alerting rules for a Prometheus that evaluates them itself. */
export function rules(io: Io, flags: ConfigFlags): void {
  const config = readConfig(flags['config.file'], io);
  const leftOut = untranslatable(config.alerts.rules).map(
    (name) => `${name} is left out: no metric tells what it needs`,
  );
  for (const sentence of leftOut) io.stderr.write(`floatwatch: ${sentence}\n`);
  const accounts = scheduledAccounts(config).map((account) => ({
    name: account.name,
    staleMs: longestSilence(account),
    expect: account.expect,
    topUpLeadMs: account.topUpLeadMs,
    confidence: account.confidence,
  }));
  const made = prometheusRules(accounts, config.alerts.rules, config.web.external_url);
  io.stdout.write(flags.json ? jsonText(made) : asYaml(made, leftOut));
}

function asYaml(made: object, leftOut: readonly string[]): string {
  const text = stringify(made, { lineWidth: 0, aliasDuplicateObjects: false });
  const head = ['Made by floatwatch rules. Change the configuration, not this file.', ...leftOut];
  return `${head.map((line) => `# ${line}\n`).join('')}${text}`;
}
