// The dashboards by the name of their file: in dashboards/ as Grafana provisions them, in import/ for its import page.
import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { SOURCES } from './frame.ts';
import { overview } from './overview.ts';
import { paymentOptions } from './payment-options.ts';
import { POSTGRES, PROMETHEUS } from './queries.ts';
import { self } from './self.ts';
import { wallet } from './wallet.ts';

export const DASHBOARDS: Readonly<Record<string, () => Dashboard>> = {
  'float-overview': overview,
  wallet,
  'payment-options': paymentOptions,
  'floatwatch-itself': self,
};

/** The Grafana that they were tried in. */
const GRAFANA = '12.3.0';

const INPUTS = [
  {
    ...{ name: 'DS_PROMETHEUS', label: 'Prometheus', chosen: SOURCES.prometheus },
    plugin: { id: PROMETHEUS.type, name: 'Prometheus' },
  },
  {
    ...{ name: 'DS_POSTGRES', label: 'floatwatch history', chosen: SOURCES.postgres },
    plugin: { id: POSTGRES.type, name: 'PostgreSQL' },
  },
];

/** The text of a dashboard's file. */
export function rendered(dashboard: Dashboard): string {
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

/** The same for Grafana's import page, which asks for what stands in `__inputs`: the two data sources. */
export function importable(dashboard: Dashboard): string {
  const asked = INPUTS.reduce(
    (text, { name, chosen }) =>
      text
        .replaceAll(`"text": "${chosen.text}"`, `"text": "\${${name}}"`)
        .replaceAll(`"value": "${chosen.value}"`, `"value": "\${${name}}"`),
    rendered(dashboard),
  );
  return rendered({
    __inputs: INPUTS.map(({ name, label, plugin }) => ({
      ...{ name, label, description: '', type: 'datasource', pluginId: plugin.id, pluginName: plugin.name },
    })),
    __elements: {},
    __requires: [
      { type: 'grafana', id: 'grafana', name: 'Grafana', version: GRAFANA },
      ...INPUTS.map(({ plugin }) => ({ type: 'datasource', ...plugin, version: '1.0.0' })),
    ],
    ...JSON.parse(asked),
  } as Dashboard);
}
