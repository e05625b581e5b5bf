// Who hears of the changes of alerts, and with which settings alerts are judged.
import { expect, test } from 'vitest';
import { type Alerting, alertSettings, createAlerting, replicaName } from '../../src/app/alerts/alerting.ts';
import { readConfigured } from '../../src/app/configured.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { SavedAlert } from '../../src/monitor/alerts/ports.ts';
import { handClock } from '../support/clock.ts';

const change = (rule: string) => ({
  ...{ transition: 'resolved', reason: 'cleared', at: 1 },
  alert: { rule, walletType: '', firingAt: 1 },
});

/** Alerting whose evaluator answers each call with `changes`; `heard` is who was told what, in order. */
function alerting(changes: readonly object[], told: readonly object[] = []) {
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
      ...{ ignoredWallets: () => 7, unsaved: () => ['unsaved'], told: () => told },
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
    const of = method.startsWith('observe') ? ['a'] : ['a', 'b'];
    (it[method] as (...of: unknown[]) => void)(...of);
    expect(heard).toEqual([
      [method, ...of],
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

test('at each tick the states are saved; of itself the program reports every quarter of a minute', () => {
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
  expect(reportsAt(14_499)).toBeUndefined();
  expect(reportsAt(1)).toEqual(all);
  expect(reportsAt(14_499)).toBeUndefined();
});

test('all alerts as they stand are told to all receivers when asked', () => {
  const all = [change('One').alert];
  const { it, heard } = alerting([], all);
  it.tellAll();
  expect(heard).toEqual([['tell', all]]);
});

const left = (fingerprint: string, labels: object = {}) =>
  ({ account: 'acme', fingerprint, labels }) as unknown as SavedAlert;
const OF_WALLET = left('wallet');
const OF_OPTION = left('option', { transaction_type: 'PAYOUT' });
const poll = (change: object = {}) => ({ account: 'acme', outcome: 'ok', ...change }) as never;

test('what a process has left that is gone is judged by the next good poll, which is the first to tell of it', () => {
  const one = change('One');
  const firing = { phase: 'firing', fingerprint: 'wallet' };
  const others = [
    { phase: 'inactive', fingerprint: 'wallet' },
    { ...firing, fingerprint: 'own' },
  ];
  const { it, heard } = alerting([one], [firing, ...others]);
  it.takeOver([OF_WALLET, OF_OPTION]);
  expect(heard).toEqual([]);
  const calls = () => heard.splice(0).filter((call) => ['resume', 'tell'].includes((call as string[])[0]!));
  for (const no of [poll({ outcome: 'connect' }), poll({ account: 'other' })]) it.observe(no);
  expect(calls()).toEqual([
    ['tell', [one.alert]],
    ['tell', [one.alert]],
  ]);
  it.observe(poll());
  expect(calls()).toEqual([
    ['resume', [OF_WALLET], []],
    ['tell', [one.alert, one.alert]],
    ['tell', [firing]],
  ]);
  it.observe(poll());
  expect(calls()).toEqual([['tell', [one.alert]]]);
  it.observeOptions(poll());
  expect(calls()[0]).toEqual(['resume', [OF_OPTION], []]);
});

test('… unless the next look finds that somebody tells of it', () => {
  const { it, heard } = alerting([]);
  it.takeOver([OF_WALLET]);
  it.takeOver([]);
  it.observe(poll());
  expect(heard.map((call) => (call as string[])[0])).toEqual(['observe', 'remember']);
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
