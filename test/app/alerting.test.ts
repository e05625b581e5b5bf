// Who hears of the changes of alerts, and with which settings alerts are judged.
import { expect, test } from 'vitest';
import { createEndAbandoned, type EndAbandonedOptions } from '../../src/app/alerts/abandoned.ts';
import { type Alerting, alertSettings, createAlerting, replicaName } from '../../src/app/alerts/alerting.ts';
import { readConfigured } from '../../src/app/configured.ts';
import { parseConfig } from '../../src/config/load.ts';
import { handClock } from '../support/clock.ts';
import { linesOf } from './lines-of.ts';

const change = (rule: string) => ({
  ...{ transition: 'resolved', reason: 'cleared', at: 1 },
  alert: { rule, walletType: '', firingAt: 1 },
});

/** Alerting whose evaluator answers each call with `changes`; `heard` is who was told what, in order. */
function alerting(changes: readonly object[]) {
  const heard: unknown[] = [];
  const clock = handClock();
  const ask =
    (method: string) =>
    (...of: unknown[]) => {
      heard.push([method, ...of]);
      return changes;
    };
  const it = createAlerting({
    clock,
    evaluator: {
      ...{ observe: ask('observe'), observeOptions: ask('observeOptions'), resume: ask('resume') },
      ...{ forget: ask('forget'), reload: ask('reload'), tick: ask('tick') },
      ...{ ignoredWallets: () => 7, unsaved: () => ['unsaved'], told: () => ['all'] },
    },
    storage: {
      alertMemory: {
        remember: (states: unknown) => heard.push(['remember', states]),
        flush: async () => void heard.push(['flush']),
      },
      spoolStats: () => ({ bytes: 0, maxBytes: 1 }),
      databaseClockSkewMs: () => null,
      maintenanceStatus: () => [],
    },
    receivers: () => ({
      tell: (alerts: unknown) => heard.push(['tell', alerts]),
      reports: () => [{ alert: 'NotificationFailing' }],
    }),
    logEvents: { changed: (told: unknown) => heard.push(['log', told]) },
    log: {},
    configured: () => ({ config: { alerts: { rules: [] } }, accounts: new Map() }),
    planner: { of: () => undefined },
  } as unknown as Parameters<typeof createAlerting>[0]);
  return { it, heard, clock };
}

test.each(['observe', 'observeOptions', 'resume', 'forget', 'reload'] as const)(
  'what changes by %s is remembered, logged one by one, and told together',
  (method) => {
    const [one, two] = [change('One'), change('Two')];
    const { it, heard } = alerting([one, two]);
    (it[method] as (...of: unknown[]) => void)('a', 'b');
    expect(heard).toEqual([
      [method, 'a', 'b'],
      ['remember', ['unsaved']],
      ['log', one],
      ['log', two],
      ['tell', [one.alert, two.alert]],
    ]);
    expect(it.ignoredWallets('acme')).toBe(7);
  },
);

test('one change alone is told, too', () => {
  const one = change('One');
  const { it, heard } = alerting([one]);
  it.observe({} as Parameters<Alerting['observe']>[0]);
  expect(heard.at(-1)).toEqual(['tell', [one.alert]]);
});

test('where nothing changes nobody is told, but what is unsaved is remembered', () => {
  const { it, heard } = alerting([]);
  it.observe({} as Parameters<Alerting['observe']>[0]);
  expect(heard).toEqual([
    ['observe', {}],
    ['remember', ['unsaved']],
  ]);
});

test('at each tick the states are saved; of itself the program reports every four and a half seconds', () => {
  const { it, heard, clock } = alerting([]);
  const reportsAt = (ms: number) => {
    clock.advance(ms);
    clock.step(60_000); // a wall clock that is set makes no difference
    it.tick();
    const [[method, reports], remember, flush] = heard.splice(0) as [unknown[], unknown, unknown];
    expect([method, remember, flush]).toEqual(['tick', ['remember', ['unsaved']], ['flush']]);
    return (reports as { alert: string }[] | undefined)?.map(({ alert }) => alert);
  };
  const all = ['SpoolFilling', 'ClockSkewed', 'NotificationFailing'];
  expect(reportsAt(0)).toEqual(all);
  expect(reportsAt(4_499)).toBeUndefined();
  expect(reportsAt(1)).toEqual(all);
  expect(reportsAt(4_499)).toBeUndefined();
});

test('all alerts as they stand are told to all receivers when asked', () => {
  const { it, heard } = alerting([]);
  it.tellAll();
  expect(heard).toEqual([['tell', ['all']]]);
});

