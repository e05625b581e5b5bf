import { expect, test } from 'vitest';
import { createWebServer } from '../../src/web/server.ts';
import { createHouse, wallet } from '../metrics/house.ts';
import { eventually } from '../support/eventually.ts';
import { startPrometheus } from '../support/prometheus.ts';
import { describeWith } from '../support/tools.ts';

const ACCOUNTS = 1_000;
const WALLETS = 100; // of each

describeWith(['prometheus'], 'a real Prometheus', () => {
  test('scrapes 100,000 wallets without an error, and has their balances', { timeout: 240_000 }, async () => {
    const house = createHouse(Array.from({ length: ACCOUNTS }, (_, i) => `merchant-${i}`));
    house.board.accounts.forEach((name, a) => {
      const wallets = Array.from({ length: WALLETS }, (_, w) =>
        wallet('UGX', `WALLET_${w}`, `${a + 1}${String(w).padStart(2, '0')}.25`),
      );
      house.observe(name, wallets);
    });
    const fine = () => ({ ok: true, text: 'Fine.' });
    const server = await createWebServer({
      listen: [{ host: '127.0.0.1', port: 0 }],
      externalUrl: 'http://localhost',
      operations: { scrape: house.metrics.scrape, healthy: fine, ready: fine },
    });
    await using stack = new AsyncDisposableStack();
    stack.defer(() => server.close(0));
    const prometheus = stack.use(
      await startPrometheus(`
global: {scrape_interval: 60s, scrape_timeout: 60s}
scrape_configs: [{job_name: floatwatch, static_configs: [{targets: ['${server.addresses[0]}']}]}]`),
    );
    await eventually(async () => {
      expect(await prometheus.query('up{job="floatwatch"}')).toMatchObject([{ value: '1' }]);
    }, 200_000);
    const count = await prometheus.query('count(merchant_wallet_available_balance)');
    expect(count).toMatchObject([{ value: String(ACCOUNTS * WALLETS) }]);
    const one = 'merchant_wallet_available_balance{account="merchant-123",wallet_type="WALLET_7"}';
    expect(await prometheus.query(one)).toMatchObject([{ value: '12407.25' }]);
    const all = await prometheus.query('scrape_samples_scraped');
    expect(Number(all[0]?.value)).toBeGreaterThan(6 * ACCOUNTS * WALLETS);
  });
});
