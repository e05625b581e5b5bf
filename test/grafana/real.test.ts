// Every dashboard in a real Grafana, looked at by a browser. FLOATWATCH_TEST_GRAFANA names the home of one: the folder
// with bin/grafana, conf and public. Pictures of what it sees go to the folder FLOATWATCH_SCREENSHOTS, if there is one.
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type Grafana, startGrafana } from '../support/grafana.ts';
import { floatwatch } from '../support/process.ts';
import { startPrometheus } from '../support/prometheus.ts';
import { findTool } from '../support/tools.ts';
import { type Browser, openBrowser, type Theme } from './browser.ts';
import { type Dashboard, dashboards, FOLDER, panelsOf } from './dashboard.ts';
import { mayRead, startTrouble, type Trouble } from './trouble.ts';

const home = process.env['FLOATWATCH_TEST_GRAFANA'] ?? '';
const missing = [home ? '' : 'FLOATWATCH_TEST_GRAFANA', findTool('chromium') ? '' : 'chromium'].filter(
  Boolean,
);
const POSTGRES = 'grafana-postgresql-datasource';
const WINDOWS = [1280, 1600].flatMap((width) =>
  (['dark', 'light'] as const).map((theme): [number, Theme] => [width, theme]),
);
const looks = dashboards.flatMap(({ dashboard }) =>
  WINDOWS.map(([width, theme]) => ({ dashboard, title: dashboard.title, uid: dashboard.uid, width, theme })),
);
/** What panels say when there is nothing to show. */
const REASONS = new Set(
  dashboards.flatMap(({ dashboard }) =>
    panelsOf(dashboard).map(({ fieldConfig }) => fieldConfig?.defaults.noValue),
  ),
);
const describeReal = (name: string, body: () => void) =>
  missing.length > 0
    ? describe.skip(`${name} [SKIPPED: without ${missing.join(', ')}]`, body)
    : describe(name, body);

describeReal('in a real Grafana, the demo', () => {
  const stack = new AsyncDisposableStack();
  let grafana: Grafana;
  let browser: Browser;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'floatwatch-demo-'));
    await chmod(folder, 0o755); // Postgres runs as another user when we are root
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    const ports = ['--web.port', '0', '--database-port', '0', '--sandbox-port', '0'];
    const demo = stack.use(floatwatch(['demo', '--data-dir', folder, ...ports]));
    stack.defer(demo.stop); // whoever kills it leaves its Postgres behind
    const [, address = ''] = await demo.until(/the page {6}http:\/\/([^/]+)\//);
    const prometheus = stack.use(
      await startPrometheus(`
global: {scrape_interval: 5s}
scrape_configs: [{job_name: floatwatch, static_configs: [{targets: ['${address}']}]}]
`),
    );
    await demo.until(/past fortnight of the four merchants is in the history/, 60_000);
    await eventually(async () => {
      expect(await prometheus.query('floatwatch_alert_state == 2')).not.toEqual([]);
      expect(await prometheus.query('payment_option_active')).not.toEqual([]);
    }, 60_000);
    const [, passwordFile = '', url = ''] = demo.output().match(/PGPASSWORD=\$\(cat (\S+)\) psql (\S+)/)!;
    const database = new URL(url);
    database.password = readFileSync(passwordFile, 'utf8').trim();
    grafana = stack.use(
      await startGrafana(home, { prometheus: prometheus.url, postgres: await mayRead(database.href) }),
    );
    browser = stack.use(await openBrowser());
    return () => stack.disposeAsync();
  }, 240_000);

  test.for(looks)(
    '$title, $width $theme: no error, nothing hidden, nothing empty without a reason',
    { timeout: 120_000 },
    async ({ uid, width, theme }: (typeof looks)[number]) => {
      await using page = await browser.show(
        `${grafana.url}/d/${uid}?from=now-30m&to=now&shot=demo`,
        width,
        theme,
      );
      expect(page.errors).toEqual([]);
      expect(await page.overflows()).toEqual([]);
      expect(await page.cutNames()).toEqual([]);
      expect((await page.empty()).filter((text) => !REASONS.has(text))).toEqual([]);
    },
  );

  test('K21 Grafana has nothing to complain of at its start', () => {
    const complaints = grafana
      .output()
      .split('\n')
      .filter((line) => /logger=provisioning\S* .*level=(error|warn)/.test(line));
    expect(complaints).toEqual([]);
  });
});