function settings(web: object, rules: readonly object[] = []) {
  const account = { name: 'acme', base_url: 'https://pay.example.com', public_key: 'p', secret_key: 's' };
  const text = JSON.stringify({ accounts: [account], web, alerts: { rules } });
  const configured = readConfigured(parseConfig(text, { env: {}, file: 'a' }).config);
  const about = { runway: () => undefined, hostname: 'float-0', planner: { of: () => undefined } };
  return { configured, of: alertSettings(configured, about) };
}

test('alerts are judged by the accounts and rules of the configuration, and name this replica and its pages', () => {
  const { configured, of } = settings({
    ...{ listen: ['127.0.0.1:9000', '127.0.0.1:9001'], external_url: 'https://float.example.com/x//' },
  });
  expect(of).toMatchObject({
    ...{ accounts: [...configured.accounts.values()], replica: 'float-0:9000', rules: [] },
    ...{ builtin: configured.config.alerts.builtin, watchdog: configured.config.alerts.watchdog },
    ...{ externalUrl: 'https://float.example.com/x', runbookUrl: 'https://float.example.com/x/runbook' },
  });
});

test('a replica that listens nowhere is named by its machine alone', () => {
  expect(replicaName({ web: { listen: [] } } as never, 'float-0')).toBe('float-0:');
});

test('a rule is linked to its chapter of the runbook, unless it has a link of its own', () => {
  const low = { severity: 'warning', wallets: {}, below: '5' };
  const { of } = settings({ listen: [':9000'], external_url: 'https://float.example.com' }, [
    { ...low, name: 'Low', annotations: { team: 'ops' } },
    { ...low, name: 'Own', annotations: { runbook_url: 'https://wiki.example.com' } },
  ]);
  expect(of.rules.map(({ annotations }) => annotations)).toMatchObject([
    {
      ...{ team: 'ops' },
      runbook_url: expect.stringMatching(/^https:\/\/float\.example\.com\/runbook#[a-z]/),
    },
    { runbook_url: 'https://wiki.example.com' },
  ]);
});

/** A process that asks for alerts as they stand; `done` is what it told Postgres and ended. */
function abandoning({ away = false, nobody = false } = {}) {
  const done: unknown[] = [];
  const recalled = Promise.withResolvers<void>();
  const fail = async () => {
    if (away) throw new Error('connection refused');
  };
  let look = async () => {};
  const lines = linesOf((log) => {
    look = createEndAbandoned({
      log,
      configured: () => ({ accounts: new Map([['acme', {}]]), elsewhere: new Set(['zeta']) }),
      alerts: () => [
        { phase: 'firing', account: 'acme' },
        { phase: 'pending', account: 'acme' },
        { phase: 'inactive', account: 'acme' },
        { phase: 'firing', account: '' },
      ],
      alerting: { resume: (...of: unknown[]) => done.push(['resume', ...of]) },
      storage: {
        postgres: {
          alertLog: {
            keep: async (alerts: readonly { phase: string }[]) => {
              done.push(['keep', alerts.map(({ phase }) => phase)]);
              await fail();
            },
            abandoned: async (accounts: readonly string[]) => {
              done.push(['abandoned', accounts]);
              return nobody ? [{ account: 'zeta' }] : [{ account: 'gone' }, { account: 'zeta' }];
            },
          },
        },
      },
      recalled: recalled.promise,
    } as unknown as EndAbandonedOptions);
  }, 'debug');
  const start = async () => {
    recalled.resolve();
    for (let i = 0; i < 10; i++) await Promise.resolve();
    return done.splice(0);
  };
  return { done, lines, start, look: () => look() };
}

const KEPT = ['keep', ['firing', 'pending']];

test('which alerts of accounts last is noted once it is known what there was, and at each look', async () => {
  const { done, start, look } = abandoning();
  await look();
  expect(done).toEqual([]);
  expect(await start()).toEqual([KEPT]);
  await look();
  expect(done).toEqual([KEPT, ['abandoned', ['acme']], ['resume', [{ account: 'gone' }], []]]);
});

test('where nobody’s alerts are found nothing is ended', async () => {
  const { done, start, look } = abandoning({ nobody: true });
  await start();
  await look();
  expect(done).toEqual([KEPT, ['abandoned', ['acme']]]);
});

test('while Postgres is away nothing is ended, and who looks for a fault is told', async () => {
  const { done, lines, start, look } = abandoning({ away: true });
  const line = {
    ...{ level: 'debug', reason: 'connection refused' },
    msg: 'alerts that nobody asks for could not be read',
  };
  await start();
  expect(lines).toEqual([line]);
  await look();
  expect(done).toEqual([KEPT]);
  expect(lines).toEqual([line, line]);
});
