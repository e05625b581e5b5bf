// Metrics that are pushed, into a real Prometheus.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { generateMerchants } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox } from '../../src/sandbox/server.ts';
import { eventually } from '../support/eventually.ts';
import { accountsAt, configFolder } from '../support/floatwatch-config.ts';
import { ENGINE, testDatabase } from '../support/postgres.ts';
import { floatwatch } from '../support/process.ts';
import { startPrometheus } from '../support/prometheus.ts';
import { createTcpProxy } from '../support/tcp-proxy.ts';

const current = process.env['FLOATWATCH_TEST_PROMETHEUS'];
const merchants = generateMerchants(2, 2);

/** Debian's Prometheus is older than its receiver of OTLP. */
const beside = current ? describe : describe.skip;
beside(
  `pushed by OTLP${current ? '' : ' [SKIPPED: FLOATWATCH_TEST_PROMETHEUS names no current Prometheus]'}`,
  () => {
    test('a Prometheus that scrapes nothing knows the same as one that scrapes; away and back, and a reload', async () => {
      await using stack = new AsyncDisposableStack();
      const database = stack.use(await testDatabase());
      const pushed = stack.use(await startPrometheus('{}', current, ['--web.enable-otlp-receiver']));
      const proxy = stack.use(await createTcpProxy({ port: Number(new URL(pushed.url).port) }));
      const sandbox = stack.use(
        createSandbox({
          scenario: createScenario({ seed: 'otlp', merchants }),
          clock: createSimulatedClock({ wall: Date.now }),
        }),
      );
      await sandbox.start();
      const settings = (otlp: object | null) => ({
        database: { url: database.url, engine: ENGINE },
        web: { listen: ['127.0.0.1:0'] },
        poll: { schedule: '* * * * * *', deadline: '400ms' },
        accounts: accountsAt(sandbox.address, merchants),
        otlp,
      });
      const otlp = { url: `http://127.0.0.1:${proxy.port}/api/v1/otlp/v1/metrics`, interval: '1s' };
      const config = stack.use(await configFolder(settings(otlp)));
      const monitor = stack.use(floatwatch(['run', '--config.file', config.file]));
      const [, address] = await monitor.until(/"addresses":\["([^"]+)"\]/);
      const scraped = stack.use(
        await startPrometheus(
          `scrape_configs: [{job_name: floatwatch, scrape_interval: 1s, static_configs: [{targets: ['${address}']}]}]`,
          current,
        ),
      );

      const series = async (prometheus: typeof pushed) => {
        const all = await prometheus.query(
          '{__name__=~"merchant_.+|floatwatch_.+|process_.+|nodejs_.+",__name__!~"nodejs_(active_resources|gc_.+)"}', // by the moment
        );
        return new Set(
          all.map(({ metric: { instance: _, le, ...rest } }) => {
            const bound = le && String(Number(le)); // a scrape writes 1.0 for what is pushed as 1
            return JSON.stringify(Object.entries({ ...rest, ...(bound && { le: bound }) }).sort());
          }),
        );
      };
      await eventually(async () => {
        const [one, other] = [await series(pushed), await series(scraped)];
        expect(other.size).toBeGreaterThan(150);
        expect([...other].filter((each) => !one.has(each))).toEqual([]);
        expect([...one].filter((each) => !other.has(each))).toEqual([]);
      }, 60_000);
      const [info] = await pushed.query('target_info{job="floatwatch"}');
      expect(info!.metric).toMatchObject({ instance: expect.stringMatching(/^.+:0$/) });

      const own = async () => await (await request(`http://${address}/metrics`)).body.text();
      const polls = async () =>
        Number((await pushed.query('sum(floatwatch_polls_total{outcome="ok"})'))[0]?.value);
      proxy.inject({ up: { kind: 'reset' } });
      proxy.resetAll();
      await monitor.until(/metrics could not be pushed/);
      await eventually(async () => expect(await own()).toMatch(/^floatwatch_otlp_last_push_successful 0$/m));
      const before = await polls();
      proxy.inject();
      await monitor.until(/metrics are pushed again/);
      await eventually(async () => expect(await polls()).toBeGreaterThan(before));
      await eventually(async () => expect(await own()).toMatch(/^floatwatch_otlp_last_push_successful 1$/m));
      expect((await pushed.query('increase(floatwatch_polls_total{outcome="ok"}[1m]) < 0')).length).toBe(0);

      await config.write(settings({ ...otlp, url: `${otlp.url}/nowhere` }));
      monitor.child.kill('SIGHUP');
      await monitor.until(/"reason":"404: /);
      await config.write(settings(null));
      monitor.child.kill('SIGHUP');
      await eventually(async () =>
        expect(await own()).not.toMatch(/^floatwatch_otlp_last_push_successful /m),
      );
      await config.write(settings(otlp));
      monitor.child.kill('SIGHUP');
      await eventually(async () => expect(await own()).toMatch(/^floatwatch_otlp_last_push_successful 1$/m));
    }, 240_000);

    test('a Prometheus that asks for a password takes what is pushed with one from a file, read anew', async () => {
      await using stack = new AsyncDisposableStack();
      const database = stack.use(await testDatabase());
      const config = stack.use(await configFolder({}));
      const web = join(config.folder, 'web.yml');
      // bcrypt of "right-password"
      await writeFile(web, `basic_auth_users: {float: ${await bcrypt('right-password')}}`);
      const pushed = stack.use(
        await startPrometheus('{}', current, ['--web.enable-otlp-receiver', `--web.config.file=${web}`]),
      );
      const sandbox = stack.use(
        createSandbox({
          scenario: createScenario({ seed: 'otlp', merchants }),
          clock: createSimulatedClock({ wall: Date.now }),
        }),
      );
      await sandbox.start();
      const file = join(config.folder, 'password');
      await writeFile(file, 'wrong-canary-password\n', { mode: 0o600 });
      await config.write({
        database: { url: database.url, engine: ENGINE },
        web: { listen: ['127.0.0.1:0'] },
        accounts: accountsAt(sandbox.address, merchants),
        otlp: {
          url: `${pushed.url}/api/v1/otlp/v1/metrics`,
          interval: '1s',
          basic_auth: { username: 'float', password_file: file },
        },
      });
      const monitor = stack.use(floatwatch(['run', '--config.file', config.file]));
      await monitor.until(/metrics could not be pushed/);
      expect(monitor.output()).toMatch(/"reason":"auth: 401/);
      await writeFile(file, 'right-password\n');
      await monitor.until(/metrics are pushed again/);
      expect(monitor.output()).not.toContain('canary');
      expect(await readFile(file, 'utf8')).toBe('right-password\n');
    });
  },
);

async function bcrypt(password: string): Promise<string> {
  return (await import('bcryptjs')).hash(password, 4);
}
