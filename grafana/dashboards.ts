// The dashboards by the name of their file in dashboards/.
import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { overview } from './overview.ts';
import { paymentOptions } from './payment-options.ts';
import { self } from './self.ts';
import { wallet } from './wallet.ts';

export const DASHBOARDS: Readonly<Record<string, () => Dashboard>> = {
  'float-overview': overview,
  wallet,
  'payment-options': paymentOptions,
  'floatwatch-itself': self,
};

/** The text of a dashboard's file. */
export function rendered(dashboard: Dashboard): string {
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}
