// The shipped configuration, running: what docker-compose.yml starts, with Debian's programs in place of the images.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { promqlTargets, sqlTargets } from '../grafana/dashboard.ts';
import { interpolate } from '../grafana/promql.ts';
import { eventually } from '../support/eventually.ts';
import { describeWith } from '../support/tools.ts';
import { ROOT } from './compose.ts';
import { type Stack, startStack } from './stack.ts';

const TOOLS = ['prometheus', 'prometheus-alertmanager', 'initdb', 'psql'];

describeWith(TOOLS, 'the demo of docker-compose.yml', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  }, 240_000);
  afterAll(() => stack[Symbol.asyncDispose]());

  test('Prometheus scrapes every job of the shipped file', async () => {
    const jobs = await eventually(async () => {
      const up = await query('up');
      expect(up.map(({ value }) => value)).toEqual(['1', '1', '1']);
      return up.map(({ metric }) => metric['job']);
    }, 50_000);
    expect(jobs.sort()).toEqual(['alertmanager', 'floatwatch', 'prometheus']);
  });

  test('the balances of every merchant of the sandbox are there', async () => {
    await eventually(async () => {
      const accounts = await query('count by (account) (merchant_wallet_available_balance)');
      expect(accounts.map(({ metric, value }) => [metric['account'], value]).sort()).toEqual([
        ['acme-ke', '5'],
        ['acme-ug', '5'],
        ['lakeside-loans', '6'],
        ['zebra-tz', '4'],
      ]);
    }, 50_000);
  });

  test('the shipped rules are loaded, and each of them can be evaluated', async () => {
    interface Group {
      readonly name: string;
      readonly rules: readonly {
        readonly name: string;
        readonly health: string;
        readonly lastError?: string;
      }[];
    }
    await eventually(async () => {
      const { groups } = (await ask('prometheus', 9090, '/api/v1/rules')) as { groups: readonly Group[] };
      const shipped = parse(readFileSync(join(ROOT, 'config/prometheus/floatwatch.rules.yml'), 'utf8')) as {
        groups: readonly { readonly name: string }[];
      };
      expect(groups.map(({ name }) => name).sort()).toEqual(shipped.groups.map(({ name }) => name).sort());
      for (const { name, health, lastError } of groups.flatMap(({ rules }) => rules)) {
        expect(health, `${name}: ${lastError}`).toBe('ok');
      }
    }, 50_000);
  });

  test('finance gets a mail of a wallet that is low, by the shipped route', async () => {
    await eventually(() => {
      expect(stack.output('inbox')).toMatch(/ mail to finance@example\.com: \[FIRING.*DollarFloatLow/);
    }, 80_000);
  });

  test('the dead man’s switch hears floatwatch and Prometheus', async () => {
    await eventually(() => {
      for (const source of ['floatwatch', 'Prometheus']) {
        expect(stack.output('inbox')).toMatch(
          new RegExp(`/watchdog firing: Watchdog .* from ${source} to you`),
        );
      }
    }, 80_000);
  });

  test('what is critical pages', async () => {
    const labels = { alertname: 'PayoutFloatOut', severity: 'critical', account: 'test', wallet_type: 'X' };
    const { statusCode, body } = await request(`${stack.url('alertmanager', 9093)}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ labels, annotations: { summary: 'nothing is left' } }]),
    });
    await body.dump();
    expect(statusCode).toBe(200);
    await eventually(() => {
      expect(stack.output('inbox')).toMatch(/ \/pager firing: PayoutFloatOut test\/X nothing is left/);
    }, 50_000);
  });

  test('Grafana’s data source reads the views as the reader, and nothing else', async () => {
    await using client = await reader();
    await expect(client.query('select * from floatwatch.balances_latest')).resolves.toBeDefined();
    await expect(client.query('select * from floatwatch.snapshot')).rejects.toThrow(/permission denied/);
    await expect(client.query('create table t (a int)')).rejects.toThrow(/permission denied|read-only/);
  });

  test('every PromQL panel has data in the demo, but for those with a reason', {
    timeout: 120_000,
  }, async () => {
    const values = { job: '.+', instance: '.+', account: '.+', currency: '.+', wallet_type: '.+' };
    await eventually(async () => {
      const empty: string[] = [];
      for (const { where, expr } of promqlTargets) {
        const asked = interpolate(expr, {
          ...values,
          __rate_interval: '1m',
          __range: '5m',
        });
        if ((await query(asked)).length === 0 && !isRightlyEmpty(where)) empty.push(`${where}: ${asked}`);
      }
      expect(empty).toEqual([]);
    }, 110_000);
  });

  test('every SQL panel has rows in the demo, but for those with a reason', async () => {
    await using client = await reader();
    await eventually(async () => {
      for (const { where, rawSql } of sqlTargets) {
        const answer = await client.query(asked(rawSql));
        if (!isRightlyEmpty(where)) expect(answer.rows.length, where).toBeGreaterThan(0);
      }
    }, 80_000);
  });

  async function query(expression: string): Promise<{ metric: Record<string, string>; value: string }[]> {
    const path = `/api/v1/query?query=${encodeURIComponent(expression)}`;
    const { result } = (await ask('prometheus', 9090, path)) as {
      result: { metric: Record<string, string>; value: [number, string] }[];
    };
    return result.map(({ metric, value }) => ({ metric, value: value[1] }));
  }

  async function ask(service: string, port: number, path: string): Promise<unknown> {
    const { body } = await request(`${stack.url(service, port)}${path}`);
    return ((await body.json()) as { data: unknown }).data;
  }

  /** A connection by what Grafana is provisioned with, word for word. */
  async function reader(): Promise<pg.Client & AsyncDisposable> {
    const text = readFileSync(join(ROOT, 'grafana/provisioning/datasources/floatwatch.yml'), 'utf8');
    const { datasources } = parse(stack.rewritten('grafana', text)) as {
      datasources: {
        type: string;
        url: string;
        user: string;
        jsonData: { database: string };
        secureJsonData: { password: string };
      }[];
    };
    const source = datasources.find(({ type }) => type === 'grafana-postgresql-datasource')!;
    const [host, port] = source.url.split(':');
    const [, file = ''] = /^\$__file\{(.*)\}$/.exec(source.secureJsonData.password) ?? [];
    const password = readFileSync(file, 'utf8').trim();
    const client = new pg.Client({
      host: host!,
      port: Number(port),
      user: source.user,
      password,
      database: source.jsonData.database,
    });
    await client.connect();
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
  }
});

/** Panels that show nothing in a demo of a minute in which all is well. */
const RIGHTLY_EMPTY: readonly (readonly [where: RegExp, reason: string])[] = [
  [/Payment options \/ (Inactive options|Changes)/, 'nothing has changed yet'],
  [/Slots missed/, 'none is missed'],
  [/Oldest poll in the spool/, 'none waits'],
  [/[Rr]unway|Empty first|To send|Payout wallets \/ short/, 'there is not enough history yet'],
  [/Gaps/, 'there are none'],
  [/ \/ Not seen now /, 'every wallet is seen'],
  [/ \/ Deliveries per minute /, 'nothing is sent while nothing fires or ends'],
];

function isRightlyEmpty(where: string): boolean {
  return RIGHTLY_EMPTY.some(([pattern]) => pattern.test(where));
}

/** A statement of a dashboard with the last hour and one wallet put in. */
function asked(statement: string): string {
  const [from, to] = ["'now'::timestamptz - interval '1 hour'", "'now'::timestamptz"];
  const wallet = { account: 'lakeside-loans', currency: 'UGX', wallet_type: 'MERCHANT_COLLECTION' } as const;
  return statement
    .replace(/\$__timeFilter\(([^)]+)\)/g, (_, column: string) => `${column} BETWEEN ${from} AND ${to}`)
    .replaceAll('$__timeFrom()', `(${from})`)
    .replaceAll('$__timeTo()', `(${to})`)
    .replace(/\$\{(\w+):sqlstring\}/g, (_, name: keyof typeof wallet) => `'${wallet[name]}'`)
    .replace(/\$\{\w+:regex\}/g, '.+');
}
