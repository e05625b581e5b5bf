// Who is told what, asked of Alertmanager's own program; and Prometheus' configuration, of Prometheus' own.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { asJson, prometheusRule, rulesFor } from '../../deploy/rules.ts';
import { BUILTIN_ALERTS } from '../../src/monitor/alerts/builtin.ts';
import { start } from '../support/process.ts';
import { describeBeside } from '../support/tools.ts';
import { ROOT, read } from './compose.ts';

const ALERTMANAGER = join(ROOT, 'config/alertmanager/alertmanager.yml');
const RULES = join(ROOT, 'config/prometheus/floatwatch.rules.yml');
const PROMETHEUS = join(ROOT, 'config/prometheus/prometheus.yml');

describeBeside(['amtool'], 'Alertmanager', (program) => {
  test('its configuration is sound', async () => {
    expect(await output(program('amtool'), ['check-config', ALERTMANAGER])).toContain('SUCCESS');
  });

  test.for([
    ['a warning is mailed to finance', ['alertname=PayoutFloatLow', 'severity=warning'], 'finance'],
    [
      'what is critical pages, and finance reads it',
      ['alertname=PayoutFloatOut', 'severity=critical'],
      'pager,finance',
    ],
    ['the Watchdog is never dropped', ['alertname=Watchdog', 'severity=none'], 'dead-mans-switch'],
    [
      'nor is Prometheus’ own',
      ['alertname=Watchdog', 'severity=none', 'evaluator=prometheus'],
      'dead-mans-switch',
    ],
    ['whatever else still reaches people', ['alertname=Odd', 'severity=info'], 'operations'],
    ['even without a severity', ['alertname=Odd'], 'operations'],
  ] as const)('%s', async ([, labels, receivers]) => {
    const told = await output(program('amtool'), [
      'config',
      'routes',
      'test',
      `--config.file=${ALERTMANAGER}`,
      ...labels,
    ]);
    expect(
      told
        .trim()
        .split('\n')
        .findLast((line) => !line.startsWith('Warning')),
    ).toBe(receivers);
  });
});

describe('inhibition', () => {
  interface Inhibition {
    readonly source_matchers: readonly string[];
    readonly target_matchers: readonly string[];
    readonly equal: readonly string[];
  }
  const { inhibit_rules } = parse(read('config/alertmanager/alertmanager.yml')) as {
    inhibit_rules: Inhibition[];
  };

  test('never touches the Watchdog, nor an alert that says that we are blind', () => {
    for (const { target_matchers } of inhibit_rules) {
      expect(target_matchers).toContain('severity = "warning"');
      const [, spared = ''] = /alertname !~ "(.*)"/.exec(target_matchers.join('\n')) ?? [];
      for (const name of spared.split('|')) expect(BUILTIN_ALERTS).toContain(name);
      expect(spared.split('|')).toContain('BalanceUnknown');
    }
  });

  test('takes no two alerts for equal because both lack the labels that are compared', () => {
    for (const { source_matchers, target_matchers, equal } of inhibit_rules) {
      expect(equal).toContain('wallet_type');
      for (const matchers of [source_matchers, target_matchers])
        expect(matchers).toContain('wallet_type =~ ".+"');
    }
  });
});

describeBeside(['promtool'], 'Prometheus', (program) => {
  test('its configuration and its rules are sound', async () => {
    const promtool = program('promtool');
    expect(await output(promtool, ['check', 'config', '--lint=all', PROMETHEUS])).toContain('SUCCESS');
    expect(await output(promtool, ['check', 'rules', '--lint=all', '--lint-fatal', RULES])).toContain(
      'SUCCESS',
    );
  });

  test('the shipped rules do what they are for', async () => {
    const stories = join(ROOT, 'config/prometheus/floatwatch.rules.test.yml');
    expect(await output(program('promtool'), ['test', 'rules', stories])).toContain('SUCCESS');
  });

  test('every alert of the shipped rules has such a story', () => {
    const stories = read('config/prometheus/floatwatch.rules.test.yml');
    const { groups } = parse(read('config/prometheus/floatwatch.rules.yml')) as {
      groups: { rules: { alert?: string; annotations?: { summary?: string } }[] }[];
    };
    for (const { alert, annotations } of groups.flatMap(({ rules }) => rules)) {
      if (alert === undefined) continue;
      expect(annotations?.summary, alert).toBeDefined();
      expect(stories).toMatch(new RegExp(`alertname: ${alert}\\n +exp_alerts:\\n`));
    }
  });
});

describe('the shipped rules', () => {
  test('regenerating them gives no difference (node deploy/generate.ts)', async () => {
    const demo = await rulesFor(read('deploy/compose/demo/floatwatch.yaml'));
    expect(read('config/prometheus/floatwatch.rules.yml')).toBe(demo);
    expect(read('deploy/mixin/rules.json')).toBe(asJson(demo));
    const { data } = parse(read('deploy/kubernetes/configmap.yaml')) as {
      data: Record<'floatwatch.yaml', string>;
    };
    const example = prometheusRule(await rulesFor(data['floatwatch.yaml']));
    expect(read('deploy/kubernetes/prometheusrule.yaml')).toBe(example);
  });
});

async function output(program: string, args: readonly string[]): Promise<string> {
  await using running = start(program, args);
  const code = await running.ended();
  expect(code, running.output()).toBe(0);
  return running.output();
}
