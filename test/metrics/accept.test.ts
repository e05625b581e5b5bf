// How real Prometheus asks, and whether it takes what it gets.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startPrometheus } from '../support/prometheus.ts';
import { describeBeside } from '../support/tools.ts';
import { createHouse, wallet } from './house.ts';

describeBeside(['prometheus'], 'a real Prometheus', (program) => {
  test('gets OpenMetrics 1.0 as it comes, and takes it', async () => {
    const house = createHouse(['acme']);
    house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '4999999.990')]);
    const answers = new Set<string>();
    const server = createServer(async (asked, answer) => {
      const { headers, pieces, release } = await house.metrics.scrape(asked.headers.accept);
      answers.add(headers['content-type'] ?? '');
      answer.writeHead(200, headers).end(Buffer.concat(pieces));
      release();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      await using prometheus = await startPrometheus(
        `
global: {scrape_interval: 500ms, scrape_timeout: 500ms}
scrape_configs: [{job_name: floatwatch, static_configs: [{targets: ['127.0.0.1:${port}']}]}]
`,
        program('prometheus'),
      );
      await eventually(async () => {
        const [balance] = await prometheus.query('merchant_wallet_available_balance');
        expect(balance?.value).toBe('4999999.99');
      });
      expect([...answers]).toHaveLength(1);
      expect([...answers][0]).toMatch(
        /^application\/openmetrics-text; version=1\.0\.0; charset=utf-8(; escaping=allow-utf-8)?$/,
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
