// Every expression, run by a real Prometheus that has scraped two real replicas.
import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type Prometheus, startPrometheus } from '../support/prometheus.ts';
import { describeWith } from '../support/tools.ts';
import { promqlTargets } from './dashboard.ts';
import { interpolate } from './promql.ts';
import { startReplica } from './replica.ts';

/** Panels that are empty when all is as it should be, or when floatwatch isn't asked for more. */
const NO_HISTORY = 'no plan without a week of history; test/e2e/runway.test.ts has one';
const EMPTY: Readonly<Record<string, string>> = {
  'floatwatch / Overview / To send / needed': NO_HISTORY,
  'floatwatch / Overview / To send / by': NO_HISTORY,
  'floatwatch / Overview / To send / left': NO_HISTORY,
};

const ALL = { job: '.+', instance: '.+', account: '.+', currency: '.+', wallet_type: '.+' };
const VALUES = { ...ALL, __rate_interval: '30s', __range: '1m' };

describeWith(['prometheus'], 'two replicas in a real Prometheus', () => {
  const stack = new AsyncDisposableStack();
  let prometheus: Prometheus;

  beforeAll(async () => {
    const replicas = [stack.use(await startReplica()), stack.use(await startReplica())];
    const targets = replicas.map(({ address }) => address);
    prometheus = stack.use(
      await startPrometheus(`
global: {scrape_interval: 500ms, scrape_timeout: 500ms}
scrape_configs:
  - {job_name: floatwatch, static_configs: [{targets: ${JSON.stringify(targets)}}]}
`),
    );
    await eventually(async () => {
      expect(
        await prometheus.query('min(rate(floatwatch_polls_total{outcome="ok",account="acme-ug"}[30s])) > 0'),
      ).toHaveLength(1);
      expect(await prometheus.query('count(up == 1) == 2')).toHaveLength(1);
    });
    return () => stack.disposeAsync();
  });

  test.for(promqlTargets)('$where', async ({ where, expr }) => {
    const asked = interpolate(expr, VALUES);
    if (EMPTY[where]) expect(await prometheus.query(asked)).toEqual([]);
    // A scrape that comes too late on a busy machine leaves everything unknown until the next one.
    else
      await eventually(async () => expect((await prometheus.query(asked)).length, asked).toBeGreaterThan(0));
  });

  test('the money of two replicas is told once, by currency, and not at all while some of it is unknown', async () => {
    const { expr } = promqlTargets.find(({ where }) =>
      where.startsWith('floatwatch / Overview / All accounts, $currency'),
    )!;
    const answer = await prometheus.query(interpolate(expr, VALUES));
    const sums = answer.map(({ metric, value }) => [metric['currency'], metric['wallet_type'], value]);
    expect(sums.sort()).toEqual([
      ['UGX', 'MERCHANT_COLLECTION', '1000'],
      ['UGX', 'MERCHANT_PAYOUT', '4000000'],
      ['USD', 'MERCHANT_COLLECTION', '9'], // of USD/MERCHANT_PAYOUT one account has never been seen
    ]);
  });

  test.for([
    'floatwatch / Overview / Payout wallets / threshold',
    'floatwatch / Overview / Payout wallets, $currency / B',
  ])('%s is the level that what is available should be above, no other amount of a rule', async (where) => {
    const { expr } = promqlTargets.find((target) => target.where === where)!;
    const answer = await prometheus.query(interpolate(expr, { ...VALUES, account: 'acme-ug' }));
    expect(answer.map(({ value }) => value)).toEqual(['5000000']);
  });

  test('a dead floatwatch is unknown, not fine', async () => {
    const { expr } = promqlTargets.find(({ where }) => where.includes('/ Firing /'))!;
    const told = (job: string) => prometheus.query(interpolate(expr, { ...VALUES, job }));
    expect(await told('.+')).toMatchObject([{ value: '1' }]);
    expect(await told('nobody')).toEqual([]);
  });
});
