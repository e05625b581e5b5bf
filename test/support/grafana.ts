// A real Grafana: FLOATWATCH_TEST_GRAFANA names its home, the folder with bin/grafana, conf and public.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { eventually } from './eventually.ts';
import { freePort } from './ports.ts';
import { start } from './process.ts';

const OURS = join(import.meta.dirname, '..', '..', 'grafana');

export interface Grafana extends AsyncDisposable {
  readonly url: string;
  /** What it has written so far. */
  output(): string;
}

/**
 * Starts one with the provisioning, the dashboards and the optional alert rules as shipped, but for where its data
 * sources are, and how often it looks.
 */
export async function startGrafana(
  home: string,
  sources: { readonly prometheus: string; readonly alertmanager?: string; readonly postgres: URL },
): Promise<Grafana> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'floatwatch-grafana-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await cp(join(OURS, 'provisioning'), join(folder, 'provisioning'), { recursive: true });
  await cp(join(OURS, 'alerting'), join(folder, 'provisioning', 'alerting'), { recursive: true });
  const { postgres } = sources;
  await rewrite(join(folder, 'provisioning'), [
    ['http://prometheus:9090', sources.prometheus],
    ['http://alertmanager:9093', sources.alertmanager ?? 'http://127.0.0.1:9'],
    ['postgres:5432', postgres.host],
    ['user: floatwatch_reader', `user: ${postgres.username}`],
    ['database: floatwatch', `database: ${postgres.pathname.slice(1)}`],
    ['$__file{/run/secrets/floatwatch_reader_password}', decodeURIComponent(postgres.password) || 'none'],
    ['/etc/grafana/dashboards', join(OURS, 'dashboards')],
    ['interval: 1m', 'interval: 10s'],
  ]);
  for (const each of ['data', 'logs', 'plugins']) await mkdir(join(folder, each));
  const port = await freePort();
  const env = {
    GF_SERVER_HTTP_ADDR: '127.0.0.1',
    GF_SERVER_HTTP_PORT: String(port),
    GF_PATHS_DATA: join(folder, 'data'),
    GF_PATHS_LOGS: join(folder, 'logs'),
    GF_PATHS_PLUGINS: join(folder, 'plugins'),
    GF_PATHS_PROVISIONING: join(folder, 'provisioning'),
    GF_AUTH_ANONYMOUS_ENABLED: 'true',
    GF_AUTH_ANONYMOUS_ORG_ROLE: 'Admin',
    GF_ANALYTICS_REPORTING_ENABLED: 'false',
    GF_ANALYTICS_CHECK_FOR_UPDATES: 'false',
    GF_ANALYTICS_CHECK_FOR_PLUGIN_UPDATES: 'false',
    GF_PLUGINS_PREINSTALL_DISABLED: 'true',
    GF_NEWS_NEWS_FEED_ENABLED: 'false',
  };
  const running = stack.use(start(join(home, 'bin', 'grafana'), ['server', '--homepath', home], { env }));
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    if (running.child.exitCode !== null) throw new Error(`grafana ended:\n${running.output()}`);
    const { statusCode, body } = await request(`${url}/api/dashboards/uid/floatwatch-overview`);
    await body.dump();
    if (statusCode !== 200) throw new Error(`grafana is not ready: ${statusCode}\n${running.output()}`);
  }, 120_000);
  const held = stack.move();
  return { url, output: () => running.output(), [Symbol.asyncDispose]: () => held.disposeAsync() };
}

async function rewrite(folder: string, replacements: readonly (readonly [string, string])[]): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.yml')) continue;
    const path = join(folder, file);
    let text = await readFile(path, 'utf8');
    for (const [before, after] of replacements) text = text.replaceAll(before, after);
    await writeFile(path, text);
  }
}
