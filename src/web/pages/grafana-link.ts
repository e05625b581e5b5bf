// Links from the pages to the dashboards of grafana/dashboards: their uids, and the names of their variables.
import { type Content, html } from '../html/html.ts';
import type { PageSources, WalletName } from '../sources.ts';
import { texts } from '../texts/texts.ts';

/** The `uid` of each dashboard that a page leads to. */
export const DASHBOARD_UIDS = {
  overview: 'floatwatch-overview',
  wallet: 'floatwatch-wallet',
  options: 'floatwatch-options',
} as const;

/** A line with a link to the overview; nothing without `web.grafana_url`. */
export function overviewInGrafana(sources: PageSources): Content {
  return line(sources, texts.common.grafana.overview, DASHBOARD_UIDS.overview);
}

/** A line with a link to the dashboard of wallets, on which this wallet is chosen. */
export function walletInGrafana(
  sources: PageSources,
  { account, currency, walletType }: WalletName,
): Content {
  const variables = Object.entries({ account, currency, wallet_type: walletType });
  const query = variables.map(([name, value]) => `var-${name}=${encodeURIComponent(value)}`).join('&');
  return line(sources, texts.common.grafana.wallet, `${DASHBOARD_UIDS.wallet}?${query}`);
}

/** A line with a link to the dashboard of payment options. */
export function optionsInGrafana(sources: PageSources): Content {
  return line(sources, texts.common.grafana.options, DASHBOARD_UIDS.options);
}

function line({ grafanaUrl }: PageSources, words: string, dashboard: string): Content {
  return grafanaUrl === undefined ? null : html`<p><a href="${grafanaUrl}/d/${dashboard}">${words}</a></p>`;
}
