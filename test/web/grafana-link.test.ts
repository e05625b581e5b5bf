// The links from the pages to Grafana, and that the dashboards are there and take what the links bring.
import { request } from 'undici';
import { expect, test } from 'vitest';
import { createPaymentOptionBoard } from '../../src/monitor/board/payment-option-board.ts';
import { html, toText } from '../../src/web/html/html.ts';
import { DASHBOARD_UIDS, walletInGrafana } from '../../src/web/pages/grafana-link.ts';
import type { PageSources } from '../../src/web/sources.ts';
import { dashboards } from '../grafana/dashboard.ts';
import { NOON, wallet } from '../metrics/house.ts';
import { startWeb } from './start.ts';

const GRAFANA = 'https://example.com/grafana';
const WALLET_PAGE = '/wallets/acme/UGX/MERCHANT_PAYOUT';

const optionBoard = createPaymentOptionBoard([], { now: () => NOON, monotonic: () => 0 });

/** The addresses of Grafana to which each page leads, and the policy that it is sent with. */
async function linksOf(paths: readonly string[], pages: Partial<PageSources>) {
  await using web = await startWeb({}, {}, { options: () => optionBoard, ...pages });
  web.house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '5')]);
  const found = [];
  for (const path of paths) {
    const { statusCode, headers, body } = await request(`${web.url}${path}`);
    expect(statusCode).toBe(200);
    const text = await body.text();
    const links = [...text.matchAll(/<a href="([^"]*)">[^<]* in Grafana<\/a>/g)].map(([, href]) => href);
    found.push({ links, text, policy: headers['content-security-policy'] });
  }
  return found;
}

test('the pages of wallets and of options lead to their dashboards', async () => {
  const pages = await linksOf(['/', WALLET_PAGE, '/options'], { grafanaUrl: GRAFANA });
  expect(pages.map(({ links }) => links)).toEqual([
    [`${GRAFANA}/d/floatwatch-overview`],
    [
      `${GRAFANA}/d/floatwatch-wallet?var-account=acme&amp;var-currency=UGX&amp;var-wallet_type=MERCHANT_PAYOUT`,
    ],
    [`${GRAFANA}/d/floatwatch-options`],
  ]);
});

test('without web.grafana_url no page speaks of Grafana, and the policy for browsers is the same with it', async () => {
  const paths = ['/', WALLET_PAGE, '/options'];
  const without = await linksOf(paths, {});
  for (const { text } of without) expect(text).not.toMatch(/grafana/i);
  const set = await linksOf(paths, { grafanaUrl: GRAFANA });
  expect(set.map(({ policy }) => policy)).toEqual(without.map(({ policy }) => policy));
});

test('Grafana reads odd names of wallets as they are', () => {
  const odd = { account: 'a.b-c_d', currency: 'U&var-account=x+y', walletType: `"><b>é 'q' #%2F?` };
  const text = toText(html`${walletInGrafana({ grafanaUrl: GRAFANA } as PageSources, odd)}`);
  expect(text).not.toContain('<b>');
  const [, href = ''] = /href="([^"]*)"/.exec(text) ?? [];
  const url = new URL(href.replaceAll('&amp;', '&').replaceAll('&#39;', "'"));
  expect(url.hash).toBe('');
  expect([...url.searchParams]).toEqual([
    ['var-account', odd.account],
    ['var-currency', odd.currency],
    ['var-wallet_type', odd.walletType],
  ]);
});

test('every dashboard that a page leads to is there, and the one of wallets has the variables of the link', () => {
  const byFile = new Map(dashboards.map(({ name, dashboard }) => [name, dashboard]));
  expect({
    overview: byFile.get('float-overview')?.uid,
    wallet: byFile.get('wallet')?.uid,
    options: byFile.get('payment-options')?.uid,
  }).toEqual(DASHBOARD_UIDS);
  const names = byFile.get('wallet')?.templating.list.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['account', 'currency', 'wallet_type']));
});
