// What the generated rules are called, and what their alerts say of themselves.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { OPTION_CONDITIONS } from '../../src/conditions/option/conditions.ts';
import type { Rule } from '../../src/conditions/rule.ts';
import { WALLET_CONDITIONS } from '../../src/conditions/wallet/conditions.ts';
import { parseConfig } from '../../src/config/load.ts';
import { amountOf } from '../../src/domain/money.ts';
import { prometheusRules } from '../../src/metrics/rules/rules.ts';
import { toText } from '../../src/web/html/html.ts';
import { runbookPage } from '../../src/web/pages/runbook.ts';
import { accounts, askPromtool, EXTERNAL_URL } from '../support/promtool.ts';
import { describeWith, releases } from '../support/tools.ts';
import { lowRule } from '../support/watching.ts';

const PAGE = `${EXTERNAL_URL}/wallets/acme-ug/UGX/MERCHANT_PAYOUT`;
const VALUES: Readonly<Record<string, string>> = {
  drops_by: '"10%", within: 1h',
  rises_by: '"10", within: 1h',
  runway_below: '2d',
  unknown_for: '1h',
  missing: 'true',
  vanished: 'true',
  inactive_for: '1h',
  limit_changed: 'true',
  wallet_below_min: 'true',
};

/** A rule of every kind, as a configuration has them. */
const everyKind: readonly Rule[] = parseConfig(
  `
accounts:
  - {name: acme-ug, base_url: "http://127.0.0.1:1", public_key: a, secret_key: b}
alerts:
  rules:
${[
  ...Object.keys(WALLET_CONDITIONS).map((kind) => [kind, 'wallets']),
  ...Object.keys(OPTION_CONDITIONS).map((kind) => [kind, 'options']),
]
  .map(([kind = '', about]) => `    - {name: R_${kind}, ${about}: {}, ${kind}: ${VALUES[kind] ?? '"5"'}}`)
  .join('\n')}
`,
  { file: 'floatwatch.yaml', env: {} },
).config.alerts.rules;

const { rules } = prometheusRules(accounts, everyKind, EXTERNAL_URL).groups[0]!;

test('every alert has a description, and a runbook_url that leads to a chapter', () => {
  const text = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
  const page = toText(runbookPage(text));
  const alerts = rules.filter(({ alert }) => alert !== undefined);
  expect(alerts.length).toBeGreaterThanOrEqual(everyKind.length + 5);
  for (const { alert, annotations } of alerts) {
    expect(annotations?.['description'], alert).toMatch(/\w{3}/);
    const [address, anchor] = annotations?.['runbook_url']?.split('#') ?? [];
    expect(address).toBe(`${EXTERNAL_URL}/runbook`);
    expect(page, alert).toContain(`id="${anchor}"`);
  }
});

test("a rule's own runbook_url and description are kept", () => {
  const annotations = {
    runbook_url: 'https://wiki.example.com/{{account}}',
    description: 'Call {{account}}',
  };
  const [own] = prometheusRules([], [lowRule({ annotations })], EXTERNAL_URL).groups[0]!.rules.filter(
    ({ alert }) => alert === 'PayoutFloatLow',
  );
  expect(own?.annotations).toEqual({
    runbook_url: 'https://wiki.example.com/{{ $labels.account }}',
    description: 'Call {{ $labels.account }}',
  });
});

test('recordings are named level:metric:operations', () => {
  for (const { record } of rules) {
    if (record === undefined) continue;
    expect(record).toMatch(
      /^(account|wallet|currency_wallet_type|option):(merchant_wallet|payment_option|floatwatch_account)_[a-z_]+:(sum|max|alert|last\d+[dhm]_max)$/,
    );
  }
});

describeWith(['promtool'], 'promtool', () => {
  /** Asks promtool what the annotations are of an alert on a wallet of 4,000,000.00, beside these series of that wallet. */
  async function expectFilled(
    template: string,
    summary: string,
    beside: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'floatwatch-annotations-'));
    try {
      const low = lowRule({
        condition: {
          kind: 'below',
          field: 'available',
          threshold: amountOf('5000000'),
          clear: amountOf('5000000'),
        },
        annotations: { summary: template },
      });
      await writeFile(join(folder, 'rules.yml'), stringify(prometheusRules([], [low], EXTERNAL_URL)));
      const labels = { account: 'acme-ug', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' };
      const exp_annotations = {
        summary,
        description: `The rule's condition is met: below 5,000,000. While its value isn't known, the alert is held. See ${PAGE}`,
        runbook_url: `${EXTERNAL_URL}/runbook#below`,
      };
      const alert_rule_test = [
        {
          eval_time: '1m',
          alertname: 'PayoutFloatLow',
          exp_alerts: [{ exp_labels: { ...labels, severity: low.severity, ...low.labels }, exp_annotations }],
        },
      ];
      const all = { merchant_wallet_available_balance: '4000000x3', ...beside };
      const input_series = Object.entries(all).map(([name, values]) => ({
        series: `${name}{account="acme-ug",currency="UGX",wallet_type="MERCHANT_PAYOUT"}`,
        values,
      }));
      const tests = [{ interval: '1m', input_series, alert_rule_test }];
      await writeFile(join(folder, 'test.yml'), stringify({ rule_files: ['rules.yml'], tests }));
      for (const promtool of releases('promtool')) {
        await askPromtool(promtool, ['test', 'rules', 'test.yml'], folder);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  test('fills the annotations in', () =>
    expectFilled(
      '{{wallet}} has {{value}}: {{link}}',
      `acme-ug/UGX/MERCHANT_PAYOUT has 4000000.00: ${PAGE}`,
    ));

  test('fills in what is planned for the wallet', () =>
    expectFilled(
      'needs {{needed}} by {{by}}: {{plan}}',
      'needs 1200000.00 by 2026-05-08 16:00:00 +0000 UTC: send 1200000.00 UGX by 2026-05-08 16:00:00 +0000 UTC',
      {
        merchant_wallet_top_up_needed: '1200000x3',
        merchant_wallet_top_up_deadline_timestamp_seconds: `${Date.parse('2026-05-08T16:00:00Z') / 1_000}x3`,
      },
    ));

  test('says so where nothing is planned', () =>
    expectFilled('needs {{needed}} by {{by}}: {{plan}}', 'needs unknown by unknown: no plan'));
});
