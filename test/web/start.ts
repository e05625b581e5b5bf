// The web server on a free loopback port, over a small house of wallets.
import type { Rule } from '../../src/conditions/rule.ts';
import type { Alert } from '../../src/domain/alert.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { Operations } from '../../src/web/http/operations.ts';
import { createWebServer, type WebServerOptions } from '../../src/web/server.ts';
import type { PageSources } from '../../src/web/sources.ts';
import { createHouse, type House } from '../metrics/house.ts';

/** The rule of most alerts of these tests. */
export const LOW: Rule = {
  ...{ name: 'PayoutFloatLow', severity: 'warning', forMs: 120_000, keepFiringForMs: 0, labels: {} },
  ...{ annotations: {}, wallets: { account: '*', currency: '*', walletType: '*' } },
  condition: {
    kind: 'below',
    field: 'available',
    threshold: amountOf('5000000'),
    clear: amountOf('6000000'),
  },
};

export interface Web extends AsyncDisposable {
  readonly url: string;
  readonly house: House;
  readonly alerts: Alert[];
}

export async function startWeb(
  operations: Partial<Operations> = {},
  options: Partial<WebServerOptions> = {},
  pages: Partial<PageSources> = {},
): Promise<Web> {
  const alerts: Alert[] = [];
  const house = createHouse(['acme', 'zeta'], { alerts: { alerts: () => alerts, told: () => alerts } });
  const fine = () => ({ ok: true, text: 'Fine.' });
  const server = await createWebServer({
    listen: [{ host: '127.0.0.1', port: 0 }],
    externalUrl: 'http://float.example.com',
    operations: { scrape: house.metrics.scrape, healthy: fine, ready: fine, ...operations },
    pages: {
      clock: house.clock,
      board: () => house.board,
      alerts: () => alerts,
      accounts: () => [],
      version: '0.1.0',
      rules: () => [LOW],
      ...pages,
    },
    ...options,
  });
  return {
    url: `http://${server.addresses[0]}`,
    house,
    alerts,
    [Symbol.asyncDispose]: () => server.close(0),
  };
}
