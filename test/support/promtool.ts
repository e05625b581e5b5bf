// Rules for Prometheus, put to the test by Prometheus' own tool.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import type { Rule } from '../../src/conditions/rule.ts';
import type { RulesAccount } from '../../src/metrics/rules/blindness-rules.ts';
import { prometheusRules } from '../../src/metrics/rules/rules.ts';
import { releases } from './tools.ts';

/** Where their annotations lead. */
export const EXTERNAL_URL = 'https://floatwatch.example.com';

/** The accounts that rules are made for, unless others are. */
export const accounts = [
  {
    name: 'acme-ug',
    staleMs: 150_000,
    topUpLeadMs: 2 * 86_400_000,
    confidence: 0.95,
    expect: [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT' }],
  },
];
export interface Story {
  /** From one value to the next; default 1. Beyond 5 a Prometheus forgets what fired. */
  readonly stepMinutes?: number;
  /** Series and their values, one a step, in promtool's notation. */
  readonly series: Readonly<Record<string, string>>;
  /** At these steps, how many alerts of that name fire. */
  readonly firing?: readonly (readonly [step: number, alertname: string, count: number])[];
  /** At these steps, the one sample of an expression; `null` for none. */
  readonly samples?: readonly (readonly [step: number, expr: string, value: number | null])[];
}

/** Asks promtool, in each release that is there, whether the rules, for the account acme-ug, tell that story. */
export async function tells(
  rules: readonly Rule[],
  { series, firing = [], samples = [], stepMinutes = 1 }: Story,
  of: readonly RulesAccount[] = accounts,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'floatwatch-rules-'));
  try {
    await writeFile(join(folder, 'rules.yml'), stringify(prometheusRules(of, rules, EXTERNAL_URL)));
    const input_series = Object.entries(series).map(([name, values]) => ({ series: name, values }));
    const fires = firing.map(([step, name, count]) => {
      return [step, `count(ALERTS{alertname="${name}",alertstate="firing"}) or vector(0)`, count] as const;
    });
    const promql_expr_test = [...fires, ...samples].map(([step, expr, value]) => ({
      expr: `max(${expr})`,
      eval_time: `${step * stepMinutes}m`,
      exp_samples: value === null ? [] : [{ labels: '{}', value }],
    }));
    const file = {
      rule_files: ['rules.yml'],
      evaluation_interval: `${stepMinutes}m`,
      tests: [{ interval: `${stepMinutes}m`, input_series, promql_expr_test }],
    };
    await writeFile(join(folder, 'test.yml'), stringify(file));
    for (const promtool of releases('promtool')) {
      await askPromtool(promtool, ['check', 'rules', '--lint=all', 'rules.yml'], folder);
      await askPromtool(promtool, ['test', 'rules', 'test.yml'], folder);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Fails with all that promtool says, where it finds fault. */
export async function askPromtool(promtool: string, args: readonly string[], cwd: string): Promise<void> {
  await promisify(execFile)(promtool, args, { cwd }).catch(
    (cause: Error & Record<'stdout' | 'stderr', string>) => {
      throw new Error(`${promtool}: ${cause.stdout}${cause.stderr}`, { cause });
    },
  );
}