describeReal('in a real Grafana, trouble', () => {
  const stack = new AsyncDisposableStack();
  let trouble: Trouble;
  let grafana: Grafana;
  let browser: Browser;

  beforeAll(async () => {
    trouble = stack.use(await startTrouble());
    const { prometheus, postgres } = trouble;
    grafana = stack.use(await startGrafana(home, { prometheus, postgres }));
    browser = stack.use(await openBrowser());
    return () => stack.disposeAsync();
  }, 240_000);
  const show = (uid: string, width: number, theme: Theme, shot = 'trouble', more = '') =>
    browser.show(`${grafana.url}/d/${uid}?from=now-5m&to=now&shot=${shot}${more}`, width, theme);

  test.for(WINDOWS)(
    'the overview, %i %s: who fires and since when, who is not seen, who is empty first',
    { timeout: 120_000 },
    async ([width, theme]: [number, Theme]) => {
      await using page = await show('floatwatch-overview', width, theme);
      expect(page.errors).toEqual([]);
      expect(await page.overflows()).toEqual([]);
      expect(await page.cutNames()).toEqual([]);
      expect(await page.text('Firing now')).toMatch(
        /\d\d:\d\d:\d\d\s+PayoutFloatLow\s+critical\s+drained\/UGX\/MERCHANT_PAYOUT/,
      );
      expect(await page.text('Not seen now')).toMatch(/silent\/UGX\/MERCHANT_PAYOUT\s+00:0\d:\d\d/);
      for (const title of ['Firing now', 'Not seen now', 'Empty first'])
        expect(await page.bottom(title), title).toBeLessThan(720);
      expect(await page.hue('Firing')).toBe('red');
      expect(await page.hue('Not seen')).toBe('orange');
      expect(await page.hue('Accounts down')).toBe('orange');
      expect(await page.hue('Pending')).toBe('green');
      expect(await page.hue('Empty first')).toBe('grey');
      expect(await page.drawn('Alerts by wallet')).toContain('red');
      expect(await page.text('Payout wallets')).toMatch(/firing\s+drained[\s\S]*inactive\s+calm/);
      expect(await page.text('Payout wallets')).toMatch(/firing\s+silent/); // its account's BalanceUnknown
      expect(await page.cellHues('Payout wallets', 'firing')).toEqual(['red', 'red']);
      expect(await page.cellHues('Payout wallets', 'unknown')).toEqual(['grey']);
    },
  );

  test.for(WINDOWS)(
    'the wallet that fires and the one not seen, %i %s',
    { timeout: 120_000 },
    async ([width, theme]: [number, Theme]) => {
      const of = (account: string) =>
        `&var-account=${account}&var-currency=UGX&var-wallet_type=MERCHANT_PAYOUT`;
      {
        await using page = await show('floatwatch-wallet', width, theme, 'drained', of('drained'));
        expect(page.errors).toEqual([]);
        expect(await page.overflows()).toEqual([]);
        expect(await page.cutNames()).toEqual([]);
        expect(await page.text('Available')).toContain('4,000,000');
        expect(await page.drawn('Alerts over time')).toContain('red');
        expect(await page.drawn('Polls per minute')).toContain('green');
      }
      await using page = await show('floatwatch-wallet', width, theme, 'silent', of('silent'));
      expect(await page.overflows()).toEqual([]);
      expect(await page.text('Available')).toContain('unknown');
      expect(await page.hue('Available')).toBe('grey');
      expect(await page.drawn('Polls per minute')).toContain('red');
      expect(await page.text('Gaps')).toMatch(/upstream_5xx/);
      expect(await page.drawn('State over time')).toContain('orange');
      expect(await page.drawn('Alerts over time')).toContain('red'); // of the account
    },
  );

  test('the name of an alert leads to the chapter of the runbook about it', async () => {
    await using page = await show('floatwatch-overview', 1280, 'dark');
    for (const panel of ['Firing now', 'Alert episodes']) {
      const [link] = await page.links(panel, 'PayoutFloatLow');
      const { pathname, search } = new URL(link!);
      expect(search).toBe('?account=drained&currency=UGX&wallet_type=MERCHANT_PAYOUT');
      const { headers } = await request(`http://${trouble.address}${pathname}${search}`);
      expect(headers['location']).toBe('http://localhost:14217/runbook#below');
    }
  });

  test("Grafana's own alert rules tell which alert fires of which wallet, once copied to its provisioning", async () => {
    await eventually(async () => {
      const { body } = await request(`${grafana.url}/api/alertmanager/grafana/api/v2/alerts`);
      const alerts = (await body.json()) as {
        labels: Record<string, string>;
        annotations: Record<string, string>;
      }[];
      const told = alerts.map(({ labels }) =>
        [labels['rule'], labels['severity'], labels['account']].join(' '),
      );
      expect(told.sort()).toEqual(['BalanceUnknown warning silent', 'PayoutFloatLow critical drained']);
      for (const { annotations } of alerts) expect(annotations['summary']).not.toMatch(/no value|<|{{/);
    }, 60_000);
  });

  test('K21 the files for the import page take the data sources that are chosen, a second time too', async () => {
    for (const { name } of dashboards) {
      const dashboard = JSON.parse(readFileSync(join(FOLDER, '..', 'import', `${name}.json`), 'utf8'));
      const inputs = [
        { name: 'DS_PROMETHEUS', type: 'datasource', pluginId: 'prometheus', value: 'floatwatch-prometheus' },
        { name: 'DS_POSTGRES', type: 'datasource', pluginId: POSTGRES, value: 'floatwatch-postgres' },
      ];
      for (const _ of [1, 2]) {
        const answer = await request(`${grafana.url}/api/dashboards/import`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ dashboard: { ...dashboard, uid: `copy-${name}` }, inputs, overwrite: true }),
        });
        expect(answer.statusCode, await answer.body.text()).toBe(200);
      }
      const { body } = await request(`${grafana.url}/api/dashboards/uid/copy-${name}`);
      const imported = (await body.json()) as { dashboard: Dashboard };
      const sources = imported.dashboard.templating.list.filter(({ type }) => type === 'datasource');
      expect(sources.map(({ current }) => current?.value)).toEqual(inputs.map(({ value }) => value));
    }
  });

  test.for(WINDOWS)(
    'Postgres away, %i %s: the monitor says so, and the overview still tells who fires',
    { timeout: 120_000 },
    async ([width, theme]: [number, Theme]) => {
      await trouble.takePostgres();
      {
        await using page = await show('floatwatch-self', width, theme, 'away');
        expect(page.errors).toEqual([]);
        expect(await page.overflows()).toEqual([]);
        expect(await page.hue('Replicas without Postgres')).toBe('red');
        expect(await page.hue('Polls waiting in spools')).toBe('orange');
        expect(await page.cellHues('Accounts', 'no')).toEqual(['red']);
        expect(await page.drawn('Postgres')).toContain('red');
      }
      await using page = await show('floatwatch-overview', width, theme, 'away');
      expect(await page.hue('Firing')).toBe('red');
      expect(await page.text('Firing now')).toMatch(/drained\/UGX\/MERCHANT_PAYOUT/);
    },
  );
});
