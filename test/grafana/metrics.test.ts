// Every expression names only what floatwatch exposes, and tells the money of two replicas once.
import { expect, test } from 'vitest';
import {
  ACCOUNT_FAMILIES,
  ALERT_FAMILIES,
  COUNTER_FAMILIES,
  WALLET_FAMILIES,
} from '../../src/metrics/catalogue.ts';
import { createInstruments } from '../../src/metrics/instruments.ts';
import { createSelfMetrics } from '../../src/metrics/self.ts';
import { dashboards, promqlTargets } from './dashboard.ts';
import { parsePromql, type Selector } from './promql.ts';

/** What Prometheus adds to every series. */
const SCRAPED = ['job', 'instance', 'pod'];

test.for(promqlTargets)('$where', ({ expr }) => {
  for (const selector of parsePromql(expr).selectors) {
    const labels = exposed.get(selector.metric);
    expect(labels, `${selector.metric} is exposed`).toBeDefined();
    for (const { label } of selector.matchers) {
      expect([...labels!, ...SCRAPED], `${selector.metric} has the label`).toContain(label);
    }
    if (isToldByEachReplica(selector.metric)) expect(mergesReplicas(selector), selector.metric).toBe(true);
  }
});

test('variables ask for labels of metrics that are exposed', () => {
  for (const { dashboard } of dashboards) {
    for (const { type, query } of dashboard.templating.list) {
      if (type !== 'query') continue;
      const [, asked = '', label = ''] = /^label_values\((.+), (\w+)\)$/.exec(query) ?? [];
      const [selector] = parsePromql(asked).selectors;
      expect([...(exposed.get(selector?.metric ?? '') ?? []), ...SCRAPED], query).toContain(label);
    }
  }
});

test('balances of different currencies are never added up', () => {
  for (const { where, expr } of promqlTargets) {
    for (const { metric, aggregations } of parsePromql(expr).selectors) {
      if (!/_balance$|_amount$|_threshold$/.test(metric)) continue;
      for (const { operator, mode, labels } of aggregations) {
        if (!['sum', 'avg'].includes(operator)) continue;
        const keeps = mode === 'by' ? labels.includes('currency') : !labels.includes('currency');
        expect(keeps && mode !== 'all', where).toBe(true);
      }
    }
  }
});

// As the contract words them.
const OPTION = ['account', 'currency', 'transaction_type', 'transaction_method', 'provider_code'];
const options = ['active', 'min_amount', 'max_amount', 'max_daily_amount'].map(
  (field): [string, readonly string[]] => [`payment_option_${field}`, OPTION],
);
options.push(['payment_option_state', [...OPTION, 'state']]);
const exposed: ReadonlyMap<string, readonly string[]> = new Map([...own(), ...options, ...fromLibrary()]);

function own(): [string, readonly string[]][] {
  const families = [WALLET_FAMILIES, ACCOUNT_FAMILIES, COUNTER_FAMILIES, ALERT_FAMILIES].flatMap((group) =>
    Object.values(group),
  );
  return families.map(({ name, labels }) => [name, labels]);
}

function fromLibrary(): [string, readonly string[]][] {
  const instruments = createInstruments();
  const nothing = { polls: 0, bytes: 0, oldest: null };
  createSelfMetrics(instruments, {
    build: { version: '', revision: '', nodeVersion: '' },
    externalUrl: '',
    storeUp: () => true,
    spool: () => nothing,
    reload: () => ({ successful: true, succeededAt: 0 }),
    clockSkew: () => [],
    shards: { shard: 0, total: 1 },
  });
  return instruments.registry.getMetricsAsArray().flatMap((metric): [string, readonly string[]][] => {
    const { name, labelNames = [] } = metric as unknown as { name: string; labelNames?: string[] };
    return [
      [name, labelNames],
      [`${name}_bucket`, [...labelNames, 'le']],
    ];
  });
}

/** Families that every replica exposes with the same value; counters and the process are each replica's own. */
function isToldByEachReplica(metric: string): boolean {
  return /^(merchant_wallet|payment_option|floatwatch_alert|floatwatch_account)_/.test(metric);
}

function mergesReplicas({ aggregations: [innermost] }: Selector): boolean {
  if (!innermost || !['max', 'min'].includes(innermost.operator)) return false;
  const { mode, labels } = innermost;
  const gone = ['instance', 'pod'].map((label) => labels.includes(label));
  return mode === 'by' ? gone.every((kept) => !kept) : mode === 'without' && gone.every(Boolean);
}
